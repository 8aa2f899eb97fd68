"""What stands in the recorded outputs of tests/data/foreign, typed by reading them.

Figures are in the units of the files: bytes, requests, ms and ns of fio, KiB/s of iozone, MiB/s and
ms of tiotest, and of the DiskMarks requests a second (theirs are exact where KDiskMark's MB/s
aren't) and µs.
"""

from __future__ import annotations

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * 1024


@dataclass(frozen=True)
class Figure:
    operation: str
    threads: int
    rate_mb_s: float | None
    iops: float | None
    latency_ms: float | None = None


@dataclass(frozen=True)
class Foreign:
    """``sessions`` in the order of the file; ``problems`` are their lines, ``version`` is fio's."""

    form: str
    sessions: tuple[tuple[Figure, ...], ...]
    problems: tuple[int | None, ...] = ()
    version: str = ""
    caveats: int = 0
    created_at: str = ""
    size_bytes: int | None = None


def fio(
    operation: str, moved: int, requests: int, runtime_ms: int, latency_ns: float, threads: int = 1
) -> Figure:
    seconds = runtime_ms / 1000
    return Figure(
        operation, threads, moved / 1e6 / seconds, requests / seconds, latency_ns / 1e6 or None
    )


def kib(operation: str, figure: float, block: int, threads: int = 1) -> Figure:
    return Figure(operation, threads, figure * KIB / 1e6, figure * KIB / block)


def mib(
    operation: str, figure: float, latency_ms: float, threads: int, block: int | None = None
) -> Figure:
    moved = figure * MIB
    return Figure(operation, threads, moved / 1e6, moved / block if block else None, latency_ms)


def mark(
    operation: str, iops: float, latency_us: float | None, block: int, threads: int = 1
) -> Figure:
    latency_ms = None if latency_us is None else latency_us / 1000
    return Figure(operation, threads, iops * block / 1e6, iops, latency_ms)


def plain(operation: str, rate_mb_s: float, block: int | None, threads: int = 1) -> Figure:
    return Figure(operation, threads, rate_mb_s, rate_mb_s * 1e6 / block if block else None)


