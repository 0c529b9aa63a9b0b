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
    """The parameters that have a value, in the catalog's order. A value of rich data is a dictionary with the
    key ``__ptype``, as Puppet writes it."""
    sensitive_parameters: list[str] = field(default_factory=list)
    """The names of the parameters whose values are Sensitive."""
    tags: list[str] = field(default_factory=list)
    """The tags."""
    file: Optional[str] = None
    """The file of the resource's declaration."""
    line: Optional[int] = None
    """The line of the resource's declaration, from 1."""
    exported: bool = False
    """True if the resource is exported."""

    @property
    def reference(self) -> str:
        """The reference to the resource: ``File[/etc/motd]``."""
        return f"{self.type}[{self.title}]"


@dataclass(frozen=True)
class Edge:
    """A containment edge between two resources, each written as a reference."""

    source: str
    """The container."""
    target: str
    """The contained resource."""


class Catalog:
    """The catalog of a node. It holds the text of :meth:`to_json`; the other properties are read from that text."""

    def __init__(
        self,
        text: bytes,
        *,
        exported: bytes = b"",
        log: Sequence[LogLine] = (),
    ) -> None:
        self._text = text
        self.exported_json = exported
        """The exported resources in JSON, in the form of PuppetDB. Empty unless ``storeconfigs`` is set."""
        self.log = list(log)
        """The log of the compilation, from the level ``notice`` upwards."""

    @classmethod
    def from_json(cls, text: Union[bytes, str]) -> Catalog:
        """Reads a catalog that bunraku or Puppet Server has written.

        :raises ValueError: if the text is not the JSON of a catalog.
        """
        catalog = cls(text.encode() if isinstance(text, str) else text)
        tree = catalog._tree
        lists = ("resources", "edges", "classes", "tags")
        if not isinstance(tree, dict) or not all(isinstance(tree.get(key), list) for key in lists):
            raise ValueError("not a catalog")
        return catalog

    def to_json(self) -> bytes:
        """Returns the JSON text: the same bytes that ``bunraku compile`` writes."""
        return self._text

    def to_dict(self) -> dict[str, Any]:
        """Returns the parsed JSON text. Each call creates a new dictionary."""
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
        """The resources, including classes and stages, in the catalog's order."""
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
        """Returns a resource. Type and title are written as in a reference.

        :raises KeyError: if the catalog has no such resource.
        """
        return self._index[f"{type}[{title}]"]

    def __contains__(self, reference: object) -> bool:
        """Returns whether the catalog has a resource: ``"File[/etc/motd]" in catalog``."""
        return reference in self._index

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Catalog) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"<Catalog of {self.name}: {len(self._tree['resources'])} resources>"

    def __getstate__(self) -> dict[str, Any]:
        return {"_text": self._text, "exported_json": self.exported_json, "log": self.log}
