"""A small suite whose answers are known, for tests of the audit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corefair.suites.coref import choice
from corefair.types import Answer, Case, Choice, Document, Mention, Suite, cluster_up

CONTRAST = ("stereotype", "pro", "anti")


def suite(n_units: int = 40) -> Suite:
    """Twins: in each unit the pronoun means the nurse, once as she (pro) and once as he (anti)."""
    cases = [
        Case(
            f"{unit}.{group}",
            Document(
                f"{unit}.{group}",
                ("the", "nurse", "met", "the", "surgeon", "and", pronoun, "left", str(unit)),
            ),
            Choice(Mention(6, 7), (Mention(0, 2), Mention(3, 5)), ("nurse", "surgeon"), 0),
            {"stereotype": group, "gender": gender},
            unit=str(unit),
        )
        for unit in range(n_units)
        for group, pronoun, gender in (("pro", "she", "feminine"), ("anti", "he", "masculine"))
    ]
    return Suite(
        name="planted",
        version="1",
        about="Is the nurse found?",
        cases=cases,
        judge=choice.judge,
        measures=choice.headline(CONTRAST),
        contrast=CONTRAST,
        citation="none",
        licence="none",
        caveats=("it is made up",),
    )


def link(right: bool) -> Answer:
    return Answer(cluster_up([[(6, 7), (0, 2) if right else (3, 5)]]))


class Planted:
    """Right on every she, and on the first `n_he` units with he."""

    def __init__(self, n_he: int) -> None:
        self.n_he = n_he
        self.asked = 0

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        for doc in docs:
            self.asked += 1
            if doc.entities:  # of the self-test
                pronoun = next(i for i, word in enumerate(doc.words) if word in ("she", "he", "they"))
                yield Answer(cluster_up([[doc.entities[0][:2], (pronoun, pronoun + 1)]]))
            else:
                yield link(doc.words[6] == "she" or int(doc.words[8]) < self.n_he)
