"""What somebody types into the box of a search, read. Nothing of it ever reaches a database as more than words.

All words are to be found, in any order and in any of their forms; words in "quotation marks" one after another; and
what follows a minus sign is not to be there.
"""

import re
import unicodedata
from dataclasses import dataclass

from blognomic.i18n.translation import gettext as _

LONGEST = 200  # characters
MOST = 20  # words or phrases

_PART = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)"?|(?P<word>[^\s"]+))')
_WORD = re.compile(r"[^\W_]+")
_MARKS = re.compile("[\u0300-\u036f]")
_QUOTES = str.maketrans("“”„«»", '"""""')

# Those that PostgreSQL leaves out of its index, so that both databases find the same.
STOP = frozenset(
    """
    i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it
    its itself they them their theirs themselves what which who whom this that these those am is are was were be been
    being have has had having do does did doing a an the and but if or because as until while of at by for with about
    against between into through during before after above below to from up down in out on off over under again further
    then once here there when where why how all any both each few more most other some such no nor not only own same so
    than too very s t can will just don should now
    """.split()
)


class Unsearchable(ValueError):
    """Why nothing can be looked for, in a sentence for people."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or words that stand one after another: as typed, and folded (`fold`) one by one."""

    typed: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SearchQuestion:
    """What has to be there, and what must not."""

    required: tuple[Term, ...]
    excluded: tuple[Term, ...] = ()


def fold(text: str) -> str:
    """The text in small letters without accents."""
    bare = _MARKS.sub("", unicodedata.normalize("NFD", text.lower()))
    return unicodedata.normalize("NFC", bare)


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text, folded."""
    return tuple(_WORD.findall(fold(text)))


def read_question(text: str) -> SearchQuestion:
    """What was typed, read. Raises Unsearchable where that is too much, or no word by which anything could be found."""
    text = " ".join(text.split())
    if len(text) > LONGEST:
        raise Unsearchable(_("You can search for {most} characters at most.").format(most=LONGEST))
    terms: dict[bool, list[Term]] = {True: [], False: []}
    stopped = False
    for part in _PART.finditer(text.translate(_QUOTES)):
        typed = part["phrase"] if part["phrase"] is not None else part["word"]
        term = Term(typed, words_of(typed))
        if term.words and STOP.issuperset(term.words):
            stopped = True
        elif term.words:
            terms[not part["minus"]].append(term)
    required, excluded = terms[True], terms[False]
    if len(required) + len(excluded) > MOST:
        raise Unsearchable(_("You can search for {most} words at once at most.").format(most=MOST))
    if not required and stopped:
        raise Unsearchable(_("These words are nearly everywhere. Add a rarer one."))
    if not required and excluded:
        raise Unsearchable(_("Add a word to look for, not only words to leave out."))
    if not required:
        raise Unsearchable(_("There is nothing here to search for. Add a word."))
    return SearchQuestion(tuple(required), tuple(excluded))
