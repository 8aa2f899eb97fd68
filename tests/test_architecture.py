"""Who may import whom: the layers of CONTRIBUTING.md held by reading every import."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
APP = "storage_tuner"
HELPER = "storage_tuner_helper"
PROTOCOL = "storage_tuner_protocol"
OURS = frozenset({APP, HELPER, PROTOCOL})

# Layer → the layers it may import besides itself and the protocol, which all may; ``process`` is
# the one door for child processes, ``typed_documents`` the one reader of JSON and TOML as values.
PURE = frozenset({"core", "fio", "advice"})
BELOW_JOBS = PURE | {
    "process", "typed_documents", "desktop", "bench", "probe", "present", "store", "client",
    "report", "measuring",
}  # fmt: skip
LAYERS: dict[str, frozenset[str]] = {
    "core": frozenset(),
    "fio": frozenset({"core"}),
    "advice": frozenset({"core"}),
    "desktop": frozenset({"core"}),
    "process": frozenset({"core"}),
    "typed_documents": frozenset({"core"}),
    "bench": PURE | {"process", "typed_documents"},
    "probe": PURE | {"process"},
    "present": PURE,
    # what is kept and printed as JSON has the sentences that persons read
    "store": PURE | {"present", "typed_documents"},
    "client": frozenset({"core", "process", "probe"}),
    "report": PURE | {"process", "store", "present"},
    "measuring": PURE | {"process", "bench", "probe", "client"},
    "jobs": BELOW_JOBS,
    "ui": BELOW_JOBS | {"jobs"},
    "cli": BELOW_JOBS | {"jobs"},
    "__main__": frozenset({"cli"}),
}
# Single imports against the layers, each with its reason.
EXCEPTIONS = frozenset(
    {
        # without a command the command line opens the window
        ("storage_tuner.cli.main", "storage_tuner.ui.application"),
    }
)
QT = frozenset({"PySide6", "shiboken6", "pyqtgraph"})
GRAB_BAGS = frozenset({"util", "utils", "misc", "common"})
CHILDREN = frozenset({"subprocess", "multiprocessing", "pty"})
MAY_HAVE_CHILDREN = frozenset(
    {
        "storage_tuner.process",
        # waits for the helper's end, and so must know the exception of a wait
        "storage_tuner.client.helper",
        "storage_tuner_helper.children",
        "storage_tuner_helper.devices.signatures",
        "storage_tuner_helper.confined_programs",
        "storage_tuner_helper.supervisor",
        "storage_tuner_helper.keeping.udev_daemon",
    }
)
STARTS_CHILDREN = ("fork", "exec", "spawn", "posix_spawn", "system", "popen", "create_subprocess")
# The parser's side of the command line.
TAKE_NAMESPACES = frozenset(f"{APP}.cli.{name}" for name in ("main", "tune", "tune_request"))
# Reading or writing anything, threads and event loops: not in values and judgements.
OUTSIDE_WORLD = CHILDREN | {
    "asyncio", "concurrent", "ctypes", "fcntl", "http", "io", "mmap", "os", "pathlib", "select",
    "shutil", "signal", "socket", "sqlite3", "sys", "tempfile", "threading", "time", "urllib",
}  # fmt: skip


@dataclass(frozen=True)
class Module:
    name: str
    tree: ast.Module
    is_package: bool


@dataclass(frozen=True)
class Import:
    importer: str
    target: str  # a module of ours, or the dotted name as it is written

    def __str__(self) -> str:
        return f"{self.importer} imports {self.target}"

    @property
    def top(self) -> str:
        return self.target.partition(".")[0]


def layer_of(name: str) -> str:
    """``probe`` of storage_tuner.probe.block.devices; the helper and foreign packages have none."""
    package, _, inner = name.partition(".")
    if package != APP:
        return "none"
    return inner.partition(".")[0] or "package"


def read_modules(folder: str) -> dict[str, Module]:
    found = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT / folder).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        name = ".".join(parts[:-1] if is_package else parts)
        found[name] = Module(name, ast.parse(path.read_text(), str(path)), is_package)
    return found


@cache
def modules() -> dict[str, Module]:
    return read_modules("app") | read_modules("helpers")


def imports_of(module: Module) -> Iterator[Import]:
    """Every import, at whatever depth it stands; also ``importlib.import_module("…")``."""
    for node in ast.walk(module.tree):
        for target in _targets(module, node):
            yield Import(module.name, target)


def _targets(module: Module, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = _base(module, node)
        yield from (_module_or_parent(base, alias.name) for alias in node.names)
    elif isinstance(node, ast.Call) and _called_name(node) in {"import_module", "__import__"}:
        yield _imported_by_name(module, node.args[0])


def _imported_by_name(module: Module, argument: ast.expr) -> str:
    """A name, or the package of one that is put together: ``f"storage_tuner.cli.{name}"``."""
    start = argument.values[0] if isinstance(argument, ast.JoinedStr) else argument
    assert isinstance(start, ast.Constant), f"{module.name} imports what can't be read here"
    name = str(start.value)
    assert start is argument or name.endswith("."), f"{module.name} imports from anywhere"
    return name.rstrip(".")


def _base(module: Module, node: ast.ImportFrom) -> str:
    if node.level == 0:
        return node.module or ""
    package = module.name.split(".") if module.is_package else module.name.split(".")[:-1]
    parents = package[: len(package) - (node.level - 1)]
    return ".".join([*parents, *([node.module] if node.module else [])])


def _module_or_parent(base: str, name: str) -> str:
    """``from a.b import c`` means the module a.b.c when there is one, and else a.b."""
    ours = base.partition(".")[0] in OURS
    return f"{base}.{name}" if not ours or f"{base}.{name}" in modules() else base


def _called_name(node: ast.Call) -> str:
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


@cache
def imports() -> tuple[Import, ...]:
    return tuple(found for module in modules().values() for found in imports_of(module))


def violations(forbidden: Callable[[Import], bool]) -> list[str]:
    return sorted({str(found) for found in imports() if forbidden(found)})


def is_ours(name: str) -> bool:
    return name.partition(".")[0] in OURS


def test_the_modules_are_found() -> None:
    assert {f"{APP}.core.errors", f"{APP}.cli.main", HELPER, PROTOCOL} <= modules().keys()
    assert Import(f"{APP}.advice.verdict", f"{APP}.core.verdict") in imports()


def test_every_module_has_a_layer() -> None:
    assert {layer_of(name) for name in modules()} - {"none", "package"} <= LAYERS.keys()


def test_imports_point_one_way() -> None:
    def against_the_layers(found: Import) -> bool:
        importer, target = layer_of(found.importer), layer_of(found.target)
        return (
            importer in LAYERS
            and target not in {importer, "package", "none"}
            and target not in LAYERS[importer]
            and (found.importer, found.target) not in EXCEPTIONS
        )

    assert not violations(against_the_layers)


def test_exceptions_are_still_needed() -> None:
    assert {(found.importer, found.target) for found in imports()} >= EXCEPTIONS


def test_the_package_itself_imports_nothing_of_its_own() -> None:
    assert not violations(lambda found: found.importer == APP and is_ours(found.target))


def test_no_import_cycles() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for found in imports():
        if found.target in modules() and found.target != found.importer:
            graph[found.importer].add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(reversed(error.args[1])))


def test_qt_is_kept_to_the_window() -> None:
    assert not violations(lambda found: found.top in QT and layer_of(found.importer) != "ui")


def test_the_windows_threads_are_started_in_few_places() -> None:
    """Jobs by their adapter; what watches all the time, and the bus, by themselves."""
    starters = {
        f"{APP}.ui.{name}"
        for name in ("jobs", "window.inventory", "live.monitor", "window.desktop_bus")
    }
    assert not violations(
        lambda found: (
            found.top in {"threading", "concurrent"}
            and layer_of(found.importer) == "ui"
            and found.importer not in starters
        )
    )


def is_pure(name: str) -> bool:
    return layer_of(name) in PURE or name.partition(".")[0] == PROTOCOL


def test_values_and_judgements_touch_nothing_outside() -> None:
    assert not violations(lambda found: is_pure(found.importer) and found.top in OUTSIDE_WORLD)
    openers = [
        module.name
        for module in modules().values()
        if is_pure(module.name)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and _called_name(node) in {"open", "print", "input"}
    ]
    assert not openers


@pytest.mark.parametrize(
    ("package", "others"), [(PROTOCOL, frozenset()), (HELPER, frozenset({PROTOCOL}))]
)
def test_what_root_runs_stands_alone(package: str, others: frozenset[str]) -> None:
    """The protocol on the standard library, the helper on that and the protocol."""
    allowed = sys.stdlib_module_names | {package} | others
    assert not violations(
        lambda found: found.importer.startswith(package) and found.top not in allowed
    )


def test_the_application_never_imports_the_helper() -> None:
    assert not violations(
        lambda found: found.top == HELPER and not found.importer.startswith(HELPER)
    )


@pytest.mark.parametrize("room", [f"{APP}.probe.threeware", f"{HELPER}.threeware"])
def test_3ware_has_one_door_on_each_side(room: str) -> None:
    """Nobody else knows of its program, what that prints, or how units are mapped to disks."""
    assert f"{room}.parsing" in modules()
    assert not violations(
        lambda found: (
            found.target.startswith(f"{room}.") and not f"{found.importer}.".startswith(f"{room}.")
        )
    )


def test_children_are_started_in_few_places() -> None:
    assert not violations(
        lambda found: found.top in CHILDREN and found.importer not in MAY_HAVE_CHILDREN
    )
    assert not [
        f"{module.name} calls {_called_name(node)}"
        for module in modules().values()
        if module.name not in MAY_HAVE_CHILDREN
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and _starts_a_child(node)
    ]


def _starts_a_child(node: ast.Call) -> bool:
    """``os.fork()``, ``asyncio.create_subprocess_exec()`` and the like, and Qt's own."""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    if isinstance(owner, ast.Name) and owner.id in {"os", "asyncio"}:
        return _called_name(node).startswith(STARTS_CHILDREN)
    return _called_name(node) in {"QProcess", "startDetached"}


