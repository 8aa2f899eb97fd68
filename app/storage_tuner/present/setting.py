"""Labels of settings and values, and facts to consider before a change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.message import Text, english_text, sentence, together, tr
from storage_tuner.core.owners import is_ours
from storage_tuner.core.tunable import UNDESCRIBED, Risk, Scope, Tunable
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact, known_facts
from storage_tuner.present.wording import printable

ANY_VALUE = sentence("any whole number or word")
"""The range of a setting that only the kernel knows."""

ON = sentence("on")
OFF = sentence("off")

_LABELS = {
    "scheduler": sentence("Scheduler"),
    "nr_requests": sentence("Request queue size"),
    "queue_depth": sentence("Device queue depth"),
    "read_ahead_kb": sentence("Read-ahead"),
    "max_sectors_kb": sentence("Max request size"),
    "rq_affinity": sentence("Completion CPU"),
    "nomerges": sentence("Request merging"),
    "wbt_lat_usec": sentence("Write-back throttling"),
    "add_random": sentence("Entropy contribution"),
    "iostats": sentence("I/O statistics"),
    "rotational": sentence("Treat as rotational"),
    "read_expire": sentence("Read deadline"),
    "write_expire": sentence("Write deadline"),
    "prio_aging_expire": sentence("Low-priority deadline"),
    "fifo_batch": sentence("Batch size"),
    "writes_starved": sentence("Read preference"),
    "front_merges": sentence("Front merges"),
    "async_depth": sentence("Async depth"),
    "low_latency": sentence("Low-latency mode"),
    "slice_idle": sentence("Idle time"),
    "slice_idle_us": sentence("Idle time (µs)"),
    "strict_guarantees": sentence("Strict guarantees"),
    "timeout_sync": sentence("Time slice"),
    "max_budget": sentence("Max budget"),
    "fifo_expire_sync": sentence("Sync deadline"),
    "fifo_expire_async": sentence("Async deadline"),
    "back_seek_max": sentence("Max backward seek"),
    "back_seek_penalty": sentence("Backward seek penalty"),
    "read_lat_nsec": sentence("Target read latency"),
    "write_lat_nsec": sentence("Target write latency"),
    "stripe_cache_size": sentence("Stripe cache"),
    "group_thread_cnt": sentence("Array worker threads"),
    "sync_speed_min": sentence("Min resync speed"),
    "sync_speed_max": sentence("Max resync speed"),
    "qpolicy": sentence("Drive queueing"),
    "rdcache": sentence("Read cache"),
    "wrcache": sentence("Write cache"),
    "storsave": sentence("StorSave profile"),
    "autoverify": sentence("Auto-verify"),
    "dirty_ratio": sentence("Max dirty memory"),
    "dirty_bytes": sentence("Max dirty bytes"),
    "dirty_background_ratio": sentence("Background writeback start"),
    "dirty_background_bytes": sentence("Background writeback bytes"),
    "dirty_expire_centisecs": sentence("Dirty page age"),
    "dirty_writeback_centisecs": sentence("Writeback interval"),
    "swappiness": sentence("Swappiness"),
}

_UNITS = {
    "requests": (sentence("request"), sentence("requests")),
    "commands": (sentence("command"), sentence("commands")),
    "batches": (sentence("batch"), sentence("batches")),
    "sectors": (sentence("sector"), sentence("sectors")),
    "threads": (sentence("thread"), sentence("threads")),
    "centiseconds": (sentence("centisecond"), sentence("centiseconds")),
    "bytes": (sentence("byte"), numbers.BYTES),
    "pages per member": (sentence("page per member"), sentence("pages per member")),
    "KiB/s per member": (sentence("KiB/s per member"), sentence("KiB/s per member")),
    "% of memory": (sentence("% of memory"), sentence("% of memory")),
}
"""Of one, and of several."""

_CHOICES = {
    "rq_affinity": (
        sentence("any CPU"),
        sentence("same CPU group"),
        sentence("same CPU"),
    ),
    "nomerges": (sentence("all merges"), sentence("simple merges only"), sentence("no merges")),
}
"""The meanings of the numbers from 0."""


_MOST_DIGITS = 20


def label(name: str) -> str:
    """ "Read-ahead" for read_ahead_kb; the kernel's name where there is no other."""
    return str(_LABELS.get(name, printable(name.removeprefix(UNDESCRIBED))))


