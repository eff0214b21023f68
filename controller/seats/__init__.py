"""Who plays a side without hands: gnubg as a child process, a built-in player (next issue)."""
