"""The sentences of a matter's text as pages mark them: how each is read, what it does, and what could stand instead."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from blognomic.display import Sign, picture, sign
from blognomic.text.marking import MarkedPassage, with_marks
from blognomic.web.errors import RuleBroken
from players.present import Present, digest
from votables.english.orders import CalledThings, Unsayable, say
from votables.english.reading_parts import Span
from votables.models import Post

from .change import Change, read_change
from .in_english import ReadAs, TextReading, TextSentence, called_things, reading_of
from .matching_text import agreement
from .preview import ShownEffect
from .registry import left_to_person

SIGNED: Final = 12  # letters of the sign by which a sentence is known again


@dataclass(frozen=True, slots=True)
class BetterSentence:
    """What may stand instead of a sentence: the `words`, and the `key` that their button sends. `by_hand`: the same
    sentence as a step for the admin."""

    key: str
    words: str
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A sentence of a text, counted from 1: what it is read as, and `places`, those of its changes among all that are
    clear; where it is asked about, why, and what could stand instead. `effects`: what its changes do; `mark`: the id of
    its mark in the text that is shown, "" where it has none."""

    number: int
    span: Span
    words: str
    read_as: ReadAs
    places: tuple[int, ...] = ()
    reasons: tuple[str, ...] = ()
    better: tuple[BetterSentence, ...] = ()
    effects: tuple[ShownEffect, ...] = ()
    mark: str = ""

    @property
    def look(self) -> Sign:
        """The word, picture and colour of what it is read as."""
        return sign("sentence", self.read_as)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """A text with its sentences in order, the changes of those that are clear, and what must be asked about the whole
    of it. Where it `orders_nothing`, no sentence is an instruction."""

    text: str
    sentences: tuple[MarkedSentence, ...]
    changes: tuple[Change, ...]
    reasons: tuple[str, ...]
    orders_nothing: bool

    @property
    def is_clear(self) -> bool:
        return not self.reasons and not self.asked

    @property
    def asked(self) -> list[MarkedSentence]:
        """The sentences about which something is asked."""
        return [one for one in self.sentences if one.read_as == "asked"]

    def doing(self, effects: Iterable[ShownEffect]) -> "MarkedText":
        """The same with what its changes do, each with its sentence."""
        by_place = {one.effect.place: one for one in effects}
        sentences = tuple(
            replace(one, effects=tuple(by_place[place] for place in one.places if place in by_place))
            for one in self.sentences
        )
        return replace(self, sentences=sentences)

    def rewritten(self, key: str) -> str:
        """The text with what the pressed button offers in place of its sentence; the same text where it has no such
        sentence any more."""
        for one in self.sentences:
            for choice in one.better:
                if choice.key == key:
                    start, end = one.span
                    return self.text[:start] + choice.words + self.text[end:]
        return self.text


def marked_text(reading: TextReading, things: CalledThings) -> MarkedText:
    """How a reading is shown, sentence by sentence. No query."""
    spans = {one.sentence for one in reading.sentences}
    whole = [] if reading.orders_nothing else [one for one in reading.questions if one.sentence not in spans]
    reasons: dict[Span, list[str]] = defaultdict(list)
    offered: dict[Span, list[str]] = defaultdict(list)
    for question in reading.questions:
        if not reading.orders_nothing:
            reasons[question.sentence].append(question.why)
            offered[question.sentence] += question.choices
    for offer in reading.offers:
        reasons[offer.sentence].append(offer.why)
        offered[offer.sentence].append(_with_more(reading.text[slice(*offer.sentence)], offer.words))
    sentences: list[MarkedSentence] = []
    changes: list[Change] = []
    for number, one in enumerate(reading.sentences, start=1):
        places = range(len(changes), len(changes) + len(one.changes))
        changes += one.changes
        sentences.append(
            MarkedSentence(
                number,
                one.sentence,
                one.words,
                "no instruction" if reading.orders_nothing else one.read_as,
                tuple(places),
                tuple(dict.fromkeys(reasons[one.sentence])),
                _better(number, one, offered[one.sentence], things) if reasons[one.sentence] else (),
            )
        )
    on_the_whole = tuple(dict.fromkeys(question.why for question in whole))
    return MarkedText(reading.text, tuple(sentences), tuple(changes), on_the_whole, reading.orders_nothing)


@dataclass(frozen=True, slots=True)
class MatterMarks:
    """The text of a matter as its page shows it (`html`): each sentence that was read is marked, and leads to the
    first of the changes that it makes (`change-0`). `sentences`: those sentences; `undone`: others that were read, but
    nothing that the matter carries does what they say; `unsaid`: the places of changes that no sentence says."""

    html: SafeString
    sentences: tuple[MarkedSentence, ...]
    undone: tuple[MarkedSentence, ...] = ()
    unsaid: tuple[int, ...] = ()

    def on(self, effects: Iterable[ShownEffect]) -> list[ShownEffect]:
        """The effects of the matter's changes, each with its sentence, or as one that no sentence says."""
        by_place = {place: one for one in self.sentences for place in one.places}
        return [
            replace(one, sentence=by_place.get(one.effect.place), unsaid=one.effect.place in self.unsaid)
            for one in effects
        ]


