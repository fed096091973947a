"""Definitions: which tracked values does the text of a rule define? Pure: text in, definitions or questions out.

`words` knows numbers and names, `sentences` takes a rule apart, `heads` knows how a definition begins,
`attributes` what it says of a value, `followups` what later sentences add; `reading` goes through a rule,
`completing` makes definitions.
"""

from .reading import DefinitionsReading, read_definitions

__all__ = ["DefinitionsReading", "read_definitions"]
