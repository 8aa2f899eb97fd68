"""Own commands with real children, also such that don't want to end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from storage_tuner.bench.programs.command import CommandRun, command_workload
from storage_tuner.client.sessions import HelperSession, TunedDevices
from storage_tuner.core.errors import Cancelled, CommandFailed
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Cell, Plan, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import Command
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.system_sampler import SystemSampler
from tests.packages import PACKAGES
from tests.unit.measuring.dropped_caches import CacheDropper

PATIENCE_S = 60


def until(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"never came about: {what}")
        time.sleep(0.01)


def shell(script: str) -> tuple[str, ...]:
    return ("sh", "-c", script)


def command(
    *argv: str,
    prepare: tuple[str, ...] = (),
    clean_up: tuple[str, ...] = (),
    timeout_s: float = PATIENCE_S,
) -> Command:
    found = command_workload(argv, prepare=prepare, clean_up=clean_up, timeout_s=timeout_s).command
    assert found
    return found


def place(
    folder: Path,
    is_cancelled: Callable[[], bool] = lambda: False,
    counters: str | None = None,
) -> CommandExecutor:
    return CommandExecutor(folder, SystemSampler(TunedDevices(), counters, is_cancelled))


def run(folder: Path, wanted: Command) -> CommandRun:
    return place(folder).run(wanted)


def failure(folder: Path, wanted: Command) -> str:
    with pytest.raises(CommandFailed) as caught:
        run(folder, wanted)
    return str(caught.value.reason)


def living(note: Path) -> list[int]:
    """Those of the processes that wrote their number to ``note`` that still live."""
    found = []
    for word in note.read_text().split():
        try:
            if psutil.Process(int(word)).status() != psutil.STATUS_ZOMBIE:
                found.append(int(word))
        except psutil.NoSuchProcess:
            continue
    return found


@pytest.fixture
def note(tmp_path: Path) -> Iterator[Path]:
    """Where processes write their numbers; they're ended, should the test fail."""
    path = tmp_path / "pids"
    yield path
    if path.exists():
        for pid in living(path):
            os.kill(pid, signal.SIGKILL)


def test_a_command_is_timed_in_its_folder_without_input(tmp_path: Path) -> None:
    result = run(tmp_path, command(*shell("cat; pwd > where")))
    assert (tmp_path / "where").read_text() == f"{tmp_path}\n"
    timed = result.timed
    assert timed and result.before and result.after
    assert 0 < timed.duration_s <= result.after.at_s - result.before.at_s
    assert result.left == 0


def test_cpu_time_of_the_command_and_its_children_is_counted(tmp_path: Path) -> None:
    loop = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"
    timed = run(tmp_path, command(*shell(f"sh -c '{loop}'"))).timed
    assert timed
    assert 0.02 < timed.user_s <= timed.duration_s * 1.1


def test_the_environment_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINE", "a b")
    monkeypatch.setenv("PYTHONPATH", "/mine")
    run(tmp_path, command(*shell('[ "$MINE:$PYTHONPATH" = "a b:/mine" ]')))


def test_words_reach_the_program_as_they_are(tmp_path: Path) -> None:
    words = ("a b", "$HOME", "*", "'", '"', "\n", "ü", "\udcff", "")
    program = "import sys, os; open('got', 'wb').write(b'|'.join(map(os.fsencode, sys.argv[1:])))"
    run(tmp_path, command(sys.executable, "-c", program, *words))
    assert (tmp_path / "got").read_bytes() == b"|".join(map(os.fsencode, words))


def test_preparation_and_clean_up_are_around_it(tmp_path: Path) -> None:
    steps = [shell(f"echo {word} >> order") for word in ("one", "two", "three")]
    result = run(tmp_path, command(*steps[1], prepare=steps[0], clean_up=steps[2]))
    assert (tmp_path / "order").read_text() == "one\ntwo\nthree\n"
    assert [step.step for step in result.steps] == ["prepare", "command", "clean-up"]


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("echo about; echo no rule >&2; exit 2", "exit code 2 (no rule)"),
        ("kill -SEGV $$", "it was terminated by signal SIGSEGV"),
        ("kill -KILL $$", "it was terminated by signal SIGKILL"),
    ],
)
def test_a_failure_is_told_and_cleaned_up(tmp_path: Path, script: str, reason: str) -> None:
    clean_up = shell("touch cleaned")
    assert failure(tmp_path, command(*shell(script), clean_up=clean_up)) == reason
    assert (tmp_path / "cleaned").exists()


