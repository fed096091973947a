"""Where in a rendered comment a player speaks: what is quoted, struck out or shown as code rolls nothing."""

from blognomic.text.prose.html_reader import EndTag, Run, StartTag, tokens_of

_SILENT = frozenset({"blockquote", "code", "del", "pre", "s", "svg"})
_INLINE = frozenset({"a", "abbr", "b", "em", "i", "ins", "small", "span", "strong", "sub", "sup", "u"})


def spoken(html: str) -> str:
    """The text of `html`, safe HTML as blognomic.text.prose renders it, to look for dice commands in.

    Code, quotations, what is struck out, and addresses that stand as their own links are left out. Every element
    that is not part of a line ends the line, so that no command or list reaches from one paragraph to the next.
    """
    parts: list[str] = []
    silent: list[str] = []
    address = ""
    for token in tokens_of(html):
        if isinstance(token, StartTag) and token.name in _SILENT and not token.closed:
            silent.append(token.name)
            parts.append(" ")
        elif isinstance(token, EndTag) and silent and token.name == silent[-1]:
            silent.pop()
        elif silent:
            continue
        elif isinstance(token, Run):
            parts.append(token.text if token.text != address else " ")
        elif isinstance(token, StartTag | EndTag):
            if token.name == "a":
                address = token.attributes.get("href", "") if isinstance(token, StartTag) else ""
            elif token.name not in _INLINE:
                parts.append("\n")
    return "".join(parts)