def marks_on(post: Post) -> MatterMarks | None:
    """The marks on the text of a matter, in the reader's language, as the rules stood when it was posted or edited
    last; None where it carries no changes. Three queries, and those of `agreement`."""
    at = post.edited_at or post.matter_since
    if at is None or not post.changes:
        return None
    return marks_between(post.body, post.body_html, post.changes, at=at, then=True)


def marks_between(
    body: str, html: str, changes: Sequence[Mapping[str, Any]], *, at: datetime, then: bool = False
) -> MatterMarks:
    """The marks on a text, with its HTML, that goes with these changes, in the game at `at` (UTC): now, or with `then`
    at an instant that is over."""
    things = called_things(at=at)
    try:
        marked = marked_text(reading_of(body, things), things)
    except RuleBroken:  # too long to be read
        return MatterMarks(SafeString(html), (), unsaid=tuple(range(len(changes))))
    agreed = agreement(changes, [one.as_json() for one in marked.changes], at=at, then=then)
    carried: dict[int, list[int]] = defaultdict(list)
    for place, there in agreed.matches.items():
        carried[there].append(place)
    saying = [one for one in marked.sentences if one.places]
    done = [
        replace(one, places=tuple(sorted(place for there in one.places for place in carried[there])))
        for one in saying
        if set(one.places) <= agreed.accounted
    ]
    undone = [one for one in saying if not set(one.places) <= agreed.accounted] if marked.is_clear else []
    done = [one for one in done if one.places]
    to = {one.number: f"change-{one.places[0]}" for one in done}
    page, sentences = marked_prose(html, done, prefix="sentence-", to=to)
    return MatterMarks(page, tuple(sentences), tuple(undone), agreed.unsaid(changes))


def known_marks(post: Post, present: Present | None) -> MatterMarks | None:
    """What `marks_on` answers, read once in each language for all who look: what a text said when it was posted
    stays."""
    if present is None:
        return marks_on(post)
    name = f"votables.marks {post.pk} {get_language()}"
    return present.kept_while(post.sign, name, lambda: marks_on(post))


def _with_more(sentence: str, more: str) -> str:
    """A sentence with another behind it."""
    return f"{sentence}\n\n{more}" if "\n" in sentence else f"{sentence} {more}"


def _better(
    number: int, sentence: TextSentence, offered: Iterable[str], things: CalledThings
) -> tuple[BetterSentence, ...]:
    """What could stand instead of a sentence: what the reader offers, and the same by hand."""
    mark = digest(sentence.words)[:SIGNED]
    better = [
        BetterSentence(f"{number}.{place}.{mark}", words)
        for place, words in enumerate(dict.fromkeys(offered))
    ]
    if sentence.read_as == "asked":
        try:
            order = say(read_change(left_to_person(sentence.words)).as_json(), things)
        except (RuleBroken, Unsayable):  # too long, or a sentence that quotes with every mark there is
            return tuple(better)
        better.append(BetterSentence(f"{number}.hand.{mark}", order, by_hand=True))
    return tuple(better)


def marked_prose(
    html: str, sentences: Iterable[MarkedSentence], *, prefix: str, to: Mapping[int, str]
) -> tuple[SafeString, list[MarkedSentence]]:
    """The HTML of a text with its sentences marked, and these with the ids of their marks, which begin with `prefix`.
    `to` says for the numbers of sentences the id of what tells more of them, to which their marks lead."""
    sentences = list(sentences)
    page = with_marks(html, [_passage(one, f"{prefix}{one.number}", to.get(one.number)) for one in sentences])
    known = [f"{prefix}{one.number}" for one in sentences]
    marks = [mark if f'id="{mark}"' in page else "" for mark in known]
    return (
        SafeString(page),  # of safe HTML, and what `format_html` made
        [replace(one, mark=mark) for one, mark in zip(sentences, marks, strict=True)],
    )


def _passage(sentence: MarkedSentence, ident: str, to: str | None) -> MarkedPassage:
    look = sentence.look
    css = f"sentence-mark tone-{look.tone}"
    inside = format_html(
        '{}{}<span class="unseen">: {}</span>', picture(look.icon), sentence.number, look.word
    )
    if to is None:
        mark = format_html('<span class="{}" id="{}">{}</span>', css, ident, inside)
    else:
        mark = format_html('<a class="{}" id="{}" href="#{}">{}</a>', css, ident, to, inside)
    return MarkedPassage(sentence.words, mark, f"sentence sentence-{look.tone}")
