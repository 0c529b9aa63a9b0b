"""The messages of a compilation: the lines of its log, and errors."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence


@dataclass(frozen=True)
class Place:
    """A place in a file, as far as Puppet shows it."""

    file: Optional[str] = None
    """The path, or ``None`` for code that does not come from a file."""
    line: Optional[int] = None
    """The line, from 1."""
    column: Optional[int] = None
    """The column in characters, from 1."""


@dataclass(frozen=True)
class LogLine:
    """A line of the log of a compilation. ``str`` returns the line as Puppet shows it."""

    level: str
    """``notice``, ``warning``, ``err``, ``alert``, ``emerg`` or ``crit``."""
    source: str
    """The source of the message: ``Scope(Class[main])``, ``Puppet``."""
    message: str
    """The message without level, source and place."""
    place: Place
    """The place that the line names after the message."""
    text: str
    """The whole line as Puppet shows it, with level and place."""

    def __str__(self) -> str:
        return self.text


class Error(Exception):
    """The base class of the exceptions of this package."""


class OpenError(Error):
    """An environment that cannot be opened: a folder does not exist, or a setting has a wrong value."""


class CompileError(Error):
    """The error of a node that has no catalog. ``str`` returns the text that Puppet shows, with place and node."""

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
        """The message without place and node."""
        self.code = code
        """Puppet's name for the kind of the error, such as ``UNKNOWN_VARIABLE``, or ``None`` if the error is not
        in the code."""
        self.place = place
        """The place in the code."""
        self.calls = list(calls)
        """The calls that led to the error, innermost first."""
        self.log = list(log)
        """The log until the error, from the level ``notice`` upwards."""

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
    """Restores an error that was pickled."""
    error = CompileError(text, node="", message="")
    error.__dict__.update(state)
    return error
