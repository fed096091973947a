"""Changes of who plays and who holds an office."""
