"""Words that modules have for their choices, told anew each time that they are shown."""

from django.utils.functional import lazy
from django.utils.text import capfirst
from django.utils.translation import gettext

from players.speech import said


def _told(words: str) -> str:
    return said(gettext(words))


def _begun(words: str) -> str:
    return capfirst(_told(words))


# In the reader's language, or in the words of the dynasty.
told_lazy = lazy(_told, str)
# The same, to begin a line with.
begun_lazy = lazy(_begun, str)
