"""Changes of the actions that the rules allow, and of what happens by itself."""