def test_parsed_words_become_values_at_once() -> None:
    """A namespace ends in the ``run_…`` of a command, or where a request or a value is made of
    it."""

    def may_take_one(module: str, function: str) -> bool:
        return module in TAKE_NAMESPACES or function.startswith("run_") or function.endswith("_of")

    assert not [
        f"{module.name}.{function.name}"
        for module in modules().values()
        for function in ast.walk(module.tree)
        if isinstance(function, ast.FunctionDef) and _takes_a_namespace(function)
        if not may_take_one(module.name, function.name)
    ]
    assert not violations(
        lambda found: found.target == "argparse" and layer_of(found.importer) not in {"cli", "none"}
    )


def _takes_a_namespace(function: ast.FunctionDef) -> bool:
    found = (*function.args.args, *function.args.kwonlyargs)
    return any(each.annotation and "Namespace" in ast.unparse(each.annotation) for each in found)


def test_there_are_no_grab_bags() -> None:
    assert not [name for name in modules() if GRAB_BAGS & set(name.split("."))]


@pytest.mark.parametrize(
    ("start", "too_early"),
    [
        (f"{APP}.cli.main", {*QT, "numpy", "scipy", "weasyprint", "dbus_fast", "cattrs"}),
        (
            f"{APP}.ui.application",
            {
                "pyqtgraph",
                "numpy",
                "scipy",
                "weasyprint",
                "cattrs",
                f"{APP}.bench.runner",
                f"{APP}.advice",
            },
        ),
    ],
)
def test_what_is_slow_waits_until_it_is_wanted(start: str, too_early: set[str]) -> None:
    """A child tells what a start really loads, also by way of other libraries."""
    program = f"import sys, {start}; print(*sys.modules, sep='\\n')"
    environment = {"PYTHONPATH": f"{ROOT / 'app'}:{ROOT / 'helpers'}"}
    child = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True
    )
    assert child.returncode == 0, child.stderr
    loaded = set(child.stdout.split())
    assert start in loaded
    assert sorted(loaded & too_early) == []
