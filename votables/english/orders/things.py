"""What a game calls the things that an order may speak of, and what it means by a name. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from ruleset.text.tree import Node, Tree

from ..moves.move_shapes import MoveValue
from ..reading_parts import TrackedGame
from ..rule_references import find


@dataclass(frozen=True, slots=True)
class CalledThings:
    """The rules (`tree`), and what else has a name, by its key as changes have it: `players` and `types` of official
    posts; `tracked` by the paths of variables, the keys of tables and of pages; the `pages`, title and text, by their
    keys; the document of the `law` in force. `game`: whom and what steps may be about, without the values; `values`:
    what moves may be about, `actions` those that there are, by name with what they do, and `frequencies` how often the
    law lets one do something."""

    tree: Tree = Tree()
    players: Mapping[int, str] = field(default_factory=dict)
    tracked: Mapping[str, str] = field(default_factory=dict)
    pages: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    types: Mapping[int, tuple[str, Mapping[str, object]]] = field(default_factory=dict)
    law: str = ""
    game: TrackedGame | None = None
    values: tuple[MoveValue, ...] = ()
    actions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    frequencies: tuple[str, ...] = ()

    def rule_named(self, name: str) -> Node | None:
        """The one rule of that name; None where there is none, or another one."""
        some = find(name, self.tree)
        return some[0] if len(some) == 1 and some[0] not in self.tree.sections else None

    def numbers(self) -> Iterator[tuple[str, Node]]:
        """Every rule and section with its number."""
        return ((placed.number, placed.node) for placed in self.tree.placed())

    def player_named(self, name: str) -> int | None:
        """The key of the person who is called exactly so."""
        return next((key for key, one in self.players.items() if one == name), None)

    def type_named(self, name: str) -> int | None:
        """The key of the one type of official posts of that name."""
        some = [key for key, (one, _definition) in self.types.items() if one == name]
        return some[0] if len(some) == 1 else None

    def path_said(self, path: str) -> str:
        """What people call what is tracked; its key where that would not be clear."""
        name = self.tracked.get(path, path)
        return name if self.path_named(name) == path else path

    def path_named(self, called: str) -> str:
        """The path or key of what is called so: a key is meant before a name."""
        some = [path for path, name in self.tracked.items() if name == called]
        return some[0] if called not in self.tracked and len(some) == 1 else called
