"""What the holder of a bus of its own lets go of before it begins."""

from __future__ import annotations

from tests.bus.holder import places_of_tests

MOUNTS = r"""/dev/vda / ext4 rw 0 0
/dev/loop80 /tmp/pytest-of-root/pytest-0/popen-gw2/with\040space ext4 rw 0 0
/dev/loop81 /var/tmp/storage-tuner-test-7/disk ext4 rw 0 0
/dev/loop3 /snap/core/1 squashfs ro 0 0
"""


def test_only_what_tests_mounted_is_let_go_of() -> None:
    assert places_of_tests(MOUNTS) == [
        "/tmp/pytest-of-root/pytest-0/popen-gw2/with space",
        "/var/tmp/storage-tuner-test-7/disk",
    ]
