"""Words of which there are a few."""

from __future__ import annotations

import argparse

import pytest

from storage_tuner.cli.main import main, make_parser
from storage_tuner.cli.options.option_types import one_of
from storage_tuner.core.plan import Use


def test_a_known_word_is_found() -> None:
    assert one_of(Use)("backup") is Use.BACKUP


def test_an_unknown_word_is_refused_with_all_that_are_known() -> None:
    with pytest.raises(
        argparse.ArgumentTypeError, match=r"'games' is not one of desktop, .*not-sure"
    ):
        one_of(Use)("games")


@pytest.mark.parametrize(
    "words, known",
    [
        (["tune", "--use-for", "games"], "not one of desktop, desktop-responsiveness, file-server"),
        (
            ["advise", "sda", "--use-for", "games"],
            "not one of desktop, desktop-responsiveness, file-server",
        ),
        (
            ["verdict", "x.json", "--use-for", "games"],
            "not one of desktop, desktop-responsiveness, file-server",
        ),
        (["sweep", "--protocol", "fast"], "not one of adaptive, restarts, article, repeats"),
        (["sweep", "--series", "foo"], "'foo' is not one of one-at-a-time, all, greedy"),
    ],
)
def test_the_terminal_names_what_is_known(
    words: list[str], known: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert known in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize(
    "command, former, name, value",
    [
        (["tune"], "--aims", "--priorities", ["latency,cpu"]),
        (["sweep"], "--aims", "--priorities", ["latency,cpu"]),
        (["advise", "sda"], "--aims", "--priorities", ["latency,cpu"]),
        (["verdict", "x.json"], "--aims", "--priorities", ["latency,cpu"]),
        (["report", "x.json"], "--aims", "--priorities", ["latency,cpu"]),
        (["runs", "delete", "x"], "--for-good", "--permanently", []),
    ],
)
def test_former_names_of_options_are_accepted_and_not_shown(
    command: list[str],
    former: str,
    name: str,
    value: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser = make_parser()
    plain, renamed = parser.parse_args(command), parser.parse_args([*command, name, *value])
    assert vars(parser.parse_args([*command, former, *value])) == vars(renamed) != vars(plain)
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    shown = capsys.readouterr().out
    assert name in shown and former not in shown
