"""Maverick: given words by sentence, it counts words over the whole document; ends are inclusive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from json_lines import Resolve, Span, by_sentence, options, serve

DEFAULTS = {"model": "sapienzanlp/maverick-mes-ontonotes", "device": "cpu"}


def load() -> Resolve:
    """The model of that name."""
    from maverick import Maverick

    chosen = options(DEFAULTS)
    model = Maverick(chosen["model"], device=chosen["device"])

    def resolve(words: Sequence[str], sentences: Sequence[int]) -> Iterable[Iterable[Span]]:
        return clusters(model.predict(by_sentence(words, sentences)))

    return resolve


def clusters(found: Mapping[str, Any]) -> list[list[Span]]:
    """The clusters of a prediction, by tokens: its characters assume one space between any two."""
    return [
        sorted({(int(start), int(last) + 1) for start, last in cluster})
        for cluster in found["clusters_token_offsets"]
    ]


if __name__ == "__main__":
    serve(load)
