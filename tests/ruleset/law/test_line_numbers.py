"""The line of each key of a document."""

import tomllib

import pytest

from ruleset.law import SHIPPED, document
from ruleset.law.line_numbers import lines_of


def paths(value, path=()):
    """Every key path of a document's values."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*path, key)
        yield from paths(item, (*path, key))


@pytest.mark.parametrize("name", SHIPPED)
def test_every_key_of_a_document_has_its_line(name):
    text = document(name)
    lines = lines_of(text)
    for path in paths(tomllib.loads(text)):
        if isinstance(path[-1], str):
            assert path[-1] in text.split("\n")[lines[path] - 1], path
        else:
            assert lines[path[:-1]] <= lines[path]


def test_lines_are_found_through_every_notation():
    text = '''# a comment with [brackets] and = signs
a = 1
"b c".d = """
not = a key
"""
[t] # t
'x' = [ # list
  { y = "]", z = [1,
    2] },
  "#",
]
[[u.v]]
w = 2024-01-01T00:00:00Z
[[u.v]]
w = { p.q = 'x' }
[u.v.r]
s = false
'''
    lines = lines_of(text)
    assert {path: lines[path] for path in paths(tomllib.loads(text))} == {
        ("a",): 2, ("b c",): 3, ("b c", "d"): 3, ("t",): 6, ("t", "x"): 7, ("t", "x", 0): 8, ("t", "x", 0, "y"): 8,
        ("t", "x", 0, "z"): 8, ("t", "x", 0, "z", 0): 8, ("t", "x", 0, "z", 1): 9, ("t", "x", 1): 10, ("u",): 12,
        ("u", "v"): 12, ("u", "v", 0): 12, ("u", "v", 0, "w"): 13, ("u", "v", 1): 14, ("u", "v", 1, "w"): 15,
        ("u", "v", 1, "w", "p"): 15, ("u", "v", 1, "w", "p", "q"): 15,
        ("u", "v", 1, "r"): 16, ("u", "v", 1, "r", "s"): 17,
    }  # fmt: skip
