"""The file that runs are kept in: what is kept, listed, found and given back."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.core.errors import InvalidInput, NoSuchRun, UnreadableResult
from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import RawOutput, SessionRecord, SettingsOutcome
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.decision import decision_message, decision_sentence
from storage_tuner.store.database import run_store as runs
from storage_tuner.store.database import run_summaries as run_lines
from storage_tuner.store.database.run_store import (
    RunFilter,
    RunStore,
    StoredRun,
    open_runs,
    runs_file,
)
from storage_tuner.store.kept_sessions import address_of, keep, named_session, supersede
from storage_tuner.store.languages import language
from storage_tuner.store.results import read_results, write_results
from tests.unit.report.example_session import DEVICE, example_record

NOTHING = Judgement((), None)
RECORD = replace(
    example_record(("none", "bfq"), repeats=2),
    plan=replace(
        example_record(("none", "bfq"), repeats=1).plan,
        target=Target(TargetKind.DEVICE, "sdt"),
    ),
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[RunStore]:
    with open_runs(tmp_path / "runs.sqlite3") as opened:
        yield opened


def at(moment: str, record: SessionRecord = RECORD) -> SessionRecord:
    return replace(record, created_at=moment)


def names(lines: tuple[StoredRun, ...]) -> list[str]:
    return [line.identifier for line in lines]


def test_what_was_kept_comes_back_as_it_was(store: RunStore) -> None:
    raw = (RawOutput("bfq, random read", '{"fio": "ü"}'), RawOutput("none", "x" * 100_000))
    judgement = judge(RECORD)
    identifier = store.save(RECORD, judgement, raw=raw)
    (line,) = store.listed()
    assert store.opened(identifier) == RECORD
    assert store.raw(identifier) == raw
    assert judgement.decision is not None
    assert line == StoredRun(
        identifier=identifier,
        created_at=RECORD.created_at,
        target="/dev/sdt",
        device_key=f"wwn:{DEVICE.wwn}",
        model=DEVICE.model or "",
        kind="comparison",
        host="test-host",
        operations=("seq-read", "seq-write", "rand-read", "rand-write"),
        variants=("none", "bfq"),
        outcome="put back",
        summary=str(decision_sentence(judgement.decision)),
        best_rate_mb_s=line.best_rate_mb_s,
        note="",
        tags=(),
        imported_from="",
        trashed=False,
        measurement_count=len(RECORD.measurements),
    )
    assert line.best_rate_mb_s is not None
    assert 100 < line.best_rate_mb_s < 1000


def test_what_fio_printed_is_small_in_the_file_and_bounded(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = json.dumps({"jobs": [{"bins": list(range(20_000))}]})
    store.save(RECORD, NOTHING, raw=[RawOutput("a", output)])
    with sqlite3.connect(store.path) as file:
        ((size,),) = file.execute("SELECT length(content) FROM raw_outputs").fetchall()
    assert size < len(output) / 2
    monkeypatch.setattr(runs, "MOST_RAW_BYTES", 10)
    other = store.save(at("2026-05-01"), NOTHING, raw=[RawOutput(f"{n}", "12345") for n in "abc"])
    assert [each.label for each in store.raw(other)] == ["a", "b"]


def test_the_same_measurements_are_one_run_with_its_note_whatever_became_of_the_settings(
    store: RunStore,
) -> None:
    first = store.save(RECORD, NOTHING, raw=[RawOutput("a", "b")])
    store.annotate(first, note="before the move", added=["old"])
    assert store.save(replace(RECORD, outcome=SettingsOutcome.KEPT), NOTHING) == first
    (line,) = store.listed()
    assert (line.outcome, line.note, line.tags) == ("kept", "before the move", ("old",))
    assert store.opened(first).outcome is SettingsOutcome.KEPT
    assert store.raw(first) == (RawOutput("a", "b"),)


def test_one_that_is_imported_again_stays_as_it_is_and_leaves_the_trash(store: RunStore) -> None:
    mine = store.save(RECORD, NOTHING)
    store.trash(mine)
    nameless = replace(DEVICE, serial=None, wwn=None)
    shared = replace(RECORD, device=nameless, machine=replace(RECORD.machine, host=""))
    assert store.save(shared, NOTHING, imported_from="shared.json") == mine
    (line,) = store.listed()
    assert (line.imported_from, line.device_key) == ("", f"wwn:{DEVICE.wwn}")
    assert store.opened(mine) == RECORD


def test_an_imported_one_gets_the_name_of_its_host_later_but_ours_does_not(store: RunStore) -> None:
    def on(host: str, moment: str) -> SessionRecord:
        return replace(at(moment), machine=replace(RECORD.machine, host=host))

    theirs = store.save(on("", "2026-01-01"), NOTHING, imported_from="shared.json")
    store.annotate(theirs, note="rack 7")
    ours = store.save(on("mine", "2026-01-02"), NOTHING)
    for moment in ("2026-01-01", "2026-01-02"):
        store.save(on("db7", moment), NOTHING, imported_from="shared.json")
    store.save(on("", "2026-01-01"), NOTHING, imported_from="shared.json")
    assert (store.line(theirs).host, store.line(theirs).note) == ("db7", "rack 7")
    assert store.opened(theirs).machine.host == "db7"
    assert store.line(ours).host == store.opened(ours).machine.host == "mine"


def test_another_computers_disk_of_the_same_name_is_another_one(store: RunStore) -> None:
    nameless = replace(RECORD, device=replace(DEVICE, serial=None, wwn=None))
    store.save(nameless, NOTHING)
    store.save(at("2026-01-01", nameless), NOTHING, imported_from="other.json")
    assert {line.device_key for line in store.listed()} == {"name:sdt", "name:sdt@test-host"}


def test_the_identifier_outlasts_the_exchange_format(store: RunStore, tmp_path: Path) -> None:
    write_results(RECORD, judge(RECORD), tmp_path / "results.json")
    identifier = store.save(RECORD, NOTHING)
    assert run_lines.identifier_of(read_results(tmp_path / "results.json")) == identifier
    assert run_lines.identifier_of(store.opened(identifier)) == identifier
    assert identifier.isalnum()
    assert len(identifier) == 10


def test_newest_first_whatever_the_time_zone_says(store: RunStore) -> None:
    moments = ("2026-03-01T12:00:00+00:00", "2026-03-01T14:30:00+05:00", "2026-02-28T23:00:00Z")
    for moment in (*reversed(moments), "yesterday"):
        store.save(at(moment), NOTHING)
    assert [line.created_at for line in store.listed()] == [*moments, "yesterday"]


def test_words_are_looked_for_in_everything_that_is_told_of_a_run(store: RunStore) -> None:
    one = store.save(RECORD, NOTHING)
    store.save(
        at("2026-01-01", replace(RECORD, device=replace(DEVICE, model="50% Ω_Disk"))), NOTHING
    )
    store.annotate(one, note="Nach dem Umbau, ÄRGER", added=["raid 5"])
    for text in ("ärger umbau", "RAID", "sdt ärger", one, "bfq raid", "rand-read nach"):
        assert names(store.listed(RunFilter(text=text))) == [one], text
    assert len(store.listed(RunFilter(text="test-host"))) == 2
    assert len(store.listed(RunFilter(text="50% ω_d"))) == 1
    assert store.listed(RunFilter(text="5%k")) == ()
    assert store.listed(RunFilter(text="'; DROP TABLE sessions --")) == ()


def test_only_those_of_a_disk_a_tag_and_a_time(store: RunStore) -> None:
    other = replace(DEVICE, serial="OTHER", wwn="0x2")
    one = store.save(at("2026-03-01T12:00:00+00:00"), NOTHING)
    two = store.save(at("2026-03-02T12:00:00+00:00", replace(RECORD, device=other)), NOTHING)
    three = store.save(at("2026-03-03T12:00:00+00:00"), NOTHING)
    store.annotate(two, added=["ssd", "fast"])
    store.annotate(three, added=["fas"])
    key = run_lines.device_key_of(other)
    assert names(store.listed(RunFilter(device_key=key))) == [two]
    assert names(store.listed(RunFilter(tag="fast"))) == [two]
    assert names(store.listed(RunFilter(tag="fas"))) == [three]
    assert names(store.listed(RunFilter(since="2026-03-02T12:00:00Z"))) == [three, two]
    assert names(store.listed(RunFilter(until="2026-03-01T12:00:00Z"))) == [one]
    assert names(store.listed(RunFilter(since="2026-03-02", until="2026-03-02"))) == [two]
    assert store.tags() == ("fas", "fast", "ssd")
    with pytest.raises(InvalidInput, match="a date"):
        store.listed(RunFilter(since="last week"))


@pytest.fixture
def at_place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Sets the time zone of this process."""

    def settle(zone: str) -> None:
        monkeypatch.setenv("TZ", zone)
        time.tzset()

    yield settle
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize("zone", ["UTC", "<+14>-14", "<-12>12"])
def test_the_ends_of_the_calendar_are_dates(
    store: RunStore, at_place: Callable[[str], None], zone: str
) -> None:
    at_place(zone)
    for moment in ("0001-01-01", "9999-12-31T23:59:59", "2026-03-01T12:00:00Z"):
        store.save(at(moment), NOTHING)
    assert len(store.listed(RunFilter(since="0001-01-01", until="9999-12-31"))) == 3
    assert len(store.listed(RunFilter(since="0001-01-01T00:00:00+14:00"))) == 3
    assert len(store.listed(RunFilter(until="9999-12-31T23:59:59-12:00"))) == 3


