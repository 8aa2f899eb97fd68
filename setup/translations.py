"""Keeps the translations up to date:

    python -m setup.translations [extract|release]

``extract`` brings every text of the window, and every sentence from below it, into the .ts files
and takes out what is no longer said; texts that are new are unfinished then. ``release`` makes the
.qm files that the window reads; ``./run`` does so by itself.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage_tuner.core.sentence import lowered

ROOT = Path(__file__).parents[1]
APP = ROOT / "app" / "storage_tuner"
HELPER = ROOT / "helpers" / "storage_tuner_helper"
FOLDER = ROOT / "resources" / "translations"
SENTENCES = "Sentence"
"""The context of what is said below the window."""
ENGLISH = FOLDER / "storage_tuner_en.ts"
"""Needs no translation but which of two forms it is; that of a sentence the sentence knows."""


@dataclass(frozen=True, order=True)
class Text:
    context: str
    source: str
    counts: bool = False


def sources() -> list[Path]:
    return sorted(FOLDER.glob("*.ts"))


def texts() -> list[Text]:
    """Everything that is said, in an order that stays."""
    found = set(_data())
    for path in APP.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found.update(_sentences_in(tree))
        if APP / "ui" in path.parents:
            found.update(_window_texts_in(tree, ""))
    return sorted(found)


def _window_texts_in(node: ast.AST, context: str) -> Iterator[Text]:
    """Those of ``self.tr`` are kept under the name of their class."""
    if isinstance(node, ast.ClassDef):
        context = node.name
    match node:
        case ast.Call(func=ast.Attribute(attr="tr"), args=[ast.Constant(str(text)), *more]):
            yield Text(context, text, len(more) > 1)
        case ast.Call(
            func=ast.Attribute(attr="translate") | ast.Name("translate"),
            args=[ast.Constant(str(given)), ast.Constant(str(text)), *more],
        ):
            yield Text(given, text, len(more) > 1)
    for child in ast.iter_child_nodes(node):
        yield from _window_texts_in(child, context)


def _sentences_in(tree: ast.AST) -> Iterator[Text]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("sentence"), args=[ast.Constant(str(text))]):
                yield Text(SENTENCES, text)
            case ast.Call(func=ast.Name("counted"), args=[_, _, ast.Constant(str(text))]):
                yield Text(SENTENCES, text, True)
            case ast.Call(func=ast.Name("Operation" | "Workload")):
                labels = (text.source for each in node.args for text in _sentences_in(each))
                yield from (Text(SENTENCES, lowered(label)) for label in labels)


def _data() -> Iterator[Text]:
    """Texts in files: workloads, what the helper says, and what was published."""
    for workload in _tables("workloads", "workload"):
        said = [workload[key] for key in ("label", "purpose", "simulates") if key in workload]
        said += [stream["label"] for stream in workload.get("stream", ()) if "label" in stream]
        yield from (Text(SENTENCES, text) for text in said)
        yield Text(SENTENCES, lowered(workload["label"]))
    yield from (Text(SENTENCES, code) for code in helper_codes())
    for rule in _tables("knowledge", "rule"):
        said = [rule["statement"], rule["today_note"], rule["applies_when"].get("question", "")]
        yield from (Text(SENTENCES, text) for text in said if text)
    yield from (Text(SENTENCES, flaw["text"]) for flaw in _tables("knowledge", "flaw"))


def helper_codes() -> Iterator[str]:
    """The codes of what the helper says, without their full stops, as the window looks them up."""
    for path in HELPER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name("said"), args=[ast.Constant(str(code))]):
                    yield code.removesuffix(".")


def _tables(folder: str, name: str) -> Iterator[dict[str, Any]]:
    for path in sorted((ROOT / "resources" / folder).glob("*.toml")):
        yield from tomllib.loads(path.read_text(encoding="utf-8")).get(name, ())


def _as_code(text: Text) -> str:
    """A call that lupdate understands: of the window's own it misses some, and most plurals."""
    count = ", None, 2" if text.counts else ""
    return f"QCoreApplication.translate({_literal(text.context)}, {_literal(text.source)}{count})\n"


def _literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def extract(files: Iterable[Path]) -> None:
    for file in files:
        wanted = texts()
        if file.name == ENGLISH.name:
            wanted = [text for text in wanted if text.counts and text.context != SENTENCES]
        with tempfile.TemporaryDirectory() as folder:
            said = Path(folder) / "said.py"
            said.write_text("".join(map(_as_code, wanted)), encoding="utf-8")
            _run("lupdate", *_options(file), str(said), "-ts", str(file))


def _options(file: Path) -> list[str]:
    language = file.stem.removeprefix("storage_tuner_")
    return ["-silent", "-no-obsolete", "-locations", "none", "-target-language", language]


def release(files: Iterable[Path]) -> None:
    for file in files:
        made = file.with_suffix(f".{os.getpid()}")
        _run("lrelease", "-silent", str(file), "-qm", str(made))
        made.replace(file.with_suffix(".qm"))


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).parent / f"pyside6-{tool}"
    finished = subprocess.run([program, *arguments], capture_output=True, text=True)
    if finished.returncode or re.search("error|warning", finished.stderr, re.IGNORECASE):
        raise SystemExit(f"{tool} {arguments[-1]}: {finished.stdout}{finished.stderr}")


if __name__ == "__main__":
    {"extract": extract, "release": release}[sys.argv[1]](sources())
