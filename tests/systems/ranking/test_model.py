"""A trained network as a model and a system: kept, found again, asked, and read with other vectors."""

from __future__ import annotations

import json
import shutil
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="the network needs the extra train")
pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.errors import DataError, UnknownName
from corefair.io.documents import Block
from corefair.io.layers import without_layers
from corefair.io.plain import Plain
from corefair.io.vectors import write_vectors
from corefair.models.folder import load_model
from corefair.systems.ask import ask, ask_choices
from corefair.systems.make import make
from corefair.systems.ranking.lexicon import CLASSES, learn_lexicon
from corefair.systems.ranking.model import RankingModel
from corefair.systems.ranking.trainer import RankingTrainer
from corefair.types import Embeddings, Mention, Question
from small_corpus import documents, read_documents
from some_vectors import vectors_for

STORY = Plain.parse(Block(1, "The surgeon called the nurse because she needed her advice."))


@pytest.fixture(scope="module")
def model() -> RankingModel:
    trainer = RankingTrainer(
        all_pairs=4, top_pairs=1, ranking=1, width=24, second=12, words_seen=1, values_seen=1
    )
    return trainer.train(documents(), vectors=vectors_for([*documents(), STORY]), seed=0)


@pytest.fixture(scope="module")
def folder(model: RankingModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("models") / "model"
    model.save(made)
    return made


def scores_of(model: RankingModel) -> np.ndarray:
    return np.concatenate([model.rank(doc).scores.pairs for doc in read_documents()[:3]])


def test_what_is_kept_answers_alike(model: RankingModel, folder: Path) -> None:
    again = load_model(folder)
    assert isinstance(again, RankingModel)
    docs = [without_layers(doc) for doc in documents()]
    answers = [answer.clusters for answer in ask(model, docs)]
    assert answers == [answer.clusters for answer in ask(again, docs)]
    assert any(answers)
    assert np.array_equal(scores_of(model), scores_of(again))
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert "| examples | 8 |" in page and "## Learning curve" in page


def test_what_is_kept_in_half_precision_answers_nearly_alike(model: RankingModel, tmp_path: Path) -> None:
    model.save(tmp_path / "whole")
    replace(model, half=True).save(tmp_path / "half")
    sizes = [(tmp_path / name / "arrays.npz").stat().st_size for name in ("half", "whole")]
    assert sizes[0] < 0.6 * sizes[1]
    assert np.allclose(scores_of(RankingModel.load(tmp_path / "half")), scores_of(model), atol=0.03)


def test_weights_beyond_half_precision_are_not_kept_in_it(model: RankingModel, tmp_path: Path) -> None:
    network = deepcopy(model.network)
    next(network.parameters()).data.flatten()[0] = 70_000
    with pytest.raises(DataError, match="beyond what half precision holds"):
        replace(model, network=network, half=True).save(tmp_path / "half")
    assert not (tmp_path / "half").exists()
    replace(model, network=network).save(tmp_path / "whole")


def test_what_is_wrong_with_other_vectors_is_said_of_their_file(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "short.txt").write_text("she 1 2\nhe 2 1\n")
    for name, problem in (("short.txt", "vectors of 2 dimensions"), ("no.txt", "no.txt")):
        for spec in (f"{folder}/:vectors=", f"ranking:model={folder},vectors="):
            with pytest.raises(DataError, match=problem) as caught:
                make(f"{spec}{tmp_path / name}")
            assert str(caught.value).startswith(str(tmp_path / name))
            assert "its options are" not in str(caught.value)


def test_it_chooses_among_spans_that_are_given(model: RankingModel) -> None:
    people = (Mention(0, 2), Mention(3, 5))
    (picked,) = ask_choices(model, [Question(STORY, Mention(6, 7), people)])
    assert picked.status == "ok" and picked.unit == "log-probability" and len(picked.scores) == 2
    assert sum(map(np.exp, (*picked.scores, picked.none))) == pytest.approx(1.0, abs=1e-6)
    odd = (Mention(1, 2), Mention(3, 5))  # without its article: nothing we would have found
    (picked,) = ask_choices(model, [Question(STORY, Mention(6, 7), odd)])
    assert picked.status == "ok" and all(np.isfinite(picked.scores))


def test_a_document_without_words_and_one_without_candidates(model: RankingModel) -> None:
    empty = Plain.parse(Block(1, "Run!"))
    assert [answer.clusters for answer in ask(model, [empty])] == [()]


def test_other_vectors_change_what_they_must(model: RankingModel, folder: Path, tmp_path: Path) -> None:
    same = vectors_for([*documents(), STORY])
    assert np.array_equal(scores_of(model.with_vectors(same)), scores_of(model))
    twice = same.changed(same.vectors * 2, "doubled")
    assert np.allclose(scores_of(model.with_vectors(twice)), scores_of(model), atol=1e-3)  # scale is not read
    other = vectors_for([*documents(), STORY], seed=5)
    changed = model.with_vectors(other)
    assert not np.allclose(scores_of(changed), scores_of(model), atol=1e-2)
    write_vectors(other, tmp_path / "other.txt")
    _, system = make(f"ranking:model={folder},vectors={tmp_path / 'other.txt'}")
    assert np.allclose(scores_of(system.model), scores_of(changed), atol=1e-2)
    with pytest.raises(DataError, match="vectors of 7 dimensions; the model was trained with 12"):
        model.with_vectors(vectors_for(documents(), dim=7))


def test_a_value_that_the_model_does_not_know_weighs_nothing(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a later version says more of a pair than the one that trained it."""
    from corefair.systems.ranking import model as module

    names = module.pair_names()
    monkeypatch.setattr(module, "pair_names", lambda: [*names[:-1], ("likeness of the phrases", "more")])
    weights = RankingModel.load(folder).network.state_dict()
    monkeypatch.undo()
    before = RankingModel.load(folder).network.state_dict()
    assert not weights["pairs"][-1].any() and not weights["wide"][:, -1].any()
    assert (weights["pairs"][:-1] == before["pairs"][:-1]).all()


def test_a_damaged_or_foreign_folder(folder: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut"
    shutil.copytree(folder, cut)
    data = (cut / "arrays.npz").read_bytes()
    (cut / "arrays.npz").write_bytes(data[:-20])
    with pytest.raises(DataError, match="bytes"):
        RankingModel.load(cut)
    foreign = tmp_path / "foreign"
    shutil.copytree(folder, foreign)
    card = json.loads((foreign / "model.json").read_text())
    (foreign / "model.json").write_text(json.dumps({**card, "kind": "feature"}))
    with pytest.raises(DataError, match="of the kind 'feature'"):
        RankingModel.load(foreign)
    for name, value in (("shape", [3, 4]), ("schemes", 7), ("nearest", "x")):
        (foreign / "model.json").write_text(
            json.dumps({**card, "settings": {**card["settings"], name: value}})
        )
        with pytest.raises(DataError, match="not a ranking model that this version reads"):
            RankingModel.load(foreign)
    with pytest.raises(UnknownName):
        make(f"ranking:model={folder},corpus=elsewhere")


def test_words_the_vectors_lack_are_learned_or_stood_for() -> None:
    emb = Embeddings(("nurse", "she", "zebra", "Paris"), np.eye(4, dtype=np.float32))
    text = ["The", "nurse", "said", "she", "said", "4"]
    lexicon = learn_lexicon(emb, [text], most=3, words_seen=2)
    assert lexicon.words == ("nurse", "she", "zebra") and lexicon.own == ("said",)
    rows = lexicon.rows(["Nurse", "said", "1999", ",", "Rome", "glorious"]).tolist()
    assert rows == [
        0,
        3,
        *(4 + CLASSES.index(name) for name in ("\tnumber", "\tmark", "\tcapital", "\tother")),
    ]
