"""Who plays a side without hands: gnubg as a child process, and a built-in player."""
