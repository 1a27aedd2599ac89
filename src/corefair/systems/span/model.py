"""The span network as a model in a folder, which finds clusters and chooses among candidates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from corefair.models.card import Card
from corefair.models.encoders.projection import Projection, projection_of
from corefair.models.folder import TENSORS, loading, read_model, saving
from corefair.registry import models
from corefair.runs.writing import write_json
from corefair.systems.exchanging import with_vectors_of
from corefair.systems.span.assembly import Scheme, encoder_of, new_network
from corefair.systems.span.lexicon import Lexicon
from corefair.systems.span.reading import Reader, Text
from corefair.systems.training.card_text import card_text
from corefair.systems.training.corpora import followed
from corefair.types import Answer, Cluster, Document, Embeddings, Json, Mention, Picked, Question

if TYPE_CHECKING:
    from torch import Tensor

    from corefair.models.encoders import Encoder
    from corefair.models.encoders.tuning import Tuned
    from corefair.systems.span.linking import Linked
    from corefair.systems.span.network import SpanNetwork

KIND = "span"
_LEXICON = "lexicon.json"
_TUNED, _PROJECTION = "tuned.", "projection."  # before the names of their tensors
_LEAST = 1e-30  # a probability that is given as 0 by no one
_SHOWN = 0.01  # antecedents less likely than this are not told of


@models.register("span")
@dataclass(frozen=True, eq=False)
class SpanModel:
    """What was learned, and how it is used: by the scheme of which corpus, with which vectors."""

    card: Card
    network: SpanNetwork
    lexicon: Lexicon
    genres: tuple[str, ...]
    schemes: tuple[Scheme, ...]
    encoder: Encoder | Tuned | None = None  # in place of the one that the card names
    tuned: Mapping[str, Tensor] | None = None  # the encoder's top layers, where they were trained
    projection: Projection | None = None  # what is taken out of the encoder's states
    corpus: str | None = None  # whose scheme is followed: by default the first
    singletons: bool = False  # single mentions are clusters too
    scores: bool = False  # answers have the log-probabilities of antecedents

    def answers(self, docs: Iterable[Document]) -> Iterator[Answer]:
        """The clusters of each document."""
        for found in self.rank((doc, ()) for doc in docs):
            clusters = self._clusters(found, self.scheme, self.singletons)
            yield Answer(clusters, scores=self._scores(found, clusters) if self.scores else ())

    def answers_as(self, doc: Document, corpus: str, singletons: bool) -> tuple[Cluster, ...]:
        """The clusters of a document by the scheme of a corpus."""
        asked = replace(self, corpus=corpus)
        (found,) = asked.rank([(doc, ())])
        return self._clusters(found, asked.scheme, singletons)

    def choose(self, questions: Iterable[Question]) -> Iterator[Picked]:
        """The logarithm of the probability that each candidate and the pronoun are one."""
        asked: list[Question] = []

        def given() -> Iterator[tuple[Document, tuple[Mention, ...]]]:
            for question in questions:
                asked.append(question)
                yield question.doc, (question.pronoun, *question.candidates)

        for found in self.rank(given()):
            question = asked.pop(0)
            yield picked(found, question.pronoun, question.candidates)

    def rank(self, docs: Iterable[tuple[Document, Sequence[Mention]]]) -> Iterator[Linked]:
        """What the network says of documents; spans that come with them are kept whatever it thinks."""
        from corefair.systems.span.linking import Asked, linked

        return linked(self.network, (Asked(self.read(doc), tuple(given)) for doc, given in docs))

    def read(self, doc: Document) -> Text:
        """A document in numbers."""
        states = None if self.contextual is None else next(self.contextual.states([doc]))
        return self.reader.read(doc, corpus=self.schemes.index(self.scheme), states=states)

    @cached_property
    def contextual(self) -> Encoder | Tuned | None:
        """The encoder, if it has one, from where it was when the model was trained, unless it is given."""
        if self.encoder is not None:
            return self.encoder
        return encoder_of(self.card.settings, tuned=self.tuned, projection=self.projection)

    @cached_property
    def reader(self) -> Reader:
        """Knows the words."""
        return Reader(self.lexicon, self.genres)

    @property
    def scheme(self) -> Scheme:
        """The one that is followed."""
        return followed(self.schemes, self.corpus)

    def _clusters(self, found: Linked, scheme: Scheme, singletons: bool) -> tuple[Cluster, ...]:
        from corefair.systems.span.decoding import clusters_of

        logits = found.mention if scheme.singletons else found.entity
        return clusters_of(found, singletons=logits if singletons else None)

    def _scores(
        self, found: Linked, clusters: Sequence[Cluster]
    ) -> tuple[tuple[Mention, Mention, float], ...]:
        """Log-probabilities of the likely antecedents of all mentions in clusters."""
        from corefair.systems.span.decoding import probabilities

        asked = {mention for cluster in clusters for mention in cluster}
        made: list[tuple[Mention, Mention, float]] = []
        for i, span in enumerate(found.spans):
            if span in asked:
                candidates, chances, _ = probabilities(found, i)
                pairs = sorted(zip(-chances, candidates.tolist(), strict=True))
                made += [(span, found.spans[j], float(np.log(-less))) for less, j in pairs if -less >= _SHOWN]
        return tuple(made)

    def using(
        self,
        *,
        corpus: str
        | None = None,  # whose scheme says what a mention is: by default the first it was trained on
        singletons: bool = False,  # keep what is mentioned once
        vectors: Path | None = None,  # static vectors in the place of those it was trained with
        encoder: Path | None = None,  # the folder of its encoder, where it is elsewhere now
        projection: Path | None = None,  # directions to take out of its encoder's states, in a folder
    ) -> SpanModel:
        """The same model used in another way."""
        model = replace(self, corpus=corpus, singletons=singletons)
        _ = model.scheme  # an unknown corpus is an error now
        if vectors is not None:
            model = with_vectors_of(model, vectors)
        if encoder is not None or projection is not None:
            removed = self.projection
            if projection is not None:
                removed = Projection.load(projection)
            found = encoder_of(self.card.settings, encoder, tuned=self.tuned, projection=removed)
            model = replace(model, encoder=found, projection=removed)
        return model

    def with_vectors(self, emb: Embeddings) -> SpanModel:
        """The same network with other static vectors: nothing else changes."""
        lexicon = self.lexicon.with_vectors(emb)
        step = f"static vectors exchanged for {emb.name}" + "".join(f", {each}" for each in emb.history)
        card = replace(self.card, history=(*self.card.history, step))
        network = new_network(self.card.settings, lexicon, self.genres, self.schemes)
        network.load_state_dict(self.network.state_dict())
        return replace(self, card=card, network=network, lexicon=lexicon)

    def save(self, folder: Path) -> None:
        """Keep it in a folder, with a page for people and the vectors that it needs."""
        import torch
        from safetensors.torch import save_file

        tensors = {name: each.half().contiguous() for name, each in self.network.state_dict().items()}
        tensors["static"] = torch.from_numpy(self.lexicon.vectors)
        for name, each in (self.tuned or {}).items():
            tensors[_TUNED + name] = each.half().contiguous()
        lexicon: dict[str, Json] = {
            "words": list(self.lexicon.words),
            "own": list(self.lexicon.own),
            "scale": self.lexicon.scale,
            "genres": list(self.genres),
            "schemes": [[each.name, each.singletons] for each in self.schemes],
        }
        if self.projection is not None:
            for name, array in self.projection.arrays().items():
                tensors[_PROJECTION + name] = torch.from_numpy(np.ascontiguousarray(array))
            lexicon["projection"] = self.projection.facts()
        with saving(folder, self.card) as part:
            save_file(tensors, part / TENSORS)
            write_json(part / _LEXICON, lexicon)
            (part / "README.md").write_text(card_text(self.card), encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> SpanModel:
        """Read what `save` wrote."""
        import json

        saved = read_model(folder, kind=KIND)
        with loading(folder, KIND):
            tensors = saved.tensors()
            held = json.loads((saved.folder / _LEXICON).read_text(encoding="utf-8"))
            static = tensors.pop("static").numpy()
            tuned = {name: each.float() for name, each in _taken(tensors, _TUNED).items()} or None
            removed = {name: each.numpy() for name, each in _taken(tensors, _PROJECTION).items()}
            projection = projection_of(held["projection"], removed) if removed else None
            lexicon = Lexicon(tuple(held["words"]), static, tuple(held["own"]), float(held["scale"]))
            genres, schemes = tuple(held["genres"]), tuple(Scheme(*row) for row in held["schemes"])
            network = new_network(saved.card.settings, lexicon, genres, schemes)
            network.load_state_dict({name: each.float() for name, each in tensors.items()})
        return cls(saved.card, network, lexicon, genres, schemes, tuned=tuned, projection=projection)


def _taken(tensors: dict[str, Tensor], prefix: str) -> dict[str, Tensor]:
    """Those whose names begin so, without that beginning, taken out of the others."""
    names = [name for name in tensors if name.startswith(prefix)]
    return {name.removeprefix(prefix): tensors.pop(name) for name in names}


def picked(found: Linked, pronoun: Mention, candidates: Sequence[Mention]) -> Picked:
    """What is answered when someone asks which of some candidates a pronoun is."""
    from corefair.systems.span.decoding import together

    at = {span: i for i, span in enumerate(found.spans)}
    places = [at[each] for each in (pronoun, *candidates)]
    same = together(found, max(places))[at[pronoun]]
    chances = [float(same[at[each]]) if each != pronoun else 0.0 for each in candidates]
    nobody = max(1.0 - sum(chances), _LEAST)
    logs = tuple(float(np.log(max(chance, _LEAST))) for chance in chances)
    return Picked(logs, unit="log-probability", none=float(np.log(nobody)))
