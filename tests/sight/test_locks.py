"""The guard of locks sees where one is missing."""

import pytest

from .locks import Locks

LOCK = '<svg><use href="/static/icons.svg#lock"></use></svg>'


@pytest.mark.parametrize(
    ("page", "unlocked"),
    [
        ("<ul><li>7</li></ul>", ["7"]),
        (f"<ul><li>7 {LOCK}</li></ul>", []),
        (f"<ul><li>{LOCK}</li><li>7</li></ul>", ["7"]),
        (f"<table><thead><tr><th>{LOCK}</th></tr></thead><tbody><tr><td>7</td></tr></tbody></table>", []),
        ("<table><thead><tr><th>No</th></tr></thead><tbody><tr><td>7</td></tr></tbody></table>", ["7"]),
        (f'<header class="page-head">{LOCK}</header><section>7</section>', []),
        (f"<section>{LOCK}</section><section><p>7</p></section>", ["7"]),
        (f'<div class="field"><label>It {LOCK}</label><input value="7"></div>', []),
        ('<div class="field"><label>It</label><input value="7"></div>', ["7"]),
    ],
)
def test_hidden_value_without_a_lock_is_found(page, unlocked):
    assert Locks(page, lambda text: "7" in text).unlocked == unlocked
