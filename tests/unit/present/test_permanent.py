"""What is said of permanent settings: who undid them, and one concrete sentence on what to do."""

from __future__ import annotations

import pytest

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.drift import Fate, PermanentSetting
from storage_tuner.present.permanent import difference, remedies, state


def undone(*places: tuple[str, str], current: str | None = "kyber") -> PermanentSetting:
    setters = tuple(SettingOwner(tool, "scheduler", current, place) for tool, place in places)
    return PermanentSetting("scheduler", "bfq", current, Fate.UNDONE, setters)


def test_who_undid_it_is_said_with_file_and_line() -> None:
    one = ("tuned", "/usr/lib/tuned/profiles/own/tuned.conf:4")
    assert state(undone(one)) == f"undone by tuned ({one[1]})"
    assert state(undone()) == "undone by an unknown program"
    assert state(undone(one, ("rc.local", "/etc/rc.local:2 (may apply)"))).endswith(
        "tuned.conf:4) or rc.local (/etc/rc.local:2 (may apply))"
    )
    assert difference("sda", undone()) == (
        "scheduler of sda is kyber instead of bfq: undone by an unknown program"
    )
    assert "is not available instead of bfq" in difference("sda", undone(current=None))


@pytest.mark.parametrize("fate", [fate for fate in Fate if fate is not Fate.UNDONE])
def test_what_was_not_undone_needs_nothing(fate: Fate) -> None:
    setting = PermanentSetting("scheduler", "bfq", "bfq", fate)
    assert state(setting) and "undone" not in state(setting)
    assert remedies("sda", setting) == ()


RULES = "udev/rules.d"


@pytest.mark.parametrize(
    ("tool", "place", "remedy"),
    [
        (
            "tuned",
            "/usr/lib/tuned/a/tuned.conf:4 (may apply)",
            "Switch to a tuned profile of your own that includes the active one and overrides "
            "line 4 of /usr/lib/tuned/a/tuned.conf, or run “tuned-adm off”.",
        ),
        (
            "TLP",
            "/etc/tlp.conf:3: DISK_IOSCHED",
            "Remove DISK_IOSCHED from /etc/tlp.conf and run “tlp start”.",
        ),
        (
            "TLP",
            "/etc/tlp.d/1.conf:2: MAX_LOST_WORK_SECS_ON_AC (on mains power)",
            "Remove MAX_LOST_WORK_SECS_ON_AC from /etc/tlp.d/1.conf and run “tlp start”.",
        ),
        (
            "udev rule",
            f"/etc/{RULES}/99-z.rules:7",
            f"Rename /etc/{RULES}/99-z.rules so that it sorts before 99-storage-tuner.rules, or "
            "remove line 7.",
        ),
        ("udev rule", f"/etc/{RULES}/60-a.rules:7", f"Remove line 7 from /etc/{RULES}/60-a.rules."),
        (
            "udev rule",
            f"/usr/lib/{RULES}/99-z.rules:7",
            f"Copy /usr/lib/{RULES}/99-z.rules to /etc/{RULES} and remove line 7 from the copy.",
        ),
        (
            "tmpfiles.d",
            "/usr/lib/tmpfiles.d/d.conf:1",
            "Copy /usr/lib/tmpfiles.d/d.conf to /etc/tmpfiles.d and remove line 1 from the copy.",
        ),
        ("sysctl.d", "/etc/sysctl.d/99-a.conf:2", "Remove line 2 from /etc/sysctl.d/99-a.conf."),
        (
            "systemd",
            "/etc/systemd/system/d.service:6 (may apply)",
            "Override line 6 of /etc/systemd/system/d.service with “systemctl edit d.service”, or "
            "run “systemctl disable d.service”.",
        ),
        (
            "systemd",
            "/etc/systemd/system/d.service.d/own.conf:2 (may apply)",
            "Override line 2 of /etc/systemd/system/d.service.d/own.conf with “systemctl edit "
            "d.service”, or run “systemctl disable d.service”.",
        ),
        (
            "systemd",
            "/usr/sbin/disks:6 (may apply)",
            "Remove line 6 from /usr/sbin/disks, which a service runs.",
        ),
        ("cron", "/etc/cron.d/disks:6 (may apply)", "Remove line 6 from /etc/cron.d/disks."),
        (
            "kernel command line",
            "libata.force=noncq",
            "Remove libata.force=noncq from the kernel command line in the boot loader's "
            "configuration.",
        ),
        ("another", "somewhere", "Change the configuration of another: somewhere."),
    ],
)
def test_each_tool_has_its_own_remedy(tool: str, place: str, remedy: str) -> None:
    assert remedies("sda", undone((tool, place))) == (remedy,)


def test_an_unknown_program_is_to_be_looked_for() -> None:
    (remedy,) = remedies("sda", undone())
    assert remedy.endswith("writes to /sys/block/sda/queue/scheduler.")


def test_a_place_cannot_control_the_terminal() -> None:
    setting = undone(("udev rule", "/etc/udev/rules.d/60-\x1b[2J.rules:1"))
    assert "\x1b" not in state(setting) + "".join(remedies("sda", setting))
