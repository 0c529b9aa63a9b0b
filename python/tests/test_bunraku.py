"""The package as a program uses it."""

from __future__ import annotations

import copy
import json
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import OrderedDict
from pathlib import Path
from typing import Iterator

import pytest

from bunraku import (
    Catalog,
    CompileError,
    Edge,
    Environment,
    Limits,
    LogLine,
    Node,
    OpenError,
    Place,
)

SITE = """
node default {
  file { '/etc/motd': content => $facts['role'], mode => '0644' }
  @@notify { "from ${trusted['certname']}": }
}
"""
ROLE = """
class role(String $text = 'none') {
  notify { "role ${text}": message => Sensitive('secret'), tag => 'seen' }
  warning("role of ${trusted['hostname']}")
}
"""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    folder = tmp_path / "environments" / "production"
    manifests = folder / "modules" / "role" / "manifests"
    manifests.mkdir(parents=True)
    (manifests / "init.pp").write_text(ROLE)
    (folder / "manifests").mkdir()
    (folder / "manifests" / "site.pp").write_text(SITE)
    return folder


def _nodes(count: int) -> Iterator[Node]:
    for number in range(count):
        yield Node(f"n{number:03}.example.com", facts={"role": f"r{number}"})


def test_a_catalog_is_typed_and_the_bytes_of_the_command(folder: Path, tmp_path: Path) -> None:
    node = Node("web.example.com", facts={"role": "web"}, classes={"role": {"text": "given"}})
    catalog = Environment(folder).compile(node)
    motd = catalog.resource("File", "/etc/motd")
    assert motd.parameters == {"content": "web", "mode": "0644"}
    assert motd.reference == "File[/etc/motd]" and motd.reference in catalog
    assert motd.file == str(folder / "manifests" / "site.pp") and motd.line == 3
    notify = catalog.resource("Notify", "role given")
    assert notify.sensitive_parameters == ["message"] and "seen" in notify.tags
    assert not notify.exported
    assert Edge("Class[Role]", "Notify[role given]") in catalog.edges
    assert {"default", "role"} <= set(catalog.classes)
    assert (catalog.name, catalog.environment, catalog.version) == (node.name, "production", None)
    # the command says the same
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps(node.facts))
    enc = tmp_path / "enc.json"
    enc.write_text(json.dumps({"classes": node.classes}))
    arguments = ["--environment", folder, "--facts", facts, "--enc", enc, node.name]
    run = _command("compile", *map(str, arguments))
    assert run.returncode == 0 and run.stdout.encode() == catalog.to_json()
    assert json.loads(run.stdout) == catalog.to_dict()
    assert run.stderr.splitlines()[-1] == str(catalog.log[-1])


def test_log_lines_and_errors_have_places(folder: Path) -> None:
    environment = Environment(folder, settings={"strict": "warning"})
    catalog = environment.compile(Node("a.example.com", facts={"role": "web"}, classes=["role"]))
    text = "Warning: Scope(Class[Role]): role of a"
    said = LogLine("warning", "Scope(Class[Role])", "role of a", Place(), text)
    assert said in catalog.log and str(said) == text
    # a line of the compiler's own has a place
    (export,) = [line for line in catalog.log if "storeconfigs" in line.message]
    assert export.place == Place(str(folder / "manifests" / "site.pp"), 4)
    assert export.text.endswith(f"(file: {export.place.file}, line: 4)")
    with pytest.raises(CompileError) as raised:
        Environment(folder).compile(Node("b.example.com", classes={"role": {"text": 1}}))
    error = raised.value
    assert error.node == "b.example.com" and error.code is not None
    assert "expects a String value, got Integer" in error.message
    assert str(error).endswith("on node b.example.com")
    code = "function f($x) {\n  fail($x) }\nnotice('before')\nf('sad')"
    with pytest.raises(CompileError) as raised:
        Environment(code=code).compile("c.example.com")
    error = raised.value
    assert (error.file, error.line, error.column) == (None, 2, 3)
    assert error.calls[-1] == Place(None, 4, 1), error.calls
    assert [line.message for line in error.log] == ["before"]
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.calls, again.code, again.log) == (
        str(error),
        error.calls,
        error.code,
        error.log,
    )


