"""The screen: snapshot in, picture out, intents back (a later issue draws it)."""
