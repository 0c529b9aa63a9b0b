"""Environments, and the nodes that they compile catalogs for."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Iterable, Iterator, Literal, Mapping, Optional, Sequence, Union

from . import _bunraku
from ._catalog import Catalog
from ._messages import CompileError, LogLine, OpenError, Place

Path = Union[str, "os.PathLike[str]"]
"""A path as text or as an object of ``pathlib``."""


@dataclass(frozen=True)
class Node:
    """Whom a catalog is compiled for: a name, facts, and what the classifier says.

    Values are what JSON has: ``None``, ``bool``, ``int``, ``float``, ``str``, lists, tuples, and mappings
    whose keys are texts. Another value is a ``TypeError`` when the node is compiled.
    """

    name: str
    """The name, also the one of the node's certificate."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """``$facts``, and a variable of the top scope each. A mapping of ``name`` and ``values``, as
    ``puppet facts`` and the server store them, stands for the values."""
    trusted: Optional[Mapping[str, Any]] = None
    """Entries of ``$trusted`` that replace those that follow from the name."""
    server_facts: Optional[Mapping[str, Any]] = None
    """Entries of ``$server_facts`` that replace our own."""
    classes: Union[Sequence[str], Mapping[str, Any], None] = None
    """Classes that the classifier asks for: names, or names to parameters."""
    parameters: Optional[Mapping[str, Any]] = None
    """Variables of the top scope that the classifier sets. They come before facts of the same name."""
    environment: Optional[str] = None
    """The environment that the classifier names: the folder of that name beside the one that is open."""


@dataclass(frozen=True)
class Limits:
    """What one compilation may take. A limit that is met is an error with the code ``LIMIT_EXCEEDED``."""

    calls: Optional[int] = None
    """Calls inside each other; 1000 when not given, as in Puppet."""
    memory_bytes: Optional[int] = None
    """Bytes of the values that the compilation makes; 4 GiB when not given."""
    seconds: Optional[float] = None
    """How long it may take; as long as it likes when not given."""


class Environment:
    """An environment: the code and data that catalogs are compiled from, opened once for many nodes.

    It is a snapshot: a file that changes after it was first read is not read again. Compilation runs in
    threads of the environment's own, without Python's lock. A process that was forked opens its
    environments itself; pickling an environment opens it again where it is unpickled.
    """

    def __init__(
        self,
        folder: Optional[Path] = None,
        *,
        code: Optional[str] = None,
        name: Optional[str] = None,
        manifest: Optional[Path] = None,
        modulepath: Optional[Sequence[Path]] = None,
        hiera_config: Optional[Path] = None,
        settings: Optional[Mapping[str, Union[str, bool, int]]] = None,
        exported_from: Optional[Path] = None,
        redact_secrets: bool = False,
        reuse_commands: bool = False,
        ruby: Literal["auto", "process", "off"] = "auto",
        jit: Literal["off", "auto", "always"] = "auto",
        limits: Limits = Limits(),
        threads: int = 0,
    ) -> None:
        """Opens the environment of a folder, or a manifest that stands alone.

        :param folder: the environment's folder.
        :param code: the main manifest as text, instead of what the folder says.
        :param name: the environment's name, ``production`` when not given.
        :param manifest: the main manifest, a file or a folder, instead of what the environment says.
        :param modulepath: folders of modules, instead of what the environment says.
        :param hiera_config: the configuration of the global data layer.
        :param settings: settings of Puppet, such as ``strict``.
        :param exported_from: where exported resources come from: a folder of catalogs or of exported
            resources, or a file of PuppetDB's. Turns ``storeconfigs`` on.
        :param redact_secrets: replaces encrypted data by a word, and reads no key.
        :param reuse_commands: lets equal commands that manifests run share the answer of the first.
        :param ruby: how code in Ruby is run: natively where that is known, always by a process, or never
            by a process.
        :param jit: when code is compiled to machine code; results are the same.
        :param limits: what each compilation may take.
        :param threads: threads that compile; 0: as many as there are processors.
        :raises OpenError: a folder that is not there, a setting that has no such value.
        """
        self._options: dict[str, Any] = {
            "folder": _text(folder),
            "code": code,
            "name": name,
            "manifest": _text(manifest),
            "modulepath": None if modulepath is None else [os.fspath(part) for part in modulepath],
            "hiera_config": _text(hiera_config),
            "settings": dict(settings or {}),
            "exported_from": _text(exported_from),
            "redact_secrets": redact_secrets,
            "reuse_commands": reuse_commands,
            "ruby": ruby,
            "jit": jit,
            "calls": limits.calls,
            "memory_bytes": limits.memory_bytes,
            "seconds": limits.seconds,
            "threads": threads,
        }
        self._open()

    def _open(self) -> None:
        try:
            self._native = _bunraku.Environment(self._options)
        except ValueError as error:
            raise OpenError(str(error)) from None

    def __getstate__(self) -> dict[str, Any]:
        return self._options

    def __setstate__(self, options: dict[str, Any]) -> None:
        self._options = options
        self._open()

    @property
    def name(self) -> str:
        """The environment's name."""
        return self._native.name

    @property
    def threads(self) -> int:
        """How many threads compile."""
        return self._native.threads

    def compile(self, node: Union[Node, str]) -> Catalog:
        """Compiles the catalog of a node; a text is the name of one without facts.

        Python's other threads go on meanwhile, and ``KeyboardInterrupt`` is raised at once.

        :raises CompileError: the error of the code, with its code, place and calls.
        """
        for _, result in self.compile_many([node]):
            if isinstance(result, CompileError):
                raise result
            return result
        raise AssertionError("a node has a result")

    def compile_many(
        self, nodes: Iterable[Union[Node, str]], *, jobs: Optional[int] = None
    ) -> Iterator[tuple[str, Union[Catalog, CompileError]]]:
        """Compiles the catalogs of nodes; gives for each its name with its catalog or error.

        Results come in the order of the nodes, each as soon as it and those before it are done. Nodes are
        taken while results are, a few ahead, so that neither all nodes nor all catalogs need be in memory.

        :param nodes: the nodes; a text is the name of one without facts.
        :param jobs: how many are compiled at once; as many as the environment has threads when not given.
        """
        queue = self._native.queue(jobs)
        coming = iter(nodes)
        is_over = False
        while True:
            while not is_over and not queue.is_full:
                node = next(coming, None)
                if node is None:
                    is_over = True
                else:
                    queue.push(_fields(node))
            done = queue.pop()
            if done is None:
                return
            name, result = done
            yield name, _result(name, result)


def _text(path: Optional[Path]) -> Optional[str]:
    return None if path is None else os.fspath(path)


def _fields(node: Union[Node, str]) -> dict[str, Any]:
    if isinstance(node, str):
        return {"name": node}
    if isinstance(node, Node):
        return node.__dict__
    raise TypeError(f"expected a Node or the name of one, not {type(node).__name__}")


def _result(
    name: str, result: Union[_bunraku.Compiled, _bunraku.Failure]
) -> Union[Catalog, CompileError]:
    log = [
        LogLine(level, source, message, Place(*place), text)
        for level, source, message, place, text in result.log
    ]
    if isinstance(result, _bunraku.Compiled):
        return Catalog(result.json, exported=result.exported, log=log)
    return CompileError(
        result.shown,
        node=name,
        message=result.message,
        code=result.code,
        place=Place(*result.place),
        calls=[Place(*call) for call in result.calls],
        log=log,
    )