@pytest.mark.parametrize("jobs", [None, 1, 3])
def test_many_nodes_stream_in_order(folder: Path, jobs: int | None) -> None:
    taken = 0

    def nodes() -> Iterator[Node]:
        nonlocal taken
        for node in _nodes(200):
            taken += 1
            yield node

    environment = Environment(folder, threads=2)
    results = environment.compile_many(nodes(), jobs=jobs)
    first, _ = next(results)
    assert first == "n000.example.com" and taken < 20
    rest = list(results)
    assert [name for name, _ in rest] == [node.name for node in _nodes(200)][1:]
    assert all(isinstance(result, Catalog) for _, result in rest)


def test_a_node_that_fails_stops_nobody() -> None:
    environment = Environment(code="if $trusted['certname'] == 'b' { fail('no') }")
    results = dict(environment.compile_many(["a", "b", "c"]))
    assert isinstance(results["a"], Catalog) and isinstance(results["c"], Catalog)
    assert isinstance(results["b"], CompileError)


def test_equal_bytes_in_any_mode_and_number_of_jobs(folder: Path) -> None:
    wanted = None
    for jit in ("off", "auto", "always"):
        for jobs in (1, 2):
            environment = Environment(folder, jit=jit)
            results = list(environment.compile_many(_nodes(30), jobs=jobs))
            texts = [result.to_json() for _, result in results if isinstance(result, Catalog)]
            assert len(texts) == 30
            wanted = wanted or texts
            assert texts == wanted


def test_several_threads_share_an_environment(folder: Path) -> None:
    environment = Environment(folder)
    wanted = environment.compile(Node("x", facts={"role": "r"}))
    found: list[Catalog] = []

    def work() -> None:
        for _ in range(10):
            found.append(environment.compile(Node("x", facts={"role": "r"})))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 40 and set(found) == {wanted}


def test_python_runs_while_a_catalog_is_compiled() -> None:
    environment = Environment(code="Integer[1, 3000000].each |$i| { \"${i}\" }", jit="off")
    steps = 0
    done = threading.Event()

    def work() -> None:
        environment.compile("a")
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.wait(0.001):
        steps += 1
    thread.join()
    assert steps > 3


def test_limits_are_errors() -> None:
    endless = "function f($x) { f($x + 1) } f(1)"
    with pytest.raises(CompileError, match="stack level too deep|deep") as raised:
        Environment(code=endless).compile("a")
    loop = "Integer[1, 1000000000000].each |$i| { }"
    with pytest.raises(CompileError, match="takes longer than it may") as raised:
        Environment(code=loop, limits=Limits(seconds=0.05)).compile("a")
    assert raised.value.code == "LIMIT_EXCEEDED"
    large = "Integer[1, 30].reduce('xxxxxxxx') |$text, $i| { \"${text}${text}\" }"
    with pytest.raises(CompileError, match="more memory than it may"):
        Environment(code=large, limits=Limits(memory_bytes=10_000_000)).compile("a")


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    with pytest.raises(OpenError, match="nowhere: no such folder"):
        Environment(tmp_path / "nowhere")
    with pytest.raises(OpenError, match="strict"):
        Environment(code="", settings={"strict": "perhaps"})
    with pytest.raises(OpenError, match="give a folder, a manifest or code"):
        Environment()
    with pytest.raises(OpenError, match="jit: expected 'off', 'auto' or 'always', not 'no'"):
        Environment(code="", jit="no")  # type: ignore[arg-type]
    environment = Environment(code="")
    with pytest.raises(CompileError, match="Invalid node name 'a/b'"):
        environment.compile("a/b")
    with pytest.raises(TypeError, match=r"facts\.list\[1\]\.x: JSON has no set"):
        environment.compile(Node("a", facts={"list": [0, {"x": {1}}]}))
    with pytest.raises(TypeError, match="facts: keys are texts, not int"):
        environment.compile(Node("a", facts={1: 2}))  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="facts.x: JSON has no NaN"):
        environment.compile(Node("a", facts={"x": float("nan")}))
    with pytest.raises(TypeError, match="expected a Node or the name of one, not int"):
        environment.compile(1)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="not a catalog"):
        Catalog.from_json("{}")
    endless: dict[str, object] = {}
    endless["x"] = endless
    with pytest.raises(ValueError, match="nested too deeply"):
        environment.compile(Node("a", facts=endless))