EXPECTED: dict[str, Foreign] = {
    "fio-3.0-write.json": Foreign(
        "fio JSON",
        ((fio("seq-write", 33554432, 32, 280, 8231984.03125),),),
        version="3.0",
        size_bytes=32 * MIB,
    ),
    "fio-3.1-randread-jobs4.json": Foreign(
        "fio JSON",
        ((fio("rand-read", 20238336, 4941, 1010, 812574.506982, threads=4),),),
        version="3.1",
        created_at="2026-11-22T13:11:55.858+00:00",
        size_bytes=32 * MIB,
    ),
    "fio-3.5-plus.json": Foreign(
        "fio JSON",
        ((fio("rand-read-4k-q8", 3317760, 810, 1001, 9880007.041975),),),
        version="3.5",
        size_bytes=32 * MIB,
    ),
    "fio-3.16-four-jobs.json": Foreign(
        "fio JSON",
        (
            (
                fio("seq-read", 164626432, 157, 1190, 7570190.624204),
                fio("seq-write", 28311552, 27, 1011, 37427984.962963),
                fio("rand-read-4k-q32", 6815744, 1664, 1100, 21099860.611779),
                fio("rand-write", 6041600, 1475, 1001, 676540.922034),
            ),
        ),
        version="3.16",
        size_bytes=32 * MIB,
    ),
    "fio-3.25-mixed.json": Foreign(
        "fio JSON",
        (
            (
                fio("rand-read-beside-30-8k-q4", 23207936, 2833, 1004, 946099.446523),
                fio("rand-write-beside-70-8k-q4", 10461184, 1277, 1004, 985974.003132),
            ),
        ),
        version="3.25",
        size_bytes=32 * MIB,
    ),
    "fio-3.28-error.json": Foreign("fio JSON", (), problems=(1, 2)),
    "fio-3.33-bsrange.json": Foreign(
        "fio JSON",
        ((fio("rand-read-any", 35819520, 1462, 1068, 728999.800958),),),
        version="3.33",
        size_bytes=32 * MIB,
    ),
    "fio-3.33-buffered-write.json": Foreign(
        "fio JSON",
        ((fio("seq-write-256k", 33554432, 128, 4230, 3554246.914062),),),
        version="3.33",
        caveats=1,
        size_bytes=32 * MIB,
    ),
    "fio-3.33-cut.json": Foreign(
        "fio JSON",
        ((fio("rand-read", 34856960, 8511, 3463, 400587.976266),),),
        problems=(1085,),
        version="3.33",
        size_bytes=32 * MIB,
    ),
    "fio-3.33-first.json": Foreign(
        "fio JSON",
        (
            (
                fio("rand-read", 1228800, 300, 1060, 3311655.456667),
                fio("rand-read", 3219456, 786, 1001, 1270976.647583),
                fio("rand-read", 7499776, 1831, 1008, 548435.273075),
                fio("rand-read", 10244096, 2501, 1024, 407522.217513),
            ),
        ),
        version="3.33",
        created_at="2026-11-22T13:12:57.740+00:00",
        size_bytes=32 * MIB,
    ),
    "fio-3.33-normal-json.txt": Foreign(
        "fio JSON",
        ((fio("seq-read-128k", 177602560, 1355, 1001, 735989.312915),),),
        version="3.33",
        size_bytes=32 * MIB,
    ),
    "fio-3.33-second.json": Foreign(
        "fio JSON",
        (
            (
                fio("rand-read", 7200768, 1758, 1001, 568090.026166),
                fio("rand-read", 7458816, 1821, 1001, 547417.828116),
                fio("rand-read", 7446528, 1818, 1004, 550357.337184),
                fio("rand-read", 5615616, 1371, 1007, 730734.299052),
            ),
        ),
        version="3.33",
        size_bytes=32 * MIB,
    ),
    "fio-3.33-status-interval.json": Foreign(
        "fio JSON",
        ((fio("rand-read", 37285888, 9103, 4012, 434501.877952),),),
        version="3.33",
        size_bytes=32 * MIB,
    ),
    "fio-3.33-ungrouped-plus.json": Foreign(
        "fio JSON",
        (
            (
                fio(
                    "rand-read",
                    9637888 + 7172096 + 8884224,
                    2353 + 1751 + 2169,
                    1003,
                    (2353 * 424546.411815 + 1751 * 569833.359794 + 2169 * 459913.517289)
                    / (2353 + 1751 + 2169),
                    threads=3,
                ),
            ),
        ),
        version="3.33",
        size_bytes=32 * MIB,
    ),
    "fio-3.33-unified.json": Foreign(
        "fio JSON",
        ((fio("rand-mix-50-4k", 5496832, 1342, 1019, 0),),),
        version="3.33",
        size_bytes=32 * MIB,
    ),
    "fio-3.41-two-at-once.json": Foreign(
        "fio JSON",
        (
            (
                fio("rand-write-16k-q2", 3260416, 199, 1002, 6264677.58794),
                fio("seq-read-64k", 61276160, 935, 1040, 1107307.62139),
            ),
        ),
        version="3.41",
        caveats=1,
        size_bytes=16 * MIB,
    ),
    "fio-3.41-warned.txt": Foreign(
        "fio JSON",
        ((fio("rand-read", 8048640, 1965, 1007, 504540.04173),),),
        version="3.41",
        size_bytes=32 * MIB,
    ),
    "kdiskmark-1.6.0.txt": Foreign(
        "KDiskMark",
        (
            (
                mark("cdm-seq1m-q8t1-read", 529.8, 14415.61, MIB),
                mark("cdm-seq1m-q1t1-read", 442.0, 2248.08, MIB),
                mark("cdm-rnd4k-q32t16-read", 67889.0, 1955.57, 4 * KIB, threads=16),
                mark("cdm-rnd4k-q1t1-read", 10813.1, 90.34, 4 * KIB),
                mark("cdm-seq1m-q8t1-write", 501.6, 15319.33, MIB),
                mark("cdm-seq1m-q1t1-write", 418.8, 2369.68, MIB),
                mark("cdm-rnd4k-q32t16-write", 41286.6, 3091.38, 4 * KIB, threads=16),
                mark("cdm-rnd4k-q1t1-write", 25924.1, 36.71, 4 * KIB),
            ),
        ),
        version="3.16",
        caveats=1,
        created_at="2020-09-05T18:31:47",
        size_bytes=32 * MIB,
    ),
    "kdiskmark-3.1.3.txt": Foreign(
        "KDiskMark",
        (
            (
                mark("cdm-seq1m-q8t1-read", 271.2, 15310.27, MIB),
                mark("cdm-seq1m-q1t1-read", 326.5, 3021.99, MIB),
                mark("cdm-rnd4k-q32t1-read", 22755.6, 1389.27, 4 * KIB),
                mark("cdm-rnd4k-q1t1-read", 9183.9, 107.39, 4 * KIB),
                mark("cdm-seq1m-q8t1-write", 301.9, 18954.19, MIB),
                mark("cdm-seq1m-q1t1-write", 470.6, 694.95, MIB),
                mark("cdm-rnd4k-q32t1-write", 18044.1, 1760.77, 4 * KIB),
                mark("cdm-rnd4k-q1t1-write", 8515.6, 115.11, 4 * KIB),
            ),
        ),
        version="3.39",
        caveats=1,
        created_at="2026-11-22T13:28:11",
        size_bytes=16 * MIB,
    ),
    "kdiskmark-3.1.3-mix.txt": Foreign(
        "KDiskMark",
        (
            (
                mark("cdm-seq1m-q8t1-read", 235.3, 24708.93, MIB),
                mark("cdm-rnd4k-q32t1-read", 8569.0, 3713.27, 4 * KIB),
                mark("cdm-seq1m-q8t1-write", 75.8, 46500.83, MIB),
                mark("cdm-rnd4k-q32t1-write", 5611.0, 5629.98, 4 * KIB),
                mark("cdm-seq1m-q8t1-mix70", 352.0, 9366.23, MIB),
                mark("cdm-rnd4k-q32t1-mix70", 10816.4, 1712.72, 4 * KIB),
            ),
        ),
        version="3.39",
        caveats=1,
        created_at="2026-11-22T13:31:14",
        size_bytes=16 * MIB,
    ),
    "crystaldiskmark-form.txt": Foreign(
        "CrystalDiskMark",
        (
            (
                mark("cdm-seq1m-q8t1-read", 1000, 8000, MIB),
                mark("cdm-seq1m-q1t1-read", 500, 2000, MIB),
                mark("cdm-rnd4k-q32t1-read", 100_000, 320, 4 * KIB),
                mark("cdm-rnd4k-q1t1-read", 10_000, 100, 4 * KIB),
                mark("cdm-seq1m-q8t1-write", 900, 8888.89, MIB),
                mark("cdm-seq1m-q1t1-write", 400, 2500, MIB),
                mark("cdm-rnd4k-q32t1-write", 50_000, 640, 4 * KIB),
                mark("cdm-rnd4k-q1t1-write", 20_000, 50, 4 * KIB),
            ),
        ),
        created_at="2026-01-02T03:04:05",
        size_bytes=1024 * MIB,
    ),
    "iozone-3.169.txt": Foreign(
        "iozone",
        (
            (
                kib("seq-write-128k", 109333.84, 128 * KIB),
                kib("iozone-rewrite-128k", 111377.63, 128 * KIB),
                kib("seq-read-128k", 123864.27, 128 * KIB),
                kib("iozone-reread-128k", 167226.50, 128 * KIB),
            ),
        ),
        caveats=1,
        created_at="2004-01-14T21:32:08",
        size_bytes=2048 * MIB,
    ),
    "iozone-all.txt": Foreign(
        "iozone",
        (
            (
                kib("seq-write-64k", 105181, 64 * KIB),
                kib("iozone-rewrite-64k", 2651541, 64 * KIB),
                kib("seq-read-64k", 2365900, 64 * KIB),
                kib("iozone-reread-64k", 7059152, 64 * KIB),
                kib("rand-read-64k", 7177114, 64 * KIB),
                kib("rand-write-64k", 65134, 64 * KIB),
                kib("iozone-backward-read-64k", 7710195, 64 * KIB),
                kib("iozone-record-rewrite-64k", 28050990, 64 * KIB),
                kib("iozone-strided-read-64k", 909615, 64 * KIB),
                kib("iozone-fwrite-64k", 154018, 64 * KIB),
                kib("iozone-frewrite-64k", 1119140, 64 * KIB),
                kib("iozone-fread-64k", 8154866, 64 * KIB),
                kib("iozone-freread-64k", 8191806, 64 * KIB),
            ),
        ),
        caveats=1,
        created_at="2026-11-22T13:00:06",
        size_bytes=16 * MIB,
    ),
    "iozone-auto.txt": Foreign(
        "iozone",
        (
            (
                kib("seq-write-4k", 6322, 4 * KIB),
                kib("iozone-rewrite-4k", 913366, 4 * KIB),
                kib("seq-read-4k", 3431922, 4 * KIB),
                kib("iozone-reread-4k", 3258760, 4 * KIB),
                kib("rand-read", 32837, 4 * KIB),
                kib("rand-write", 367268, 4 * KIB),
                kib("seq-write", 19857, MIB),
                kib("iozone-rewrite-1m", 2666686, MIB),
                kib("seq-read", 13539152, MIB),
                kib("iozone-reread-1m", 10556617, MIB),
                kib("rand-read-1m", 11604860, MIB),
                kib("rand-write-1m", 3324662, MIB),
            ),
        ),
        caveats=1,
        created_at="2026-11-22T13:00:02",
        size_bytes=8 * MIB,
    ),
    "iozone-ops.txt": Foreign(
        "iozone",
        (
            (
                Figure("seq-write-4k", 1, 9712 * 4096 / 1e6, 9712),
                Figure("iozone-rewrite-4k", 1, 436489 * 4096 / 1e6, 436489),
                Figure("rand-read", 1, 474539 * 4096 / 1e6, 474539),
                Figure("rand-write", 1, 68436 * 4096 / 1e6, 68436),
            ),
        ),
        caveats=1,
        size_bytes=4 * MIB,
    ),
    "iozone-throughput.txt": Foreign(
        "iozone",
        (
            (
                kib("seq-write-4k", 13957.15, 4 * KIB, threads=4),
                kib("iozone-rewrite-4k", 8213.90, 4 * KIB, threads=4),
                kib("rand-read", 18507.67, 4 * KIB, threads=4),
                kib("rand-write", 21432.10, 4 * KIB, threads=4),
            ),
        ),
        caveats=1,
        size_bytes=8 * MIB,
    ),
    "iozone-throughput-excel.txt": Foreign(
        "iozone",
        (
            (
                kib("seq-write-64k", 2778328.67, 64 * KIB, threads=2),
                kib("iozone-rewrite-64k", 800634.94, 64 * KIB, threads=2),
                kib("seq-read-64k", 6894546.00, 64 * KIB, threads=2),
                kib("iozone-reread-64k", 6500617.50, 64 * KIB, threads=2),
            ),
        ),
        caveats=2,
        size_bytes=4 * MIB,
    ),
    "tiobench.txt": Foreign(
        "tiobench",
        (
            (
                mib("seq-read-4k", 6.22, 0.627, 1, 4096),
                mib("seq-read-4k", 22.27, 0.604, 4, 4096),
                mib("rand-read", 2.11, 1.617, 1, 4096),
                mib("rand-read", 19.28, 0.297, 4, 4096),
                mib("seq-write-4k", 3.71, 1.051, 1, 4096),
                mib("seq-write-4k", 16.69, 0.839, 4, 4096),
                mib("rand-write", 11.48, 0.326, 1, 4096),
                mib("rand-write", 32.74, 0.282, 4, 4096),
            ),
        ),
        caveats=1,
        size_bytes=16 * MIB,
    ),
    "tiobench-2.5.63.txt": Foreign(
        "tiobench",
        (
            (
                mib("seq-read-4k", 7.76, 13.815, 10, 4096),
                mib("rand-read", 0.45, 231.653, 10, 4096),
                mib("seq-write-4k", 12.30, 5.910, 10, 4096),
                mib("rand-write", 0.73, 1.308, 10, 4096),
            ),
        ),
        caveats=1,
        size_bytes=252 * MIB,
    ),
    "tiotest.txt": Foreign(
        "tiotest",
        (
            (
                mib("seq-write-any", 115.445, 0.051, 4),
                mib("rand-write-any", 41.564, 0.002, 4),
                mib("seq-read-any", 361.598, 0.007, 4),
                mib("rand-read-any", 220.583, 0.002, 4),
            ),
        ),
        caveats=1,
    ),
    "tiotest-2.5.43.txt": Foreign(
        "tiotest",
        (
            (
                mib("seq-write-any", 4.509, 2.144, 4),
                mib("rand-write-any", 0.802, 7.420, 4),
                mib("seq-read-any", 5.090, 2.526, 4),
                mib("rand-read-any", 0.419, 35.709, 4),
            ),
        ),
        caveats=1,
    ),
}

REPORT_512K = {
    # the row "512" of each report in iozone-excel.txt, for records of 4, 8, … 512 KiB
    "seq-write": (927716, 1347393, 1610042, 1225169, 2979282, 3201349, 3768799, 3201349),
    "iozone-rewrite": (2894940, 4532414, 4262523, 4784885, 5951911, 5822804, 1570020, 6246213),
    "seq-read": (3196584, 186724, 8018812, 7647578, 9145790, 10235583, 513530, 7620440),
    "iozone-reread": (2089386, 4411377, 6652558, 7211022, 8665997, 9145790, 12427157, 9304292),
}
