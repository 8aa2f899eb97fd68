"""The rows of the list of settings; no widgets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.member_settings import MemberSetting
from storage_tuner.core.memory_risk import risk_of
from storage_tuner.core.message import tr
from storage_tuner.core.tunable import Risk, Tunable
from storage_tuner.present.setting import ANY_VALUE, has_choices, span
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.controls import Shape


@dataclass(frozen=True)
class ValueRange:
    """What can be chosen: words, or whole numbers between two; neither where only the kernel knows
    what it accepts."""

    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None

    @property
    def leave_a_choice(self) -> bool:
        return len(self.choices) != 1 and (self.low is None or self.low != self.high)


@dataclass(frozen=True)
class SettingRow:
    """``value`` is None where unknown, with the ``reason``. ``notes`` are short: other tools that
    set it, and differences between members. ``members`` is present for a tunable set on member
    disks; ``seen`` has the value of each device it would be set on. ``locked`` says why it can't be
    set here; "" where it can. ``disks`` counts the array's disks it is set on."""

    tunable: Tunable
    value: str | None
    default: str | None
    bounds: ValueRange
    notes: tuple[str, ...] = ()
    reason: str = ""
    owners: tuple[SettingOwner, ...] = ()
    siblings: MemberSetting | None = None
    members: MemberSetting | None = None
    locked: str = ""
    seen: Mapping[str, str] = field(default_factory=dict)
    disks: int | None = None

    def can_stall(self, value: str | None) -> bool:
        """Whether ``value`` can, or (None) the largest that may be chosen."""
        value = str(self.bounds.high) if value is None else value
        return risk_of(self.tunable, value, self.disks) is Risk.STALL

    @property
    def name(self) -> str:
        """Its label."""
        return names.legible(self.tunable)

    @property
    def value_text(self) -> str:
        """ "" where unknown."""
        if self.value is not None:
            return names.value(self.value, self.tunable)
        return " / ".join(names.value(value, self.tunable) for value in self.member_values)

    @property
    def member_values(self) -> tuple[str, ...]:
        """Values set on member disks."""
        return tuple(self.members.values) if self.members is not None else ()

    @property
    def plain_members(self) -> str:
        """The same as short as it gets; "" where there are none."""
        return " / ".join(names.plain(value, self.tunable) for value in self.member_values)

    @property
    def default_text(self) -> str:
        return names.value(self.default, self.tunable) if self.default is not None else ""

    @property
    def range(self) -> str:
        """ "4 to 2 048", or the words that there are."""
        if self.bounds.choices:
            return ", ".join(self.bounds.choices)
        low, high = self.bounds.low, self.bounds.high
        if low is None or high is None:
            return str(ANY_VALUE)
        return str(span(low, high, self.tunable.words))

    @property
    def shape(self) -> Shape:
        """Of the control that it needs."""
        choices = self.bounds.choices
        if not choices and has_choices(self.tunable):
            choices = tuple(map(str, range(self.bounds.low or 0, (self.bounds.high or 0) + 1)))
        instead = self.plain_members or tr("default")
        return Shape(
            self.tunable,
            choices,
            self.bounds.low or 0,
            self.bounds.high or 0,
            instead if self.value is None else "",
        )


@dataclass(frozen=True)
class Group:
    """``is_absent``: settings the device doesn't have."""

    title: str
    rows: tuple[SettingRow, ...]
    is_absent: bool = False


def no_default() -> str:
    """Why a default is unknown."""
    return tr("depends on the device, not reported by the kernel")
