"""Display names of settings, their units and choices; no widgets."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.tunable import Tunable
from storage_tuner.ui import numbers
from storage_tuner.ui.language import printable

translate = QCoreApplication.translate


def legible(tunable: Tunable) -> str:
    """ "Read-ahead" for read_ahead_kb; the kernel's name where there is no other."""
    return _legible(_language()).get(tunable.name, tunable.name)


def is_switch(tunable: Tunable) -> bool:
    """Whether it's on or off."""
    return (tunable.minimum, tunable.maximum) == (0, 1) and not tunable.words


def choice(tunable: Tunable, value: str) -> str:
    """What a value is called in a list of choices: "1: the same group"."""
    word = _choices(_language()).get(f"{tunable.name} {value}", "")
    return f"{value}: {word}" if word else printable(value)


def has_choices(tunable: Tunable) -> bool:
    """Whether its few values are words, or numbers that stand for something."""
    return bool(tunable.choices) or f"{tunable.name} 0" in _choices(_language())


def value(text: str, tunable: Tunable) -> str:
    """A value of the kernel's with its unit: "128 KiB", "on", "bfq"."""
    if is_switch(tunable) and text in ("0", "1"):
        return on() if text == "1" else off()
    if has_choices(tunable):
        return choice(tunable, text)
    if not text.isdecimal():
        return printable(text)
    plain = numbers.whole(int(text))
    called = unit(tunable, one=text == "1")
    return f"{plain}{numbers.SPACE}{called}" if called else plain


def plain(text: str, tunable: Tunable) -> str:
    """A value as short as it gets: "128", "on", "bfq"."""
    if is_switch(tunable):
        return value(text, tunable)
    return numbers.whole(int(text)) if text.isdecimal() else printable(text)


def on() -> str:
    return translate("SettingNames", "on")


def off() -> str:
    return translate("SettingNames", "off")


def unit(tunable: Tunable, *, one: bool = False) -> str:
    """Of a single one, or of several; "" where there is none."""
    single, several = _units(_language()).get(tunable.unit, (tunable.unit, tunable.unit))
    return single if one else several


def _language() -> str:
    """Tells one language from another: what was translated is remembered for each."""
    return translate("SettingNames", "requests")


@cache
def _units(_: str) -> dict[str, tuple[str, str]]:
    return {
        "requests": (translate("SettingNames", "request"), translate("SettingNames", "requests")),
        "commands": (translate("SettingNames", "command"), translate("SettingNames", "commands")),
        "batches": (translate("SettingNames", "batch"), translate("SettingNames", "batches")),
        "sectors": (translate("SettingNames", "sector"), translate("SettingNames", "sectors")),
        "threads": (translate("SettingNames", "thread"), translate("SettingNames", "threads")),
        "centiseconds": (
            translate("SettingNames", "centisecond"),
            translate("SettingNames", "centiseconds"),
        ),
        "bytes": (translate("SettingNames", "byte"), translate("SettingNames", "bytes")),
        "pages per member": (
            translate("SettingNames", "page per member"),
            translate("SettingNames", "pages per member"),
        ),
        "KiB/s per member": (
            translate("SettingNames", "KiB/s per member"),
            translate("SettingNames", "KiB/s per member"),
        ),
        "% of memory": (
            translate("SettingNames", "% of memory"),
            translate("SettingNames", "% of memory"),
        ),
    }


@cache
def _choices(_: str) -> dict[str, str]:
    return {
        "rq_affinity 0": translate("SettingNames", "any processor"),
        "rq_affinity 1": translate("SettingNames", "the same group"),
        "rq_affinity 2": translate("SettingNames", "the same processor"),
        "nomerges 0": translate("SettingNames", "merge fully"),
        "nomerges 1": translate("SettingNames", "simple merges"),
        "nomerges 2": translate("SettingNames", "never merge"),
    }


@cache
def _legible(_: str) -> dict[str, str]:
    return _of_queue() | _of_schedulers() | _of_arrays() | _of_units() | _of_machine()


def _of_queue() -> dict[str, str]:
    return {
        "scheduler": translate("SettingNames", "Scheduler"),
        "nr_requests": translate("SettingNames", "Waiting requests"),
        "queue_depth": translate("SettingNames", "Queue of the drive"),
        "read_ahead_kb": translate("SettingNames", "Read-ahead"),
        "max_sectors_kb": translate("SettingNames", "Largest request"),
        "rq_affinity": translate("SettingNames", "Completing processor"),
        "nomerges": translate("SettingNames", "Merging of requests"),
        "wbt_lat_usec": translate("SettingNames", "Write-back throttling"),
        "add_random": translate("SettingNames", "Feed random numbers"),
        "iostats": translate("SettingNames", "Count requests"),
        "rotational": translate("SettingNames", "Treat as spinning"),
    }


def _of_schedulers() -> dict[str, str]:
    return {
        "read_expire": translate("SettingNames", "Reads wait at most"),
        "write_expire": translate("SettingNames", "Writes wait at most"),
        "prio_aging_expire": translate("SettingNames", "Low priorities wait"),
        "fifo_batch": translate("SettingNames", "Requests in a row"),
        "writes_starved": translate("SettingNames", "Reads before writes"),
        "front_merges": translate("SettingNames", "Join at the front"),
        "async_depth": translate("SettingNames", "Unawaited requests"),
        "low_latency": translate("SettingNames", "Interactive first"),
        "slice_idle": translate("SettingNames", "Wait for the same one"),
        "slice_idle_us": translate("SettingNames", "Wait for it, finer"),
        "strict_guarantees": translate("SettingNames", "Exact shares"),
        "timeout_sync": translate("SettingNames", "Turn of a program"),
        "max_budget": translate("SettingNames", "Budget of a turn"),
        "fifo_expire_sync": translate("SettingNames", "Awaited ones wait"),
        "fifo_expire_async": translate("SettingNames", "Unawaited ones wait"),
        "back_seek_max": translate("SettingNames", "Near when behind"),
        "back_seek_penalty": translate("SettingNames", "Price of going back"),
        "read_lat_nsec": translate("SettingNames", "Aimed latency of reads"),
        "write_lat_nsec": translate("SettingNames", "Aimed latency of writes"),
    }


def _of_arrays() -> dict[str, str]:
    return {
        "stripe_cache_size": translate("SettingNames", "Stripe cache"),
        "group_thread_cnt": translate("SettingNames", "Threads of the array"),
        "sync_speed_min": translate("SettingNames", "Resync at least"),
        "sync_speed_max": translate("SettingNames", "Resync at most"),
    }


def _of_units() -> dict[str, str]:
    return {
        "qpolicy": translate("SettingNames", "Queues of drives"),
        "rdcache": translate("SettingNames", "Read cache"),
        "wrcache": translate("SettingNames", "Write cache"),
        "storsave": translate("SettingNames", "Safety of writes"),
        "autoverify": translate("SettingNames", "Verify by itself"),
    }


def _of_machine() -> dict[str, str]:
    return {
        "dirty_ratio": translate("SettingNames", "Unwritten, at most"),
        "dirty_bytes": translate("SettingNames", "Unwritten, as a size"),
        "dirty_background_ratio": translate("SettingNames", "Begin to write at"),
        "dirty_background_bytes": translate("SettingNames", "Begin to write (size)"),
        "dirty_expire_centisecs": translate("SettingNames", "Old after"),
        "dirty_writeback_centisecs": translate("SettingNames", "Look for old ones"),
        "swappiness": translate("SettingNames", "Swappiness"),
    }
