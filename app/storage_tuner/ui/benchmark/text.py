"""Names and texts of quick tests."""

from __future__ import annotations

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.quick_test.request import EARLIER, NOW, Figure, Profile, QuickResult
from storage_tuner.present import numbers
from storage_tuner.present.wording import printable
from storage_tuner.ui.dates import moment


def profile(choice: Profile) -> str:
    return {
        Profile.DEFAULT: tr("Default"),
        Profile.NVME: tr("NVMe"),
        Profile.EVERYDAY: tr("Everyday"),
    }[choice]


def profile_hint(choice: Profile) -> str:
    return {
        Profile.DEFAULT: tr("Large and small blocks"),
        Profile.NVME: tr("Deep queues, as fast NVMe disks need"),
        Profile.EVERYDAY: tr("One request at a time, as in most programs"),
    }[choice]


def abbreviated(test: str) -> str:
    """As CrystalDiskMark writes it: "SEQ1M Q8T1"."""
    return test.replace("-", " ").upper()


def test_name(test: str) -> tuple[str, str]:
    """The name and the parameters of a test."""
    large, small = tr("Sequential"), tr("Random")
    return {
        "seq1m-q8t1": (large, tr("1 MiB, queue depth 8")),
        "seq1m-q1t1": (large, tr("1 MiB, queue depth 1")),
        "rnd4k-q32t1": (small, tr("4 KiB, queue depth 32")),
        "rnd4k-q32t16": (small, tr("4 KiB, queue depth 32, 16 threads")),
        "rnd4k-q1t1": (small, tr("4 KiB, queue depth 1")),
    }.get(test, (test, ""))


def direction(*, writes: bool) -> str:
    return tr("Write") if writes else tr("Read")


def test_of(operation: Operation) -> str:
    """ "seq1m-q8t1" of the operation "cdm-seq1m-q8t1-read"."""
    return operation.name.removeprefix("cdm-").rpartition("-")[0]


def rate(figure: Figure) -> str:
    return numbers.rate(figure.rate.mean)


def details(figure: Figure) -> str:
    """IOPS and mean latency."""
    parts = []
    if figure.iops is not None:
        parts.append(f"{numbers.three_digits(figure.iops)}{numbers.SPACE}IOPS")
    if figure.access_ms is not None:
        parts.append(numbers.milliseconds(figure.access_ms))
    return " · ".join(parts)


def certainty(figure: Figure) -> str:
    """The 95 % interval of the mean, or why there is none."""
    if figure.disturbed:
        return tr("interference, so unreliable: {reason}", reason=str(figure.disturbed))
    low, high = figure.rate.low, figure.rate.high
    if low is None or high is None:
        return tr("one run, no interval")
    return tr(
        "95 % interval: {low} to {high} MB/s",
        low=numbers.three_digits(max(0.0, low)),
        high=numbers.three_digits(high),
    )


def against_earlier(verdict: Verdict | None) -> str:
    """The comparison with the last result; "" if there is none."""
    if verdict is None or len(verdict.summaries) < 2:
        return ""
    lead = numbers.change(verdict.effect_percent, verdict.interval_percent)
    if verdict.state is State.BETTER and verdict.winner == NOW:
        return tr("▲ faster than last time: {lead}", lead=lead)
    if verdict.state is State.BETTER and verdict.winner == EARLIER:
        return tr("▼ slower; last time was ahead by {lead}", lead=lead)
    if verdict.state is State.EQUAL:
        return tr("= same as last time")
    if any(summary.runs < 2 for summary in verdict.summaries):
        return tr("single runs can't be compared")
    return tr("difference from last time inconclusive")


def place(record: SessionRecord) -> str:
    target = record.plan.target
    if target.kind is TargetKind.PRACTICE:
        return tr("on a practice disk")
    if target.kind is TargetKind.FILE:
        return tr("in {folder}", folder=printable(target.path or ""))
    return tr("on the disk itself")


def runs(count: int) -> str:
    return trn(count, "{count} run per test", "{count} runs per test")


def settings(record: SessionRecord) -> str:
    """The most important settings."""
    values = {**(record.device.settings if record.device else {}), **record.original_settings}
    shown = [f"{name} = {values[name]}" for name in _SHOWN if name in values]
    return printable(", ".join(shown))


_SHOWN = ("scheduler", "queue_depth", "nr_requests", "read_ahead_kb")


def doing(progress: Progress) -> str:
    """The current step."""
    run = progress.specification
    if progress.doing:
        return str(progress.doing)
    if progress.phase is not Phase.MEASURING or run is None:
        return str(progress.sentence)
    operation = run.cell.workload.operations[0]
    name, detail = test_name(test_of(operation))
    return tr(
        "{test}, {direction}, {detail}: run {number} of {count}",
        test=name,
        direction=direction(writes=operation.writes).lower(),
        detail=detail,
        number=progress.run,
        count=progress.runs,
    )


def as_text(result: QuickResult, device: Device | None) -> str:
    """A result for the clipboard, one line per figure."""
    record = result.record
    title = printable(device.title) if device is not None else ""
    lines = [
        " · ".join(part for part in (title, moment(record.created_at), place(record)) if part),
        " · ".join(part for part in (runs(record.plan.repeats), settings(record)) if part),
    ]
    lines += [_line(figure, result) for figure in result.figures]
    machine = record.machine
    lines.append(
        f"fio {machine.fio}, Linux {machine.kernel}, Storage Tuner {machine.storage_tuner}"
    )
    return "\n".join(printable(line) for line in lines)


def _line(figure: Figure, result: QuickResult) -> str:
    said = spoken(figure, against_earlier(result.verdict(figure.operation)))
    return said.replace(numbers.THOUSANDS, " ").replace(numbers.SPACE, " ")


def short(figure: Figure) -> str:
    """For a list: "SEQ1M Q8T1 read 3 480 MB/s"."""
    test = abbreviated(test_of(figure.operation))
    way = direction(writes=figure.operation.writes).lower()
    return f"{test} {way} {rate(figure)}"


def spoken(figure: Figure, compared: str = "") -> str:
    """A whole figure in one line."""
    name, detail = test_name(test_of(figure.operation))
    parts = [rate(figure), details(figure), certainty(figure), compared]
    head = f"{name}, {direction(writes=figure.operation.writes).lower()}, {detail}"
    return f"{head}: {'; '.join(part for part in parts if part)}"
