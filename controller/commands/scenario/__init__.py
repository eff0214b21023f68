"""Scripts of hands against the whole product in virtual time."""
