"""`gammonboard bench sensing`: does the decoder record what the hands did?

Games of two plain players on a simulated table; every turn is judged as at Done. Beside wrong
plays and questions it counts what each can be bought with: illegal boards accepted, unfinished
boards accepted at Done. A false "wrong board" counts as a question. After a question the players
answer truthfully. `cases` holds the rows, `game` plays them, `tally` reports, `derive` finds the
margins on seeds that the reported figures do not use, `plot` draws.
"""
