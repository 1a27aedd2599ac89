"""Training as a whole: it learns, the same again from the same, it goes on after an end, and clear errors."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="span networks need the extra torch")

from corefair.errors import DataError
from corefair.systems.span.lexicon import learn_lexicon
from corefair.systems.span.presets import C2F, E2E, C2FStatic
from corefair.systems.span.reading import gold_spans
from corefair.systems.span.trainer import SpanTrainer, _of_changed
from corefair.systems.training.corpora import corpora_of, marked, part_of
from corefair.systems.training.pairing import with_twins
from corefair.systems.training.texts import with_changed_text
from corefair.types import Document, Embeddings
from small_corpus import documents
from span_models import QUICK, end_before, vectors


def weights(trainer: SpanTrainer, seed: int = 1, run: Path | None = None) -> dict[str, bytes]:
    made = trainer.train(documents(), vectors=vectors(), seed=seed, run=run)
    return {name: each.numpy().tobytes() for name, each in made.network.state_dict().items()}


def quick(**settings: object) -> C2FStatic:
    return C2FStatic(**{**QUICK, **settings})  # type: ignore[arg-type]


def test_five_documents_are_learned_by_heart() -> None:
    """What cannot be learned by heart has a fault somewhere between words and clusters."""
    docs = [doc for doc in documents() if any(len(cluster) > 1 for cluster in doc.clusters)][:5]
    trainer = quick(lstm=40, mention=40, span=48, pair=40, epochs=60, dropout=0.0, short=0.0, false_new=0.0,
                    max_width=16)  # fmt: skip
    made = trainer.train(docs, docs, vectors=vectors())
    assert made.card.scores[0].name.endswith("CoNLL F1")
    assert made.card.scores[0].value is not None and made.card.scores[0].value > 0.95


@pytest.mark.parametrize("settings", [{}, {"depth": 2}, {"characters": "cnn"}, {"match": False}])
def test_the_same_command_makes_the_same_model(settings: dict[str, object]) -> None:
    first = weights(quick(epochs=2, **settings))
    assert first == weights(quick(epochs=2, **settings))
    assert first != weights(quick(epochs=2, **settings), seed=2)


def test_a_training_that_was_ended_goes_on_to_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = weights(quick())
    end_before(monkeypatch, 2)
    with pytest.raises(KeyboardInterrupt):
        weights(quick(), run=tmp_path / "run")
    monkeypatch.undo()
    assert weights(quick(), run=tmp_path / "run") == whole
    with pytest.raises(DataError, match="holds another run"):
        weights(quick(rate=1e-4), run=tmp_path / "run")


def test_static_vectors_are_not_learned() -> None:
    made = quick().train(documents(), vectors=vectors())
    assert made.lexicon.vectors[1:].tobytes() == vectors().vectors.astype(np.float16).tobytes()
    assert not any("static" in name for name, _ in made.network.named_parameters())


def test_nearest_spans_are_the_candidates_of_e2e() -> None:
    made = E2E(**{**QUICK, "max_antecedents": 3}).train(documents(), vectors=vectors())  # type: ignore[arg-type]
    (found,) = made.rank([(documents()[0], ())])
    i = len(found.spans) - 1
    assert sorted(found.candidates[i].tolist()) == [i - 3, i - 2, i - 1]
    assert "bilinear.weight" not in made.network.state_dict()


def test_recall_of_the_coarse_score_is_in_the_card() -> None:
    made = quick().train(documents(), documents()[:2], vectors=vectors())
    steps = [step for step in made.card.history if isinstance(step, dict)]
    assert [step["epoch"] for step in steps] == [1, 2, 3]
    assert steps[0]["coarse_recall"] == 0 and 0 < steps[2]["coarse_recall"] <= 1  # type: ignore[operator]


def test_mentions_of_another_layer_teach_single_mentions(tmp_path: Path) -> None:
    from corefair.io import write

    docs = documents()
    layer = [replace(doc, clusters=tuple((m,) for c in doc.clusters for m in c), meta={}) for doc in docs]
    write(layer, tmp_path / "layer.jsonl")
    plain = quick().train(docs, vectors=vectors()).network.state_dict()["mention_out.bias"][-1]
    taught = quick(mentions=tmp_path / "layer.jsonl").train(docs, vectors=vectors())
    assert taught.network.state_dict()["mention_out.bias"][-1] != plain


def test_mentions_stand_where_they_stood_when_words_were_changed(tmp_path: Path) -> None:
    from corefair.io import write

    docs = documents()
    layer = [replace(doc, clusters=tuple((m,) for c in doc.clusters for m in c), meta={}) for doc in docs]
    write(layer, tmp_path / "layer.jsonl")
    hidden = [replace(doc, words=("E0", *doc.words[1:])) for doc in docs]
    taught = quick(mentions=tmp_path / "layer.jsonl")
    plain, found = quick().train(hidden, vectors=vectors()), taught.train(hidden, vectors=vectors())
    assert (
        found.network.state_dict()["mention_out.bias"][-1]
        != plain.network.state_dict()["mention_out.bias"][-1]
    )
    others = [replace(doc, words=tuple(reversed(doc.words))) for doc in docs]
    with pytest.raises(DataError, match="none of these has the words"):  # of this name, and another text
        taught.train(others, vectors=vectors())


def first_hidden(doc: Document) -> Document:
    return replace(doc, words=("E0", *doc.words[1:]))


def test_mentions_of_changed_documents_go_by_their_place(tmp_path: Path) -> None:
    """Two corpora may have the same ids, as GUM and OntoGUM do; and a corpus may have one twice."""
    first, other = documents()[:2]
    words = tuple(f"w{number}" for number in range(len(first.words)))
    same = replace(other, id=first.id, words=words[: len(other.words)])
    spans = {doc.words: frozenset(gold_spans(doc)) for doc in (first, same)}
    for docs in ([first, *marked([same], "two")], [first, same]):
        corpora = corpora_of(docs)
        changed = with_twins(
            with_changed_text(corpora, [lambda doc: replace(doc, words=("E0", *doc.words[1:]))])
        )
        found = _of_changed(spans, corpora, changed)
        for doc in (first, same):
            assert found[first_hidden(doc).words] == spans[doc.words]


def test_other_genres_or_another_order_of_corpora_are_another_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    docs = [replace(doc, genre="fiction") for doc in documents()]
    one, two = marked(docs[:4], "one"), marked(docs[4:], "two")
    end_before(monkeypatch, 1)
    with pytest.raises(KeyboardInterrupt):
        quick().train([*one, *two], vectors=vectors(), run=tmp_path / "run")
    news = [replace(one[0], genre="news"), *one[1:]]
    for others in ([*news, *two], [*two, *one]):
        with pytest.raises(DataError, match="holds another run"):
            quick().train(others, vectors=vectors(), run=tmp_path / "run")


def test_errors_say_what_to_do() -> None:
    docs = documents()
    with pytest.raises(DataError, match="needs word vectors"):
        quick().train(docs)
    with pytest.raises(DataError, match="tune is for an encoder"):
        C2F(**QUICK, tune=2)  # type: ignore[arg-type]
    foreign = Embeddings(("zzz",), np.ones((1, 3), dtype=np.float32), "foreign")
    with pytest.raises(DataError, match="foreign has none of the words"):
        quick().train(docs, vectors=foreign)
    with pytest.raises(DataError, match="nothing to learn"):
        quick().train([Document("d", ("She", "left"))], vectors=vectors())
    with pytest.raises(DataError, match="ratio"):
        quick(ratio=2.0)
    with pytest.raises(DataError, match="depth"):
        quick(depth=4)


def test_a_window_has_the_gold_that_is_inside() -> None:
    from corefair.systems.span.learning import Example, windows
    from corefair.systems.span.lexicon import learn_lexicon
    from corefair.systems.span.loss import Gold
    from corefair.systems.span.reading import Reader, gold_spans

    doc = max(documents(), key=lambda doc: len(doc.words))
    reader = Reader(learn_lexicon([doc], vectors()), ())
    example = Example(reader.read(doc), Gold(gold_spans(doc), None))
    start = 0
    for part in windows(example, 25, np.random.default_rng(0)):
        end = start + len(part.text.words)
        cut = part_of(doc, start, end, name="part")
        assert part.text.words == cut.words
        assert set(part.gold.cluster_of) == {m for cluster in cut.clusters for m in cluster}
        assert part.text.ends_at.tolist() == reader.read(cut).ends_at.tolist()
        start = end
    assert start == len(doc.words)


def test_without_an_encoder_c2f_learns_on_static_vectors_and_says_so() -> None:
    made = C2F(**{**QUICK, "false_new": 2.0}).train(documents(), vectors=vectors(), seed=1)  # type: ignore[arg-type]
    static = quick().train(documents(), vectors=vectors(), seed=1)
    assert "static vectors alone" in str(made.card.history[-1])
    assert not any(isinstance(step, str) for step in static.card.history)
    assert list(made.answers(documents())) == list(static.answers(documents()))


def test_mentions_of_another_layer_are_known_of_changed_text_too(tmp_path: Path) -> None:
    from corefair.io import write
    from corefair.mitigators.text.swap import Swap

    docs = documents()
    layer = [replace(doc, clusters=tuple((m,) for c in doc.clusters for m in c), meta={}) for doc in docs]
    write(layer, tmp_path / "layer.jsonl")
    settings = {"mentions": tmp_path / "layer.jsonl", "text_mode": "replace", "entity_loss": 1.0}
    taught = quick(**settings).train(docs, vectors=vectors(), text=[Swap()])
    plain = quick(text_mode="replace", entity_loss=1.0).train(docs, vectors=vectors(), text=[Swap()])
    bias = "mention_out.bias"  # the last output tells single mentions, and is taught by the layer alone
    assert taught.network.state_dict()[bias][-1] != plain.network.state_dict()[bias][-1]


@pytest.mark.parametrize("factor", [1e6, 1e-7])
def test_vectors_of_any_length_teach_the_same(factor: float) -> None:
    """Half precision, in which they are kept, ends at 65,504 and loses digits below a ten-thousandth."""
    emb = vectors()
    scaled = Embeddings(emb.words, (emb.vectors * factor).astype(np.float32), emb.name)
    plain, other = learn_lexicon(documents(), emb), learn_lexicon(documents(), scaled)
    expected = plain.vectors.astype(np.float64) / plain.scale
    assert np.allclose(other.vectors.astype(np.float64) / other.scale, expected, rtol=2e-3, atol=1e-3)
    again = plain.with_vectors(scaled)
    assert np.array_equal(again.vectors, other.vectors) and again.scale == other.scale


def test_the_card_says_which_vectors_it_learned_from() -> None:
    emb = vectors()
    hard = Embeddings(emb.words, emb.vectors, "glove-hard.txt", history=("hard",))
    settings = quick(epochs=1).train(documents(), vectors=hard).card.settings
    assert settings["vectors"] == "glove-hard.txt" and settings["vectors_history"] == ["hard"]


@pytest.mark.parametrize("epochs", [1, 2])
def test_a_model_that_learned_nothing_of_links_says_so(epochs: int) -> None:
    history = quick(epochs=epochs).train(documents(), vectors=vectors()).card.history
    said = any("nothing was learned of who is who" in step for step in history if isinstance(step, str))
    assert said == (epochs == 1)


def test_mentions_of_other_documents_are_refused(tmp_path: Path) -> None:
    from corefair.io import write

    write([Document("other", ("Nobody", "came"))], tmp_path / "other.jsonl")
    with pytest.raises(DataError, match="none of these has the words of a training document"):
        quick(mentions=tmp_path / "other.jsonl").train(documents(), vectors=vectors())


@pytest.mark.parametrize("settings", [{"rate": 0.0}, {"warm_up_epochs": -1}, {"warm_up_steps": -1}])
def test_settings_with_which_nothing_is_learned_are_refused(settings: dict[str, object]) -> None:
    (name,) = settings
    with pytest.raises(DataError, match=name):
        quick(**settings)


def test_a_rate_beyond_all_measure_is_told() -> None:
    with pytest.raises(DataError, match=r"set smaller rates|set a smaller rate"):
        quick(rate=1e6).train(documents(), vectors=vectors())
