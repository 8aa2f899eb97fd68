"""Numbers and texts within messages, as in the language in force."""

from __future__ import annotations

from storage_tuner.core.language import Language, speaking
from storage_tuner.core.message import sentence, together, tr
from storage_tuner.present import numbers

COMMAS = Language("xx", point=",", groups=".")


def test_numbers_are_written_as_in_the_language() -> None:
    with speaking(COMMAS):
        assert tr("{size:,.1f} MB", size=1234.5) == "1.234,5 MB"


def test_a_number_that_is_a_text_by_now_stays() -> None:
    """It was written in the language, and would be taken for one in English."""
    with speaking(COMMAS):
        size = numbers.decimal_bytes(67_100_000)
        assert size.startswith("67,1")
        assert tr("{size} free", size=size) == f"{size} free"
        assert str(together((size, "of it"))) == f"{size} of it"


def test_a_number_below_a_message_is_written_when_it_is_read() -> None:
    share = sentence("{share:.1f} %", share=12.5)
    whole = sentence("{share} free", share=share)
    with speaking(COMMAS):
        assert str(whole) == "12,5 % free"
    assert str(whole) == "12.5 % free"
