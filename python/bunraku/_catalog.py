"""Finished catalogs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Optional, Sequence, Union

from ._messages import LogLine


@dataclass(frozen=True)
class Resource:
    """A resource of a catalog."""

    type: str
    """The type as references write it: ``File``, ``Apache::Vhost``, ``Class``."""
    title: str
    """The title."""
    parameters: dict[str, Any] = field(default_factory=dict)
    """The parameters that have a value, in the catalog's order. Rich data is as Puppet writes it: a
    dictionary with a key ``__ptype``."""
    sensitive_parameters: list[str] = field(default_factory=list)
    """The names of parameters that hold secrets."""
    tags: list[str] = field(default_factory=list)
    """The tags."""
    file: Optional[str] = None
    """The file of its declaration."""
    line: Optional[int] = None
    """The line of its declaration, from 1."""
    exported: bool = False
    """Whether it is exported."""

    @property
    def reference(self) -> str:
        """The resource as other resources refer to it: ``File[/etc/motd]``."""
        return f"{self.type}[{self.title}]"


@dataclass(frozen=True)
class Edge:
    """A containment edge between two resources, each written as a reference."""

    source: str
    """The container."""
    target: str
    """What it contains."""


class Catalog:
    """The catalog of a node: the JSON text of :meth:`to_json`, and what is read from it when asked for."""

    def __init__(
        self,
        text: bytes,
        *,
        exported: bytes = b"",
        log: Sequence[LogLine] = (),
    ) -> None:
        self._text = text
        self.exported_json = exported
        """The exported resources as PuppetDB gives them, in JSON; empty unless ``storeconfigs`` is set."""
        self.log = list(log)
        """The log of the compilation, from the level notice on."""

    @classmethod
    def from_json(cls, text: Union[bytes, str]) -> Catalog:
        """Reads a catalog that was written before, here or by Puppet Server.

        :raises ValueError: the text is no JSON, or not that of a catalog.
        """
        catalog = cls(text.encode() if isinstance(text, str) else text)
        tree = catalog._tree
        lists = ("resources", "edges", "classes", "tags")
        if not isinstance(tree, dict) or not all(isinstance(tree.get(key), list) for key in lists):
            raise ValueError("not a catalog")
        return catalog

    def to_json(self) -> bytes:
        """The JSON text, byte by byte as ``bunraku compile`` writes it."""
        return self._text

    def to_dict(self) -> dict[str, Any]:
        """The JSON text as a dictionary of its own."""
        tree: dict[str, Any] = json.loads(self._text)
        return tree

    @cached_property
    def _tree(self) -> dict[str, Any]:
        return self.to_dict()

    @property
    def name(self) -> str:
        """The node's name."""
        return str(self._tree["name"])

    @property
    def environment(self) -> str:
        """The environment's name."""
        return str(self._tree["environment"])

    @property
    def version(self) -> Union[str, int, None]:
        """The version of the code, where ``config_version`` tells it."""
        version: Union[str, int, None] = self._tree.get("version")
        return version

    @property
    def tags(self) -> list[str]:
        """The tags of the catalog."""
        return list(self._tree["tags"])

    @property
    def classes(self) -> list[str]:
        """The names of the classes, in the order in which they were declared."""
        return list(self._tree["classes"])

    @cached_property
    def resources(self) -> list[Resource]:
        """The resources in the catalog's order, classes and stages among them."""
        names = Resource.__dataclass_fields__
        return [
            Resource(**{key: value for key, value in resource.items() if key in names})
            for resource in self._tree["resources"]
        ]

    @cached_property
    def edges(self) -> list[Edge]:
        """The containment edges."""
        return [Edge(edge["source"], edge["target"]) for edge in self._tree["edges"]]

    @cached_property
    def _index(self) -> dict[str, Resource]:
        return {resource.reference: resource for resource in self.resources}

    def resource(self, type: str, title: str) -> Resource:
        """A resource by its type and title as references write them.

        :raises KeyError: there is none.
        """
        return self._index[f"{type}[{title}]"]

    def __contains__(self, reference: object) -> bool:
        """Whether there is a resource of that reference: ``"File[/etc/motd]" in catalog``."""
        return reference in self._index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Catalog) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"<Catalog of {self.name}: {len(self._tree['resources'])} resources>"

    def __getstate__(self) -> dict[str, Any]:
        return {"_text": self._text, "exported_json": self.exported_json, "log": self.log}
