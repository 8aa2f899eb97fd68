"""The 19 rules of the privileged path, each with its test."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import stat
import subprocess
import time
import xml.etree.ElementTree as ElementTree
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from storage_tuner_helper import dispatcher
from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.benchmark.fio_arguments import arguments
from storage_tuner_helper.devices import claim
from storage_tuner_helper.devices.sysfs import pinned
from storage_tuner_helper.errors import DeviceBusy, DeviceChanged, NoSuchDevice, Refusal
from storage_tuner_helper.practice import loop_device as loops
from storage_tuner_helper.requests import RunWorkload
from storage_tuner_helper.transport.bus import introspection
from storage_tuner_protocol.workload import Mode, Stream, Workload
from tests.bus.connections import (
    PATIENCE,
    REPOSITORY,
    BusClient,
    HelperClient,
    Refused,
    StdioClient,
    wait_until,
)
from tests.bus.environment import OTHER_USER, TUNE_YES, USER, Environment
from tests.bus.hostile import EXTRA_KEYS, NAMES, has_no_nul, hostile_calls, is_ascii
from tests.bus.test_kills import fio_below
from tests.bus.test_overwriting import is_free
from tests.bus.test_sessions import begin
from tests.bus.workloads import LONG_RUN, RANDOM_READ, RANDOM_WRITE
from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory, attached_file

RESOURCES = REPOSITORY / "resources"
UNIT = REPOSITORY / "packaging/storage-tuner-helper.service"
HELPERS = REPOSITORY / "helpers"


def test_rule_01_the_subject_is_the_bus_name(bus: Environment, device: LoopDevice) -> None:
    """An agent of another process of the same user isn't asked: the caller's own is. And no code
    of the helper's knows of other kinds of subject."""
    with bus.client(USER, interactive=True) as caller, bus.client(USER, interactive=True) as other:
        with bus.agent(other, USER) as said:
            refused = caller.refusal("BeginSession", device.name, diskseq=device.diskseq)
        assert refused == "InteractiveAuthorizationRequired" and said == []
    sources = "".join(path.read_text(encoding="utf-8") for path in HELPERS.rglob("*.py"))
    assert "system-bus-name" in sources
    assert "unix-process" not in sources and "unix-session" not in sources


def test_rule_02_the_caller_is_authorised_not_the_helper(
    bus: Environment, device: LoopDevice
) -> None:
    with bus.client() as root, bus.client(USER) as user:
        supervisor, worker = (root.call("Describe"), root.helper_pids())[1]
        assert {Path(f"/proc/{pid}").stat().st_uid for pid in (supervisor, worker)} == {0}
        refused = user.refusal("BeginSession", device.name, diskseq=device.diskseq)
        assert refused == "InteractiveAuthorizationRequired"
        root.call("BeginSession", device.name, diskseq=device.diskseq)


def test_rule_03_every_method_stands_in_one_table_and_each_is_refused_to_users(
    bus: Environment, device: LoopDevice
) -> None:
    """Introspected from the living helper; only Describe answers an unauthorised user."""
    arguments: dict[str, dict[str, object]] = {
        "BeginSession": {"diskseq": device.diskseq},
        "SetSettings": {"session": "0" * 32, "nomerges": 1},
        "TrySettings": {"session": "0" * 32, "nomerges": 1, "seconds": 5},
        "Revert": {"session": "0" * 32},
        "EndSession": {"session": "0" * 32, "keep": True},
        "PreviewPersistent": {"session": "0" * 32, "nomerges": 1},
        "Persist": {"session": "0" * 32, "nomerges": 1},
        "Unpersist": {},
        "KeepTogether": {"sessions": ["0" * 32]},
        "AllowOverwriting": {"session": "0" * 32, "overwrite_model": "x"},
        "AllowRisk": {"session": "0" * 32, "risk": "storsave-perform"},
        "StartBenchmark": {"session": "0" * 32, **RANDOM_READ},
        "SampleBenchmark": {"session": "0" * 32, "job": 1},
        "StopBenchmark": {"session": "0" * 32, "job": 1},
        "DropCaches": {"session": "0" * 32},
        "ReadHealth": {},
        "CreatePracticeDisk": {"size_bytes": 64 * MEBIBYTE},
        "RemovePracticeDisk": {},
        "Restore": {},
    }
    expected = {
        "BeginSession": "InteractiveAuthorizationRequired",
        "AllowOverwriting": "InteractiveAuthorizationRequired",
        "AllowRisk": "InteractiveAuthorizationRequired",
        "Persist": "InteractiveAuthorizationRequired",
        "Unpersist": "InteractiveAuthorizationRequired",
        "ReadHealth": "InteractiveAuthorizationRequired",
        "CreatePracticeDisk": "InteractiveAuthorizationRequired",
        "Restore": "InteractiveAuthorizationRequired",
        "RemovePracticeDisk": "NoSuchDevice",
    }
    before = device.settings()
    with bus.client(USER) as user:
        answer = user.raw_answer(
            "Introspect", "", [], interface="org.freedesktop.DBus.Introspectable"
        )
        found = {method.get("name") for method in _interface(answer["body"][0]).iter("method")}
        assert found == set(dispatcher.METHODS) == {"Describe", *arguments}
        user.call("Describe")
        for method, given in arguments.items():
            name = "" if method in ("CreatePracticeDisk", "KeepTogether") else device.name
            refused = user.refusal(method, name, **given)
            assert refused == expected.get(method, "NoSuchSession"), method
    assert device.settings() == before


