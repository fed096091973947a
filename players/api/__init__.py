"""Who asks the API, how it names people, and what they write to each other."""
