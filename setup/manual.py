"""The manual page of the command line, made from its own parser."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path

from storage_tuner.cli.main import make_parser
from storage_tuner.core.message import tr

CHANGELOG = Path(__file__).parents[1] / "packaging" / "debian" / "changelog"

_PAGES = (
    "storage\\-tuner (5)",
    "storage\\-tuner\\-helper (8)",
    "fio (1)",
    "mdadm (8)",
    "smartctl (8)",
)


def manual() -> str:
    """storage-tuner(1) in the language in force, as troff with the macros of man(7)."""
    parser = make_parser()
    parts = (_begin(parser), _options_of(parser), _commands(parser), _exits(parser), _end())
    return "".join(line for lines in parts for line in lines)


def _release_day() -> str:
    """Of the newest release, as the package's changelog has it."""
    line = re.search(r"^ -- .*>  (.*)$", CHANGELOG.read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    return parsedate_to_datetime(line[1]).date().isoformat()


def _begin(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield '.\\" Made by python -m setup.made_files from the parser of the command line.\n'
    section, purpose = (
        tr("User Commands"),
        tr("benchmark I/O settings of disks and apply the best"),
    )
    option, argument = _escaped(tr("OPTION")), _escaped(tr("ARGUMENT"))
    yield f'.TH STORAGE\\-TUNER 1 {_release_day()} "Storage Tuner" "{section}"\n'
    yield _heading_of(tr("NAME"))
    yield f"storage\\-tuner \\- {_escaped(purpose)}\n"
    yield _heading_of(tr("SYNOPSIS"))
    yield f".B storage\\-tuner\n[\\fI{option}\\fR]\n"
    for name in _commands_of(parser):
        yield f".br\n.B storage\\-tuner {_escaped(name)}\n\\fR[\\fI{argument}\\fR]...\n"
    yield _heading_of(tr("DESCRIPTION"))
    yield f"{_escaped(parser.description or '')}\n"


def _commands_of(
    parser: argparse.ArgumentParser, before: str = ""
) -> dict[str, argparse.ArgumentParser]:
    """All commands by their names, those of commands after these."""
    found: dict[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, each in action.choices.items():
                name = f"{before} {word}".strip()
                found |= {name: each, **_commands_of(each, name)}
    return found


def _options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield _heading_of(tr("OPTIONS"))
    yield from _arguments(parser)


def _commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield _heading_of(tr("COMMANDS"))
    for name, each in _commands_of(parser).items():
        yield f".SS {_escaped(name)}\n"
        if each.description:
            yield f"{_escaped(each.description)}\n"
        yield from _arguments(each)
        if each.epilog and each.epilog != parser.epilog:
            yield f".PP\n{_as_it_stands(each.epilog)}"


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        yield f".TP\n{_heading(formatter, action)}\n"
        yield f"{_escaped(_help(formatter, action))}\n"


def _heading(formatter: argparse.HelpFormatter, action: argparse.Action) -> str:
    if not action.option_strings:
        words = formatter._format_args(action, str(action.metavar or action.dest))
        return f"\\fI{_escaped(words)}\\fR"
    names = ", ".join(f"\\fB{_escaped(name)}\\fR" for name in action.option_strings)
    if action.nargs == 0:
        return names
    value = formatter._format_args(action, formatter._get_default_metavar_for_optional(action))
    return f"{names} \\fI{_escaped(value)}\\fR"


def _help(formatter: argparse.HelpFormatter, action: argparse.Action) -> str:
    return formatter._expand_help(action) if action.help else ""


def _exits(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield _heading_of(tr("EXIT STATUS"))
    yield _as_it_stands((parser.epilog or "").partition("\n")[2])


def _end() -> Iterator[str]:
    yield _heading_of(tr("FILES"))
    for path, meaning in (
        ("~/.local/share/storage-tuner", tr("results, and measurements that were interrupted")),
        ("~/.config/storage-tuner", tr("what the window remembers")),
        (
            "/usr/share/storage-tuner",
            tr(
                "workloads, published rules, and the schemas of what {option} prints",
                option="--json",
            ),
        ),
    ):
        text = _escaped(meaning).replace("\\-\\-json", "\\fB\\-\\-json\\fR")
        yield f".TP\n.I {_escaped(path)}\n{text}\n"
    yield _heading_of(tr("SEE ALSO"))
    yield ",\n".join(f".BR {page}" for page in _PAGES) + "\n"


def _heading_of(title: str) -> str:
    return f".SH {title}\n"


def _as_it_stands(text: str) -> str:
    """Lines that nobody may fill."""
    return f".nf\n{_escaped(text)}\n.fi\n"


def _escaped(text: str) -> str:
    """troff's own characters as plain ones; a line mustn't begin with a command."""
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", plain, flags=re.MULTILINE)
