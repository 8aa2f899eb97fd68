"""How long root waits for an answer of the helper while somebody without a password attacks it."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from tests.bench.reference import slowness
from tests.bus.attacker import ATTACKS, fuzzed_calls_for_long, ten_seconds
from tests.bus.connections import BusClient
from tests.bus.environment import Environment
from tests.bus.test_attacks import environment_with

pytestmark = [pytest.mark.root]

WORST_S = 3.0
"""More than the bus daemon itself takes; ``slowness`` times as much on a slower computer."""
MEDIAN_S = 0.5
FASTER_THAN_ANY_SERVICE = ("dbus-broker", ten_seconds.__name__)
"""dbus-broker hands over such a flood faster than sd-bus alone reads it (about 11 µs a message), so
that everybody's calls wait in its queue behind the flood."""


@pytest.fixture(scope="module", params=["dbus-daemon", "dbus-broker"])
def attacked(request: pytest.FixtureRequest) -> Iterator[tuple[str, Environment]]:
    """The bus daemon's name, and a helper on it."""
    with environment_with(request.param) as system:
        system.start_helper()
        yield request.param, system


class Stopwatch:
    """Calls again and again in a thread, and notes how long each call took, in seconds."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.seconds: list[float] = []
        self._call = call
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._over.wait(0.02):
            begun = time.monotonic()
            self._call()
            self.seconds.append(time.monotonic() - begun)


def ask_daemon(client: BusClient) -> None:
    bus = "org.freedesktop.DBus"
    client.raw_answer("GetId", "", [], destination=bus, path="/org/freedesktop/DBus", interface=bus)


@pytest.mark.parametrize("attack", sorted(ATTACKS.keys() - {fuzzed_calls_for_long.__name__}))
def test_root_is_answered_in_time(attacked: tuple[str, Environment], attack: str) -> None:
    daemon_name, system = attacked
    with system.client() as root, system.client() as other:
        helper = Stopwatch(lambda: root.call("Describe"))
        daemon = Stopwatch(lambda: ask_daemon(other))
        try:
            system.attack(attack, 1)
        finally:
            helper.end()
            daemon.end()
    worst, daemons, slow = max(helper.seconds), max(daemon.seconds), slowness()
    median = statistics.median(helper.seconds)
    print(
        f"{attack}: worst {worst:.2f} s (the daemon {daemons:.2f} s), median {median:.3f} s; "
        f"{slow:.2f} times as slow"
    )
    assert worst <= daemons + WORST_S * slow
    if (daemon_name, attack) != FASTER_THAN_ANY_SERVICE:
        assert median <= MEDIAN_S
