"""Swapping on one core: words a second where the file has its analysis, beside reading and writing it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from time import process_time

from corefair.io.conllu import Conllu
from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.mitigators.text.swap import Swap
from corefair.text import analyse
from corefair.types import Document

EXAMPLES = Path(__file__).parent.parent / "examples"


def main() -> None:
    """Print words a CPU second, the ratio to reading, and growth with length."""
    story = "".join(path.read_text(encoding="utf-8") + "\n\n" for path in sorted(EXAMPLES.glob("*.txt")))
    (once,) = analyse([Plain.parse(Block(1, story))])
    doc = repeated(once, 20_000 // len(once.words))
    text = Conllu.render(doc)
    swap = Swap()
    swap(doc)  # reads the lists
    n = len(doc.words)
    changed = len(swap.plan(doc).edits)
    reading = best(lambda: Conllu.parse(Block(1, text)))
    print(f"{n:,} words, of which {changed:,} are changed; CPU time, best of three")
    tasks: dict[str, Callable[[], object]] = {
        "read CoNLL-U": lambda: Conllu.parse(Block(1, text)),
        "swap": lambda: swap(doc),
        "read, swap and write": lambda: Conllu.render(swap(Conllu.parse(Block(1, text)))),
    }
    for name, task in tasks.items():
        took = best(task)
        print(f"{name:<24}{n / took:>10,.0f} words/s{took / reading:>8.2f} × the time to read the file")
    print(f"\n{'growth when doubled':<24}{'times':>8}")
    for times in (1, 2, 4):
        long = [best(lambda size=size: swap(repeated(doc, size))) for size in (times, 2 * times)]  # type: ignore[misc]
        print(f"{times * n:>14,} words{long[1] / long[0]:>12.1f}")


def repeated(doc: Document, times: int) -> Document:
    """The words with their tags and trees, so many times after each other."""
    n = len(doc.words)
    return Document(
        "long",
        doc.words * times,
        sentences=tuple(k * n + start for k in range(times) for start in doc.sentences),
        tags=(doc.tags or ()) * times,
        heads=tuple(head if head < 0 else k * n + head for k in range(times) for head in doc.heads or ()),
        relations=(doc.relations or ()) * times,
        layers={name: layer * times for name, layer in doc.layers.items()},
    )


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
