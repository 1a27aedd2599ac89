"""Stanza's coreference: given words by sentence, it counts in each sentence anew; ends are exclusive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from json_lines import Resolve, Span, by_sentence, options, serve

DEFAULTS = {"package": "default", "folder": "", "gpu": "no"}


def load() -> Resolve:
    """The pipeline: words as they are given, then coreference.

    What is missing is downloaded, the encoder that its weights are for as well; of a folder that is named,
    nothing.
    """
    import stanza

    chosen = options(DEFAULTS)
    settings: dict[str, Any] = {"model_dir": chosen["folder"]} if chosen["folder"] else {}
    if chosen["package"] != "default":
        settings["package"] = {"coref": chosen["package"]}
    pipeline = stanza.Pipeline(
        "en",
        processors="tokenize,coref",
        tokenize_pretokenized=True,
        use_gpu=chosen["gpu"] == "yes",
        download_method=None if chosen["folder"] else "reuse_resources",
        **settings,
    )

    def resolve(words: Sequence[str], sentences: Sequence[int]) -> Iterable[Iterable[Span]]:
        return clusters(pipeline(by_sentence(words, sentences)))

    return resolve


def clusters(doc: Any) -> list[list[Span]]:
    """The chains of a document; a zero mention, whose word is a tuple, stands for no word and is left out."""
    starts = [0, *accumulate(len(sentence.words) for sentence in doc.sentences)]
    found = []
    for chain in doc.coref:
        spans = [
            (starts[mention.sentence] + mention.start_word, starts[mention.sentence] + mention.end_word)
            for mention in chain.mentions
            if isinstance(mention.start_word, int) and isinstance(mention.end_word, int)
        ]
        if len(spans) > 1:
            found.append(spans)
    return found


if __name__ == "__main__":
    serve(load)
