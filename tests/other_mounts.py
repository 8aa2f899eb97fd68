"""Mounts of other tests, which every new mount namespace holds on to."""

from __future__ import annotations

_SCRIPT = r"""
while read -r source place rest; do
    case $source:$place in
        /dev/loop*:*/storage-tuner-test-* | /dev/loop*:*/pytest-*)
            umount --lazy "$(printf %b "$place")" ;;
    esac
done </proc/self/mounts
exec "$@"
"""

WITHOUT_OTHER_MOUNTS = ("sh", "-c", _SCRIPT, "sh")
"""Goes between ``unshare --mount --propagation private`` and its program: while a file system that
another test has just mounted is mounted there, too, its loop device can't be detached."""
