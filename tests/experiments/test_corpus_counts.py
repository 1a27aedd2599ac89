"""A system of several corpora is scored by the scheme of the one whose name the scored corpus has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from corefair.experiments.corpus_counts import corpus_counts
from corefair.systems.make import make
from corefair.types import Answer, Document, System
from experiment_toys import KEY


@dataclass(frozen=True)
class Scheme:
    name: str


@dataclass(frozen=True)
class Schemed:
    """Knows the answers by the scheme of one corpus alone."""

    corpus: str | None = None
    schemes: tuple[Scheme, ...] = (Scheme("news"), Scheme("books"))

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        for _ in docs:
            if self.corpus == "books":
                yield Answer(())
            else:
                yield Answer((), status="failed", message=f"asked by {self.corpus}")


@pytest.mark.parametrize(("folder", "fails"), [("books", False), ("news", True), ("letters", True)])
def test_by_the_scheme_of_its_name(tmp_path: Path, folder: str, fails: bool) -> None:
    place = tmp_path / folder / "dev"
    place.mkdir(parents=True)
    (place / "key.conll").write_text(KEY.read_text(encoding="utf-8"), encoding="utf-8")
    found = corpus_counts(Schemed(), place, tmp_path / "kept.jsonl")
    assert bool(found.totals["failed"].sum()) == fails


def test_the_oracle_is_shown_the_gold_and_no_other_system_is(tmp_path: Path) -> None:
    def right(system: System) -> tuple[float, float]:
        found = corpus_counts(system, KEY, tmp_path / f"{type(system).__name__}.jsonl").totals
        return found["muc_shared"].sum(), found["muc_key"].sum()

    of_oracle, of_other = right(make("oracle")[1]), right(Gold())
    assert of_oracle[0] == of_oracle[1] > 0 == of_other[0]


class Gold:
    """Says what it is shown."""

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        return (Answer(doc.clusters) for doc in docs)
