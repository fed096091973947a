"""Write down the words of the shipped laws, so that `make messages` finds them: `ruleset/law/shipped_words.py`.

python scripts/words_of_laws.py            writes the file anew
python scripts/words_of_laws.py --check    ends with 1 where it is not as the documents are
"""

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ROOT / "ruleset/law/documents"
TARGET = ROOT / "ruleset/law/shipped_words.py"
HEAD = '''"""The words of the shipped laws, marked for translation; written by scripts/words_of_laws.py."""

from blognomic.i18n.translation import gettext_noop as _

WORDS = (
'''
# Names, which are said otherwise: those of icons and kinds of matters.
NAMED = ("icons", "kinds")


def words_of(value: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """The labels and notes in a part of a document, and what its effects are called."""
    if isinstance(value, list):
        for one in value:
            yield from words_of(one, path)
    elif isinstance(value, dict):
        for key, one in value.items():
            is_name = key == "label" and len(path) == 2 and path[0] in NAMED
            if (
                isinstance(one, str)
                and not is_name
                and (key in ("label", "note") or path == ("words", "effects"))
            ):
                yield one
            yield from words_of(one, (*path, key))


def written() -> str:
    """The file as it should be."""
    sentences = {
        words: None
        for path in sorted(DOCUMENTS.glob("*.toml"))
        for words in words_of(tomllib.loads(path.read_text(encoding="utf-8")))
    }
    lines = (f"    _({json.dumps(words, ensure_ascii=False)}),\n" for words in sorted(sentences))
    return f"{HEAD}{''.join(lines)})\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(TARGET.read_text(encoding="utf-8") != written())
    TARGET.write_text(written(), encoding="utf-8")
