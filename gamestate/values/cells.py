"""The values of a gamestate by what is tracked and whose they are: as a whole, altered, or read only where they are
looked at, since a large game has a hundred thousand. No database."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from threading import Lock
from typing import Generic, TypeVar

Key = tuple[str, str]  # the variable's id, and the holder
One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class Part:
    """Which values are read: those of these variables, or of these holders; None for all."""

    variables: frozenset[str] | None = None
    holders: frozenset[str] | None = None


class OnDemand(Mapping[Key, One], Generic[One]):
    """Values that `read` fetches when they are looked at: those that were expected, and all at once when another is
    asked for. `kept_back` gives, without reading them all, the variables some of whose values may not be for everybody,
    and `disputed` whether any value may be in dispute."""

    def __init__(
        self,
        read: Callable[[Part], Mapping[Key, One]],
        *,
        kept_back: Callable[[], Set[str]],
        disputed: Callable[[], bool],
    ) -> None:
        self._read, self.kept_back, self.disputed = read, kept_back, disputed
        self._known: dict[Key, One] = {}
        self._variables: set[str] = set()
        self._holders: set[str] = set()
        self._is_whole = False
        self._lock = Lock()  # what is kept of the present has many readers

    def expect(self, *, variables: Iterable[str] = (), holders: Iterable[str] = ()) -> None:
        """Read the values of these variables, and those of these holders, as far as they are not known. One query at
        most."""
        with self._lock:
            if self._is_whole:
                return
            new = Part(frozenset(variables) - self._variables, frozenset(holders) - self._holders)
            if new.variables or new.holders:
                self._known.update(self._read(new))
                self._variables |= new.variables or frozenset()
                self._holders |= new.holders or frozenset()

    def of(self, variable: str) -> list[tuple[Key, One]]:
        """The values of a variable, by its id."""
        self.expect(variables=[variable])
        return [(key, value) for key, value in list(self._known.items()) if key[0] == variable]

    def _whole(self) -> dict[Key, One]:
        with self._lock:
            if not self._is_whole:
                self._known = {**self._read(Part())}
                self._is_whole = True
        return self._known

    def __getitem__(self, key: Key) -> One:
        value = self._known.get(key)
        if value is not None:
            return value
        if self._is_whole or key[0] in self._variables or key[1] in self._holders:
            raise KeyError(key)
        return self._whole()[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())


class Altered(Mapping[Key, One], Generic[One]):
    """Values of which some are `over` those that stood `beneath`."""

    def __init__(self, beneath: Mapping[Key, One], over: Mapping[Key, One]) -> None:
        self.beneath: Mapping[Key, One] = beneath.beneath if isinstance(beneath, Altered) else beneath
        self.over: Mapping[Key, One] = {**beneath.over, **over} if isinstance(beneath, Altered) else over

    def __getitem__(self, key: Key) -> One:
        return self.over[key] if key in self.over else self.beneath[key]

    def __iter__(self) -> Iterator[Key]:
        yield from self.beneath
        yield from (key for key in self.over if key not in self.beneath)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def expect(values: Mapping[Key, One], *, variables: Iterable[str] = (), holders: Iterable[str] = ()) -> None:
    """Say of which variables or holders values will be looked at, so that no others are read."""
    if isinstance(values, Altered):
        values = values.beneath
    if isinstance(values, OnDemand):
        values.expect(variables=variables, holders=holders)


def kept_back(values: Mapping[Key, One]) -> Set[str] | None:
    """The variables some of whose values may not be for everybody; None where any may."""
    if isinstance(values, Altered):
        beneath = kept_back(values.beneath)
        return None if beneath is None else beneath | {key for key, _holder in values.over}
    return values.kept_back() if isinstance(values, OnDemand) else None


def may_be_disputed(values: Mapping[Key, One]) -> bool:
    """Whether any of the values may be in dispute, for all that is known without looking at each."""
    if isinstance(values, Altered):
        return may_be_disputed(values.beneath)
    return values.disputed() if isinstance(values, OnDemand) else True


def of_variable(values: Mapping[Key, One], variable: str) -> list[tuple[Key, One]]:
    """The values of a variable, by its id."""
    if isinstance(values, Altered):
        over = {key: value for key, value in values.over.items() if key[0] == variable}
        return list({**dict(of_variable(values.beneath, variable)), **over}.items())
    if isinstance(values, OnDemand):
        return values.of(variable)
    return [(key, value) for key, value in values.items() if key[0] == variable]
