"""Who asks the API, and how it names people."""
