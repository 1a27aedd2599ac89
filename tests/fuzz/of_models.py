"""Folders of trained models and of encoders: every file of each, damaged, with a card that vouches for it.

A card tells the SHA-256 of each file, so that mere damage is told by that. Here the card is written anew
after the damage, as by someone who changed a model by hand: what is in the files must be found out.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from corefair.cli.mitigate import _kept_change
from corefair.models.encoders.projection import Projection
from corefair.models.folder import load_model
from corefair.systems.ask import ask
from corefair.types import Document
from fuzz.targets import DOC, EMB, put, target

STORY = Document("s", ("The", "surgeon", "called", "the", "nurse", "because", "she", "was", "late", "."))
Files = dict[str, bytes]


def _folder(make: Callable[[Path], object]) -> Files:
    with tempfile.TemporaryDirectory(prefix="corefair-model-") as place:
        made = Path(place) / "m"
        make(made)
        below = (path for path in sorted(made.rglob("*")) if path.is_file())
        return {path.relative_to(made).as_posix(): path.read_bytes() for path in below}


@cache
def _hard() -> Files:
    from corefair.mitigators import make

    return _folder(make("hard", preserve=["she"]).fit(EMB).save)  # type: ignore[attr-defined]


@cache
def _feature() -> Files:
    from corefair.systems.feature.trainer import FeatureTrainer
    from small_corpus import documents

    return _folder(FeatureTrainer(epochs=1, words_seen=3, values_seen=9).train(documents()[:3]).save)


@cache
def _ranking() -> Files:
    from corefair.systems.ranking.trainer import RankingTrainer
    from small_corpus import documents
    from some_vectors import vectors_for

    stages = {"all_pairs": 1, "top_pairs": 0, "ranking": 0, "width": 4, "second": 3}
    trainer = RankingTrainer(**stages, words_seen=3, values_seen=9)  # type: ignore[arg-type]
    return _folder(trainer.train(documents()[:3], vectors=vectors_for(documents()[:3])).save)


@cache
def _span() -> Files:
    from corefair.systems.span.presets import C2FStatic
    from small_corpus import documents
    from span_models import QUICK, vectors

    sizes = {**QUICK, "epochs": 1, "lstm": 4, "mention": 4, "span": 4, "pair": 4}
    trained = C2FStatic(**sizes).train(documents()[:3], vectors=vectors(4), seed=1)  # type: ignore[arg-type]
    return _folder(trained.save)


@cache
def _projection() -> Files:
    left = np.ones((2, 3, 1), np.float32)
    kept = Projection("hard", "0" * 64, left, left, np.zeros((2, 3), np.float32), frozenset({"she"}), ("x",))
    return _folder(kept.save)


def _use(folder: Path) -> None:
    """Load what a folder holds and use it: a system that cannot answer says so in its answer."""
    model = load_model(folder)
    if hasattr(model, "answers"):
        (answer,) = ask(model, [STORY])
        assert "\n" not in (answer.message or "")
    elif not isinstance(model, Projection):
        change = _kept_change(str(folder))
        assert change is not None
        change(EMB)


def _models(kind: str, files: Callable[[], Files], names: tuple[str, ...], needs: tuple[str, ...]) -> None:
    if not all(map(find_spec, needs)):
        return
    for name in names:
        _model(kind, files, name)


def _model(kind: str, files: Callable[[], Files], name: str) -> None:
    @target(f"model {kind}: {name}", lambda: files()[name])
    def damaged(content: bytes, folder: Path) -> None:
        shutil.rmtree(folder / "m", ignore_errors=True)
        for each, held in files().items():
            put(held, folder, f"m/{each}")
        put(content, folder, f"m/{name}")
        if name != "model.json":
            card = json.loads(files()["model.json"])
            card["files"][name] = {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            put(json.dumps(card).encode(), folder, "m/model.json")
        _use(folder / "m")


_models("hard", _hard, ("arrays.npz",), ())
_models("feature", _feature, ("model.json", "vocabulary.json", "arrays.npz"), ("numba", "spacy"))
_models("ranking", _ranking, ("model.json", "words.json", "arrays.npz"), ("numba", "spacy", "torch"))
_models("span", _span, ("model.json", "lexicon.json", "tensors.safetensors"), ("torch", "safetensors"))
_models("projection", _projection, ("model.json", "arrays.npz"), ())


@cache
def _encoder() -> Files:
    from tiny_encoder import write_encoder

    return _folder(write_encoder)


def _encoders(name: str) -> None:
    @target(f"encoder: {name}", lambda: _encoder()[name])
    def damaged(content: bytes, folder: Path) -> None:
        from corefair.models.encoders import Encoder

        for each, held in _encoder().items():
            put(held, folder, f"e/{each}")
        put(content, folder, f"e/{name}")
        list(Encoder.load(folder / "e").states([DOC]))


if all(map(find_spec, ("torch", "safetensors", "tokenizers"))):
    for _name in ("config.json", "tokenizer.json", "model.safetensors"):
        _encoders(_name)
