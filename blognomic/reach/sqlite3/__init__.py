"""The site's engine for SQLite (`base` is where Django looks for it)."""
