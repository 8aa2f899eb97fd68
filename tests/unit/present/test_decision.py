"""The decision in sentences: what to do first, then the bound of what could be gained."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.core.decision import Action, RejectedVariant
from storage_tuner.core.plan import UNCHANGED
from storage_tuner.present.blocks import Tone
from storage_tuner.present.decision import (
    decision_headline,
    decision_sentence,
    finding_headline,
    tally_headline,
)
from tests.unit.present.judgements import (
    CHANGED,
    FASTER,
    FASTER_BFQ,
    INCONCLUSIVE,
    KEPT_DECIDED,
    KEPT_OPEN,
    OPEN_KYBER,
    SLOWER,
    SLOWER_BFQ,
    decision,
    figure,
    score,
)


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def details(headline_details: tuple[str, ...]) -> list[str]:
    return [plain(each) for each in headline_details]


def test_a_change_says_by_how_much_and_within_what() -> None:
    headline = decision_headline(CHANGED)
    assert plain(headline.text) == (
        'Change to "bfq": 14 % faster (10 to 18 %) than "none" for a desktop.'
    )
    assert headline.tone is Tone.DECIDED


def test_a_change_names_the_bound_of_another_one_only_if_it_is_greater() -> None:
    wide = replace(CHANGED, most_gain_percent=25.0)
    assert plain(decision_sentence(wide)).endswith("Another variant could gain at most 25 %.")


def test_what_is_kept_for_now_is_bounded_and_names_the_slower_one() -> None:
    headline = decision_headline(KEPT_OPEN)
    assert plain(headline.text) == 'Keep "none". At most 11 % could be gained; "bfq" is slower.'
    assert headline.tone is Tone.OPEN
    assert 'Avoid "bfq": 33 % slower (19 to 45 %).' in details(headline.details)


def test_what_is_kept_surely_says_that_nothing_is_faster() -> None:
    headline = decision_headline(KEPT_DECIDED)
    assert plain(headline.text) == (
        'Keep "none": nothing is faster. At most 2 % could be gained; "bfq" is slower.'
    )
    assert headline.tone is Tone.DECIDED


def test_that_nothing_is_faster_bounds_the_gain_already() -> None:
    none_better = decision(Action.KEEP, SLOWER_BFQ, most_gain_percent=-4.0)
    assert plain(decision_sentence(none_better)) == (
        'Keep "none": nothing is faster. "bfq" is slower.'
    )


def test_many_slower_ones_are_counted() -> None:
    slower = [score(f"variant {number}", -20, (-25, -15), SLOWER) for number in range(5)]
    headline = decision_headline(decision(Action.KEEP, *slower, most_gain_percent=0.0))
    assert "5 others are slower" in headline.text
    assert len(headline.details) == 3


def test_the_worst_is_named_first() -> None:
    little = score("kyber", -5, (-8, -3), SLOWER)
    headline = decision_headline(decision(Action.KEEP, little, SLOWER_BFQ))
    assert [each.partition(":")[0] for each in headline.details] == ['Avoid "bfq"', 'Avoid "kyber"']


def test_others_that_are_faster_are_named_with_their_gain() -> None:
    also = score("kyber", 9.2, (5.1, 13.4), FASTER)
    headline = decision_headline(replace(CHANGED, overall=(FASTER_BFQ, also)))
    assert details(headline.details) == ['"kyber" is also 9 % faster (5 to 13 %).']


def test_a_faster_one_that_is_refused_comes_with_the_reason() -> None:
    refused = decision(
        Action.KEEP, FASTER_BFQ, refused=(RejectedVariant("bfq", "it can stall the computer"),)
    )
    headline = decision_headline(refused)
    assert details(headline.details) == [
        '"bfq" is faster but not recommended: it can stall the computer.'
    ]
    assert headline.tone is Tone.OPEN


def test_a_short_time_is_forecast_and_a_long_one_gives_the_cause() -> None:
    soon = decision_headline(replace(KEPT_OPEN, seconds_needed=700.0))
    assert (
        details(soon.details)[-1]
        == "Benchmarking for about 12 more minutes may decide more comparisons."
    )
    late = decision_headline(replace(KEPT_OPEN, seconds_needed=86 * 3600.0))
    assert details(late.details)[-1] == (
        "The difference varied by ±10 % between blocks. Repeat when the computer is idle."
    )
    assert not any("hours" in each for each in late.details)


def test_a_stopped_measurement_is_neither_decided_nor_open() -> None:
    headline = decision_headline(CHANGED, stopped="It was stopped after 3 runs.")
    assert headline.tone is Tone.STOPPED
    assert headline.details[0] == "It was stopped after 3 runs."


def test_without_an_advice_the_finding_comes_first_and_then_what_is_missing() -> None:
    headline = decision_headline(decision(Action.NONE, FASTER_BFQ), lacking="Measure it as well.")
    assert plain(headline.text) == '"bfq" is 14 % faster (10 to 18 %) than "none" for a desktop.'
    assert headline.details == ("Measure it as well.",)
    assert headline.tone is Tone.OPEN


def test_a_single_run_gives_the_leader_and_its_lead_unjudged() -> None:
    single = decision(Action.NONE, score("bfq", 60, None, INCONCLUSIVE, runs=1))
    assert plain(decision_sentence(single)) == (
        '"bfq" is 60 % faster than "none" for a desktop, but one run is too few for a verdict.'
    )


def test_nothing_measured_says_what_to_do() -> None:
    assert "Measure longer" in decision_sentence(decision(Action.NONE))


def test_the_current_settings_without_a_name_are_called_so() -> None:
    kept = replace(KEPT_OPEN, variant=UNCHANGED, reference=UNCHANGED)
    assert decision_sentence(kept).startswith("Keep the current settings.")


def test_narrow_intervals_have_a_decimal() -> None:
    narrow = replace(CHANGED, gain_percent=4.25, interval_percent=(3.9, 4.6))
    assert "4.2 % faster (3.9 to 4.6 %)" in plain(decision_sentence(narrow))


def test_a_bound_that_is_not_finite_is_left_out() -> None:
    wide = replace(CHANGED, interval_percent=(3.0, float("inf")), most_gain_percent=float("inf"))
    assert '14 % faster than "none"' in plain(decision_sentence(wide))


def test_a_comparison_of_disks_says_who_is_faster_not_what_to_set() -> None:
    headline = finding_headline(decision(Action.CHANGE, FASTER_BFQ, OPEN_KYBER))
    assert headline.text.startswith('"bfq" is 14')
    assert headline.tone is Tone.DECIDED


def test_figures_without_a_common_score_are_counted() -> None:
    headline = tally_headline(
        [figure("bfq", 20, FASTER), figure("bfq", -9, SLOWER), figure("bfq", 1, INCONCLUSIVE)]
    )
    assert headline.text == ('"bfq" is faster than "none" in 1 of 3 comparisons, slower in 1.')


def test_a_name_cannot_control_a_terminal() -> None:
    hostile = decision(Action.KEEP, score("b\x1b[2J", -20, (-25, -15), SLOWER))
    headline = decision_headline(hostile)
    assert "\x1b" not in headline.text + "".join(headline.details)


def test_a_bound_beyond_all_measure_is_not_said() -> None:
    wild = replace(KEPT_OPEN, most_gain_percent=1e50)
    assert plain(decision_sentence(wild)) == 'Keep "none". "bfq" is slower.'


def test_what_is_found_faster_has_its_interval_for_a_bound() -> None:
    found = decision(Action.NONE, FASTER_BFQ, most_gain_percent=20.0)
    assert "could be gained" not in finding_headline(found).text
