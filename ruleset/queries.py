"""Which law was in force when."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from ruleset.law import Law, parse
from ruleset.models import LawVersion


@dataclass(frozen=True, slots=True)
class LawInForce:
    """A version of the law with its document read: what the judge is asked with."""

    version: LawVersion
    law: Law

    @property
    def special_cases(self) -> dict[str, bool]:
        return self.version.special_cases


@lru_cache(maxsize=64)
def read(document: str) -> Law:
    """The law that a stored document says; each text is read once in a process. Raises LawError."""
    return parse(document, source="the law in force")


def law_at(at: datetime) -> LawInForce | None:
    """The law in force at `at` (UTC), or None before the game was founded. One query."""
    version = LawVersion.objects.at(at).first()
    return LawInForce(version, read(version.document)) if version else None
