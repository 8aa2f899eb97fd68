"""An overview of the chosen device: identity, storage layers, uses and health."""

from __future__ import annotations

from PySide6.QtCore import Signal

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Metric
from storage_tuner.core.member_settings import disks_that_count, listed_devices
from storage_tuner.core.message import tr
from storage_tuner.core.topology import Topology, flat
from storage_tuner.core.workload import Operation
from storage_tuner.present import device as words
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact
from storage_tuner.present.controller import UNIT, unit_facts
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui import wording
from storage_tuner.ui.dates import moment
from storage_tuner.ui.device.health_card import HealthCard
from storage_tuner.ui.settings.key_settings_card import GlanceCard
from storage_tuner.ui.tree.order import ControllerPart
from storage_tuner.ui.widgets.card_row import card_columns
from storage_tuner.ui.widgets.cards import FactCard, Scrolled
from storage_tuner.ui.widgets.elements import Card, Text, Tone, heading
from storage_tuner.ui.widgets.facts import SelectableText
from storage_tuner.ui.widgets.links import Line, LinkPiece, LinkText, branches, listed
from storage_tuner.ui.widgets.table import TableWidget


class OverviewTab(Scrolled):
    """``followed`` carries the key of a device's link."""

    followed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.identity = FactCard(str(words.IDENTITY))
        self.names = FactCard(str(words.NAMES))
        self.sizes = FactCard(str(words.SIZES))
        self.array = FactCard(str(words.ARRAY))
        self.multipath = FactCard(str(words.PATHS))
        self.mapping = FactCard(str(words.MAPPING))
        self.unit = FactCard(str(UNIT))
        self.queue = GlanceCard()
        self.last = FactCard(tr("Last measurement"))
        self.health = HealthCard()
        self.use = _UseCard()
        self.stack = _StackCard()
        nobody = Device("", "", "", None)
        spare = tr("none (spare or failed)")
        self.members = TableWidget.of_block(words.member_table(nobody), spare)
        self.array.body.addWidget(self.members)
        self.paths = TableWidget.of_block(words.path_table(nobody), "")
        self.multipath.body.addWidget(self.paths)
        found = tr("none found")
        self.partitions = TableWidget.of_block(words.partition_table(nobody), found)
        self._partitions_card = Card(self.partitions.accessibleName())
        self._partitions_card.body.addWidget(self.partitions)
        columns = card_columns(
            (
                self.health,
                self.queue,
                self.use,
                self.stack,
                self.unit,
                self.array,
                self.multipath,
                self.mapping,
            ),
            (self.identity, self.names, self.sizes, self.last),
            least_width=46,
        )
        self.fill((columns, self._partitions_card))
        self.health.followed.connect(self.followed)
        self.stack.followed.connect(self.followed)

    def show_device(
        self, device: Device, devices: tuple[Device, ...], part: ControllerPart | None
    ) -> None:
        """``part`` is the controller's unit that the device is."""
        topology = Topology(listed_devices(devices))
        self.identity.show_facts(words.gathered(words.identity(device)))
        self.names.show_facts(words.gathered(words.names(device)))
        self.sizes.show_facts(words.gathered(words.sizes(device)))
        self.mapping.show_facts(words.gathered(words.mapping(device)))
        unit = part.unit if part is not None else None
        self.unit.show_facts(
            unit_facts(part.controller, unit) if part is not None and unit is not None else ()
        )
        self._show_array(device)
        self.multipath.show_facts(words.gathered(words.multipath(device)))
        self.paths.show_block(words.path_table(device))
        self.use.show_device(device)
        self.stack.show_device(device, devices, topology)
        more = (words.schedulers(device), *words.queue(device))
        self.queue.show_device(device, devices, more)
        self.partitions.show_block(words.partition_table(device))
        self._partitions_card.setVisible(bool(device.partitions))

    def show_last(self, session: StoredSession | None) -> None:
        self.last.show_facts(last_rows(session) if session is not None else [])

    def text(self) -> str:
        """All that is shown, for the clipboard."""
        cards = (
            self.identity, self.names, self.sizes, self.unit, self.array, self.multipath,
            self.mapping, self.queue, self.last,
        )  # fmt: skip
        parts = [card.text() for card in cards]
        parts.append(self.use.text())
        parts.append(self.stack.text())
        parts += [table.text() for table in (self.members, self.paths, self.partitions)]
        return "\n\n".join(part for part in parts if part)

    def _show_array(self, device: Device) -> None:
        members = words.member_table(device)
        self.array.show_facts(words.gathered(words.array(device)))
        self.members.show_block(members)
        self.members.setVisible(bool(members.rows))


