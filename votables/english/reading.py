"""An instruction read: the sentences one after the other, each on what those before it left. Pure.

A sentence is an amendment, a step on the gamestate, a step for a person ("by hand"), or plain talk. What is none of
these for certain is asked about, and then nothing is carried out at all.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from blognomic.i18n.translation import gettext as _
from ruleset.text.tree import Tree

from .amendments import amend
from .atoms import KnownNames
from .openings import CHANGING, CONDITIONAL, PLAYING, RULE_WORDS, begins_instruction, without_label
from .passages import named_parts
from .sentences import EnglishSentence, sentences
from .shapes import AuthorQuestion, Done, GameDraft, ProposalReading, ReadStep, TrackedGame, Unclear
from .words import is_known

LONGEST = 60_000  # characters of an instruction
MOST_SENTENCES = 200

# What reads a step on the gamestate: what a sentence does to a draft, or None where it is no such step. Raises Unclear.
Stepper = Callable[[EnglishSentence, GameDraft, TrackedGame], Done | None]


def read(
    instruction: str, *, tree: Tree | None, game: TrackedGame | None, stepper: Stepper | None = None
) -> ProposalReading:
    """What an instruction in Markdown does to the rules (`tree`) and the gamestate (`game`); None: not given."""
    values = game.values if game is not None else None
    if len(instruction) > LONGEST:
        return ProposalReading(
            questions=(AuthorQuestion((0, len(instruction)), _("This is too long to be read.")),)
        )
    some = sentences(instruction, names_of(tree, game))
    if len(some) > MOST_SENTENCES:
        return ProposalReading(
            questions=(AuthorQuestion((0, len(instruction)), _("This is too long to be read.")),)
        )
    return _Reader(instruction, GameDraft(tree, values), game, stepper).read(some)


def names_of(tree: Tree | None, game: TrackedGame | None) -> KnownNames:
    """The names that may stand unquoted in an instruction."""
    named: list[tuple[str, str]] = []
    if tree is not None:
        named += [(node.name, "rule") for node in tree.walk()]
        named += [
            (name, "part") for node in tree.walk() for name in named_parts(node.text) if not is_known(name)
        ]
    if game is not None:
        named += [(name, "player") for name in (*game.players, *game.idle)]
        named += [(str(one["name"]), "variable") for one in game.tracked]
    return KnownNames.of(dict.fromkeys(named))


class _Reader:
    def __init__(self, instruction: str, draft: GameDraft, game: TrackedGame | None, stepper: Stepper | None):
        self.instruction = instruction
        self.draft = draft
        self.game = game
        self.stepper = stepper
        self.context = ""
        self.steps: list[ReadStep] = []
        self.questions: list[AuthorQuestion] = []

    def read(self, some: list[EnglishSentence]) -> ProposalReading:
        for sentence in some:
            try:
                self._sentence(sentence)
            except Unclear as unclear:
                self.questions.append(
                    AuthorQuestion(_span(sentence), unclear.why, unclear.better(sentence.text))
                )
        if not self.questions and all(step.change["op"] == "by_hand" for step in self.steps):
            self._ask_about_all(some)
        if self.questions:
            return ProposalReading(questions=tuple(self.questions))
        return ProposalReading(tuple(self.steps), (), self.draft.tree, self.draft.values)

    def _ask_about_all(self, some: list[EnglishSentence]) -> None:
        span = (0, len(self.instruction))
        if self.steps:
            self.questions += [
                AuthorQuestion(step.sentence, _("This cannot be carried out by the site."))
                for step in self.steps
            ]
        else:
            self.questions.append(AuthorQuestion(span, _("There is no instruction here that is understood.")))

    def _sentence(self, sentence: EnglishSentence) -> None:
        if is_only_talk(sentence):
            return
        if self.stepper is not None and self.game is not None:
            done = self.stepper(sentence, self.draft, self.game)
            if done is not None:
                self._note(sentence, done)
                return
        elif self.game is None and is_play(sentence):
            self._by_hand(sentence)
            return
        if self.draft.tree is None:
            self._by_hand(sentence)
            return
        amender = amend(sentence, self.instruction, self.draft.tree, self.draft.made, self.context)
        self.context = amender.context
        draft = replace(self.draft, tree=amender.tree, made=amender.made)
        self._note(sentence, Done(draft, tuple(change.as_json() for change in amender.changes)))

    def _note(self, sentence: EnglishSentence, done: Done) -> None:
        self.draft = done.draft
        self.steps += [ReadStep(_span(sentence), change) for change in done.changes]

    def _by_hand(self, sentence: EnglishSentence) -> None:
        change: Mapping[str, object] = {"op": "by_hand", "words": sentence.text}
        self.steps.append(ReadStep(_span(sentence), change))
        self.draft = replace(self.draft, made=self.draft.made + 1)


def _span(sentence: EnglishSentence) -> tuple[int, int]:
    return sentence.start, sentence.end


def is_only_talk(sentence: EnglishSentence) -> bool:
    """Whether a sentence orders nothing for certain: it speaks to the readers, or of nothing that can be changed."""
    tokens = without_label(sentence.tokens)
    if not tokens:
        return True
    if begins_instruction(tokens) or any(one.kind == "body" for one in tokens):
        return False
    words = [one.lower for one in tokens if one.kind == "word"]
    if words and words[0] in CONDITIONAL:
        return False
    quotes = sum(one.kind in ("quote", "strong", "body") for one in tokens)
    changing = any(CHANGING.match(word) for word in words)
    if sentence.is_plain_talk:
        return not (changing and quotes > 1)
    return False if changing or quotes else not (RULE_WORDS & set(words)) and _speaks_loosely(words)


def _speaks_loosely(words: list[str]) -> bool:
    return len(words) < 4 and not set(words) & PLAYING


def is_play(sentence: EnglishSentence) -> bool:
    """Whether a sentence is about the gamestate alone, where none was given."""
    tokens = without_label(sentence.tokens)
    words = [one.lower for one in tokens if one.kind == "word"]
    if any(one.kind in ("body", "tag") or one.of == "rule" for one in tokens):
        return False
    if any(one.kind in ("quote", "strong") for one in tokens) and not set(words) & _OF_THE_GAME:
        return False
    if not words or set(words) & (RULE_WORDS | _OF_TEXTS):
        return False
    if words[0] in PLAYING:
        return not set(words) & _UNSURE
    return words[0] in ("each", "every", "all") and bool(set(words) & _HAPPENS) and not set(words) & _UNSURE


_HAPPENS = frozenset("gains loses gain lose receives receive pays pay has have is are".split())
_OF_THE_GAME = frozenset("column variable tracker gamestate gndt".split())
_UNSURE = frozenset("if unless proposal proposals motion motions vote votes".split())
_OF_TEXTS = frozenset(
    "text wording word words phrase paragraph paragraphs sentences bullet list table row title heading rules subrule "
    "reference references mention mentions ruleset section rewording typo typos spelling".split()
)
