"""Single runs by the real helper, as ``bench.runner`` has them made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from storage_tuner.client.connecting import connect
from storage_tuner.client.sessions import HelperSession, SessionDevice, TunedDevices
from storage_tuner.core.errors import Cancelled, OperationRefused
from storage_tuner.core.plan import Cell, Plan, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.measuring.executors import DeviceExecutor
from tests.loop_device import LoopDevice
from tests.system.conftest import Household, until

READ = classical_workload(Operation.RANDOM_READ)
AS_IT_IS = Variant("as it is", ())
RUN = RunSpecification(0, 0, Cell(READ, 1), AS_IT_IS)


def plan_for(device: LoopDevice) -> Plan:
    target = Target(TargetKind.DEVICE, device.name)
    return Plan(target, (AS_IT_IS,), (READ,), (1,), 1, runtime_ms=100, ramp_ms=0, seed=1)


@pytest.fixture
def session(
    household: Household, device: LoopDevice, monkeypatch: pytest.MonkeyPatch
) -> Iterator[SessionDevice]:
    for name, value in household.environment.items():
        monkeypatch.setenv(name, value)
    connection = connect()
    try:
        session = HelperSession.begin(connection, {device.name: device.diskseq})
        yield SessionDevice(session, device.name)
    finally:
        connection.close()


def test_a_cancel_when_the_run_has_just_ended_is_a_cancel(
    session: SessionDevice, device: LoopDevice
) -> None:
    """The helper knows of no run to stop any more, and we haven't heard of its end yet."""

    def is_over() -> bool:
        try:
            session.call("StopBenchmark", job=1)
        except OperationRefused as error:
            assert error.name == "NoSuchJob"
            return True
        return False

    def cancelled_at_the_end() -> bool:
        until(is_over, "the run's end")
        return True

    place = DeviceExecutor(session, TunedDevices(), cancelled_at_the_end)
    with pytest.raises(Cancelled):
        place.execute(RUN, plan_for(device))
