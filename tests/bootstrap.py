"""How tests make the root file system of another Debian or Ubuntu."""

from __future__ import annotations

from tests.other_mounts import WITHOUT_OTHER_MOUNTS

APART = (
    "unshare",
    "--mount",
    "--propagation=private",
    "--pid",
    "--mount-proc",
    "--fork",
    "--kill-child",
    *WITHOUT_OTHER_MOUNTS,
)
"""Its mounts end with it, however it ends: nobody who tidies up may come upon /dev or /sys. And it
sees no other processes: polkitd's postinst ends every polkitd that it finds."""

MMDEBSTRAP = (*APART, "mmdebstrap", "--mode=root", "--variant=minbase", "--quiet")
