"""The shared cache is optional: where it does not answer in a moment, the process counts for itself for a while."""

import logging
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from django.core.cache import cache
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from limits.errors import StorageError
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

Found = TypeVar("Found")
REST = 15.0
"""For how many seconds it is not asked after it has not answered."""
HASTE: dict[str, Any] = {
    "socket_connect_timeout": 0.25,
    "socket_timeout": 0.25,
    "retry": Retry(NoBackoff(), 0),
}
"""One try, which may take a quarter of a second (its options, as redis-py has them)."""
log = logging.getLogger(__name__)


class Optional:
    """Something that is tried in haste, and done without while it does not answer."""

    def __init__(self, name: str):
        self.name = name
        self.is_away = False
        self._again_at = float("-inf")
        self._lock = threading.Lock()

    def ask(self, act: Callable[[], Found], *, instead: Callable[[], Found]) -> Found:
        """What `act` answers; while that does not answer, `instead` of it. After a rest one of all who ask tries."""
        with self._lock:
            now = time.monotonic()
            if now < self._again_at:
                return instead()
            if self.is_away:
                self._again_at = now + REST
        try:
            answer = act()
        except (RedisError, StorageError) as error:
            self._lose(error)
            return instead()
        if self.is_away:
            self.is_away = False
            self._again_at = float("-inf")
            log.warning("%s answers again.", self.name)
        return answer

    def _lose(self, error: Exception) -> None:
        if not self.is_away:
            log.error("%s does not answer (%s): it is done without.", self.name, error)
        self.is_away = True
        self._again_at = time.monotonic() + REST

    def forget(self) -> None:
        """Ask it again the next time: for tests."""
        self.is_away, self._again_at = False, float("-inf")


SHARED = Optional("The shared cache")  # in English, for the log


class OptionalCache(BaseCache):
    """Redis or Valkey, or the memory of this process while that does not answer. What was put into one is not in the
    other: it is all counts, which begin again."""

    def __init__(self, server: str, params: dict[str, Any]):
        super().__init__(params)
        self._shared = RedisCache(server, {**params, "OPTIONS": HASTE})
        self._own = LocMemCache("instead of the shared cache", {"OPTIONS": {"MAX_ENTRIES": 10_000}})

    def _ask(self, name: str, *args: Any, **more: Any) -> Any:
        return SHARED.ask(
            partial(getattr(self._shared, name), *args, **more),
            instead=partial(getattr(self._own, name), *args, **more),
        )

    def add(self, *args: Any, **more: Any) -> bool:
        return self._ask("add", *args, **more)

    def get(self, *args: Any, **more: Any) -> Any:
        return self._ask("get", *args, **more)

    def set(self, *args: Any, **more: Any) -> None:
        self._ask("set", *args, **more)

    def touch(self, *args: Any, **more: Any) -> bool:
        return self._ask("touch", *args, **more)

    def delete(self, *args: Any, **more: Any) -> bool:
        return self._ask("delete", *args, **more)

    def clear(self) -> None:
        self._ask("clear")


def cache_is_there() -> bool:
    """Whether the shared cache has answered just now, or when it was asked last."""
    cache.get("ready")
    return not SHARED.is_away
