"""What was found out about regions, by key, as far as a number of bytes allows."""

from collections import OrderedDict
from typing import Generic, Protocol, TypeVar

from gtpengine.localgame.key import RegionKey


class Sized(Protocol):
    """What knows its own size."""

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        ...


T = TypeVar("T", bound=Sized)


class Kept(Generic[T]):
    """The findings for the keys asked about last: at most so many, and so many bytes.

    The newest one stays even if it alone is larger.
    """

    def __init__(self, most: int, max_bytes: int) -> None:
        self.most = most
        self.max_bytes = max_bytes
        self._nbytes = 0
        self._found: OrderedDict[RegionKey, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._found)

    @property
    def nbytes(self) -> int:
        """The memory that all of it takes."""
        return self._nbytes

    def get(self, key: RegionKey) -> T | None:
        """Return what is kept for a key."""
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def put(self, key: RegionKey, found: T) -> None:
        """Keep something; what was not asked for longest goes if it does not fit."""
        self._drop(key)
        self._found[key] = found
        self._nbytes += found.nbytes
        self.trim()

    def trim(self) -> None:
        """Drop what is too much."""
        while len(self._found) > 1 and (
            len(self._found) > self.most or self._nbytes > self.max_bytes
        ):
            self._drop(next(iter(self._found)))

    def clear(self) -> None:
        """Drop everything."""
        self._found.clear()
        self._nbytes = 0

    def _drop(self, key: RegionKey) -> None:
        found = self._found.pop(key, None)
        if found is not None:
            self._nbytes -= found.nbytes
