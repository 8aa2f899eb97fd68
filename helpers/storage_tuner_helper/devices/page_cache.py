"""The kernel's cache of file contents."""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage_tuner_helper.children import Child

_DROP_CACHES = Path("/proc/sys/vm/drop_caches")
_SYNC = "/usr/bin/sync"
_PAGE_CACHE = "1"


async def drop() -> None:
    """Drop clean pages. Only those can be dropped, so dirty ones are written first. That may hang
    on any disk of the computer, so a child process does it: a cancelled call leaves no hanging
    thread behind."""
    child = await Child.start((_SYNC,))
    await child.finish()
    await asyncio.to_thread(_DROP_CACHES.write_text, _PAGE_CACHE)
