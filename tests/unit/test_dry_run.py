"""What ``set --dry-run`` announces is what the helper then writes, in this order."""

from __future__ import annotations

import pytest

from storage_tuner.core.setting_effects import expected_settings, planned_change
from storage_tuner.core.tunable import BY_NAME, CATALOGUE
from storage_tuner_helper.errors import NotSupported
from storage_tuner_helper.restoring import settings
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import Scope

OF_SCHEDULERS = {
    "none": {},
    "mq-deadline": {"fifo_batch": "16", "async_depth": "256"},
    "bfq": {"low_latency": "1", "slice_idle": "8", "slice_idle_us": "8000"},
}
MEMORY = {"dirty_ratio": "20", "dirty_bytes": "0", "swappiness": "60"}


class Kernel:
    """Values in memory that change along with others as the kernel's do, and a note of writes."""

    diskseq = 1

    def __init__(self, name: str, values: dict[str, str]) -> None:
        self.name = name
        self.scopes = frozenset(
            {Scope.MACHINE} if name == "vm" else {Scope.DEVICE, Scope.SCHEDULER}
        )
        self.values = dict(values)
        self.written: list[tuple[str, str]] = []

    def queue(self) -> int:
        return 1

    def names(self, folder: str) -> list[str]:
        prefix = f"{folder}/"
        files = (BY_NAME[name].attribute for name in self.values)
        return [file.removeprefix(prefix) for file in files if file.startswith(prefix)]

    def read(self, attribute: str) -> str:
        name = _name(attribute)
        if name not in self.values:
            raise NotSupported(said("no such file"))
        return f"[{self.values[name]}]" if name == "scheduler" else self.values[name]

    def read_settable(self, attribute: str) -> str:
        return self.read(attribute)

    def write(self, attribute: str, value: str) -> None:
        name = _name(attribute)
        self.written.append((attribute, value))
        self.values[name] = value
        if name == "scheduler":
            for belonging in (one for values in OF_SCHEDULERS.values() for one in values):
                self.values.pop(belonging, None)
            self.values |= {"nr_requests": "256", **OF_SCHEDULERS[value]}
        elif name == "nr_requests" and "async_depth" in self.values:
            self.values["async_depth"] = value
        elif name in ("rotational", "max_sectors_kb"):
            self.values["read_ahead_kb"] = "9999"
        elif name in ("dirty_ratio", "dirty_bytes"):
            self.values["dirty_bytes" if name == "dirty_ratio" else "dirty_ratio"] = "0"


def _name(attribute: str) -> str:
    """ "" for what is no tunable, such as whether a disk has zones; this one hasn't."""
    return next((one.name for one in CATALOGUE if one.attribute == attribute), "")


def disk(scheduler: str) -> dict[str, str]:
    return {
        "scheduler": scheduler,
        "nr_requests": "64",
        "read_ahead_kb": "128",
        "max_sectors_kb": "512",
        "rotational": "1",
        **OF_SCHEDULERS[scheduler],
    }


@pytest.mark.parametrize(
    ("present", "wanted"),
    [
        (disk("none"), {"scheduler": "bfq", "nr_requests": "32", "low_latency": "0"}),
        (disk("none"), {"scheduler": "none", "nr_requests": "64"}),
        (disk("mq-deadline"), {"scheduler": "bfq", "read_ahead_kb": "64"}),
        (disk("mq-deadline"), {"nr_requests": "32"}),
        (disk("mq-deadline"), {"nr_requests": "32", "async_depth": "8"}),
        (disk("bfq"), {"slice_idle": "0", "read_ahead_kb": "128"}),
        (disk("bfq"), {"rotational": "0"}),
        (disk("bfq"), {"rotational": "0", "max_sectors_kb": "64"}),
    ],
)
def test_of_a_disk(present: dict[str, str], wanted: dict[str, str]) -> None:
    kernel = Kernel("sda", present)
    change = planned_change("sda", present, wanted, ["async_depth"])
    settings.apply(kernel, wanted)
    announced = [(write.path.removeprefix("/sys/block/sda/"), write.new) for write in change.writes]
    held = [(BY_NAME[name].attribute, value) for name, value in change.held.items()]
    assert kernel.written == [*announced, *held]
    expected = expected_settings(change, present, wanted)
    assert expected.items() <= kernel.values.items()
    untouched = set(present) - set(change.reset) - set(change.lost) - set(wanted)
    assert {name: kernel.values[name] for name in untouched} == {
        name: present[name] for name in untouched
    }


@pytest.mark.parametrize(
    "wanted", [{"dirty_bytes": "65536"}, {"dirty_ratio": "5", "swappiness": "1"}]
)
def test_of_the_machine(wanted: dict[str, str]) -> None:
    kernel = Kernel("vm", MEMORY)
    change = planned_change("vm", MEMORY, wanted)
    settings.apply(kernel, wanted)
    announced = [(write.path.removeprefix("/proc/sys/"), write.new) for write in change.writes]
    assert kernel.written == announced
    assert expected_settings(change, MEMORY, wanted).items() <= kernel.values.items()
