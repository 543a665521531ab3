"""Recorded matches: to look at, and to play again."""
