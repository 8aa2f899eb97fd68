"""Words of which there are a few."""

from __future__ import annotations

import argparse

import pytest

from storage_tuner.cli.main import main
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
        (["tune", "--use-for", "games"], "not one of desktop, file-server"),
        (["advise", "sda", "--use-for", "games"], "not one of desktop, file-server"),
        (["verdict", "x.json", "--use-for", "games"], "not one of desktop, file-server"),
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
