"""The server of CoreNLP: given sentences as lines, it counts from 1 in each; ends are exclusive."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen

from json_lines import Resolve, Span, by_sentence, options, serve

DEFAULTS = {"url": "http://127.0.0.1:9000", "algorithm": "neural", "timeout": "60"}


def load() -> Resolve:
    """Nothing to load: the server has its models."""
    chosen = options(DEFAULTS)
    properties = {
        "annotators": "tokenize,ssplit,pos,lemma,ner,parse,coref",
        "coref.algorithm": chosen["algorithm"],
        "tokenize.whitespace": "true",
        "ssplit.eolonly": "true",
        "outputFormat": "json",
    }
    url = f"{chosen['url'].rstrip('/')}/?properties={quote(json.dumps(properties))}"

    def resolve(words: Sequence[str], sentences: Sequence[int]) -> Iterable[Iterable[Span]]:
        lines = by_sentence([word.replace(" ", "_") for word in words], sentences)
        text = "\n".join(" ".join(line) for line in lines)
        request = Request(url, text.encode(), {"Content-Type": "text/plain; charset=utf-8"})
        with urlopen(request, timeout=float(chosen["timeout"])) as response:
            return clusters(json.load(response), [len(line) for line in lines])

    return resolve


def clusters(found: Mapping[str, Any], lengths: Sequence[int]) -> list[list[Span]]:
    """The chains of a response; that it cut the text as it was given is checked, or the spans mean others."""
    theirs = [len(sentence["tokens"]) for sentence in found["sentences"]]
    if theirs != list(lengths):
        raise ValueError(f"the server cut the text into sentences of {theirs} words, not of {list(lengths)}")
    starts = [0, *accumulate(lengths)]
    chains = [
        [
            (
                starts[each["sentNum"] - 1] + each["startIndex"] - 1,
                starts[each["sentNum"] - 1] + each["endIndex"] - 1,
            )
            for each in chain
        ]
        for chain in found["corefs"].values()
    ]
    return [chain for chain in chains if len(chain) > 1]


if __name__ == "__main__":
    serve(load)
