"""How measuring ends in the terminal."""

from __future__ import annotations

import pytest

from storage_tuner.cli.carrying_out import end
from storage_tuner.core.errors import NotRestored, ToolFailed
from tests.unit.services.test_device_work import Work, refused
from tests.unit.services.test_setting_changes import Helper


def test_a_setting_that_did_not_come_back_is_worse_than_what_else_went_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """What else it was mustn't say that nothing is left changed."""
    failed = ToolFailed("fio", "it crashed")
    left = end(Work(Helper(EndSession_md0=refused())), failed)
    assert isinstance(left, NotRestored)
    assert capsys.readouterr().err == "storage-tuner: fio failed: it crashed.\n"
    assert end(Work(Helper()), failed) is failed
    assert end(Work(Helper()), None) is None


def test_what_was_said_by_the_measurement_is_not_said_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    work = Work(Helper(Revert_md0=refused(), EndSession_md0=refused()))
    with pytest.raises(NotRestored) as raised:
        work.do(lambda: None)
    assert isinstance(end(work, raised.value), NotRestored)
    assert capsys.readouterr().err == ""
