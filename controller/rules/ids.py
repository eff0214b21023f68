"""GNUbg position and match IDs, and XGID: a later issue puts their readers and writers here."""
