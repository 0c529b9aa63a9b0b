"""The extension module. The package ``bunraku`` is what is used."""

from typing import Any, Optional

_Place = tuple[Optional[str], Optional[int], Optional[int]]
"""File, line and column."""
_Line = tuple[str, str, str, _Place, str]
"""Level, source, message, place, and the whole as Puppet shows it."""

class Failure:
    """Why a node has no catalog."""

    code: Optional[str]
    message: str
    shown: str
    place: _Place
    calls: list[_Place]
    log: list[_Line]

class Compiled:
    """A catalog."""

    json: bytes
    exported: bytes
    log: list[_Line]

class Environment:
    """An environment, or the ``ValueError`` of one that cannot be opened."""

    name: str
    threads: int
    def __new__(cls, options: dict[str, Any]) -> Environment: ...
    def queue(self, jobs: Optional[int]) -> Queue: ...

class Queue:
    """Nodes whose catalogs are compiled meanwhile."""

    is_full: bool
    def push(self, node: dict[str, Any]) -> None: ...
    def pop(self) -> Optional[tuple[str, Compiled | Failure]]: ...

def command(arguments: list[str]) -> int: ...
