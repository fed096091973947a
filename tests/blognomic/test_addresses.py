"""Addresses of what has a number are those that Django makes."""

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, get_resolver, reverse
from django.urls.resolvers import URLPattern, URLResolver

from blognomic.web.addresses import address_of


def of_a_number(patterns, before: str = ""):
    """The names of all addresses that take one whole number and nothing else."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            namespace = f"{before}{pattern.namespace}:" if pattern.namespace else before
            yield from of_a_number(pattern.url_patterns, namespace)
        elif isinstance(pattern, URLPattern) and pattern.name:
            converters = list(pattern.pattern.converters.values())
            if [type(each).__name__ for each in converters] == ["IntConverter"]:
                yield f"{before}{pattern.name}"


NAMES = sorted({*of_a_number(get_resolver().url_patterns)})


def test_addresses_of_numbers_are_those_of_django():
    routes = []
    for name in NAMES:
        try:
            routes.append((name, reverse(name, args=[31])))
        except NoReverseMatch:  # it takes more than that number
            with pytest.raises(NoReverseMatch):
                address_of(name, 31)
    assert [(name, address_of(name, 31)) for name, _ in routes] == routes
    assert len(routes) > 30


def test_no_address_of_a_name_that_there_is_not():
    with pytest.raises(NoReverseMatch):
        address_of("players:nothing", 1)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('{% url "votables:post" 7 %}', "/posts/7/"),
        ('{% url "votables:post" number %}', "/posts/8/"),
        ('{% url "votables:post" number as found %}[{{ found }}]', "[/posts/8/]"),
        ('{% url "votables:nothing" number as found %}[{{ found }}]', "[]"),
        ('{% url "votables:archive" %}', "/archive/"),
        ("{% url name pk=number %}", "/posts/8/"),
    ],
)
def test_url_in_templates(written, expected):
    assert Template(written).render(Context({"number": 8, "name": "votables:post"})) == expected


def test_url_in_templates_of_a_name_that_there_is_not():
    with pytest.raises(NoReverseMatch):
        Template('{% url "votables:nothing" 8 %}').render(Context())
