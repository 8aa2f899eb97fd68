"""Why fio ended, from what it printed when a disk failed."""

from __future__ import annotations

from storage_tuner.fio.failure import failed_request

OF_A_DISK = """\
fio: io_u error on file /dev/loop33: Input/output error: read offset=170090496, buflen=4096
fio: io_u error on file /dev/loop33: Input/output error: read offset=163119104, buflen=4096
fio: helper_thread.c:125: submit_action: Assertion `ret == 1' failed.
"""


def test_the_first_request_that_failed_is_the_reason() -> None:
    assert str(failed_request(OF_A_DISK)) == "Input/output error (read at byte 170090496)"


def test_a_path_may_hold_what_separates_the_parts() -> None:
    text = OF_A_DISK.replace("/dev/loop33", "/mnt/a: b offset=3/file")
    assert str(failed_request(text)) == "Input/output error (read at byte 170090496)"


def test_other_failures_have_another_reason() -> None:
    assert failed_request("fio: pid=0, err=22/file:ioengines.c:480, error=Invalid argument") is None
