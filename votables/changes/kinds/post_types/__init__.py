"""Changes of the types of official posts."""
