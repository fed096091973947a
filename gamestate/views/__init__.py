"""The tracker's pages that only read."""
