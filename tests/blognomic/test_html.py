"""That the strict reader finds help and errors which stand beside a field without being tied to it."""

import pytest

from tests.blognomic.html import read

HELP, INPUT = '<p class="help" id="h">Help</p>', '<input id="x" aria-describedby="h">'
ERROR = '<ul class="errorlist" id="e"><li>Wrong</li></ul>'


def untied(html: str) -> list[str]:
    return [fault.partition(" number")[0] for fault in read(html).faults]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f'<form><div class="field">{HELP}{INPUT}</div></form>', []),
        (f'<form><div class="field">{HELP}<input id="x"></div></form>', ["help"]),
        (f'<form><div class="field">{HELP}<input></div><div class="field">{INPUT}</div></form>', ["help"]),
        (f'<form><div class="field">{HELP}{ERROR}{INPUT}</div></form>', ["errorlist"]),
        (f'<form><div class="field">{HELP}{ERROR}<input aria-describedby="h e"></div></form>', []),
        (f'<form><fieldset class="field" aria-describedby="h e">{HELP}{ERROR}<input></fieldset></form>', []),
        (
            f'<form><fieldset aria-describedby="h">{HELP}<div class="field"><input></div></fieldset></form>',
            [],
        ),
        (f"<form><fieldset>{HELP}<input></fieldset></form>", ["help"]),
        (f"<form>{HELP}{INPUT}</form>", []),
        (f"<form>{HELP}<input></form>", ["help"]),
        ('<form><div id="h"><p class="help">One</p><p class="help">Two</p></div>' + INPUT + "</form>", []),
        ('<form><ul class="errorlist nonfield"><li>Wrong</li></ul><input></form>', []),
        ('<p class="help">Of no form</p>', []),
    ],
)
def test_what_stands_beside_a_field_is_tied_to_it(html, expected):
    assert untied(html) == expected