def test_rule_03_the_interface_file_says_the_same_as_the_helper() -> None:
    file = (RESOURCES / "org.storagetuner.Helper1.xml").read_text(encoding="utf-8")
    assert _shape(_interface(file)) == _shape(_interface(introspection()))


def test_rule_03_identities_of_disks_are_for_those_who_may_do_something(
    bus: Environment, device: LoopDevice
) -> None:
    """Of kept and missing disks, which may be anybody's that was ever plugged in."""
    secrets = {"persisted", "missing_devices", "recovered"}
    bus.set_rules(TUNE_YES)
    with bus.client(OTHER_USER) as stranger, bus.client(USER) as user, bus.client() as root:
        assert secrets <= root.call("Describe").keys()
        assert secrets.isdisjoint(user.call("Describe"))
        begin(user, device)
        assert stranger.refusal("Restore") == "InteractiveAuthorizationRequired"
        assert secrets <= user.call("Describe").keys()
        assert secrets.isdisjoint(stranger.call("Describe"))


def test_rule_04_without_polkit_everything_is_denied(bus: Environment, device: LoopDevice) -> None:
    asked: dict[str, dict[str, object]] = {
        "BeginSession": {"diskseq": device.diskseq},
        "AllowOverwriting": {"session": "0" * 32, "overwrite_model": "x"},
        "AllowRisk": {"session": "0" * 32, "risk": "storsave-perform"},
        "Persist": {"session": "0" * 32, "nomerges": 1},
        "Unpersist": {},
        "ReadHealth": {},
        "CreatePracticeDisk": {"size_bytes": 64 * MEBIBYTE},
        "Restore": {},
    }
    bus.set_rules(TUNE_YES)
    with bus.client(USER) as user:
        session = begin(user, device)
        user.call("EndSession", device.name, session=session, keep=False)
        bus.stop_polkitd()
        try:
            for method, access in ((name, one.access) for name, one in dispatcher.METHODS.items()):
                if not isinstance(access, dispatcher.Access):
                    name = "" if method == "CreatePracticeDisk" else device.name
                    assert user.refusal(method, name, **asked[method]) == "NotAuthorized", method
        finally:
            bus.start_polkitd()


def test_rule_05_one_action_per_kind_of_risk_and_never_a_plain_yes(bus: Environment) -> None:
    """As the file says it, and as the living polkitd understood it (see rule 17)."""
    policy = ElementTree.parse(RESOURCES / "org.storagetuner.policy").getroot()
    used = {method.access for method in dispatcher.METHODS.values()} - set(dispatcher.Access)
    assert {action.get("id") for action in policy.iter("action")} == used | {
        dispatcher.SET_THREEWARE
    }
    for action in policy.iter("action"):
        (defaults,) = action.iter("defaults")
        values = {str(child.tag): child.text for child in defaults}
        assert set(values) == {"allow_any", "allow_inactive", "allow_active"}
        assert set(values.values()) == {who_is_asked(str(action.get("id")))}


