"""Permanent values against the current ones: what became of each, and who may have undone it."""

from __future__ import annotations

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.drift import Drift, Fate, OwnChanges, PermanentSetting, drift_of
from storage_tuner.core.tunable_target import Tuned

OURS = SettingOwner("udev rule", "scheduler", "bfq", "/etc/udev/rules.d/99-storage-tuner.rules:9")
TUNED = SettingOwner("tuned", "scheduler", "kyber", "/usr/lib/tuned/profiles/a/tuned.conf:4")
SCRIPT = SettingOwner("systemd", "scheduler", None, "/usr/sbin/disks:4 (may apply)")
SAME = SettingOwner("TLP", "scheduler", "bfq", "/etc/tlp.conf:3: DISK_IOSCHED")
PERMANENT = {"scheduler": "bfq", "nr_requests": "64", "read_ahead_kb": "512", "low_latency": "0"}
AS_KEPT = {**PERMANENT, "nomerges": "0"}
SWITCHED = {"scheduler": "kyber", "nr_requests": "256", "read_ahead_kb": "512"}


def drift(
    current: dict[str, str],
    *owners: SettingOwner,
    permanent: dict[str, str] = PERMANENT,
    own: OwnChanges | None = None,
) -> Drift:
    tuned = Tuned("sda", current, {}, {}, owners, {}, permanent=permanent)
    return drift_of(tuned, own or OwnChanges())


def fates(found: Drift) -> dict[str, Fate]:
    return {one.tunable: one.fate for one in found.settings}


def test_nothing_is_undone_while_all_is_as_kept() -> None:
    found = drift(AS_KEPT, OURS, TUNED)
    assert set(fates(found).values()) == {Fate.KEPT}
    assert found.undone == () and list(fates(found)) == list(PERMANENT)


def test_the_tool_that_sets_the_current_value_is_named_alone() -> None:
    found = drift({**AS_KEPT, "scheduler": "kyber"}, OURS, SAME, SCRIPT, TUNED)
    assert found.undone == (PermanentSetting("scheduler", "bfq", "kyber", Fate.UNDONE, (TUNED,)),)


def test_a_tool_whose_value_is_unknown_is_named_only_if_no_other_fits() -> None:
    found = drift({**AS_KEPT, "scheduler": "none"}, OURS, SAME, SCRIPT, TUNED)
    assert found.undone[0].setters == (SCRIPT,)


def test_nobody_is_blamed_for_a_value_that_nobody_is_known_to_set() -> None:
    found = drift({**AS_KEPT, "scheduler": "none"}, OURS, SAME, TUNED)
    assert found.undone[0].setters == ()


def test_what_changes_with_the_scheduler_was_undone_by_the_same_tool() -> None:
    found = drift(SWITCHED, OURS, TUNED)
    assert [(one.tunable, one.current, one.setters) for one in found.undone] == [
        ("scheduler", "kyber", (TUNED,)),
        ("nr_requests", "256", (TUNED,)),
        ("low_latency", None, (TUNED,)),
    ]


def test_a_setting_that_this_kernel_no_longer_has_is_nobodys_fault() -> None:
    without = {name: value for name, value in AS_KEPT.items() if name != "low_latency"}
    assert fates(drift(without, TUNED))["low_latency"] is Fate.UNAVAILABLE
    assert fates(drift({}, permanent={"read_ahead_kb": "64"})) == {
        "read_ahead_kb": Fate.UNAVAILABLE
    }


def test_what_the_user_set_until_reboot_is_not_undone() -> None:
    own = OwnChanges({"sda": {"scheduler": "kyber"}, "sdb": {"read_ahead_kb": "128"}})
    found = fates(drift({**SWITCHED, "read_ahead_kb": "128"}, OURS, TUNED, own=own))
    assert found == {
        "scheduler": Fate.UNTIL_REBOOT,
        "nr_requests": Fate.UNTIL_REBOOT,
        "read_ahead_kb": Fate.UNDONE,
        "low_latency": Fate.UNTIL_REBOOT,
    }


def test_what_changed_again_since_is_undone() -> None:
    own = OwnChanges({"sda": {"scheduler": "none", "nr_requests": "32"}})
    found = fates(drift(SWITCHED, TUNED, own=own))
    assert found["scheduler"] is found["nr_requests"] is Fate.UNDONE


def test_a_device_in_a_session_is_not_judged() -> None:
    found = drift(SWITCHED, OURS, TUNED, own=OwnChanges(in_session=frozenset({"sda"})))
    assert set(fates(found).values()) == {Fate.IN_SESSION, Fate.KEPT} and not found.undone
