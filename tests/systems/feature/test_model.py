"""A trained ranker as a model and a system: kept, found again, asked for clusters and for choices."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from time import process_time

import numpy as np
import pytest

pytest.importorskip("numba", reason="the kernel needs the extra train")

from corefair.errors import DataError, UnknownName
from corefair.io.documents import Block
from corefair.io.layers import without_layers
from corefair.io.plain import Plain
from corefair.models.folder import load_model
from corefair.systems.ask import ask, ask_choices
from corefair.systems.feature.explaining import explain
from corefair.systems.feature.mentions import describe, read_candidates
from corefair.systems.feature.model import FeatureModel
from corefair.systems.feature.trainer import FeatureTrainer
from corefair.systems.feature.unary import unary
from corefair.systems.make import trained
from corefair.systems.training.corpora import marked
from corefair.text.analysis import analyse
from corefair.text.mentions import mention_candidates
from corefair.types import Mention, Question
from growth import in_proportion
from small_corpus import documents, read_documents

STORY = Plain.parse(Block(1, "The surgeon called the nurse because she needed her advice."))


@pytest.fixture(scope="module")
def model() -> FeatureModel:
    return FeatureTrainer(epochs=4, rate=0.2, words_seen=1, values_seen=1).train(documents())


@pytest.fixture(scope="module")
def folder(model: FeatureModel, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("models") / "model"
    model.save(made)
    return made


def test_what_is_kept_answers_alike(model: FeatureModel, folder: Path) -> None:
    again = load_model(folder)
    assert isinstance(again, FeatureModel)
    docs = [without_layers(doc) for doc in documents()]
    answers = [answer.clusters for answer in ask(model, docs)]
    assert answers == [answer.clusters for answer in ask(again, docs)]
    assert answers == [answer.clusters for answer in ask(FeatureModel.load(folder), docs)]
    assert any(answers)


def test_the_page_of_a_model(folder: Path) -> None:
    page = (folder / "README.md").read_text(encoding="utf-8")
    assert "| examples | 8 |" in page and "## Learning curve" in page and "`gender_counts`: shipped" in page


def test_it_keeps_to_the_counts_it_was_trained_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that was changed since is another one, even if its sums are the same."""
    table = tmp_path / "t.counts"
    table.write_text("nurse\t0 9 0 0\nsurgeon\t9 0 0 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    made = FeatureTrainer(epochs=1, gender_counts="t.counts").train(documents())
    made.save(tmp_path / "model")
    monkeypatch.chdir("/")
    assert [answer.status for answer in ask(FeatureModel.load(tmp_path / "model"), [STORY])] == ["ok"]
    table.write_text("nurse\t9 0 0 0\nsurgeon\t0 9 0 0\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"t\.counts: not the gender counts that this model was trained with"):
        list(FeatureModel.load(tmp_path / "model").answers([STORY]))


def test_a_folder_used_by_the_habits_of_one_of_its_corpora(tmp_path: Path) -> None:
    docs = documents()
    both = [*marked(docs[:4], "one"), *marked(docs[4:], "two")]
    FeatureTrainer(epochs=1, words_seen=1).train(both).save(tmp_path / "model")
    made = trained(tmp_path / "model", "corpus=two,singletons=true")
    assert isinstance(made, FeatureModel) and (made.scheme.name, made.singletons) == ("two", True)
    with pytest.raises(UnknownName, match="no corpus of this model is called 'twoo'; did you mean two"):
        trained(tmp_path / "model", "corpus=twoo")


def test_a_damaged_or_foreign_folder(folder: Path, tmp_path: Path) -> None:
    card = json.loads((folder / "model.json").read_text())
    (tmp_path / "model.json").write_text(json.dumps(card))
    with pytest.raises(DataError, match=r"arrays\.npz: cannot be read"):
        FeatureModel.load(tmp_path)
    (tmp_path / "model.json").write_text(json.dumps(card | {"kind": "ranking", "files": {}}))
    with pytest.raises(DataError, match="of the kind 'ranking', not 'feature'"):
        FeatureModel.load(tmp_path)
    for name in ("arrays.npz", "vocabulary.json"):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    settings = card["settings"] | {"n_corpora": "none"}
    (tmp_path / "model.json").write_text(json.dumps(card | {"settings": settings}))
    with pytest.raises(DataError, match="n_corpora is 'none'"):
        FeatureModel.load(tmp_path)
    settings = card["settings"] | {"templates": "0123"}
    (tmp_path / "model.json").write_text(json.dumps(card | {"settings": settings}))
    with pytest.raises(DataError, match="features are those of another version"):
        FeatureModel.load(tmp_path)


def test_choices_are_probabilities(model: FeatureModel) -> None:
    she, surgeon, nurse = Mention(6, 7), Mention(0, 2), Mention(3, 5)
    (picked,) = ask_choices(model, [Question(STORY, she, (surgeon, nurse))])
    assert picked.status == "ok" and picked.unit == "log-probability"
    chances = np.exp(picked.scores)
    # The surgeon and the nurse may be one as well, if only by a hair.
    assert chances.min() > 0 and chances.max() < 1 and picked.none is not None
    assert chances.sum() + np.exp(picked.none) == pytest.approx(1.0, abs=0.02)
    (turned,) = ask_choices(model, [Question(STORY, she, (nurse, surgeon))])
    assert turned.scores == picked.scores[::-1]


def test_candidates_that_are_none_of_ours(model: FeatureModel) -> None:
    """A span without its article, one after the pronoun, one that is a verb: each has its probability."""
    given = (Mention(1, 2), Mention(8, 10), Mention(2, 3))
    (picked,) = ask_choices(model, [Question(STORY, Mention(6, 7), given)])
    assert picked.status == "ok" and len(picked.scores) == 3
    assert np.isfinite(picked.scores).all()


def test_an_explanation_adds_up(model: FeatureModel) -> None:
    (doc,) = analyse([STORY])
    found = {doc.words[each.mention.start]: each for each in explain(model, doc)}
    assert set(found) == {"she", "her"}
    for each in found.values():
        chances = [option.probability for option in each.options]
        assert sum(chances) == pytest.approx(1.0) and chances == sorted(chances, reverse=True)
        apart = sum(reason.difference for reason in each.reasons)
        assert apart == pytest.approx(np.log(chances[0] / chances[1]), abs=1e-4)
    names = {reason.feature for reason in found["she"].reasons}
    assert "antecedent: head" in names or "new: always" in names


def test_whose_scheme_is_followed() -> None:
    first, second = documents()[:4], marked(documents()[4:], "others")
    mixed = FeatureTrainer(epochs=2, rate=0.2, words_seen=1, values_seen=1).train([*first, *second])
    assert [scheme.name for scheme in mixed.schemes] == ["examples", "others"]
    assert mixed.scheme.name == "examples" and replace(mixed, corpus="others").scheme.name == "others"
    with pytest.raises(UnknownName, match="did you mean others"):
        _ = replace(mixed, corpus="other").scheme


def test_single_mentions() -> None:
    """Every noun phrase of these documents is annotated, spoken of again or not."""
    docs = []
    for doc, read in zip(documents(), read_documents(), strict=True):
        linked = {mention for cluster in doc.clusters for mention in cluster}
        others = {each.span for each in mention_candidates(read) if each.extent == "phrase"} - linked
        docs.append(replace(doc, clusters=(*doc.clusters, *((mention,) for mention in others))))
    made = FeatureTrainer(epochs=4, rate=0.2, words_seen=1, values_seen=1).train(docs)
    assert made.schemes[0].singletons
    shown = [without_layers(doc) for doc in documents()]
    alone = [answer.clusters for answer in ask(replace(made, singletons=True), shown)]
    assert any(len(cluster) == 1 for clusters in alone for cluster in clusters)
    assert all(len(cluster) > 1 for answer in ask(made, shown) for cluster in answer.clusters)


def test_describing_candidates_costs_in_proportion_to_the_sentences() -> None:
    (story,) = analyse([STORY])
    n = len(story.words)
    assert story.tags and story.heads and story.relations

    def seconds(times: int) -> float:
        long = replace(
            story,
            words=story.words * times,
            sentences=tuple(range(0, n * times, n)),
            text=None,
            offsets=None,
            tags=story.tags * times,
            heads=tuple(h + i * n if h >= 0 else h for i in range(times) for h in story.heads),
            relations=story.relations * times,
            layers={name: layer * times for name, layer in story.layers.items()},
        )
        read = read_candidates(long, counts=None)
        made = describe(read)
        began = process_time()
        unary(read, made)
        return process_time() - began

    assert in_proportion(seconds, 400, 3200)