def test_rule_05_the_dialog_says_what_else_one_password_allows() -> None:
    """polkit keeps the answer for a program and an action, not for the device in its message."""
    policy = ElementTree.parse(RESOURCES / "org.storagetuner.policy").getroot()
    for action in policy.iter("action"):
        kept = who_is_asked(str(action.get("id"))) == "auth_admin_keep"
        message = str(action.findtext("message"))
        assert ("For about five minutes, " in message) is kept, message
    tuning = policy.findtext("action[@id='org.storagetuner.tune']/message")
    assert tuning and "all other disks" in tuning and "memory" in tuning
    assert "restoring all" in tuning


def who_is_asked(action: str) -> str:
    """What can't be undone or can lose data, or outlasts the computer's next start, is asked for
    every time; all else once by each program, wherever its user sits."""
    every_time = (dispatcher.PERSIST, dispatcher.OVERWRITE, dispatcher.ALLOW_RISK)
    return "auth_admin" if action in every_time else "auth_admin_keep"


def test_rule_06_an_action_lowered_to_yes_is_still_safe(
    bus: Environment, device: LoopDevice
) -> None:
    bus.set_rules(TUNE_YES)
    before = device.settings()
    with bus.client(USER) as user:
        session = begin(user, device)
        calls = hostile_calls(device.name, device.diskseq, session)
        for method, name, arguments in filter(has_no_nul, filter(is_ascii, calls)):
            user.refusal(method, name, **arguments)
            assert device.settings() == before
        refused = user.refusal("StartBenchmark", device.name, session=session, **RANDOM_WRITE)
        assert refused == "InvalidArgument"


@pytest.mark.parametrize("key", EXTRA_KEYS)
def test_rule_07_a_key_that_nobody_expects_is_refused(key: str) -> None:
    with pytest.raises(Refusal):
        given = Arguments({"session": "0" * 32, **RANDOM_READ, key: "id"})
        RunWorkload.parse(given)
        given.finish()


def test_rule_08_names_are_checked_before_they_reach_a_dialog(bus: Environment) -> None:
    """The agent would be asked by the dialog; it isn't."""
    with bus.client(USER, interactive=True) as user:
        with bus.agent(user, USER) as said:
            for name in filter(str.isascii, filter(None, NAMES)):
                expected = "NoSuchDevice" if len(name) <= 4096 else "InvalidArgument"
                assert user.refusal("BeginSession", name, diskseq=1) == expected
                assert user.refusal("Restore", name) == expected
        assert said == []


def test_rule_09_only_known_or_listed_schedulers_go_through(
    stdio: StdioClient, device: LoopDevice
) -> None:
    """The kernel loads a module by that name, so it must never see another one."""
    loaded = _modules()
    session = begin(stdio, device)
    for word in ("cfq", "deadline", "evil_module", "none]", "ext4", "loop"):
        refused = stdio.refusal("SetSettings", device.name, session=session, scheduler=word)
        assert refused == "InvalidArgument", word
    assert _modules() == loaded


def test_rule_10_a_device_is_pinned_by_diskseq(
    stdio: StdioClient, loop_devices: LoopDeviceFactory, state: Path
) -> None:
    """The same name, attached anew, is another disk."""
    image = state / "image"
    with image.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, 64 * MEBIBYTE)
    with attached_file(image) as first:
        name, diskseq = first.name, first.diskseq
        session = begin(stdio, first)
    assert stdio.refusal("SetSettings", name, session=session, nomerges=1) in (
        "DeviceChanged",
        "NoSuchDevice",
    )
    with attached_file(image) as again:
        stale = again.diskseq if again.name != name else diskseq
        if again.name == name:
            refused = stdio.refusal("SetSettings", name, session=session, nomerges=1)
            assert refused == "DeviceChanged" and again.read("nomerges") == "0"
            # the settings are the queue's, which is the same: they are only compared here
            ended = stdio.call("EndSession", name, session=session, keep=False)
            assert ended["kept"] == []
            assert stdio.refusal("BeginSession", name, diskseq=stale) == "DeviceChanged"


def test_rule_10_a_node_that_is_no_such_disk_is_refused(
    device: LoopDevice, loop_devices: LoopDeviceFactory
) -> None:
    """Real nodes: another disk's descriptor, and names that aren't block devices or are links."""
    other = loop_devices()
    with pinned(device.name, device.diskseq) as folder:
        descriptor = claim.open_for_reading(folder)
        assert stat.S_ISBLK(os.fstat(descriptor).st_mode)
        assert os.fstat(descriptor).st_rdev == os.makedev(*folder.number())
        with pytest.raises(DeviceChanged):
            claim.check_diskseq(descriptor, device.name, other.diskseq)
        os.close(descriptor)
        folder.name = other.name  # by mistake
        with pytest.raises(DeviceChanged):
            claim.open_for_reading(folder)
    for name in ("null", "stdin", "nosuch0"):
        with pytest.raises(DeviceChanged):
            claim.open_node(name, os.O_RDONLY)
    with pytest.raises(NoSuchDevice), pinned("..", 1):
        pass


