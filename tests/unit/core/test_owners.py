"""Who would undo a change."""

from __future__ import annotations

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.owners import undoing


def test_who_will_undo_it_is_named() -> None:
    rule = SettingOwner("udev rule", "scheduler", "none", "/usr/lib/udev/rules.d/60.rules:3")
    (warning,) = undoing("sda", [rule], {"scheduler": "bfq"}, persist=True)
    assert str(warning) == (
        "udev rule sets scheduler of sda to none "
        "(/usr/lib/udev/rules.d/60.rules:3) and may undo this."
    )
    assert undoing("sda", [rule], {"scheduler": "none"}, persist=False) == []
    assert undoing("sda", [rule], {"nr_requests": "64"}, persist=False) == []


def test_what_we_kept_ourselves_is_replaced_when_kept_again() -> None:
    place = "/etc/udev/rules.d/99-storage-tuner.rules:12"
    ours = SettingOwner("udev rule", "scheduler", "kyber", place)
    assert undoing("sda", [ours], {"scheduler": "bfq"}, persist=True) == []
    (warning,) = undoing("sda", [ours], {"scheduler": "bfq"}, persist=False)
    assert str(warning).startswith("A permanent setting sets scheduler of sda to kyber")
