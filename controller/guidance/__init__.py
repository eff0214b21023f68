"""Which lights burn and which words are said: pure functions of a scene of the table."""
