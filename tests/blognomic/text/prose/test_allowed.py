"""What may stand in a page: addresses, attributes and characters."""

import pytest

from blognomic.text.prose.allowed import as_text, fits, is_external, safe_url


@pytest.mark.parametrize(
    ("typed", "safe"),
    [
        ("HTTPS://a.example/b", "https://a.example/b"),
        (" /rules/#quorum ", "/rules/#quorum"),
        ("/a b", "/a%20b"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("ht\ttps://a.example/", "https://a.example/"),
        ("java\tscript:alert(1)", None),
        ("//evil.example/", None),
        ("https://a.example:99999/", None),
        ("data:text/html,x", None),
        ("elsewhere", None),
    ],
)
def test_an_address_leads_where_links_here_may_lead_or_nowhere(typed, safe):
    assert safe_url(typed) == safe


def test_a_path_of_this_site_is_not_outside():
    assert [is_external(url) for url in ("/rules/", "#x", "mailto:a@b.example", "http://a.example")] == [
        False, False, False, True,
    ]  # fmt: skip


def test_an_attribute_fits_its_element_alone():
    assert fits("a", "href", "/rules/")
    assert not fits("a", "onclick", "x")
    assert not fits("b", "href", "/rules/")
    assert not fits("a", "href", "javascript:x")


def test_text_between_tags_is_escaped_and_showable():
    assert as_text('<b> & "c"\x00') == '&lt;b&gt; &amp; "c"\ufffd'
