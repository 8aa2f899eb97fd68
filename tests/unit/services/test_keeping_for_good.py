"""What a tuning asks of the helper to keep settings for good on an array's members."""

from __future__ import annotations

import pytest

from storage_tuner.core.errors import Dismissed, NoSpace, NotKept, OperationRefused
from storage_tuner.services.measuring_places import HelperSession
from storage_tuner.services.progress import Progress
from storage_tuner.services.tuning import TuningSession
from tests.unit.services.test_setting_changes import Helper

SETTINGS = (("scheduler", "bfq"),)


class Silent:
    def progressed(self, progress: Progress) -> None: ...

    def measured(self, measurement: object) -> None: ...


def tuning(helper: Helper) -> TuningSession:
    """One that has measured an array: md0 is measured, its members are tuned."""

    def session(device: str) -> HelperSession:
        return HelperSession(helper, device, f"session of {device}")

    made = TuningSession(lambda: helper, Silent())
    made._tuned = [session("sda"), session("sdb")]
    made._measured = session("md0")
    return made


def test_a_trial_ends_and_all_members_are_kept_together() -> None:
    helper = Helper()
    kept = tuning(helper).keep_for_good(SETTINGS)
    assert kept.notes == ()
    assert helper.asked == [
        "Revert sda",
        "Revert sdb",
        "SetSettings sda scheduler=bfq",
        "SetSettings sdb scheduler=bfq",
        "EndSession md0 keep=False",
        "Describe",
        "Persist sda scheduler=bfq",
        "Persist sdb scheduler=bfq",
        "KeepTogether sessions=['session of sda', 'session of sdb']",
    ]


def test_a_password_refused_for_the_second_one_undoes_the_first_and_may_be_tried_again() -> None:
    failures: dict[str, Exception] = {"Persist_sdb": Dismissed()}
    helper = Helper(**failures)
    session = tuning(helper)
    with pytest.raises(Dismissed):
        session.keep_for_good(SETTINGS)
    assert helper.asked[helper.asked.index("Persist sdb scheduler=bfq") + 1 :] == [
        "Revert sda",
        "Unpersist sda",
        "Persist sda scheduler=kyber nr_requests=64",
        "Revert sda",
        "Revert sdb",
    ]
    helper.asked.clear()
    helper.relent("Persist_sdb")
    session.keep_for_good(SETTINGS)
    assert helper.asked[-1].startswith("KeepTogether")


@pytest.mark.parametrize("name", ["NotApplied", "NotSupported", "EditedByHand", "Busy"])
def test_why_it_cannot_be_kept_is_said_without_the_helper(name: str) -> None:
    session = tuning(Helper(PreviewPersistent_sdb=OperationRefused(name, "sdb has no name")))
    with pytest.raises(NotKept) as refused:
        session.persistent_texts(SETTINGS)
    assert refused.value.summary == "sdb has no name."
    assert str(refused.value) == "sdb has no name. Nothing was kept for good."


def test_a_full_disk_is_not_that_of_a_practice_disk() -> None:
    session = tuning(Helper(Persist_sda=NoSpace("for the practice disk")))
    with pytest.raises(NoSpace, match="to write down what is to be kept"):
        session.keep_for_good(SETTINGS)


def test_other_refusals_stay_as_they_are() -> None:
    session = tuning(Helper(PreviewPersistent_sda=OperationRefused("Internal", "a bug")))
    with pytest.raises(OperationRefused) as refused:
        session.persistent_texts(SETTINGS)
    assert not isinstance(refused.value, NotKept)