def test_rule_11_what_is_mounted_or_locked_can_not_be_claimed(
    device: LoopDevice, state: Path
) -> None:
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    place = state / "mounted"
    place.mkdir()
    subprocess.run(["mount", device.path, place], check=True)
    try:
        with pytest.raises(DeviceBusy):
            claim.open_exclusively(device.name)
    finally:
        subprocess.run(["umount", place], check=True)
    wait_until(lambda: is_free(device), "the end of other tests that have a copy of the mount")
    held = claim.open_exclusively(device.name)
    try:
        with pytest.raises(DeviceBusy):
            claim.open_exclusively(device.name)
        assert subprocess.run(["mount", device.path, place], check=False).returncode != 0
        assert subprocess.run(["flock", "-n", "-s", device.path, "true"], check=False).returncode
    finally:
        os.close(held)


def test_rule_11_a_raw_disk_is_opened_for_reading_only(
    device: LoopDevice, stdio: StdioClient
) -> None:
    """Seen from outside: the descriptors of the worker and of fio while it runs."""
    session = begin(stdio, device)
    stdio.call("StartBenchmark", device.name, session=session, **LONG_RUN)
    _, worker = stdio.helper_pids()
    (benchmark,) = _children(worker)
    wait_until(lambda: len(_modes(benchmark, device)) > 1, "fio opening the disk")
    modes = _modes(worker, device) + _modes(benchmark, device)
    assert modes and {mode & os.O_ACCMODE for mode in modes} == {os.O_RDONLY}


def test_rule_12_fio_gets_typed_values_only(
    device: LoopDevice, stdio: StdioClient, state: Path
) -> None:
    """The living process: its arguments, its environment, its folder, its rights."""
    session = begin(stdio, device)
    stdio.call("StartBenchmark", device.name, session=session, **LONG_RUN)
    (pid,) = fio_below(state / "runtime")
    wait_until(lambda: b"fio" in Path(f"/proc/{pid}/comm").read_bytes(), "fio")
    argv = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")[:-1]
    assert argv[0] == "/usr/bin/fio" and "--readonly" in argv and "--allow_file_create=0" in argv
    (name,) = [part for part in argv if part.startswith("--filename=")]
    assert re.fullmatch(r"--filename=/proc/self/fd/[0-9]+", name)
    assert Path(f"/proc/{pid}/environ").read_bytes() == b""
    folder = Path(f"/proc/{pid}/cwd").readlink()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    assert re.search(r"CapEff:\s+0+\n", status) and re.search(r"NoNewPrivs:\s+1\n", status)
    workload = Workload((Stream(Mode.WRITE, 2, 4096), Stream(Mode.READ, 1, 4096)), 100, 0, "psync")
    written = arguments(workload, 3, 1 << 20, "3.33")
    assert "--readonly" not in written and "--allow_file_create=0" in written


def test_rule_13_somebody_elses_work_is_answered_as_unknown(
    bus: Environment, device: LoopDevice
) -> None:
    with bus.client() as owner, bus.client() as other:
        session = begin(owner, device)
        job = owner.call("StartBenchmark", device.name, session=session, **LONG_RUN)["job"]
        unknown = _refusal_text(other, "Revert", device.name, session="0" * 32)
        assert _refusal_text(other, "Revert", device.name, session=session) == unknown
        stop = {"session": session, "job": job}
        assert other.refusal("StopBenchmark", device.name, **stop) == "NoSuchSession"
        assert other.refusal("SampleBenchmark", device.name, **stop) == "NoSuchSession"
        disk = owner.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
        nothing = _refusal_text(other, "RemovePracticeDisk", device.name)
        assert _refusal_text(other, "RemovePracticeDisk", disk["device"]) == nothing
        assert (
            other.refusal("BeginSession", disk["device"], diskseq=disk["diskseq"]) == "DeviceBusy"
        )
        owner.call("StopBenchmark", device.name, **stop)