def test_values_of_python_are_facts() -> None:
    facts: dict[str, object] = OrderedDict(
        small=1, large=2**70, text="ä", yes=True, none=None, real=1.5, list=(1, [2]), map={"a": {}}
    )
    catalog = Environment(code="notice($facts)").compile(Node("a", facts=facts))
    text = catalog.log[0].message
    assert f"large => {2**70}" in text and "text => ä" in text and "list => [1, [2]]" in text


def test_what_is_pickled_comes_back(folder: Path) -> None:
    environment = pickle.loads(pickle.dumps(Environment(folder, settings={"strict": "off"})))
    node = copy.deepcopy(next(_nodes(1)))
    catalog = environment.compile(node)
    again = pickle.loads(pickle.dumps(catalog))
    assert again == catalog and again.log == catalog.log and again.resources == catalog.resources
    assert Catalog.from_json(catalog.to_json()) == catalog


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_fork_is_told_to_open_anew() -> None:
    environment = Environment(code="notice(1)")
    environment.compile("a")
    reader, writer = multiprocessing.Pipe()
    child = os.fork()
    if child == 0:
        try:
            environment.compile("a")
            writer.send("compiled")
        except CompileError as error:
            writer.send(error.message)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert "opened before this process was forked" in reader.recv()


def test_exported_resources_are_collected(folder: Path, tmp_path: Path) -> None:
    exporting = Environment(folder, settings={"storeconfigs": True})
    store = tmp_path / "exported"
    store.mkdir()
    for node in _nodes(2):
        exported = exporting.compile(node).exported_json
        (store / f"{node.name}.json").write_bytes(exported)
    collecting = Environment(code="Notify <<| |>>", exported_from=store)
    catalog = collecting.compile("c")
    titles = [resource.title for resource in catalog.resources if resource.type == "Notify"]
    assert titles == ["from n000.example.com", "from n001.example.com"]


def test_a_classifier_names_another_environment(folder: Path) -> None:
    other = folder.parent / "staging" / "manifests"
    other.mkdir(parents=True)
    (other / "site.pp").write_text("notify { $environment: }")
    environment = Environment(folder)
    catalog = environment.compile(Node("a", facts={"role": "x"}, environment="staging"))
    assert "Notify[staging]" in catalog and catalog.environment == "staging"
    with pytest.raises(CompileError, match="nowhere"):
        environment.compile(Node("a", environment="nowhere"))


def test_an_interrupt_ends_the_wait() -> None:
    program = """
import signal, sys, threading, os
from bunraku import Environment
environment = Environment(code="Integer[1, 1000000000].each |$i| { }", jit="off")
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    environment.compile("a")
except KeyboardInterrupt:
    print("interrupted", flush=True)
    os._exit(7)
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (run.stdout, run.returncode) == ("interrupted\n", 7), run.stderr


def _command(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).parent / "bunraku"
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300)


def test_the_wheel_has_the_command(tmp_path: Path) -> None:
    assert _command("--version").stdout.startswith("bunraku ")
    run = _command("eval", "-e", "notice('hello')")
    assert (run.returncode, run.stdout) == (0, "Notice: Scope(Class[main]): hello\n")
    run = _command("eval", "-e", "fail('no')")
    assert run.returncode == 1 and "no" in run.stdout
    assert _command("eval", "--nothing").returncode == 2
    # calls are as deep as the language allows
    deep = "function f($x) { if $x > 0 { f($x - 1) } else { notice('end') } } f(900)"
    assert _command("eval", "-e", deep).returncode == 0


def test_the_command_ends_at_an_interrupt() -> None:
    program = Path(sys.executable).parent / "bunraku"
    code = "Integer[1, 1000000000].each |$i| { }"
    with subprocess.Popen([program, "eval", "--jit=off", "-e", code]) as run:
        try:
            run.wait(timeout=1)
            raise AssertionError("it ended by itself")
        except subprocess.TimeoutExpired:
            run.send_signal(signal.SIGINT)
        assert run.wait(timeout=20) == -signal.SIGINT
