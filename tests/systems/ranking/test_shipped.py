"""The model that comes with corefair: small, of free text, and at work."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch", reason="the network needs the extra train")
pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.errors import DataError, UnknownName
from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.io.vectors import write_vectors
from corefair.models.folder import read_model
from corefair.systems.ask import ask, ask_choices
from corefair.systems.ranking.shipped import FOLDER, Ranking
from corefair.types import Mention, Question
from some_vectors import vectors_for

STORY = Plain.parse(Block(1, "The surgeon called the nurse because she needed her advice. He paid for it."))


def test_what_is_shipped_is_small_and_says_what_it_is_made_of() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*")) < 10e6
    card = read_model(FOLDER, kind="ranking").card
    assert set(card.licences) == set(card.data) and {"ontogum", "litbank"} < set(card.data)
    assert card.settings["corpora"]["ontogum"]["documents"] == 110  # type: ignore[index,call-overload]
    assert "/" not in card.command.replace("results/ranking/make.py", "")
    assert (FOLDER.parent / "LICENSE.md").exists()


def test_it_resolves_and_chooses() -> None:
    system = Ranking()
    (answer,) = ask(system, [STORY])
    linked = {mention for cluster in answer.clusters for mention in cluster}
    assert {Mention(6, 7), Mention(8, 9)} <= linked  # she and her
    (picked,) = ask_choices(system, [Question(STORY, Mention(6, 7), (Mention(0, 2), Mention(3, 5)))])
    assert picked.unit == "log-probability" and len(set(picked.scores)) == 2


def test_wrong_words(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="did you mean litbank"):
        Ranking(corpus="litbnk")
    write_vectors(vectors_for([STORY], dim=7), tmp_path / "short.txt")
    with pytest.raises(DataError, match="vectors of 7 dimensions"):
        Ranking(vectors=str(tmp_path / "short.txt"))
    with pytest.raises(DataError, match="no such folder"):
        Ranking(model=str(tmp_path / "nowhere"))
