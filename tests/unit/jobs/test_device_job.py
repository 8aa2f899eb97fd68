"""How work on devices ends: what is said when a setting from before didn't come back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    Cancelled,
    DeviceGone,
    HelperGone,
    NotRestored,
    OperationRefused,
    StorageTunerError,
    ToolFailed,
)
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.jobs.device_job import DeviceJob, given_or_raised
from tests.unit.client.test_setting_changes import Helper
from tests.unit.report.example_session import example_record

LEFT = "stripe_cache_size of md0 couldn't be restored"
NOT_BACK = f"Some previous settings of md0 couldn't be restored: {LEFT}."
RECORD = example_record(("none", "bfq"))


def refused() -> OperationRefused:
    return OperationRefused("NotApplied", LEFT)


class Notes:
    """What was told, and is to stay visible."""

    def __init__(self) -> None:
        self.notices: list[str] = []

    def progressed(self, progress: Progress) -> None:
        if progress.notice:
            self.notices.append(str(progress.notice))

    def measured(self, measurement: Measurement) -> None:
        pytest.fail(f"nothing is measured here: {measurement}")


class Work(DeviceJob):
    """An array and a member are held, and something is done."""

    def __init__(self, helper: Helper, notes: Notes | None = None) -> None:
        self.notes = notes or Notes()
        super().__init__(lambda: helper, self.notes)
        names = ("md0", "sda")
        self._held.begin([Device(name, f"/dev/{name}", "disk", 1 << 30) for name in names])

    def do(self, action: Callable[[], None]) -> SessionRecord:
        return given_or_raised(RECORD, self._interrupted_by(action))


def fail_with(error: BaseException) -> Callable[[], None]:
    def action() -> None:
        raise error

    return action


@pytest.mark.parametrize(
    "action", [lambda: None, fail_with(Cancelled())], ids=["measured", "cancelled"]
)
def test_a_setting_that_stays_changed_is_no_cancel_that_brought_all_back(
    action: Callable[[], None],
) -> None:
    work = Work(Helper(Revert_md0=refused()))
    with pytest.raises(NotRestored) as raised:
        work.do(action)
    assert raised.value.exit_code != Cancelled.exit_code
    assert raised.value.record is RECORD
    assert str(raised.value) == (
        f"{NOT_BACK} They are still recorded. Run 'storage-tuner restore md0' to try again."
    )


def test_it_is_said_before_what_else_went_wrong_and_that_is_told_beside_it() -> None:
    """The other one may say that nothing is left changed."""
    work = Work(Helper(Revert_md0=refused()))
    with pytest.raises(NotRestored, match=LEFT) as raised:
        work.do(fail_with(ToolFailed("fio", "it crashed")))
    assert work.notes.notices == ["fio failed: it crashed."]
    assert raised.value.record is not None
    told = [str(caveat) for caveat in raised.value.record.caveats]
    assert told == [*map(str, RECORD.caveats), "fio failed: it crashed."]


@pytest.mark.parametrize("error", [HelperGone(), DeviceGone("md0")])
def test_what_ended_the_work_and_the_way_back_is_said_once(error: StorageTunerError) -> None:
    again = HelperGone() if isinstance(error, HelperGone) else DeviceGone("md0")
    work = Work(Helper(Revert_md0=again))
    with pytest.raises(type(error)) as raised:
        work.do(fail_with(error))
    assert raised.value.record is RECORD
    assert work.notes.notices == []


class Deaf(Notes):
    """Nobody can be told anything any more."""

    def progressed(self, progress: Progress) -> None:
        if progress.phase is Phase.RESTORING:
            raise OSError(progress.sentence)


def test_the_settings_come_back_also_when_nobody_can_be_told_of_it() -> None:
    helper = Helper()
    with pytest.raises(OSError):
        Work(helper, Deaf()).do(lambda: None)
    assert helper.asked[1:] == ["Revert md0"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), ValueError("a defect of ours")])
def test_neither_a_second_cancel_nor_a_defect_hides_that_a_setting_stays_changed(
    error: BaseException,
) -> None:
    with pytest.raises(NotRestored):
        Work(Helper(Revert_md0=refused())).do(fail_with(error))
    with pytest.raises(type(error)):
        Work(Helper()).do(fail_with(error))


def test_a_cancel_says_what_still_works_also_beside_a_setting_that_stays_changed() -> None:
    work = Work(Helper(Revert_md0=refused()))
    with pytest.raises(NotRestored):
        work.do(fail_with(Cancelled("Your program still runs.")))
    assert work.notes.notices == ["Your program still runs."]


def test_all_are_brought_back_and_a_setting_that_stays_counts_more_than_a_disk_that_went() -> None:
    helper = Helper(Revert_md0=DeviceGone("md0"), Revert_sda=refused())
    with pytest.raises(NotRestored, match="settings of sda couldn't be restored"):
        Work(helper).do(lambda: None)


def test_the_end_says_what_it_could_not_bring_back_after_ending_all() -> None:
    helper = Helper(EndSession_sda=refused())
    with pytest.raises(NotRestored, match="restore sda"), Work(helper):
        pass
    assert helper.asked[1:] == ["EndSession md0 keep=False"]
    assert helper.closed


def test_the_end_says_so_also_when_something_else_went_wrong() -> None:
    work = Work(Helper(EndSession_md0=refused()))
    with pytest.raises(NotRestored), work:
        raise ToolFailed("fio", "it crashed")
    assert work.notes.notices == ["fio failed: it crashed."]


def test_a_second_end_has_nothing_more_to_say() -> None:
    work = Work(Helper(EndSession_md0=refused()))
    with pytest.raises(NotRestored):
        work.close()
    work.close()


@pytest.mark.parametrize(
    "error",
    [DeviceGone("md0"), OperationRefused("NoSuchSession", "there is no such session")],
    ids=["unplugged", "ended by the helper"],
)
def test_a_session_with_nothing_left_to_bring_back_ends_quietly(error: StorageTunerError) -> None:
    helper = Helper(EndSession_md0=error)
    Work(helper).close()
    assert helper.closed
