"""What the rules track, for programs: reading it, and changing it where one may."""
