"""Analysis on one core: words a second beside cutting the same text into words, and growth with length."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from dataclasses import replace
from time import process_time

from corefair.io.plain import sentence_starts, word_offsets
from corefair.suites.coref.occupations import build
from corefair.text import analyse
from corefair.types import Document


def main() -> None:
    """Print words a CPU second, then how time and memory grow."""
    text = " ".join(str(case.given.text or " ".join(case.given.words)) for case in build().cases)[:120_000]
    offsets = word_offsets(text)
    words = tuple(text[start:end] for start, end in offsets)
    doc = Document("text", words, sentences=sentence_starts(text, offsets))
    short = [
        replace(doc, id=f"{i}", words=words[i : i + 15], sentences=(0,)) for i in range(0, len(words), 15)
    ]
    run([doc])  # loads the pipeline

    print(f"{len(words):,} words in {len(doc.sentences):,} sentences; CPU time, best of three")
    cutting = best(lambda: sentence_starts(text, word_offsets(text)))
    for task, docs in (("one document", [doc]), (f"{len(short):,} documents of 15 words", short)):
        took = best(lambda docs=docs: run(docs))  # type: ignore[misc]
        rate, times = len(words) / took, took / cutting
        print(f"{task:<36}{rate:>8,.0f} words/s{times:>8.0f} × the time to cut it into words")

    print(f"\n{'growth when doubled':<36}{'once':>10}{'doubled':>12}{'times':>8}")
    half = cut(doc, len(words) // 2)
    grow("words of a document", lambda: run([half]), lambda: run([doc]))
    for n in (5000, 10_000):
        one, two = (Document("long", ("she", "said", ",") * (size // 3)) for size in (n, 2 * n))
        grow(f"words of one sentence, {n:,}", lambda one=one: keep(one), lambda two=two: keep(two))  # type: ignore[misc]

    print("\nhighest memory so far, by words of one document")
    for times in (1, 2, 4, 8):
        long = Document("long", words * times, sentences=repeated(doc, times))
        run([long])
        print(f"{len(long.words):>12,} words{highest():>8,.0f} MB")


def run(docs: list[Document]) -> None:
    for _ in analyse(docs):
        pass


def keep(doc: Document) -> None:
    """Read a document as the one sentence it is given as."""
    for _ in analyse([doc], split=False):
        pass


def cut(doc: Document, n: int) -> Document:
    return replace(doc, words=doc.words[:n], sentences=tuple(start for start in doc.sentences if start < n))


def repeated(doc: Document, times: int) -> tuple[int, ...]:
    return tuple(i * len(doc.words) + start for i in range(times) for start in doc.sentences)


def highest() -> float:
    """The most memory this process has had, in megabytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3


def grow(task: str, once: Callable[[], object], doubled: Callable[[], object]) -> None:
    one, two = best(once), best(doubled)
    print(f"{task:<36}{one:>8.2f} s{two:>10.2f} s{two / one:>8.1f}")


def best(work: Callable[[], object], repeats: int = 3) -> float:
    """The least CPU seconds of a few runs."""
    seconds = []
    for _ in range(repeats):
        begin = process_time()
        work()
        seconds.append(process_time() - begin)
    return min(seconds)


if __name__ == "__main__":
    main()
