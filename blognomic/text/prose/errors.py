"""What prose raises when a text cannot be shown."""


class ProseError(ValueError):
    """A text that is too long, too deep or too tangled to be rendered. `str()` is a sentence for its author."""
