"""Templates of HTML as pages need them: without the indentation that they have for whoever reads the templates.

White space beside a line end shows no more than the line end does, nor do line ends between attributes, so a page is
the same to its reader, and a quarter smaller. Where white space counts it stays: in <pre> and <textarea>, and in the
words of a sentence that is not trimmed, by which its translation is found.
"""

import re

from django.template import Origin
from django.template.loaders import filesystem

# As they are; whichever begins first. Browsers show a <title>, that of a drawing too, as it is written.
_KEPT = re.compile(
    r"<pre\b.*?</pre>"
    r"|<textarea\b.*?</textarea>"
    r"|{% blocktranslate\b(?!(?:[^%]|%(?!}))*\btrimmed\b).*?{% endblocktranslate %}",
    re.DOTALL,
)
_INDENTATION = re.compile(r"(?<=\n)[ \t]+")
_TEMPLATE_TAG = r"{%.*?%}|{{.*?}}"
# The beginning of an element with its attributes, which may hold tags of templates and these quotes.
_START = re.compile(
    rf"""<[a-z][\w-]*\s(?:{_TEMPLATE_TAG}|"(?:{_TEMPLATE_TAG}|[^"])*"|'(?:{_TEMPLATE_TAG}|[^'])*'|[^<>"'{{])*>"""
)
_LINE_END = re.compile(r"\s*\n\s*")
_TITLE = re.compile(r"(<title>)(.*?)(</title>)", re.DOTALL)


def without_indentation(source: str) -> str:
    """A template of HTML, each line from its first sign on, and titles and the beginnings of elements on one line."""
    parts: list[str] = []
    end = 0
    for kept in _KEPT.finditer(source):
        parts += [_without(source[end : kept.start()]), kept[0]]
        end = kept.end()
    return "".join([*parts, _without(source[end:])])


def _without(source: str) -> str:
    source = _START.sub(lambda tag: re.sub(r" >$", ">", _LINE_END.sub(" ", tag[0])), source)
    return _TITLE.sub(_on_one_line, _INDENTATION.sub("", source))


def _on_one_line(title: re.Match[str]) -> str:
    return title[1] + " ".join(title[2].split()) + title[3]


class Loader(filesystem.Loader):
    """Django's own, of the folders of the settings."""

    def get_contents(self, origin: Origin) -> str:
        source = super().get_contents(origin)
        return without_indentation(source) if str(origin.name).endswith(".html") else source
