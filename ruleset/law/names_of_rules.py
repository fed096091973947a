"""What the ruleset calls the rules that the site follows, `[rules.names]` of a document. One that does not name all of
them has the names of the newest of the shipped laws for the others."""

import tomllib
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from blognomic.i18n.translation import gettext as _
from blognomic.web.site_rules import SiteRule

from .toml_tables import LawTable


def names(table: LawTable) -> Mapping[str, str]:
    """The names by the keys of `SiteRule`."""
    own = table.named_texts("names")
    if unknown := sorted(own.keys() - set(SiteRule)):
        known = ", ".join(sorted(SiteRule))
        raise table.error(
            _("{names} are not among {known}").format(names=", ".join(unknown), known=known), "names"
        )
    return MappingProxyType({**usual(), **own})


@cache
def usual() -> Mapping[str, str]:
    """Those of the newest of the shipped laws, by the same keys."""
    from .shipped import SHIPPED, document  # which reads laws by this module

    names: Mapping[str, str] = tomllib.loads(document(SHIPPED[-1]))["rules"]["names"]
    return MappingProxyType(dict(names))
