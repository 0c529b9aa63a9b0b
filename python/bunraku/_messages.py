"""What a compilation says: the lines of its log, and errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence


@dataclass(frozen=True)
class Place:
    """A place in a file, as far as Puppet shows it."""

    file: Optional[str] = None
    """The path; none for code that comes from no file."""
    line: Optional[int] = None
    """The line, from 1."""
    column: Optional[int] = None
    """The column in characters, from 1."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log of a compilation. Its text is what Puppet shows, with level and place."""

    level: str
    """``notice``, ``warning``, ``err``, ``alert``, ``emerg`` or ``crit``."""
    source: str
    """Who says it: ``Scope(Class[main])``, ``Puppet``."""
    message: str
    """The text without level, source and place."""
    place: Place
    """The place that is named after the text."""
    text: str
    """The whole line as Puppet shows it."""

    def __str__(self) -> str:
        return self.text


class Error(Exception):
    """Whatever this package raises by itself."""


class OpenError(Error):
    """An environment that cannot be opened: a folder that is not there, a setting without such a value."""


class CompileError(Error):
    """Why a node has no catalog. Its text is what Puppet shows, with the place and the node."""

    def __init__(
        self,
        text: str,
        *,
        node: str,
        message: str,
        code: Optional[str] = None,
        place: Place = Place(),
        calls: Sequence[Place] = (),
        log: Sequence[LogLine] = (),
    ) -> None:
        super().__init__(text)
        self.node = node
        """The node's name."""
        self.message = message
        """The text without place and node."""
        self.code = code
        """Puppet's name of the kind of problem, such as ``UNKNOWN_VARIABLE``; none when it is not one of
        the code."""
        self.place = place
        """Where in the code."""
        self.calls = list(calls)
        """The calls that led to the error, innermost first."""
        self.log = list(log)
        """The log until then, from the level notice on."""

    @property
    def file(self) -> Optional[str]:
        """The file of the place."""
        return self.place.file

    @property
    def line(self) -> Optional[int]:
        """The line of the place, from 1."""
        return self.place.line

    @property
    def column(self) -> Optional[int]:
        """The column of the place in characters, from 1."""
        return self.place.column

    def __reduce__(self) -> tuple[object, ...]:
        state = {**self.__dict__}
        return (_error, (str(self), state))


def _error(text: str, state: dict[str, object]) -> CompileError:
    """An error that was pickled."""
    error = CompileError(text, node="", message="")
    error.__dict__.update(state)
    return error
