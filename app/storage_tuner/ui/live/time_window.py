"""The visible part of a recording: it follows the newest sample, or is frozen."""

from __future__ import annotations

from dataclasses import dataclass, replace

SPANS_S = (10.0, 60.0, 300.0, 900.0, 3600.0)
"""Available spans: 10 s, 1 min, 5 min, 15 min, 1 h."""

LEAST_S = 1.0
MOST_S = SPANS_S[-1]


@dataclass(frozen=True)
class RecordedRange:
    """The ends of a recording, in seconds of the sampler's clock."""

    oldest: float
    newest: float


@dataclass(frozen=True)
class TimeWindow:
    """``span_s`` seconds before ``end``, or before the newest sample where ``end`` is None."""

    span_s: float
    end: float | None = None

    @property
    def follows(self) -> bool:
        return self.end is None

    def bounds(self, newest: float) -> tuple[float, float]:
        end = newest if self.end is None else self.end
        return end - self.span_s, end

    def standing(self, newest: float) -> TimeWindow:
        return self if self.end is not None else replace(self, end=newest)

    def zoomed(
        self, factor: float, known: RecordedRange, anchor: float | None = None
    ) -> TimeWindow:
        """Scale the span by ``factor``; a frozen window keeps the moment ``anchor`` in place,
        otherwise its right end."""
        span_s = min(max(self.span_s * factor, LEAST_S), MOST_S)
        if self.end is None:
            return TimeWindow(span_s)
        if anchor is None:
            anchor = self.end - self.span_s / 2
        after = (self.end - anchor) * span_s / self.span_s
        return TimeWindow(span_s, anchor + after).within(known)

    def moved(self, by_s: float, known: RecordedRange) -> TimeWindow:
        """Move by ``by_s`` seconds, and freeze."""
        end = known.newest if self.end is None else self.end
        return TimeWindow(self.span_s, end + by_s).within(known)

    def within(self, known: RecordedRange) -> TimeWindow:
        """Shift the window into the recorded range, if that is long enough."""
        if self.end is None:
            return self
        earliest = min(known.oldest + self.span_s, known.newest)
        return replace(self, end=min(max(self.end, earliest), known.newest))


def chosen(begin: float, end: float, known: RecordedRange) -> TimeWindow:
    """The window from one moment to another, in either order, with a minimum length."""
    span_s = min(max(abs(end - begin), LEAST_S), MOST_S)
    middle = (begin + end) / 2
    return TimeWindow(span_s, middle + span_s / 2).within(known)
