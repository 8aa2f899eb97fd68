"""What stands on what, also in a capture that can't be true."""

from __future__ import annotations

from storage_tuner.core.device import Device, Partition
from storage_tuner.core.topology import Branch, Topology, flat, natural


def device(name: str, members: tuple[str, ...] = (), **more: object) -> Device:
    return Device(name, f"/dev/{name}", "disk", 1, members=members, **more)  # type: ignore[arg-type]


STACK = (
    device("dm-1", ("dm-0",)),
    device("dm-0", ("md0",)),
    device("md0", ("sda1", "sdb")),
    device("sda", partitions=(Partition("sda1", 1),)),
    device("sdb", holders=("md0",)),
)


def test_every_depth_is_seen_from_both_ends() -> None:
    topology = Topology(STACK)
    disks = (Branch("sda"), Branch("sdb"))
    assert topology.underlying("dm-1") == (Branch("dm-0", (Branch("md0", disks),)),)
    upwards = Branch("md0", (Branch("dm-0", (Branch("dm-1"),)),))
    assert topology.stacked("sda") == (upwards,)
    assert topology.stacked("sdb") == (upwards,)


def test_holders_count_where_the_holder_names_no_members() -> None:
    topology = Topology((device("sda", holders=("dm-0",)), device("dm-0")))
    assert topology.above["sda"] == ("dm-0",)


def test_a_circle_ends_where_it_closes() -> None:
    names = [f"dm-{number}" for number in range(40)]
    tangle = [device(name, tuple(each for each in names if each != name)) for name in names]
    topology = Topology(tangle)
    assert set(flat(topology.underlying("dm-0"))) == set(names)


def test_a_device_that_names_itself_stands_on_nothing() -> None:
    assert Topology((device("md0", ("md0",), holders=("md0",)),)).underlying("md0") == ()


def test_names_are_sorted_as_persons_do() -> None:
    names = ["sdaa", "md10", "sdb", "md2", "nvme10n1", "nvme2n1", "sda"]
    expected = ["md2", "md10", "nvme2n1", "nvme10n1", "sda", "sdb", "sdaa"]
    assert sorted(names, key=natural) == expected
