"""Links, pictures and addresses as they may stand in a page."""

import pytest

from .test_rendering import REL, render


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("[x](https://a.example/b?c=1&d=2)", f'<a href="https://a.example/b?c=1&amp;d=2" {REL}>x</a>'),
        ('[x](http://a.example "T & t")', f'<a href="http://a.example" title="T &amp; t" {REL}>x</a>'),
        ("[x](HTTPS://A.example)", f'<a href="https://A.example" {REL}>x</a>'),
        ("[x](/rules/#quorum)", '<a href="/rules/#quorum">x</a>'),
        ("[x](</a b>)", '<a href="/a%20b">x</a>'),
        ("[x](mailto:a@b.example)", '<a href="mailto:a@b.example">x</a>'),
        ("<a@b.example>", '<a href="mailto:a@b.example">a@b.example</a>'),
        ("<https://a.example>", f'<a href="https://a.example" {REL}>https://a.example</a>'),
        ("![a *cat*](https://a.example/c.png)",
         f'<a href="https://a.example/c.png" class="image" {REL}>a *cat*</a>'),
        ("![](/c.png)", '<a href="/c.png" class="image">image</a>'),
        ("![cat](data:image/png,x)", "cat"),
        ("[![cat](/c.png)](/d)", '<a href="/d">cat</a>'),
        ("[x](javascript:alert)", "x"),
        ("[x](elsewhere)", "x"),
    ],
)  # fmt: skip
def test_links_and_images_become_safe_links(text, html):
    assert render(text) == f"<p>{html}</p>"


def bare(address: str) -> str:
    return f'<a href="{address}" {REL}>{address}</a>'


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("See https://a.example/b.", f"See {bare('https://a.example/b')}."),
        ("(http://a.example)", f"({bare('http://a.example')})"),
        ("https://a.example/x_(y)", bare("https://a.example/x_(y)")),
        ('"https://a.example/?q=1!"', f'"{bare("https://a.example/?q=1")}!"'),
        ("https://a.example/?a=1&copy=2", bare("https://a.example/?a=1&amp;copy=2")),
        ("[https://a.example](/x)", '<a href="/x">https://a.example</a>'),
        ("xhttps://a.example http:// www.a.example ftp://a.example",
         "xhttps://a.example http:// www.a.example ftp://a.example"),
    ],
)  # fmt: skip
def test_bare_addresses_become_links(text, html):
    assert render(text) == f"<p>{html}</p>"
