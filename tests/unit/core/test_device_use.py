"""What a device is used for, and whom that matters to."""

from __future__ import annotations

import pytest

from storage_tuner.core.device_use import RUNNING_SYSTEM, holds_desktop, mounted_at
from storage_tuner.core.message import Message


@pytest.mark.parametrize(
    ("uses", "mount_points", "holds"),
    [
        ((RUNNING_SYSTEM,), (), True),
        ((RUNNING_SYSTEM,), ("/",), True),
        ((mounted_at("/home"),), ("/home",), True),
        ((), ("/srv", "/home/ann"), True),
        ((), ("/home/annette", "/home/ann/films", "/hom"), False),
        ((), ("/srv",), False),
        ((), (), False),
    ],
)
def test_a_desktop_is_where_the_system_or_the_home_folder_is(
    uses: tuple[Message, ...], mount_points: tuple[str, ...], holds: bool
) -> None:
    assert holds_desktop(uses, mount_points, "/home/ann") is holds
