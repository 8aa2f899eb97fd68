"""What is to be said of a device that is busy with something else than its user."""

from __future__ import annotations

from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.ui import wording
from storage_tuner.ui.widgets.elements import Message, Tone


def say_work(message: Message, device: Device, *, is_measured: bool) -> None:
    """Say what ``device`` is busy with; nothing where it isn't. ``is_measured``: by us, in
    another window or on the command line."""
    if is_measured:
        message.say(
            Tone.CAUTION,
            tr("{name} is being measured by Storage Tuner elsewhere.", name=wording.name(device)),
            tr(
                "Its settings change while that runs, and come back afterwards. Everything can be "
                "looked at; wait until it is done before you tune it."
            ),
        )
    elif device.background is not None:
        work = wording.work(device.background.action, device.background.percent)
        message.say(
            Tone.CAUTION,
            tr("{name} is busy with itself: {work}.", name=wording.name(device), work=work),
            tr(
                "Everything can be looked at. What is measured now would be wrong, and would slow "
                "that work down; wait until it is done before you tune it."
            ),
        )
    else:
        message.hide()
