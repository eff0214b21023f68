"""Who plays a side without hands of flesh: gnubg as a child process, a small built-in player (next issue)."""
