"""What the rules track, as anybody may read it, for programs."""
