"""Generate shell completion from the command line's parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import shtab

from storage_tuner.cli.main import make_parser

SHELLS = ("bash", "zsh", "fish")

_FOLDERS = frozenset({"DIR"})
_FILES = frozenset({"FILE", "RESULT", "PATH"})
_DEVICES = frozenset({"DEVICE", "TARGET"})
_LIST_DEVICES = "ls /sys/block"
_SHELL_FUNCTIONS = {
    "bash": f"""
_storage_tuner_devices() {{
    compgen -W "$({_LIST_DEVICES} 2>/dev/null)" -- "$1"
    compgen -f -- "$1"
}}
""",
    "zsh": f"""
_storage_tuner_devices() {{
    compadd -- ${{(f)"$({_LIST_DEVICES} 2>/dev/null)"}}
    _files
}}
""",
}
_COMPLETE_DEVICES = {
    "bash": "_storage_tuner_devices",
    "zsh": "_storage_tuner_devices",
    "fish": f"({_LIST_DEVICES} 2>/dev/null; __fish_complete_path (commandline -ct))",
}


def completion(shell: str) -> str:
    """Return the completion file for ``shell``, one of ``SHELLS``."""
    parser = make_parser()
    for action in _actions(parser):
        _tell_what_it_takes(action)
    made = shtab.complete(parser, shell, preamble=_SHELL_FUNCTIONS)  # type: ignore[arg-type]
    return "\n".join(line.rstrip() for line in made.splitlines()) + "\n"


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in dict.fromkeys(action.choices.values()):
                yield from _actions(each)
        else:
            yield action


def _tell_what_it_takes(action: argparse.Action) -> None:
    name = action.metavar if isinstance(action.metavar, str) else ""
    takes = {
        **dict.fromkeys(_FOLDERS, shtab.DIRECTORY),
        **dict.fromkeys(_FILES, shtab.FILE),
        **dict.fromkeys(_DEVICES, _COMPLETE_DEVICES),
    }
    if name in takes:
        vars(action)["complete"] = takes[name]
