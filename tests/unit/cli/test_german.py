"""The terminal in German, as a person with a German desktop has it."""

from __future__ import annotations

import argparse
import ast
import errno
import locale
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

from storage_tuner.cli import argparse_texts
from storage_tuner.cli.main import make_parser
from storage_tuner.core.language import ENGLISH
from storage_tuner.store.languages import language, wanted_language
from tests.in_process import run_here
from tests.sysfs_trees.machines import make_arrays, make_drives, make_stacks
from tests.unit.probe.made_trees import add_disk
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]

APP = Path(__file__).parents[3] / "app" / "storage_tuner"
GERMAN = {"LANGUAGE": "de", "LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": ""}
ENGLISH_WORDS = re.compile(
    r"(?<![\w./=<«»-])(the|of|and|or|not|is|are|it|its|with|what|which|for|to|from|by|on|that|this|"
    r"only|print|each|such|error|usage)(?![\w/=-])"
)
VALUES = r"^power_control |\(on\)"
"""Lines with a kernel's value that is also an English word."""


def said(*words: str, **environment: str) -> tuple[int, str]:
    """The exit code, and what was printed."""
    done = run_here(words, {**os.environ, "COLUMNS": "80"} | environment)
    return done.returncode, done.stdout + done.stderr


def assert_german(*words: str, names: str = "") -> str:
    """The same exit code as in English, and no line of words alike, nor English ones within."""
    code, german = said(*words, **GERMAN)
    english_code, english = said(*words, LC_ALL="C.UTF-8")
    assert code == english_code
    alike = set(map(str.strip, german.splitlines())) & set(map(str.strip, english.splitlines()))
    prose = [line for line in alike if is_prose(line) and not re.search(names or r"\Z.", line)]
    assert not prose
    found = [line for line in german.splitlines() if ENGLISH_WORDS.search(line)]
    assert not [line for line in found if not re.search(names or r"\Z.", line)]
    return german


def is_prose(line: str) -> bool:
    """Whether there are two words that are no option, no name of what can be measured or set."""
    return len(re.findall(r"(?<=\s)[a-z]{3,}(?=\s)", f" {line} ")) > 1


def commands(parser: argparse.ArgumentParser, before: tuple[str, ...] = ()) -> Iterator[list[str]]:
    yield [*before]
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, each in action.choices.items():
                yield from commands(each, (*before, name))


@pytest.mark.parametrize("words", list(commands(make_parser())), ids="-".join)
def test_help_is_german(words: list[str]) -> None:
    examples = r"^ *storage-tuner [a-z]+ "
    assert "Aufruf: storage-tuner" in assert_german(*words, "--help", names=examples)


@pytest.mark.parametrize(
    "words",
    [
        ["--nonsense"],
        ["nonsense"],
        ["show"],
        ["show", "nonsense"],
        ["tune", "--practice", "--minutes", "never"],
        ["tune", "--practice", "--operations", "none"],
        ["tune", "--practice", "--open"],
        ["tune"],
        ["set", "vm", "dirty_ratio=1000"],
        ["set", "nonsense", "scheduler=none"],
        ["set", "nonsense", "scheduler"],
        ["set", "vm", "dirty_ratio=5", "--try", "9", "--persist"],
        ["devices", "--sysroot", "/nonsense"],
        ["restore"],
        ["live", "nonsense", "--every", "1"],
        ["report", "nonsense"],
        ["verdict", "nonsense"],
        ["runs", "export", "nonsense"],
    ],
    ids="-".join,
)
def test_what_is_wrong_is_told_in_german(words: list[str]) -> None:
    assert_german(*words)


def test_the_c_library_s_words_are_not_german_afterwards() -> None:
    """Where Qt has had it speak the user's language, it keeps what it once translated."""
    before = locale.setlocale(locale.LC_MESSAGES)
    locale.setlocale(locale.LC_MESSAGES, "C.UTF-8")
    try:
        assert_german("report", "nonsense")
        assert os.strerror(errno.ENOENT) == "No such file or directory"
    finally:
        locale.setlocale(locale.LC_MESSAGES, before)