@pytest.mark.parametrize("zone", ["UTC", "<+14>-14", "<-12>12"])
def test_a_time_without_a_zone_is_the_users_own(
    store: RunStore, at_place: Callable[[str], None], zone: str
) -> None:
    """As other programs tell it: what is asked for by the time that is shown is found."""
    at_place(zone)
    names_of_days = [
        store.save(at(f"2026-03-0{day}T{hour}"), NOTHING)
        for day, hour in ((1, "23:59:59"), (2, "00:00:00"), (2, "23:59:59"), (3, "00:00:00"))
    ]
    found = names(store.listed(RunFilter(since="2026-03-02", until="2026-03-02")))
    assert found == names_of_days[2:0:-1]


def test_the_day_on_which_the_clock_is_put_back_counts_whole(
    store: RunStore, at_place: Callable[[str], None]
) -> None:
    at_place("CET-1CEST,M3.5.0,M10.5.0/3")
    late = store.save(at("2026-10-25T23:30:00+01:00"), NOTHING)
    assert names(store.listed(RunFilter(since="2026-10-25", until="2026-10-25"))) == [late]


def test_the_trash_gives_back_and_deleting_does_not(store: RunStore) -> None:
    identifier = store.save(RECORD, NOTHING, raw=[RawOutput("a", "b")])
    store.trash(identifier)
    assert store.listed() == ()
    assert names(store.listed(RunFilter(trashed=True))) == [identifier]
    store.bring_back(identifier)
    assert names(store.listed()) == [identifier]
    store.delete(identifier)
    with sqlite3.connect(store.path) as file:
        for table in ("sessions", "documents", "raw_outputs"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    calls = (store.opened, store.raw, store.trash, store.bring_back, store.delete, store.annotate)
    for call in calls:
        with pytest.raises(NoSuchRun, match=identifier):
            call(identifier)


def test_what_is_deleted_gives_its_room_back(store: RunStore) -> None:
    store.save(RECORD, NOTHING)
    noise = RawOutput("noise", random.Random(1).randbytes(500_000).hex())
    large = store.save(at("2026-01-01"), NOTHING, raw=[noise])
    store.delete(large)
    store.close()
    assert store.path.stat().st_size < 200_000


@pytest.mark.parametrize("tag", ["", "  ", "a,b", "x" * 41, "bell\a"])
def test_what_is_no_tag_is_refused_and_nothing_changes(store: RunStore, tag: str) -> None:
    identifier = store.save(RECORD, NOTHING)
    with pytest.raises(InvalidInput, match="can't be used as a tag"):
        store.annotate(identifier, note="new", added=["good", tag])
    assert (store.line(identifier).note, store.line(identifier).tags) == ("", ())


def test_tags_that_others_put_on_meanwhile_stay(store: RunStore) -> None:
    identifier = store.save(RECORD, NOTHING)
    store.annotate(identifier, added=["first", "gone"])
    seen = store.line(identifier)
    with open_runs(store.path) as other:
        other.annotate(identifier, added=["theirs"])
    assert "theirs" not in seen.tags
    store.annotate(identifier, added=["mine", "first"], removed=["gone", "never there"])
    assert store.line(identifier).tags == ("first", "theirs", "mine")
    assert names(store.listed(RunFilter(tag="theirs"))) == [identifier]


def test_notes_have_an_end_and_no_nul(store: RunStore) -> None:
    identifier = store.save(RECORD, NOTHING)
    store.annotate(identifier, note=" two\nlines\0 \udcff", added=["a  b", "a b"])
    assert store.line(identifier).note == "two\nlines ?"
    assert store.line(identifier).tags == ("a b",)
    with pytest.raises(InvalidInput, match="maximum is 10\u202f000"):
        store.annotate(identifier, note="x" * 10_001)


def test_the_beginning_of_a_name_is_enough_where_it_is_clear(store: RunStore) -> None:
    identifier = store.save(RECORD, NOTHING)
    assert store.identified(identifier[:4]) == identifier
    assert store.identified(f" {identifier.upper()} ") == identifier
    for word in ("", identifier[:3], f"{identifier}x", "%", "____"):
        with pytest.raises(NoSuchRun):
            store.identified(word)
    with sqlite3.connect(store.path) as file:
        file.execute("UPDATE sessions SET identifier = 'abcdefghij'")
    other = store.save(RECORD, NOTHING)
    with sqlite3.connect(store.path) as file:
        file.execute("UPDATE sessions SET identifier = 'abcdxxxxxx' WHERE identifier = ?", (other,))
    with pytest.raises(InvalidInput, match="several runs: abcdefghij, abcdxxxxxx"):
        store.identified("abcd")


def test_a_run_that_is_damaged_says_so_and_hides_no_other(store: RunStore) -> None:
    one, two = store.save(RECORD, NOTHING), store.save(at("2026-01-01"), NOTHING)
    with sqlite3.connect(store.path) as file:
        ((content,),) = file.execute(
            "SELECT content FROM documents JOIN sessions ON number = session WHERE identifier = ?",
            (one,),
        ).fetchall()
        spoilt = content[:100] + bytes([content[100] ^ 1]) + content[101:]
        file.execute("UPDATE documents SET content = ? WHERE content = ?", (spoilt, content))
    with pytest.raises(UnreadableResult, match="damaged"):
        store.opened(one)
    assert store.opened(two).created_at == "2026-01-01"
    assert len(store.listed()) == 2
    with sqlite3.connect(store.path) as file:
        file.execute("UPDATE documents SET content = ? WHERE content = ?", (content[:50], spoilt))
    with pytest.raises(UnreadableResult, match="truncated"):
        store.opened(one)


def test_many_changes_come_about_together_or_not_at_all(store: RunStore) -> None:
    kept = store.save(RECORD, NOTHING)

    def change() -> None:
        with store.at_once():
            store.save(at("2026-01-01"), NOTHING)
            store.trash(kept)
            store.trash("nothing")

    with pytest.raises(NoSuchRun):
        change()
    assert names(store.listed()) == [kept]


def test_several_threads_write_and_read_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite3"
    record = replace(RECORD, measurements=RECORD.measurements[:2])
    failures: list[Exception] = []

    def work(number: int) -> None:
        try:
            for day in range(1, 6):
                with open_runs(path) as mine:
                    identifier = mine.save(at(f"2026-{number + 1:02}-{day:02}", record), NOTHING)
                    mine.annotate(identifier, note=f"{number}")
                    mine.listed()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_runs(path) as found:
        assert len(found.listed(RunFilter(text="2026"))) == 20


def test_the_list_is_read_in_its_order_and_nothing_else_is(store: RunStore) -> None:
    """No sorting and no measurement, however many there are."""
    for wanted in (RunFilter(), RunFilter(device_key="wwn:1"), RunFilter(trashed=True)):
        query, values = runs.listing_query(wanted)
        with sqlite3.connect(store.path) as file:
            plan = [row[3] for row in file.execute(f"EXPLAIN QUERY PLAN {query}", values)]
        assert len(plan) == 1, plan
        assert "USING INDEX sessions_by_" in plan[0]
        assert "documents" not in query


def test_a_session_is_found_by_its_number_in_the_file(store: RunStore) -> None:
    with sqlite3.connect(store.path) as file:
        plan = [
            row[3]
            for row in file.execute(
                "EXPLAIN QUERY PLAN SELECT content FROM sessions JOIN documents "
                "ON session = number WHERE identifier = 'x'"
            )
        ]
    assert all(step.startswith("SEARCH") for step in plan), plan


def test_results_of_earlier_versions_are_taken_in_once_and_stay(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    folder.mkdir()
    write_results(RECORD, NOTHING, folder / "a.json")
    write_results(at("2026-01-01"), NOTHING, folder / "b.json")
    (folder / "torn.json").write_text("{")
    (folder / "notes.txt").write_text("not ours")
    path = tmp_path / "runs.sqlite3"
    with open_runs(path) as first:
        one, two = names(first.listed())
        assert first.opened(one) == RECORD
        decision = judge(RECORD).decision
        assert decision is not None
        assert first.line(one).summary == decision_sentence(decision)
        assert [Path(each.path).name for each in first.not_taken_in()] == ["torn.json"]
        first.delete(two)
    write_results(at("2026-06-01"), NOTHING, folder / "c.json")  # by an earlier version, meanwhile
    with open_runs(path) as again:
        assert [line.created_at for line in again.listed()] == ["2026-06-01", RECORD.created_at]
        assert len(again.not_taken_in()) == 1
    assert len(list(folder.iterdir())) == 5


def test_a_session_is_kept_and_named_without_knowing_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    identifier = keep(RECORD, NOTHING)
    assert runs_file() == tmp_path / "storage-tuner" / "runs.sqlite3"
    assert named_session(Path(identifier[:5])).record == RECORD
    assert named_session(address_of(identifier)).path == address_of(identifier)
    write_results(at("2026-01-01"), NOTHING, tmp_path / "r.json")
    assert named_session(tmp_path / "r.json").record.created_at == "2026-01-01"
    with pytest.raises(NoSuchRun):
        named_session(Path("nothing"))
    with pytest.raises(UnreadableResult):
        named_session(Path("nothing.json"))
    after = address_of(keep(at("2027-01-01T10:00:00+00:00"), NOTHING))
    supersede(tmp_path / "r.json", after)
    assert (tmp_path / "r.json").exists()
    supersede(after, after)
    assert named_session(after).path == after
    supersede(address_of(identifier), after)
    with pytest.raises(NoSuchRun):
        named_session(Path(identifier))


def test_what_is_gone_on_with_keeps_note_tags_and_what_fio_printed(store: RunStore) -> None:
    """More than once; another run's are left alone."""
    first = store.save(RECORD, NOTHING, raw=[RawOutput("1", "one"), RawOutput("2", "two")])
    store.annotate(first, note="The noisy one.", added=["loud", "cellar"])
    other = store.save(at("2026-01-01T10:00:00+00:00"), NOTHING, raw=[RawOutput("9", "other")])
    second = store.save(at("2027-01-01T10:00:00+00:00"), NOTHING, raw=[RawOutput("3", "three")])
    store.supersede(first, second)
    third = store.save(at("2027-01-02T10:00:00+00:00"), NOTHING, raw=[RawOutput("4", "four")])
    store.annotate(third, note="Still noisy.", added=["cellar", "new"])
    store.supersede(second, third)
    assert set(names(store.listed())) == {other, third}
    line = store.line(third)
    assert (line.note, line.tags) == ("The noisy one.\nStill noisy.", ("cellar", "new", "loud"))
    assert [output.text for output in store.raw(third)] == ["one", "two", "three", "four"]
    assert [output.text for output in store.raw(other)] == ["other"]
    assert names(store.listed(RunFilter(text="noisy cellar"))) == [third]


def test_nothing_is_let_go_of_for_a_run_that_is_not_kept(store: RunStore) -> None:
    before = store.save(RECORD, NOTHING)
    with pytest.raises(NoSuchRun):
        store.supersede(before, "nothing")
    assert names(store.listed()) == [before]


def test_a_line_is_read_in_the_readers_language_and_programs_read_english(
    store: RunStore, tmp_path: Path
) -> None:
    judgement = judge(RECORD)
    decision = judgement.decision
    assert decision is not None
    with speaking(language("de")):
        store.save(replace(RECORD, plan=example_record(repeats=1).plan), judgement)
    (line,) = store.listed()
    assert line.target == "practice disk"
    assert line.summary == decision_sentence(decision)
    assert (str(line.target_text), str(line.summary_text)) == (line.target, line.summary)
    with speaking(language("de")):
        assert str(line.target_text) == tr("practice disk") != line.target
        assert str(line.summary_text) == decision_sentence(decision) != line.summary
    assert store.listed(RunFilter(text=f"practice {line.summary.split()[0]}"))
    # what messages consist of isn't looked through
    assert not store.listed(RunFilter(text="arguments"))
    with sqlite3.connect(tmp_path / "runs.sqlite3") as file:
        file.execute("UPDATE sessions SET messages = '{}'")
    (old,) = store.listed()
    with speaking(language("de")):
        assert (old.target_text, old.summary_text) == (line.target, line.summary)


def test_figures_without_a_decision_are_read_in_the_readers_language(store: RunStore) -> None:
    store.save(RECORD, NOTHING)
    (line,) = store.listed()
    assert "Random read 30\u202f810" in line.summary
    with speaking(language("de")):
        assert "Wahlfreies Lesen 30.810" in str(line.summary_text)


@pytest.mark.parametrize(
    "messages",
    [
        "",
        "{",
        "5",
        "[]",
        "null",
        '{"summary": 5}',
        '{"summary": {"code": "{a.__class__}", "arguments": {"a": "b"}}}',
        '{"summary": {"code": "{a:.0f}", "arguments": {"a": Infinity}}}',
        "[" * 5000,
    ],
    ids=lambda text: text[:40],
)
def test_messages_that_are_none_leave_the_english(
    store: RunStore, tmp_path: Path, messages: str
) -> None:
    store.save(RECORD, judge(RECORD))
    with sqlite3.connect(tmp_path / "runs.sqlite3") as file:
        file.execute("UPDATE sessions SET messages = ?", (messages,))
    (line,) = store.listed()
    assert (line.target_text, line.summary_text) == (line.target, line.summary)


def test_a_run_kept_once_more_has_the_messages_of_its_new_state(store: RunStore) -> None:
    store.save(RECORD, NOTHING)
    judgement = judge(RECORD)
    store.save(RECORD, judgement)
    (line,) = store.listed()
    assert judgement.decision is not None
    assert line.summary_text == decision_message(judgement.decision)
    store.annotate(line.identifier, note="still there")
    assert store.line(line.identifier).summary_text == line.summary_text
