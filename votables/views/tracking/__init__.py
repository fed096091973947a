"""The tracker's pages on which something is written: here, for the standstill of the game is known here."""