def is_switch(tunable: Tunable) -> bool:
    """Whether it's on or off."""
    return tunable.bounds == (0, 1) and not tunable.words


def has_choices(tunable: Tunable) -> bool:
    """Whether its values are words, or numbers with a meaning."""
    return bool(tunable.choices) or tunable.name in _CHOICES


def choice(tunable: Tunable, value: str) -> str:
    """A value in a list of choices: "1: same CPU group"."""
    words = dict(enumerate(_CHOICES.get(tunable.name, ())))
    word = words.get(int(value), "") if _is_number(value) else ""
    return str(together((printable(value), word), ": "))


def value(text: str, tunable: Tunable) -> str:
    """A value of the kernel's with its unit: "128 KiB", "on", "bfq"."""
    if is_switch(tunable) and text in ("0", "1"):
        return str(ON if text == "1" else OFF)
    if has_choices(tunable):
        return choice(tunable, text)
    if not _is_number(text):
        return printable(text)
    return str(together((numbers.whole(int(text)), unit(tunable, one=text == "1")), numbers.SPACE))


def plain(text: str, tunable: Tunable) -> str:
    """A value as short as it gets: "128", "on", "bfq"."""
    if is_switch(tunable):
        return value(text, tunable)
    return numbers.whole(int(text)) if _is_number(text) else printable(text)


def _is_number(text: str) -> bool:
    """As the kernel has them; a file may hold thousands of digits, which ``int`` refuses."""
    return text.isdecimal() and len(text) <= _MOST_DIGITS


def unit(tunable: Tunable, *, one: bool = False) -> str:
    """Of a single one, or of several; "" where there is none."""
    single, several = _UNITS.get(english_text(tunable.unit), (tunable.unit, tunable.unit))
    return str(single if one else several)


def span(low: int, high: int, words: Iterable[str]) -> str:
    """ "4 to 2 048", and the words allowed instead."""
    numbered = tr("{low} to {high}", low=numbers.whole(low), high=numbers.whole(high))
    return str(together((numbered, *words), ", "))


def setting_facts(
    tunable: Tunable, device: str, owners: Iterable[SettingOwner], locked: str = ""
) -> tuple[Fact, ...]:
    """The setting's owners, side effects, risks and file. ``locked`` is the reason why it can't be
    set now."""
    hazard = tunable.hazard
    loss = tr("{value}: {loss}", value=hazard.value, loss=hazard.loss) if hazard else ""
    controllers = tr("the controller, through tw_cli")
    kept = (
        (tr("Stored by"), controllers)
        if tunable.scope is Scope.UNIT
        else (tr("File"), printable(tunable.path(device)))
    )
    found: tuple[tuple[str, Text | None], ...] = (
        (tr("Set by"), together(_owners(owners), "\n")),
        (tr("Can't be set"), locked),
        (tr("Effect"), tunable.side_effects),
        (tr("Risk"), _RISKS[tunable.risk]),
        (tr("Danger"), loss),
        (tr("Kernels"), tunable.kernels),
        kept,
    )
    return known_facts(found)


_RISKS: dict[Risk, Text] = {
    Risk.NONE: "",
    Risk.SLOW: sentence("A wrong value can slow the device down."),
    Risk.STALL: sentence("A wrong value can make the computer nearly unresponsive."),
}


def _owners(owners: Iterable[SettingOwner]) -> Iterator[str]:
    for owner in owners:
        tool, place = printable(owner.tool), printable(owner.place)
        if is_ours(owner):
            yield tr("made permanent by Storage Tuner")
        elif owner.value is None:
            yield tool
        else:
            yield tr("{tool}, to {value}", tool=tool, value=printable(owner.value))
        yield place
