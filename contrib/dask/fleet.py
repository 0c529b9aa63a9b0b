#!/usr/bin/env python3
"""Compiles a fleet on the workers of a Dask cluster, through the Python package.

    fleet.py --environment DIR --facts DIR --output DIR [--scheduler ADDRESS | --workers N]

Facts are a folder of NODE.json.  Each worker opens the environment once.  A task is a few nodes, which the worker
compiles in as many threads as it has processors.  The worker writes the catalogs itself and sends back only a line
for each node.  The workers must share the storage of all folders.  Exit status: 0 if each node has a catalog,
otherwise 1.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, Iterator

from bunraku import CompileError, Environment, Node
from dask.distributed import Client, LocalCluster, as_completed

Row = dict[str, Any]


@functools.lru_cache(maxsize=1)
def _environment(folder: str, threads: int) -> Environment:
    """Returns the environment of this worker, which its first task opens."""
    return Environment(folder, threads=threads)


def _nodes(names: list[str], facts: Path) -> Iterator[Node]:
    for name in names:
        with open(facts / f"{name}.json", encoding="utf-8") as file:
            yield Node(name, facts=json.load(file))


def compile_some(names: list[str], folder: str, facts: str, output: str, threads: int) -> list[Row]:
    """Compiles nodes in a worker. Returns a row for each node."""
    rows = []
    environment = _environment(folder, threads)
    for name, result in environment.compile_many(_nodes(names, Path(facts))):
        if isinstance(result, CompileError):
            rows.append({"node": name, "error": str(result), "code": result.code})
            continue
        # a reader never sees half a file
        part = Path(output, f"{name}.json.{os.getpid()}.part")
        part.write_bytes(result.to_json())
        part.replace(Path(output, f"{name}.json"))
        rows.append({"node": name, "warnings": len(result.log)})
    return rows


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--environment", required=True)
    parser.add_argument("--facts", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("--scheduler", help="the address of a cluster's scheduler")
    parser.add_argument("--workers", type=int, default=2, help="workers on this machine otherwise")
    parser.add_argument("--threads", type=int, default=0, help="threads of a worker; 0: its processors")
    parser.add_argument("--task", type=int, default=50, help="nodes of a task")
    arguments = parser.parse_args()
    names = sorted(path.stem for path in Path(arguments.facts).glob("*.json"))
    if not names:
        parser.error(f"{arguments.facts}: no facts of any node (.json)")
    os.makedirs(arguments.output, exist_ok=True)
    folders = [os.path.abspath(path) for path in (arguments.environment, arguments.facts, arguments.output)]
    began = time.monotonic()
    cluster = None
    if arguments.scheduler is None:
        # one task at a time: the package has threads of its own
        cluster = LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None)
    failed = 0
    with Client(arguments.scheduler or cluster) as client:
        parts = [names[at : at + arguments.task] for at in range(0, len(names), arguments.task)]
        tasks = [client.submit(compile_some, part, *folders, arguments.threads) for part in parts]
        for task in as_completed(tasks):
            for row in task.result():
                if "error" in row:
                    failed += 1
                    print(f"{row['node']}: {row['error']}", file=sys.stderr)
    if cluster is not None:
        cluster.close()
    seconds = time.monotonic() - began
    print(f"{len(names) - failed} of {len(names)} catalogs compiled in {seconds:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