class _UseCard(Card):
    def __init__(self) -> None:
        super().__init__(str(words.IN_USE))
        self._work = Text(tone=Tone.CAUTION)
        self._uses = SelectableText()
        self.body.addWidget(self._work)
        self.body.addWidget(self._uses)

    def show_device(self, device: Device) -> None:
        work = str(words.in_progress(device))
        self._work.setVisible(bool(work))
        self._work.setText(work)
        uses = map(str, words.uses(device) or (words.NOT_IN_USE,))
        self._uses.setText("\n".join(text[:1].upper() + text[1:] for text in uses))

    def text(self) -> str:
        lines = [*self._uses.text().split("\n")]
        if not self._work.isHidden():
            lines.insert(0, self._work.text())
        return "\n".join([str(words.IN_USE), *(f"  {line}" for line in lines)])


class _StackCard(Card):
    """Underlying and stacked devices, at any depth."""

    followed = Signal(str)

    def __init__(self) -> None:
        super().__init__(str(words.LAYERS))
        self.stacked_on, self.underlying = LinkText(), LinkText()
        self._parts = (
            (heading(str(words.ON_TOP), points=0), self.stacked_on),
            (heading(str(words.UNDERLYING), points=0), self.underlying),
        )
        for title, links in self._parts:
            links.followed.connect(self.followed)
            self.body.addWidget(title)
            self.body.addWidget(links)

    def show_device(self, device: Device, devices: tuple[Device, ...], topology: Topology) -> None:
        standing, carrying = topology.stacked(device.name), topology.underlying(device.name)
        near = {*flat(standing), *flat(carrying)}
        names = {each.name: _detail(each, device) for each in devices if each.name in near}
        stacked_on = branches(standing, names)
        underlying = branches(carrying, names)
        stacked_on += _unknown(device.holders, topology)
        underlying += _unknown(device.members, topology)
        counts = [each.name for each in disks_that_count(device, devices)]
        if underlying and counts != [device.name]:
            said = tr("Uses the settings of ")
            paths = {each.name for each in devices if each.head is not None}
            underlying.append((0, (LinkPiece(said), *listed(counts, paths))))
        for (title, links), lines in zip(self._parts, (stacked_on, underlying), strict=True):
            links.show_lines(lines)
            for widget in (title, links):
                widget.setVisible(bool(lines))
        self.setVisible(bool(stacked_on or underlying))

    def text(self) -> str:
        parts = []
        for title, links in self._parts:
            if links.plain:
                lines = [f"  {line}" for line in links.plain.split("\n")]
                parts.append("\n".join([title.text(), *lines]))
        return "\n\n".join(parts)


def _detail(device: Device, of: Device) -> str:
    """Text behind a device name, with its member partitions."""
    parts = [part.name for part in device.partitions if part.name in of.members]
    called = wording.name(device)
    own = f"{device.name} · "
    called = called.removeprefix(own)
    return " ".join([called, f"({', '.join(parts)})"] if parts else [called])


def _unknown(names: tuple[str, ...], topology: Topology) -> list[Line]:
    """Devices that are named but not listed."""
    known = {*topology.below, *topology.partitions}
    return [(0, (LinkPiece(name),)) for name in names if name not in known]


def last_rows(session: StoredSession) -> list[Fact]:
    """The best mean of each kind of reading, and when that was."""
    record = session.record
    rows = []
    for operation in (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ):
        values = [
            value
            for run in record.measurements
            if run.operation == operation and (value := run.value(Metric.RATE)) is not None
        ]
        if values:
            text = numbers.metric_value(Metric.RATE, operation, max(values))
            said = tr("up to {value}", value=text)
            rows.append(Fact(str(operation.label), said))
    if when := moment(record.created_at):
        rows.append(Fact(tr("Date"), when))
    return rows
