"""Sentences that are written down now and told later, each time in the language of whoever reads them.

    Saying(_("{name} mentioned you in “{title}”"), name=author, title=post.subject)

`_` is `gettext_noop` here: it marks the words, and they stay as they are until they are told.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext

from blognomic.i18n.dynasty_words import said
from blognomic.i18n.translation import whole_day
from blognomic.text.lines import closed
from players.models.roster import SENTENCE_LENGTH


class Saying:
    """Words of the site with what stands in their places: people and titles as they are; other sayings, and instants
    (aware), told in the reader's language too; lists of these, with "; " between."""

    def __init__(self, words: str, /, **places: object) -> None:
        self.words = words
        self.places = {place: _known(value) for place, value in places.items()}

    def told(self) -> str:
        """The sentence in the language that is active, in the words of the dynasty, cut to what a notice holds."""
        return _cut(self._whole())

    def _whole(self) -> str:
        words = said(gettext(self.words)) if self.words else ""
        if not self.places:
            return words
        return words.format(**{place: _told(value) for place, value in self.places.items()})

    def as_data(self) -> dict[str, Any]:
        """The same for JSON."""
        return {"says": self.words, "with": {place: _as_data(value) for place, value in self.places.items()}}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Saying":
        """What `as_data` wrote."""
        return cls(data["says"], **{place: _from_data(value) for place, value in data["with"].items()})


def written_down(sentence: Saying | str) -> tuple[str, dict[str, Any]]:
    """A sentence in the language that is active, and what tells it in others: nothing for one that is the same in
    all."""
    if isinstance(sentence, Saying):
        return sentence.told(), sentence.as_data()
    return _cut(sentence), {}


def _cut(sentence: str) -> str:
    """What a notice holds of it, with nothing left open that a name began."""
    return closed(Truncator(sentence).chars(SENTENCE_LENGTH))


def _known(value: object) -> object:
    if isinstance(value, list):
        return [_known(one) for one in value]
    return value if isinstance(value, Saying | datetime) else str(value)


def _told(value: object) -> str:
    if isinstance(value, list):
        return "; ".join(map(_told, value))
    if isinstance(value, datetime):
        at = value.astimezone(UTC)
        return gettext("{day}, {time} UTC").format(day=whole_day(at), time=f"{at:%H:%M}")
    return value._whole() if isinstance(value, Saying) else str(value)


def _as_data(value: object) -> object:
    if isinstance(value, list):
        return [_as_data(one) for one in value]
    if isinstance(value, datetime):
        return {"at": value.astimezone(UTC).isoformat()}
    return value.as_data() if isinstance(value, Saying) else value


def _from_data(value: Any) -> object:
    if isinstance(value, list):
        return [_from_data(one) for one in value]
    if isinstance(value, dict):
        return datetime.fromisoformat(value["at"]) if "at" in value else Saying.from_data(value)
    return value
