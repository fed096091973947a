"""Changing what the rules track, when nothing stands still."""
