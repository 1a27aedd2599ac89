"""The models that come with corefair: small, of free text, and at work."""

from __future__ import annotations

import pytest

pytest.importorskip("numba", reason="the kernel needs the extra vectors")

from corefair.errors import DataError, UnknownName
from corefair.io.documents import Block
from corefair.io.plain import Plain
from corefair.models.folder import read_model
from corefair.systems.ask import ask, ask_choices
from corefair.systems.feature.shipped import FOLDERS, Feature
from corefair.types import Mention, Question

STORY = Plain.parse(Block(1, "The surgeon called the nurse because she needed her advice. He paid for it."))


@pytest.mark.parametrize("counts", list(FOLDERS))
def test_what_is_shipped_is_small_and_says_what_it_is_made_of(counts: str) -> None:
    folder = FOLDERS[counts]
    assert sum(path.stat().st_size for path in folder.rglob("*")) < 10e6
    card = read_model(folder, kind="feature").card
    assert set(card.licences) == set(card.data) == {"ontogum", "litbank"}
    assert card.settings["gender_counts"] == counts
    assert card.settings["corpora"]["ontogum"]["documents"] == 110  # type: ignore[index,call-overload]
    assert "/" not in card.command.replace("results/feature/make.py", "")


def test_it_resolves_and_chooses() -> None:
    system = Feature()
    (answer,) = ask(system, [STORY])
    linked = {mention for cluster in answer.clusters for mention in cluster}
    assert {Mention(6, 7), Mention(8, 9)} <= linked  # she and her
    (picked,) = ask_choices(system, [Question(STORY, Mention(6, 7), (Mention(0, 2), Mention(3, 5)))])
    assert picked.unit == "log-probability" and len(set(picked.scores)) == 2


def test_each_keeps_to_the_table_it_was_trained_with() -> None:
    """What that does to a gap is measured, in results/feature, and not a law."""
    told = {}
    for name in FOLDERS:
        counts = Feature(gender_counts=name).model.counts
        assert counts is not None
        told[name] = counts.gender(["nurse"])
    assert told["shipped"] == "feminine" and told["balanced"] not in ("feminine", "masculine")


def test_wrong_words() -> None:
    with pytest.raises(DataError, match="gender_counts must be shipped or balanced"):
        Feature(gender_counts="none")
    with pytest.raises(UnknownName, match="did you mean litbank"):
        Feature(corpus="litbnk")