def test_rule_13_signals_go_to_the_owner_alone(bus: Environment, device: LoopDevice) -> None:
    bus.set_rules(TUNE_YES)
    with bus.client(USER) as owner, bus.client(OTHER_USER, listen=True) as listener:
        session = begin(owner, device)
        owner.call("StartBenchmark", device.name, session=session, **RANDOM_READ)
        owner.wait_event("BenchmarkFinished")
        listener.call("Describe")
        assert listener.client.events.empty()


def test_rule_13_a_client_that_vanishes_takes_its_job_along(
    bus: Environment, device: LoopDevice
) -> None:
    before = device.settings()
    with bus.client() as owner:
        session = begin(owner, device)
        owner.call("SetSettings", device.name, session=session, scheduler="bfq")
        owner.call("StartBenchmark", device.name, session=session, **LONG_RUN)
        assert fio_below(bus.scratch / "runtime")
        owner.kill()
        wait_until(lambda: device.settings() == before, "the settings")
        assert not fio_below(bus.scratch / "runtime")


def test_rule_14_pending_calls_are_bounded(bus: Environment, device: LoopDevice) -> None:
    """All wait in a dialog; the next is refused at once, and others are still served."""
    limit = dispatcher.MAXIMUM_CALLS_PER_CLIENT
    with bus.client(USER, interactive=True) as user, bus.client() as root:
        with bus.agent(user, USER, "--wait"):
            for _ in range(limit):
                user.start("BeginSession", device.name, diskseq=device.diskseq)
            refused = user.refusal("BeginSession", device.name, diskseq=device.diskseq)
            assert refused == "Busy"
            assert root.call("Describe")["protocol"] == 1
            user.kill()
        root.call("BeginSession", device.name, diskseq=device.diskseq)


def test_rule_14_many_connections_of_one_user_do_not_keep_others_out(
    bus: Environment, device: LoopDevice
) -> None:
    """Each waits in dialogs with all the calls that it may have; together they have one bound."""
    with ExitStack() as stack:
        crowd = [stack.enter_context(bus.client(USER, interactive=True)) for _ in range(5)]
        for user in crowd:
            stack.enter_context(bus.agent(user, USER, "--wait"))
        calls = [
            (user, user.start("BeginSession", device.name, diskseq=device.diskseq))
            for user in crowd
            for _ in range(dispatcher.MAXIMUM_CALLS_PER_CLIENT)
        ]
        too_many = len(calls) - dispatcher.MAXIMUM_CALLS_PER_USER
        refused = _refused_among(calls, too_many)
        assert refused == ["Busy"] * too_many
        other = stack.enter_context(bus.client(OTHER_USER))
        refusal = other.refusal("BeginSession", device.name, diskseq=device.diskseq)
        assert refusal == "InteractiveAuthorizationRequired"
        for user in crowd:
            user.kill()


def test_rule_14_stored_state_is_bounded(
    stdio: StdioClient, loop_devices: LoopDeviceFactory
) -> None:
    disks = [loop_devices(MEBIBYTE) for _ in range(9)]
    for disk in disks[:8]:
        begin(stdio, disk)
    assert stdio.refusal("BeginSession", disks[8].name, diskseq=disks[8].diskseq) == "Busy"
    stdio.start("CreatePracticeDisk", size_bytes=4 << 30)
    stdio.wait_event("PracticeDiskProgress")
    assert stdio.refusal("CreatePracticeDisk", size_bytes=64 * MEBIBYTE) == "Busy"


@pytest.mark.parametrize("signature", ["", "s", "ss", "sa{ss}", "sa{sv}s", "a{sv}s", "(sa{sv})"])
def test_rule_15_signatures_are_exact(bus: Environment, signature: str) -> None:
    bodies: dict[str, list[object]] = {
        "": [],
        "s": [""],
        "ss": ["", ""],
        "sa{ss}": ["", {}],
        "sa{sv}s": ["", {}, ""],
        "a{sv}s": [{}, ""],
        "(sa{sv})": [["", {}]],
    }
    with bus.client() as root:
        answer = root.raw_answer("Describe", signature, bodies[signature])
        assert answer["error"] == "org.freedesktop.DBus.Error.InvalidArgs"
        assert "Traceback" not in str(answer["body"])


