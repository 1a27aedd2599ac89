"""What once grew with the square of what is given: seconds at three sizes in one run, and growth by doubling.

Linear work takes 2 times as long for twice as much, n log n a little more, a square 4 times.
"""

from __future__ import annotations

import gzip
import json
import tempfile
import time
from collections.abc import Callable
from math import log2
from pathlib import Path

from bench_audit import Known, made_up
from corefair.auditing.run import audit
from corefair.auditing.weighing import weigh
from corefair.errors import DataError
from corefair.io import files
from corefair.io.documents import read, write
from corefair.report import html
from corefair.systems.outside.exchange import read_answer
from corefair.systems.outside.predictions import Predictions
from corefair.types import Document, Mention

Work = Callable[[], object]


def main() -> None:
    print(f"{'what':42} {'sizes':>28}   {'seconds':>22}   × per doubling")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, sizes, make in (
            ("weigh: the last id is a duplicate", (25_000, 50_000, 100_000), twice),
            ("answers in characters, mentions", (2_500, 5_000, 10_000), in_characters),
            ("a document, words: written and read", (50_000, 100_000, 200_000), long_document),
            ("predictions, cases", (25_000, 50_000, 100_000), predictions),
            ("one line, characters", (2**22, 2**24, 2**26 - 2), one_line),
            ("one line of a gzip file, characters", (2**22, 2**24, 2**26 - 2), one_packed_line),
            ("a page, cases", (12_500, 25_000, 50_000), page),
        ):
            seconds = [timed(make(folder, size)) for size in sizes]
            growth = (seconds[-1] / seconds[0]) ** (1 / log2(sizes[-1] / sizes[0]))
            shown = " ".join(f"{size:>9,}" for size in sizes), " ".join(f"{each:7.2f}" for each in seconds)
            print(f"{name:42} {shown[0]}   {shown[1]}   {growth:.1f}", flush=True)


def timed(work: Work) -> float:
    """Seconds of processor time."""
    began = time.process_time()
    work()
    return time.process_time() - began


def twice(folder: Path, n: int) -> Work:
    path = folder / "t.tsv"
    rows = (f"{i}\t{'fm'[i % 2]}\t{i % 7}\n" for i in range(n))
    path.write_text("id\tgender\tn\n" + "".join(rows) + f"{n - 1}\tf\t1\n", encoding="utf-8")

    def work() -> None:
        try:
            weigh(str(path), group="gender")
        except DataError as error:
            assert "second time" in str(error)

    return work


def in_characters(folder: Path, n: int) -> Work:
    words = tuple(f"w{i}" for i in range(2 * n))
    text = " ".join(words)
    offsets, at = [], 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    doc = Document("d", words, text=text, offsets=tuple(offsets))
    said = {"text": text, "clusters": [[list(offsets[i]), list(offsets[i + 1])] for i in range(0, 2 * n, 2)]}
    return lambda: read_answer(said, doc)


def long_document(folder: Path, n: int) -> Work:
    words = tuple(["the", "nurse", "said", "that", "she", "had", "left", "."] * (n // 8))
    clusters = tuple((Mention(i, i + 2), Mention(i + 4, i + 5)) for i in range(0, len(words), 8))
    doc = Document("d", words, sentences=tuple(range(0, len(words), 8)), clusters=clusters)

    def work() -> None:
        for ending in (".conll", ".jsonl"):
            write([doc], folder / f"d{ending}")
            assert len(list(read(folder / f"d{ending}"))) == 1

    return work


def predictions(folder: Path, n: int) -> Work:
    docs = [Document(f"d{i}", ("Ann", "said", "she", "left")) for i in range(n)]
    path = folder / "p.jsonl"
    lines = (json.dumps({"id": doc.id, "clusters": [[[0, 1], [2, 3]]]}) + "\n" for doc in docs)
    path.write_text("".join(lines), encoding="utf-8")
    return lambda: list(Predictions(path).answers(docs))


def one_line(folder: Path, n: int) -> Work:
    (folder / "line.txt").write_bytes(b"x" * n)
    return lambda: files.text(folder / "line.txt")


def one_packed_line(folder: Path, n: int) -> Work:
    (folder / "line.txt.gz").write_bytes(gzip.compress(b"x" * n, 1))
    return lambda: files.text(folder / "line.txt.gz")


def page(folder: Path, n: int) -> Work:
    report = audit(Known(), [made_up(n // 2)], resamples=100)
    return lambda: html.render(report)


if __name__ == "__main__":
    main()
