"""`gammonboard bench`: the budgets of the design, measured; one module a bench."""
