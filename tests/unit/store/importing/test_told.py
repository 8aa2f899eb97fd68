"""What a report says of an imported session, and what it must not claim."""

from __future__ import annotations

from storage_tuner.present.method import method
from storage_tuner.present.wording import nothing_compared, outcome
from storage_tuner.store.importing import import_path
from tests.unit.store.importing.test_foreign import FOREIGN


def test_a_report_claims_nothing_of_how_another_program_measured() -> None:
    """Our protocols, seeds, sizes of requests and promises about settings are ours alone."""
    (record,) = import_path(FOREIGN / "iozone-auto.txt").records
    told = " ".join((*method(record), outcome(record, None), nothing_compared(record)))
    for claim in ("protocol", "seed", "direct I/O", "restarts", "as they were before", "touched"):
        assert claim not in told
    assert "Imported: " in told