def test_rule_15_calls_beside_the_interface_are_refused(bus: Environment) -> None:
    with bus.client() as root:
        for odd in ({"path": "/"}, {"path": "/org/storagetuner"}, {"without_interface": True}):
            answer = root.raw_answer("Describe", "sa{sv}", ["", {}], **odd)
            # without an interface the daemon's own rules refuse it already
            name = str(answer["error"]).removeprefix("org.freedesktop.DBus.Error.")
            assert name in ("UnknownMethod", "AccessDenied"), odd


def test_rule_16_an_ordinary_user_can_not_be_the_helper(bus: Environment) -> None:
    with bus.client(USER) as user:
        answer = user.raw_answer(
            "RequestName",
            "su",
            ["org.storagetuner.Helper1", 6],
            destination="org.freedesktop.DBus",
            path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
        )
        assert answer["error"] == "org.freedesktop.DBus.Error.AccessDenied"
        answer = user.raw_answer(
            "Get",
            "ss",
            ["org.storagetuner.Helper1", "x"],
            interface="org.freedesktop.DBus.Properties",
        )
        assert answer["error"] == "org.freedesktop.DBus.Error.AccessDenied"


def test_rule_16_every_allow_names_destination_and_interface() -> None:
    root = ElementTree.parse(RESOURCES / "org.storagetuner.Helper1.conf").getroot()
    for policy in root.iter("policy"):
        for allow in policy.iter("allow"):
            if policy.get("user") == "root":
                assert allow.attrib == {"own": "org.storagetuner.Helper1"}
            else:
                assert set(allow.attrib) == {"send_destination", "send_interface"}
    assert not [
        policy for policy in root.iter("policy") if set(policy.attrib) - {"user", "context"}
    ]


def test_rule_17_the_living_polkitd_knows_the_actions(bus: Environment) -> None:
    """polkitd drops a bad file silently; pkaction asks it."""
    said = subprocess.run(
        bus.inside("pkaction", "--verbose"), capture_output=True, text=True, check=True
    ).stdout
    for action in {method.access for method in dispatcher.METHODS.values()}:
        if isinstance(action, dispatcher.Access):
            continue
        block = said.split(f"{action}:\n")[1].split("\n\n")[0]
        for where in ("any", "inactive", "active"):
            assert re.search(rf"implicit {where}:\s+{who_is_asked(action)}$", block, re.MULTILINE)
        assert re.search(r"message:\s+Authentication is required", block)


def test_rule_17_the_policy_is_valid() -> None:
    """By polkit's DTD, in its own words: which elements stand in which, in which order."""
    allowed = {
        "policyconfig": {"vendor", "vendor_url", "icon_name", "action"},
        "action": {"description", "message", "icon_name", "vendor", "defaults", "annotate"},
        "defaults": {"allow_any", "allow_inactive", "allow_active"},
    }
    values = {"no", "auth_self", "auth_admin", "auth_self_keep", "auth_admin_keep"}
    root = ElementTree.parse(RESOURCES / "org.storagetuner.policy").getroot()
    assert root.tag == "policyconfig"
    for element in root.iter():
        children = [str(child.tag) for child in element]
        assert set(children) <= allowed.get(str(element.tag), set()), element.tag
        if str(element.tag).startswith("allow_"):
            assert element.text in values, "yes is never given"
    assert not list(root.iter("annotate")), "an annotated interpreter would run anything as root"


def test_rule_18_state_is_roots_alone(device: LoopDevice, stdio: StdioClient, state: Path) -> None:
    session = begin(stdio, device)
    stdio.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
    stdio.call("StartBenchmark", device.name, session=session, **LONG_RUN)
    for top in (state / "state", state / "runtime"):
        for path in (top, *top.rglob("*")):
            mode = path.stat().st_mode
            assert mode & 0o077 == 0 and path.stat().st_uid == 0, path