def test_what_cannot_be_started(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no program")
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    (tmp_path / "lost").write_text("#!/no/such/interpreter\n")
    for name in ("binary", "lost"):
        (tmp_path / name).chmod(0o755)
    assert failure(tmp_path, command("no-such-program")) == "there is no such program"
    assert failure(tmp_path, command("./text")) == "it isn't executable"
    assert failure(tmp_path, command("./lost")) == "there is no such program"
    assert failure(tmp_path, command("./binary")) == "it isn't a program"
    assert failure(tmp_path, command(str(tmp_path))) == "it isn't executable"


def test_a_failed_preparation_spares_the_command_but_not_the_clean_up(tmp_path: Path) -> None:
    wanted = command(*shell("touch ran"), prepare=shell("exit 4"), clean_up=shell("touch cleaned"))
    assert failure(tmp_path, wanted) == "its preparation sh -c 'exit 4' failed: exit code 4"
    assert {path.name for path in tmp_path.iterdir()} == {"cleaned"}


def test_a_failed_clean_up_is_a_failure(tmp_path: Path) -> None:
    wanted = command("true", clean_up=("false",))
    assert failure(tmp_path, wanted) == "its clean-up false failed: exit code 1"


def test_garbage_of_a_hundred_megabytes_is_nothing(tmp_path: Path) -> None:
    """It's read, so that the command needn't wait, and not kept."""
    wanted = command(*shell("head -c 100M /dev/urandom; echo; echo the end; exit 3"))
    assert failure(tmp_path, wanted) == "exit code 3 (the end)"


@pytest.mark.parametrize(
    "script",
    [
        "exec yes",
        "exec sleep 1000",
        "trap '' TERM; while :; do sleep 1000; done",
        "exec > /dev/null 2>&1; exec sleep 1000",
        "exec >&- 2>&-; exec sleep 1000",
    ],
)
def test_a_command_that_hangs_is_ended(tmp_path: Path, note: Path, script: str) -> None:
    wanted = command(
        *shell(f"echo $$ >> {note}; {script}"),
        clean_up=shell(f"[ -d /proc/$(cat {note}) ] || touch cleaned"),
        timeout_s=2,
    )
    assert "took longer than" in failure(tmp_path, wanted)
    assert living(note) == []
    assert (tmp_path / "cleaned").exists()


FORKS_AWAY = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(2):
    if os.fork():
        os._exit(0)
    os.setsid()
with open(sys.argv[1], "a") as note:
    note.write(f"{os.getpid()}\\n")
if os.fork():
    time.sleep(1000)
with open(sys.argv[1], "a") as note:
    note.write(f"{os.getpid()}\\n")
open(sys.argv[1] + "-ready", "w").close()
time.sleep(1000)
"""


@pytest.mark.parametrize("end", ["exit 0", "exit 1", "sleep 1000"])
def test_what_forks_away_is_found_and_ended(tmp_path: Path, note: Path, end: str) -> None:
    (tmp_path / "daemon.py").write_text(FORKS_AWAY)
    script = f"{sys.executable} daemon.py {note}; while ! [ -e {note}-ready ]; do :; done; {end}"
    try:
        result = run(tmp_path, command(*shell(script), timeout_s=6))
        assert result.left == 0
    except CommandFailed:
        assert end != "exit 0"
    assert len(note.read_text().split()) == 2
    assert living(note) == []


def test_a_server_of_the_preparation_lives_until_the_end(tmp_path: Path, note: Path) -> None:
    """Also when the command itself must be ended."""
    prepare = shell(f"setsid sleep 1000 > /dev/null 2>&1 & echo $! > {note}")
    alive = shell(f"grep -q sleep /proc/$(cat {note})/cmdline && touch alive")  # no zombie has one
    wanted = command("sleep", "1000", prepare=prepare, clean_up=alive, timeout_s=2)
    assert "took longer" in failure(tmp_path, wanted)
    assert (tmp_path / "alive").exists()
    assert living(note) == []


def test_orphans_are_no_zombies_while_it_runs(tmp_path: Path) -> None:
    script = (
        "for i in 1 2 3; do sh -c 'sleep 0 & echo $! >> orphans'; done; "
        "for pid in $(cat orphans); do while [ -d /proc/$pid ]; do sleep 0.1; done; done"
    )
    run(tmp_path, command(*shell(script)))


class Cancel:
    """Asked for as soon as ``sign`` exists."""

    def __init__(self, sign: Path) -> None:
        self._sign = sign

    def __call__(self) -> bool:
        return self._sign.exists()


def test_a_cancel_ends_it_and_cleans_up(tmp_path: Path, note: Path) -> None:
    script = f"trap '' TERM; echo $$ > {note}; touch begun; while :; do sleep 1000; done"
    wanted = command(*shell(script), clean_up=shell("touch cleaned"))
    with pytest.raises(Cancelled):
        place(tmp_path, Cancel(tmp_path / "begun")).run(wanted)
    until((tmp_path / "cleaned").exists, "the clean-up")
    until(lambda: not living(note), "the command's end")


def test_a_cancel_in_the_preparation(tmp_path: Path) -> None:
    wanted = command(
        *shell("touch ran"),
        prepare=shell("touch begun; sleep 1000"),
        clean_up=shell("touch cleaned"),
    )
    with pytest.raises(Cancelled):
        place(tmp_path, Cancel(tmp_path / "begun")).run(wanted)
    until((tmp_path / "cleaned").exists, "the clean-up")
    assert not (tmp_path / "ran").exists()


def test_a_long_clean_up_goes_on_behind_a_cancel(tmp_path: Path) -> None:
    """We don't wait for it: here it would be for ever."""
    os.mkfifo(tmp_path / "gate")
    wanted = command(
        *shell("touch begun; sleep 1000"), clean_up=shell("read line < gate; touch cleaned")
    )
    with pytest.raises(Cancelled):
        place(tmp_path, Cancel(tmp_path / "begun")).run(wanted)
    assert not (tmp_path / "cleaned").exists()
    (tmp_path / "gate").write_text("go\n")
    until((tmp_path / "cleaned").exists, "the clean-up")
    assert run(tmp_path, command("true")).left == 0


KILLED = """
import sys
from pathlib import Path
from storage_tuner.bench.programs.command import command_workload
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.system_sampler import SystemSampler
workload = command_workload(["sh", "-c", sys.argv[1]], clean_up=["touch", "cleaned"])
around = SystemSampler(TunedDevices(), None, lambda: False)
CommandExecutor(Path.cwd(), around).run(workload.command)
"""


def test_a_killed_application_leaves_nothing_behind(tmp_path: Path, note: Path) -> None:
    (tmp_path / "daemon.py").write_text(FORKS_AWAY)
    script = f"echo $$ >> {note}; {sys.executable} daemon.py {note}; sleep 1000"
    application = subprocess.Popen(
        [sys.executable, "-c", KILLED, script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PACKAGES},
    )
    with application:
        until((tmp_path / "pids-ready").exists, "the daemon")
        assert len(living(note)) == 3
        application.kill()
    until((tmp_path / "cleaned").exists, "the clean-up")
    until(lambda: not living(note), "the end of all its processes")


def test_a_killed_measuring_program_takes_the_command_with_it(tmp_path: Path, note: Path) -> None:
    wanted = command(*shell(f"echo $PPID > parent; echo $$ > {note}; touch begun; exec sleep 1000"))

    def kill() -> None:
        until((tmp_path / "begun").exists, "the command")
        os.kill(int((tmp_path / "parent").read_text()), signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    with pytest.raises(Exception, match="exit code −9"):
        run(tmp_path, wanted)
    killer.join()
    until(lambda: not living(note), "the command's end")


def test_who_logs_out_does_not_end_the_measuring_program_before_its_clean_up(
    tmp_path: Path,
) -> None:
    """SIGTERM goes to all processes of a session; the end of the application is what counts."""
    os.mkfifo(tmp_path / "gate")
    wanted = command(*shell("echo $PPID > parent; touch begun; read line < gate"))

    def terminate() -> None:
        until((tmp_path / "begun").exists, "the command")
        os.kill(int((tmp_path / "parent").read_text()), signal.SIGTERM)
        (tmp_path / "gate").write_text("go\n")

    thread = threading.Thread(target=terminate)
    thread.start()
    assert run(tmp_path, wanted).failed is None
    thread.join()


VARIANT = Variant("bfq", (("scheduler", "bfq"),))


def measured(where: CommandExecutor, wanted: Command) -> Measurement:
    workload = command_workload(wanted.argv, prepare=wanted.prepare, clean_up=wanted.clean_up)
    plan = Plan(Target(TargetKind.FILE, None), (VARIANT,), (workload,), (1,), 1, 1, 0, 1)
    (found,) = where.execute(RunSpecification(7, 3, Cell(workload, 1), VARIANT), plan)
    return found


def test_what_is_measured(tmp_path: Path) -> None:
    stat = tmp_path / "stat"
    stat.write_text("10 0 800 5 20 0 1600 10 0 100 200\n")
    later = "11 0 2848 5 20 0 1600 10 0 150 280\n"  # one request of 2048 sectors more
    wanted = command(*shell(f"printf '{later}' > stat; sleep 0.1"))
    found = measured(place(tmp_path, counters=str(stat)), wanted)
    assert (found.variant, found.repeat, found.index, found.threads) == ("bfq", 3, 7, 1)
    assert found.bytes_moved == 1 << 20
    assert found.rate_mb_s == pytest.approx(found.bytes_moved / 1e6 / found.duration_s)
    assert found.iops == pytest.approx(1 / found.duration_s)
    assert found.value(Metric.RATE) == found.iops
    assert found.value(Metric.ACCESS_TIME) == pytest.approx(found.duration_s * 1000)
    assert found.utilisation and found.queue_length
    assert found.whole_system_cpu_s is not None
    assert found.disturbed is None


def test_an_unknown_disk_is_no_hindrance(tmp_path: Path) -> None:
    where = place(tmp_path)
    found = measured(where, command("true"))
    assert (found.bytes_moved, found.rate_mb_s, found.utilisation) == (0, None, None)
    caveats = " ".join(map(str, where.caveats([command("true")])))
    assert "warm caches" in caveats
    assert "only its run time" in caveats
    assert ("as root" in caveats) == (os.geteuid() == 0)


def test_a_disk_whose_requests_arent_counted_is_not_taken_for_idle(tmp_path: Path) -> None:
    """An NVMe drive with paths, on an older kernel."""
    stat = tmp_path / "stat"
    stat.write_text("0 0 0 0 0 0 0 0 0 0 0\n")
    found = measured(place(tmp_path, counters=str(stat)), command("true"))
    assert (found.rate_mb_s, found.utilisation, found.queue_length) == (None, None, None)


def test_caches_are_dropped_between_preparation_and_command(tmp_path: Path) -> None:
    helper = CacheDropper(tmp_path)
    tuned = TunedDevices(HelperSession(helper, "1", {"sda": {}}), ("sda",))
    around = SystemSampler(tuned, None, lambda: False)
    where = CommandExecutor(tmp_path, around)
    where.run(command(*shell("mv caches order"), prepare=shell("echo warm > caches")))
    assert (tmp_path / "order").read_text() == "warm\ndropped\n"
    assert "warm caches" not in " ".join(map(str, where.caveats([command("true")])))
