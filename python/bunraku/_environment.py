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
    """A node to compile a catalog for: its name, its facts, and the answer of the classifier.

    Values are those of JSON: ``None``, ``bool``, ``int``, ``float``, ``str``, lists, tuples, and mappings
    whose keys are strings. Compiling a node with another value raises ``TypeError``.
    """

    name: str
    """The node's name, which is also the name of its certificate."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """The facts. Each is an entry of ``$facts`` and a variable of the top scope. May also be a mapping with the
    keys ``name`` and ``values``, as ``puppet facts`` and the server store facts; then ``values`` counts."""
    trusted: Optional[Mapping[str, Any]] = None
    """Entries of ``$trusted``. They replace the entries that follow from the name."""
    server_facts: Optional[Mapping[str, Any]] = None
    """Entries of ``$server_facts``. They replace the entries that bunraku sets."""
    classes: Union[Sequence[str], Mapping[str, Any], None] = None
    """Classes that the classifier assigns: a list of names, or a mapping from names to parameters."""
    parameters: Optional[Mapping[str, Any]] = None
    """Variables of the top scope that the classifier sets. They take precedence over facts of the same name."""
    environment: Optional[str] = None
    """The environment that the classifier assigns: the folder of this name beside the opened environment."""


@dataclass(frozen=True)
class Limits:
    """The limits of one compilation. Exceeding one is an error with the code ``LIMIT_EXCEEDED``."""

    calls: Optional[int] = None
    """The maximum depth of nested calls. By default 1000, as in Puppet."""
    memory_bytes: Optional[int] = None
    """The maximum size of the values that the compilation creates, in bytes. By default 4 GiB."""
    seconds: Optional[float] = None
    """The maximum time in seconds. By default, there is no limit."""


class Environment:
    """An environment: the code and data that catalogs are compiled from, opened once for many nodes.

    It is a snapshot: a file that changes after it was first read is not read again. Compilations run in
    threads that belong to the environment, without holding Python's lock. A forked process must open its
    own environments. Unpickling an environment opens it again.
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
        """Opens the environment in a folder, or one that consists of a single manifest.

        :param folder: the environment's folder.
        :param code: the text of the main manifest, instead of the environment's own manifest.
        :param name: the environment's name. By default the name of its folder, if that lies in a folder
            ``environments``, otherwise ``production``.
        :param manifest: the main manifest, a file or a folder, instead of the environment's own.
        :param modulepath: the folders of modules, instead of the environment's own.
        :param hiera_config: the configuration file of the global data layer.
        :param settings: settings of Puppet, such as ``strict``.
        :param exported_from: the source of exported resources: a folder of catalogs or of exported
            resources, or a file of PuppetDB's. Turns ``storeconfigs`` on.
        :param redact_secrets: replaces encrypted data by a placeholder, and reads no key.
        :param reuse_commands: runs equal commands of manifests only once, and reuses the output.
        :param ruby: runs code in Ruby natively where that is possible (``auto``), always in a ruby process
            (``process``), or never in one (``off``).
        :param jit: says when code is compiled to machine code. Results do not depend on it.
        :param limits: the limits of each compilation.
        :param threads: the number of threads that compile. 0 means one for each processor.
        :raises OpenError: if a folder does not exist, or a setting does not exist or has a wrong value.
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
        """The number of threads that compile."""
        return self._native.threads

    def compile(self, node: Union[Node, str]) -> Catalog:
        """Compiles the catalog of a node. A string is the name of a node without facts.

        Python's other threads continue meanwhile, and Ctrl-C raises ``KeyboardInterrupt`` before the
        compilation has ended.

        :raises CompileError: if the compilation fails; it has the error's code, place and calls.
        """
        for _, result in self.compile_many([node]):
            if isinstance(result, CompileError):
                raise result
            return result
        raise AssertionError("a node has a result")

    def compile_many(
        self, nodes: Iterable[Union[Node, str]], *, jobs: Optional[int] = None
    ) -> Iterator[tuple[str, Union[Catalog, CompileError]]]:
        """Compiles the catalogs of nodes. Yields for each node its name, with its catalog or its error.

        Results come in the order of the nodes, each as soon as it and all before it are done. Only a few
        nodes are read ahead of the results, so neither all nodes nor all catalogs have to fit into memory.

        :param nodes: the nodes. A string is the name of a node without facts.
        :param jobs: the number of nodes that are compiled at once. By default, the number of threads.
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
