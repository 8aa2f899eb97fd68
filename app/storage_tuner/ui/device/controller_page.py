"""A RAID controller, or one of its units or drives that Linux knows nothing of."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.core.controller import Controller, Port, Unit
from storage_tuner.core.message import tr
from storage_tuner.present import controller as words
from storage_tuner.ui.device.health_card import HealthCard
from storage_tuner.ui.device.health_requests import Answer
from storage_tuner.ui.tree import badges
from storage_tuner.ui.tree import order as arrangement
from storage_tuner.ui.tree.order import ControllerPart
from storage_tuner.ui.tree.rows import controller_name, port_name, unit_name
from storage_tuner.ui.widgets.card_row import card_columns
from storage_tuner.ui.widgets.cards import FactCard, Scrolled
from storage_tuner.ui.widgets.elements import Card, Tone
from storage_tuner.ui.widgets.layouts import Placed, column_in
from storage_tuner.ui.widgets.links import Line, LinkPiece, LinkText
from storage_tuner.ui.widgets.page_head import PageHead
from storage_tuner.ui.widgets.table import TableWidget


class ControllerPage(QWidget):
    """``followed`` carries the key of a link."""

    followed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.head = PageHead()
        self.notice = self.head.notice
        self.about = FactCard(tr("Details"))
        self.policies = FactCard(str(words.POLICIES))
        self.battery = FactCard(str(words.BATTERY))
        self.details = FactCard(str(words.DETAILS))
        self.health = HealthCard()
        self._links = LinkText()
        self._links.followed.connect(self.followed)
        self._links_card = Card(tr("Related"))
        self._links_card.body.addWidget(self._links)
        none = str(words.NOT_REPORTED)
        self.parts = TableWidget.of_block(words.part_table(()), none)
        self.ports = TableWidget.of_block(words.port_table(()), none)
        self._parts_card = Card(self.parts.accessibleName())
        self._parts_card.body.addWidget(self.parts)
        self._ports_card = Card(self.ports.accessibleName())
        self._ports_card.body.addWidget(self.ports)
        self._build()

    def show_part(self, part: ControllerPart) -> None:
        self.notice.hide()
        self.health.hide()
        for card in (self.policies, self.battery, self.details):
            card.show_facts([])
        self._show_ports(())
        self._show_parts(None)
        if part.port is not None:
            self._show_port(part.controller, part.port)
        elif part.unit is not None:
            self._show_unit(part.controller, part.unit)
        else:
            self._show_controller(part.controller)

    def show_health(self, answer: Answer | None, *, is_asked: bool) -> None:
        """Of the drive that is shown."""
        self.health.show()
        self.health.show_answer(answer, is_asked=is_asked)

    def show_gone(self, name: str) -> None:
        """Leave what was shown, and say that it's no longer true."""
        self.health.button.setEnabled(False)
        self.head.show_badges((badges.gone(),))
        self.notice.show_message(
            Tone.CAUTION,
            tr("{name} is no longer available.", name=name),
            tr("Choose another device in the list."),
        )

    def text(self) -> str:
        cards = (self.about, self.policies, self.battery, self.details)
        parts = [card.text() for card in cards]
        parts += [table.text() for table in (self.parts, self.ports)]
        return "\n\n".join([self.head.text(), *(part for part in parts if part)])

    def _build(self) -> None:
        page = Scrolled()
        columns = card_columns(
            (self.about, self.policies),
            (self._links_card, self.health, self.battery, self.details),
            least_width=46,
        )
        page.fill((columns, self._parts_card, self._ports_card))
        column_in(self, self.head, Placed(page, 1), spacing=0)

    def _show_controller(self, controller: Controller) -> None:
        place = tr("RAID controller {id}", id=controller.id)
        self.head.show_name(controller_name(controller), place)
        battery = badges.of_battery(controller.bbu) if controller.bbu is not None else ()
        self.head.show_badges(battery)
        self.about.show_facts(words.controller_facts(controller))
        self.battery.show_facts(words.battery_facts(controller))
        self.details.show_facts(words.detail_facts(controller.details))
        self._show_ports(controller.ports)
        lines: list[Line] = [
            (0, (LinkPiece(unit_name(unit), arrangement.unit_key(controller, unit)),))
            for unit in controller.units
        ]
        self._show_links(lines or [(0, (LinkPiece(tr("No units")),))])

    def _show_unit(self, controller: Controller, unit: Unit) -> None:
        self.head.show_name(unit_name(unit), self._of(controller))
        self.head.show_badges(badges.of_unit(unit))
        self.about.show_facts(words.about_unit(controller, unit))
        self.policies.show_facts(words.policy_facts(unit.policies))
        self.details.show_facts(words.detail_facts(unit.details))
        ports = arrangement.ports_of(controller, unit)
        self._show_ports(tuple(port for port in controller.ports if port.id in ports))
        self._show_parts(unit)
        lines = [self._up(controller)]
        lines += [(0, (LinkPiece(disk, disk),)) for disk in unit.disks]
        self._show_links(lines)

    def _show_port(self, controller: Controller, port: Port) -> None:
        self.head.show_name(port_name(port), self._of(controller))
        self.head.show_badges(badges.of_port(port))
        self.about.show_facts(words.port_facts(port))
        self.details.show_facts(words.detail_facts(port.details))
        lines = [self._up(controller)]
        lines += [
            (0, (LinkPiece(unit_name(unit), arrangement.unit_key(controller, unit)),))
            for unit in controller.units
            if port.unit == unit.id
        ]
        self._show_links(lines)

    def _of(self, controller: Controller) -> str:
        return tr("on controller {name}", name=controller_name(controller))

    def _up(self, controller: Controller) -> Line:
        key = arrangement.controller_key(controller)
        return 0, (LinkPiece(controller_name(controller), key),)

    def _show_links(self, lines: list[Line]) -> None:
        self._links.show_lines(lines)

    def _show_ports(self, ports: tuple[Port, ...]) -> None:
        self.ports.show_block(words.port_table(ports))
        self._ports_card.setVisible(bool(ports))

    def _show_parts(self, unit: Unit | None) -> None:
        parts = unit.sub_units if unit is not None else ()
        self.parts.show_block(words.part_table(parts))
        self._parts_card.setVisible(bool(parts))
