"""Changes of what is tracked."""
