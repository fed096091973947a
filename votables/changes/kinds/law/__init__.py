"""Changes of the law."""