def test_rule_18_a_folder_that_others_can_write_is_made_private_or_refused(state: Path) -> None:
    place = state / "state"
    place.mkdir(mode=0o777)
    helper = StdioClient(state)
    helper.leave()
    assert stat.S_IMODE(place.stat().st_mode) == 0o700
    shutil.rmtree(place)
    place.symlink_to("/tmp")
    refused = subprocess.run(
        [HELPERS / "storage-tuner-helper", "stdio"],
        env={"STATE_DIRECTORY": str(place), "RUNTIME_DIRECTORY": str(state / "runtime")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1 and "not a folder of root's" in refused.stderr


def test_rule_19_the_unit_is_as_tight_as_the_work_allows() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(UNIT, encoding="utf-8")
    service = unit["Service"]
    expected = {
        "NoNewPrivileges": "yes",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "PrivateNetwork": "yes",
        "RestrictAddressFamilies": "AF_UNIX",
        "CapabilityBoundingSet": "CAP_SYS_RAWIO CAP_SYS_ADMIN CAP_SETPCAP",
        "StateDirectoryMode": "0700",
        "RuntimeDirectoryMode": "0700",
        "UMask": "0077",
        "BusName": "org.storagetuner.Helper1",
        "Type": "dbus",
        "OOMPolicy": "continue",
        "ReadWritePaths": "-/etc/udev/rules.d -/etc/sysctl.d",
    }
    assert {key: service.get(key) for key in expected} == expected
    assert "ProtectKernelTunables" not in service and "PrivateDevices" not in service


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd-analyze here")
def test_rule_19_systemd_scores_the_unit_well() -> None:
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    found = re.search(r"Overall exposure level for .*: ([0-9.]+)", said)
    assert found and float(found.group(1)) <= 2.0


def test_the_helper_works_without_any_capability(device: LoopDevice, state: Path) -> None:
    """As the unit starts it: no capability at all, and no new privileges."""
    before = device.settings()
    client = StdioClient(
        state, prefix=["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    )
    try:
        session = begin(client, device)
        client.call("SetSettings", device.name, session=session, scheduler="bfq")
        os.sync()  # other programs' writes may take minutes
        client.call("DropCaches", device.name, session=session)
        disk = client.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)
        inner = client.call("BeginSession", disk["device"], diskseq=disk["diskseq"])["session"]
        writing = {**RANDOM_WRITE, "engine": "io_uring"}
        client.call("StartBenchmark", disk["device"], session=inner, **writing)
        assert client.wait_event("BenchmarkFinished")["arguments"]["exit_code"] == 0
    finally:
        client.leave()
    assert device.settings() == before


@pytest.mark.parametrize("arguments", [[], ["bus", "x"], ["--help"], ["worker"], ["../stdio"]])
def test_the_command_line_knows_three_words(arguments: list[str]) -> None:
    done = subprocess.run(
        [HELPERS / "storage-tuner-helper", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2 and done.stderr.startswith("usage:")


def test_the_names_of_loop_structures_fit_the_kernels() -> None:
    """linux/loop.h: struct loop_info64 has 232 bytes, struct loop_config 304."""
    assert loops.INFO.size == 232
    assert loops.CONFIG_HEAD.size + loops.INFO.size + len(loops.CONFIG_RESERVED) == 304


def _refused_among(calls: list[tuple[BusClient, int]], count: int) -> list[str]:
    """The refusals of the first ``count`` calls that are answered; the others wait for a person."""
    waiting = dict.fromkeys(calls)
    refused: list[str] = []
    deadline = time.monotonic() + PATIENCE
    while len(refused) < count and time.monotonic() < deadline:
        for client, call in list(waiting):
            with suppress(TimeoutError):
                answer = client.client.answer(call, patience=0.05)
                del waiting[client, call]
                refused.append(str(answer["error"]).rsplit(".", 1)[-1])
    return refused


def _modules() -> set[str]:
    return {path.name for path in Path("/sys/module").iterdir()}


def _interface(text: str) -> ElementTree.Element:
    found = ElementTree.fromstring(text).find("interface")
    assert found is not None and found.get("name") == "org.storagetuner.Helper1"
    return found


def _shape(interface: ElementTree.Element) -> list[tuple[str, str | None, list[dict[str, str]]]]:
    return [
        (str(member.tag), member.get("name"), [dict(arg.attrib) for arg in member])
        for member in interface
    ]


def _refusal_text(client: HelperClient, method: str, device: str, **arguments: object) -> str:
    with pytest.raises(Refused) as refused:
        client.call(method, device, **arguments)
    return str(refused.value)


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return [int(word) for word in text.split()]


def _modes(pid: int, device: LoopDevice) -> list[int]:
    """The open modes of a process's descriptors of this device."""
    found = []
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            if str(link.readlink()) == device.path:
                text = Path(f"/proc/{pid}/fdinfo/{link.name}").read_text(encoding="ascii")
                found.append(int(re.search(r"flags:\s+([0-7]+)", text).group(1), 8))  # type: ignore[union-attr]
        except FileNotFoundError:
            continue
    return found
