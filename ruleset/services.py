"""What changes the law in force."""

from datetime import datetime

from django.db import transaction

from players.errors import RuleBroken
from players.models import Player
from ruleset.law import LawError, parse
from ruleset.models import LawVersion


@transaction.atomic
def enact_law(
    *,
    document: str,
    special_cases: dict[str, bool],
    at: datetime,
    by: Player | None,
    why: str,
    link: str = "",
) -> LawVersion:
    """Put a law into force from `at` on. The document is TOML; it is read here and refused when it cannot be.

    `special_cases` holds those whose state is not the document's default. Raises RuleBroken with the place of the
    mistake.
    """
    try:
        law = parse(document, source="the new law")
    except LawError as error:
        raise RuleBroken(f"This law cannot be read: {error}", status=400) from None
    last = LawVersion.objects.select_for_update().order_by("-at", "-pk").first()
    if last is not None and last.at > at:
        raise RuleBroken("A later version of the law is already in force.", status=409)
    return LawVersion.objects.create(
        at=at, by=by, why=why, link=link, name=law.name, document=document, special_cases=special_cases
    )
