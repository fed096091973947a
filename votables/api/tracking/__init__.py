"""Changing what the rules track, where posts or their types go with it."""
