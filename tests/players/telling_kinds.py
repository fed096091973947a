"""Which test makes each kind of notice happen, so that none is there of which nobody is ever told."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from players.models import Notice
from players.notices.notice_kinds import Kind

TOLD: dict[Kind, str] = {}
Test = Callable[..., Any]


def tells(kind: Kind) -> Callable[[Test], Test]:
    """A mark of a test after which somebody has been told of that kind of thing."""

    def marked(test: Test) -> Test:
        TOLD[kind] = test.__name__

        @wraps(test)
        def run(*given: Any, **by_name: Any) -> None:
            test(*given, **by_name)
            assert Notice.objects.filter(kind=kind).exists()

        return run

    return marked
