"""The audit once answers are in: statistics and page for as many cases as WinoBias, against five seconds."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from corefair.auditing.run import audit
from corefair.report import html
from corefair.suites.coref import choice
from corefair.types import Answer, Case, Choice, Document, Mention, Suite, cluster_up

LIMIT = 5.0  # seconds
CONTRAST = ("stereotype", "pro", "anti")


def main() -> None:
    print("cases   audit and page in s   share of the limit   × per doubling")
    before = 0.0
    for n_pairs in (396, 792, 1584, 3168):
        suite = made_up(n_pairs)
        began = time.perf_counter()
        page = html.render(audit(Known(), [suite]))
        took = time.perf_counter() - began
        growth = f"{took / before:.1f}" if before else "–"
        print(f"{2 * n_pairs:5}   {took:19.2f}   {took / LIMIT:18.2f}   {growth:>13}   {len(page)} bytes")
        before = took


def made_up(n_pairs: int) -> Suite:
    """Twins that differ in the pronoun, as WinoBias has them."""
    cases = [
        Case(
            f"{unit}.{group}",
            Document(f"{unit}.{group}", ("the", "nurse", "met", "the", "surgeon", "and", pronoun, "left")),
            Choice(Mention(6, 7), (Mention(0, 2), Mention(3, 5)), ("nurse", "surgeon"), unit % 2),
            {"stereotype": group},
            unit=str(unit),
        )
        for unit in range(n_pairs)
        for group, pronoun in (("pro", "she"), ("anti", "he"))
    ]
    measures = choice.headline(CONTRAST)
    return Suite("made up", "1", "?", cases, choice.judge, measures, CONTRAST, "none", "none", ("made up",))


class Known:
    """Always links the first candidate, at once."""

    self_tested = False

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return (Answer(cluster_up([[(0, 2), (6, 7)]])) for _ in docs)


if __name__ == "__main__":
    main()
