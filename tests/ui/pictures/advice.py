"""The tab of advice, of disks and of arrays, before and after measuring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from storage_tuner.core.errors import NoKnowledge
from storage_tuner.core.plan import TargetKind, Use
from storage_tuner.ui.device.advice_tab import AdviceTab
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.widgets.fold import Fold
from tests.ui import sample_machine, samples
from tests.ui.pictures.studio import Studio
from tests.ui.still import AtOnce, KeptRecords, Never, still_advice

MACHINE = {device.name: device for device in sample_machine.EVERYTHING}


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    tab = _tab("sdc", Never())
    yield "advice-looking", tab
    tab.show_failed(NoKnowledge("sources.toml is missing"))
    yield "advice-failed", tab
    for name in ("sdc", "md0", "nvme0n1", "sdg", "dm-1"):
        tab = _tab(name, AtOnce())
        _settle(studio, tab)
        yield f"advice-{name}", tab
    tab = _tab("md0", AtOnce())
    tab.wishes.use.setCurrentIndex(tab.wishes.use.findData(Use.DATABASE))
    _settle(studio, tab)
    for fold in tab.findChildren(Fold)[:1]:
        fold.set_open(True)
    yield "advice-published", tab
    tab.show()
    tab.wishes.aims.usual.setChecked(False)
    _settle(studio, tab)
    yield "advice-aims", tab
    tab = _measured()
    _settle(studio, tab)
    yield "advice-measured", tab
    tab = _tab("sdc", AtOnce())
    _settle(studio, tab)
    tab.show_gone()
    yield "advice-gone", tab


def _settle(studio: Studio, tab: AdviceTab) -> None:
    """The advice is shown piece by piece."""
    tab.show()
    while tab.is_filling:
        studio.settle(50)


def _tab(name: str, jobs: Jobs) -> AdviceTab:
    results = KeptRecords()
    results.show()
    tab = AdviceTab(results, jobs, still_advice)
    tab.resize(800, 900)
    part = sample_machine.CONTROLLER if name == "sdg" else None
    tab.show_device(MACHINE[name], sample_machine.EVERYTHING, (part,) if part else ())
    return tab


def _measured() -> AdviceTab:
    device = samples.DEVICES[0]
    record, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.11, "kyber": -0.05, "none": 0.02})
    results = KeptRecords()
    results.show(replace(record, related=samples.DEVICES))
    tab = AdviceTab(results, AtOnce(), still_advice)
    tab.resize(800, 900)
    tab.show_device(device, samples.DEVICES)
    return tab