@pytest.mark.parametrize(
    "make", [make_drives, make_stacks, make_arrays], ids=["drives", "stacks", "arrays"]
)
def test_devices_are_shown_in_german(make: object, tmp_path: Path) -> None:
    assert callable(make)
    make(tmp_path)
    assert "GRÖSSE" in assert_german("devices", "--all", "--sysroot", str(tmp_path))
    for device in ("sda", "md0", "nvme0n1"):
        assert_german("show", device, "--sysroot", str(tmp_path), names=VALUES)


def test_the_memory_s_settings_are_shown_in_german() -> None:
    assert "EINSTELLUNG" in assert_german("show", "vm")


def test_workloads_are_listed_in_german() -> None:
    assert_german("workloads", names=r"^\S+  +|fread and fwrite")


def test_numbers_are_written_as_in_german(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0", size="3000000\n")
    assert "1,54 GB" in said("devices", "--sysroot", str(tmp_path), **GERMAN)[1]


@pytest.mark.usefixtures("steady_memory")
def test_json_is_english_everywhere() -> None:
    assert said("show", "vm", "--json", **GERMAN) == said("show", "vm", "--json", LC_ALL="C.UTF-8")


def test_argparse_s_texts_are_ours() -> None:
    """What this Python's argparse says, but for errors of who calls it."""
    known = {message.code for message in argparse_texts.TEXTS}
    texts = {
        text if isinstance(text, str) else text[0]
        for _, text, _, _ in extract_from_file(
            "python", argparse.__file__, keywords={"_": (1,), "ngettext": (1, 2)}
        )
    }
    assert {text for text in texts if not re.search(OF_PROGRAMMERS, text)} <= known
    german = language("de")
    assert not [
        message
        for message in argparse_texts.TEXTS
        if german.translated(message.code) == message.code
        and german.translated_plural(message.code, message.plural, 2) == message.plural
    ]


OF_PROGRAMMERS = (
    r"__call__|conflict|mode %r|can't open|cannot|merge|nested|invalid argument for positionals|"
    r"invalid option|dest=|exclusive|not callable|deprecated|%\(heading\)s:|subparser"
)


def test_language_is_that_of_messages() -> None:
    assert wanted_language(GERMAN) is language("de")
    assert wanted_language({**GERMAN, "LC_ALL": "C"}) is ENGLISH


CALLS = {
    "print", "tell_aside", "ArgumentTypeError", "InvalidInput", "NotMeasurable",
    "UnreadableResult", "add_argument_group", "warned", "noted", "wrapped", "_wrapped",
}  # fmt: skip
PREFIX = "storage-tuner: "
KEYWORDS = {"help", "description", "epilog", "title"}


@pytest.mark.parametrize("path", sorted((APP / "cli").rglob("*.py")), ids=lambda path: path.stem)
def test_no_text_is_said_past_the_catalogue(path: Path) -> None:
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        given = [each.value for each in node.keywords if each.arg in KEYWORDS]
        if name_of(node) in CALLS:
            given += node.args
        found += [f"{node.lineno}: {text}" for each in given for text in plain_texts(each)]
    assert not found


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def plain_texts(node: ast.expr) -> Iterator[str]:
    """English of two letters and more in literals, and around what f-strings hold."""
    match node:
        case ast.Constant(str(text)) if re.search(r"[A-Za-z]{2,}", text) and text != PREFIX:
            yield text
        case ast.JoinedStr(values):
            for each in values:
                if isinstance(each, ast.Constant):
                    yield from plain_texts(each)
        case ast.BinOp(left=left, right=right):
            yield from plain_texts(left)
            yield from plain_texts(right)
        case ast.IfExp(body=body, orelse=orelse):
            yield from plain_texts(body)
            yield from plain_texts(orelse)
        case ast.BoolOp(values=values):
            for each in values:
                yield from plain_texts(each)


@pytest.mark.parametrize("part", sorted(each for each in APP.iterdir() if each.is_dir()))
def test_no_text_hides_in_an_f_string(part: Path) -> None:
    """Older Pythons' tokens have it as a whole, and so does what collects the texts."""
    found = [
        f"{path.name}:{call.lineno}"
        for path in part.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and name_of(call) in ("tr", "trn", "sentence", "counted")
    ]
    assert not found
