"""Invented blocks of every kind."""

from __future__ import annotations

from storage_tuner.present.blocks import (
    Dot,
    DotPlot,
    Fact,
    Facts,
    Headline,
    Mark,
    Notice,
    Section,
    Table,
    TableCell,
    Tone,
)

LEGEND = (
    (Mark.FASTER, "faster"),
    (Mark.SLOWER, "slower"),
    (Mark.SAME, "same (within 3 %)"),
    (Mark.INCONCLUSIVE, "inconclusive"),
)

HEADLINE = Headline(
    Tone.OPEN, 'Keep "none". At most 11 % could be gained.', ('Avoid "bfq": 33 % slower.',)
)

PLOT = DotPlot(
    "Against none (current), for a desktop",
    (
        Dot("kyber", 6.2, 4.1, 8.3, Mark.FASTER, "+6.2 % (+4.1 … +8.3 %), faster"),
        Dot("adios", 0.4, -1.0, 1.8, Mark.SAME, "+0.4 % (−1.0 … +1.8 %), same"),
        Dot("mq-deadline", -2.0, -9.0, 11.0, Mark.INCONCLUSIVE, "−2 % (−9 … +11 %), inconclusive"),
        Dot("bfq", -33.0, -45.0, -19.0, Mark.SLOWER, "−33 % (−45 … −19 %), slower"),
    ),
    3.0,
)

TABLE = Table(
    "Results by operation",
    ("Operation", "none (current)", "mq-deadline", "kyber", "bfq"),
    (
        (
            TableCell("Sequential read"),
            TableCell("1146 MB/s"),
            TableCell("−2 %", Mark.INCONCLUSIVE, "between −4 % and +9 %"),
            TableCell("+6 %", Mark.FASTER, "between +4 % and +8 %"),
            TableCell("−33 %", Mark.SLOWER, "between −45 % and −19 %"),
        ),
        (
            TableCell("Random read, p99 latency"),
            TableCell("13.3 ms"),
            TableCell("+0.4 %", Mark.SAME, "between −1 % and +2 %"),
            TableCell("–"),
            TableCell("×3", Mark.SLOWER),
        ),
    ),
    LEGEND,
)

FACTS = Facts("Conditions", (Fact("Kernel", "6.1.0"), Fact("Power", "mains")))
WARNING = Notice(Tone.WARNING, "Other programs used 100 % of the CPU: repeat when idle.")
FOLDED = Section("Reasons", (FACTS, Notice(Tone.NOTE, "bfq idles between requests.")))

ALL = (HEADLINE, PLOT, TABLE, WARNING, FOLDED)
