"""The Puppet language as a library: catalogs of many nodes from one codebase, in one process.

Three words: an :class:`Environment` is opened once, is asked for the catalogs of :class:`Node`, and gives
a :class:`Catalog` or raises a :class:`CompileError`::

    from bunraku import Environment, Node

    environment = Environment("environments/production")
    catalog = environment.compile(Node("web1.example.com", facts={"role": "web"}))
    print(catalog.resource("File", "/etc/motd").parameters["content"])

    for name, result in environment.compile_many(nodes, jobs=8):
        ...
"""

from ._catalog import Catalog, Edge, Resource
from ._environment import Environment, Limits, Node
from ._messages import CompileError, Error, LogLine, OpenError, Place

__all__ = [
    "Catalog",
    "CompileError",
    "Edge",
    "Environment",
    "Error",
    "Limits",
    "LogLine",
    "Node",
    "OpenError",
    "Place",
    "Resource",
]
