"""What changes the gamestate."""
