"""People at a simulated table: they see snapshots and lights, know the rules, and act by hand.

`skill` says how they move, `choice` what they play, `gestures` how a play becomes movements of
hands, `looking` what differs on the board, `reading` what a snapshot says, `person` puts it
together. The only package of the simulator that may know rules and view.
"""
