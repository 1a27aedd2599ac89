"""fastcoref (F-coref and LingMess): given words, it counts in words; ends are exclusive, some None."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from json_lines import Resolve, Span, options, serve

DEFAULTS = {"model": "biu-nlp/f-coref", "kind": "fcoref", "device": "cpu"}


def load() -> Resolve:
    """The model, without its spaCy pipeline: words are given."""
    import fastcoref

    chosen = options(DEFAULTS)
    kind = {"fcoref": fastcoref.FCoref, "lingmess": fastcoref.LingMessCoref}[chosen["kind"]]
    model = kind(chosen["model"], device=chosen["device"], nlp=None, enable_progress_bar=False)

    def resolve(words: Sequence[str], sentences: Sequence[int]) -> Iterable[Iterable[Span]]:
        (found,) = model.predict(texts=[list(words)], is_split_into_words=True)
        return clusters(found)

    return resolve


def clusters(found: Any) -> list[list[Span]]:
    """The clusters of a CorefResult: a mention of None could not be placed in the words, and is left out.

    Mentions are found among pieces of words, so two of them may be the same words.
    """
    placed = [
        sorted({(int(span[0]), int(span[1])) for span in cluster if span is not None and None not in span})
        for cluster in found.get_clusters(as_strings=False)
    ]
    return [cluster for cluster in placed if len(cluster) > 1]


if __name__ == "__main__":
    serve(load)
