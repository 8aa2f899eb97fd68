"""The options of a fio job, as listed in its JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from storage_tuner.typed_documents import Json

SYNCHRONOUS_ENGINES = frozenset(
    ("sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice", "ftruncate", "filecreate")
)
"""Engines with one request in flight, whatever ``iodepth`` is. The default on Linux is psync."""

_MULTIPLES = {"": 1, "b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_SIZE = re.compile(r"(\d{1,15})\s*([kmgt]?)(?:i?b)?", re.IGNORECASE)
_SHARE = re.compile(r"\d{1,3}")
_DEVICE = re.compile(r"/dev/([A-Za-z0-9]{1,32})")
_MOST_THREADS = 1 << 20


@dataclass(frozen=True)
class Options:
    """The options of a job. ``reported`` is False where a file has no options at all: then it's
    also unknown whether fio's defaults were in force."""

    values: Mapping[str, str]
    reported: bool

    @classmethod
    def of(cls, global_options: Json, job_options: Json) -> Options:
        values: dict[str, str] = {}
        reported = isinstance(job_options, dict) or isinstance(global_options, dict)
        for options in (global_options, job_options):
            if isinstance(options, dict):
                values |= {key: str(value).strip() for key, value in options.items()}
        return cls(values, reported)

    @property
    def mode(self) -> str | None:
        """fio's ``rw`` without the part after a colon."""
        word = self._first("rw", "readwrite") or ("read" if self.reported else None)
        return word.partition(":")[0].lower() if word else None

    @property
    def has_several_sizes(self) -> bool:
        names = ("bsrange", "blocksize_range", "bssplit")
        return any(name in self.values for name in names) or "-" in self._blocks

    def block_bytes(self, writes: bool) -> int | None:
        """The block size of reads or writes; "4k,8k" contains both."""
        reading, _, others = self._blocks.partition(",")
        writing = others.partition(",")[0] or reading
        return size_of(writing if writes else reading)

    @property
    def queue_depth(self) -> int | None:
        if not self.reported:
            return None
        if self.values.get("ioengine", "psync") in SYNCHRONOUS_ENGINES:
            return 1
        return self._whole("iodepth") or 1

    @property
    def threads(self) -> int:
        """The number of threads of a job with a single entry, for which fio added them up."""
        return self._whole("numjobs") or 1

    @property
    def bypasses_cache(self) -> bool | None:
        if not self.reported:
            return None
        direct = self.values.get("direct", "0") not in ("0", "false")
        return direct or self.values.get("buffered", "1") in ("0", "false")

    @property
    def read_percent(self) -> int:
        if (writes := self._share("rwmixwrite")) is not None:
            return 100 - writes
        reads = self._share("rwmixread")
        return 50 if reads is None else reads

    @property
    def device(self) -> str | None:
        """The kernel name of a disk that was measured directly."""
        found = _DEVICE.fullmatch(self.values.get("filename", ""))
        return found[1] if found else None

    @property
    def path(self) -> str | None:
        return None if self.device else self.values.get("filename") or None

    @property
    def size_bytes(self) -> int | None:
        return size_of(self.values.get("size", ""))

    @property
    def _blocks(self) -> str:
        return self._first("bs", "blocksize") or ("4k" if self.reported else "")

    def _first(self, *names: str) -> str:
        return next((self.values[name] for name in names if self.values.get(name)), "")

    def _whole(self, name: str) -> int | None:
        text = self.values.get(name, "")
        number = int(text) if text.isdecimal() and len(text) < 8 else 0
        return number if 0 < number <= _MOST_THREADS else None

    def _share(self, name: str) -> int | None:
        text = self.values.get(name, "")
        return int(text) if _SHARE.fullmatch(text) and int(text) <= 100 else None


def size_of(text: str) -> int | None:
    """``4k``, ``4KiB`` or ``4096`` in bytes; fio's units are multiples of 1024 by default."""
    found = _SIZE.fullmatch(text.strip())
    if not found:
        return None
    return int(found[1]) * _MULTIPLES[found[2].lower()] or None
