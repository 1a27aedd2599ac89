"""What `rule` could still gain by keeping more candidates: filters loosened one at a time.

python results/rule/candidates.py

writes candidates.json and candidates.md beside this file. Development documents are not looked at.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from corefair.io import datasets, read
from corefair.metrics.coref import score
from corefair.systems.rule import Rule
from corefair.systems.rule.filters import keep
from corefair.systems.training.analysed import analysed
from corefair.text.phrases import Phrase, find_phrases
from corefair.types import Document, Mention

HERE = Path(__file__).parent
CORPORA = (
    ("ontogum", "conllu", "ontonotes", 1),
    ("litbank", "conll", "litbank", 4),
)  # the last: every so many
Loosened = Callable[[Phrase, Document], bool]
VARIANTS: dict[str, Loosened] = {
    "as it is": lambda phrase, doc: False,
    "*all*, *every*, *each* … said again": lambda phrase, doc: (
        phrase.kind == "nominal" and phrase.span.end - phrase.span.start > 1
    ),
    "bare nouns and numbers said again": lambda phrase, doc: (
        phrase.kind == "nominal" and phrase.span.end - phrase.span.start == 1
    ),
    "names inside names said again": lambda phrase, doc: phrase.kind == "name",
}
Json = dict[str, Any]


def main() -> None:
    """Measure, then write both files."""
    found: Json = {}
    for name, format_, scheme, every in CORPORA:
        docs = analysed(list(read(datasets.find(name, "train"), format=format_))[::every])
        rule = Rule(scheme=scheme)
        found[name] = {"documents": len(docs)}
        for variant, loosened in VARIANTS.items():
            answers = [replace(doc, clusters=clusters(rule, doc, loosened)) for doc in docs]
            scored = score(docs, answers, singletons="drop", resamples=200).parts
            found[name][variant] = {part: scored[part]._asdict() for part in ("conll", "mentions")}
            if variant == "as it is":
                found[name]["missed"] = missed(rule, docs, answers)
            print(name, variant, file=sys.stderr, flush=True)
    text = json.dumps(found, indent=1, ensure_ascii=False)
    (HERE / "candidates.json").write_text(text + "\n", encoding="utf-8")
    (HERE / "candidates.md").write_text("\n".join(page(found)) + "\n", encoding="utf-8")


def clusters(rule: Rule, doc: Document, loosened: Loosened) -> Any:
    """What the passes find with the usual phrases, and those that are said again and let through."""
    phrases = find_phrases(doc, counts=rule.counts, scheme=rule.scheme, they=rule.they)
    kept = {id(each) for each in keep(doc, phrases)}
    said = Counter(each.text for each in phrases if each.text)
    chosen = [each for each in phrases if id(each) in kept or (said[each.text] > 1 and loosened(each, doc))]
    return rule.answer(rule.sieve(doc, chosen)).clusters


def missed(rule: Rule, docs: Sequence[Document], answers: Sequence[Document]) -> Json:
    """Gold mentions: linked, no candidate, or not linked; with the same words elsewhere or not."""
    counts: Counter[str] = Counter()
    for doc, answer in zip(docs, answers, strict=True):
        candidates = {Mention(*each.span) for each in rule.phrases(doc)}
        linked = {mention for cluster in answer.clusters for mention in cluster}
        for cluster in (each for each in doc.clusters if len(each) > 1):
            texts = [" ".join(doc.words[a:b]).lower() for a, b in cluster]
            for mention, text in zip(cluster, texts, strict=True):
                again = "the same words elsewhere" if texts.count(text) > 1 else "other words"
                why = "not linked" if mention in candidates else "no candidate"
                counts["linked" if mention in linked else f"{why}, {again}"] += 1
    return dict(counts)


def page(found: Json) -> Iterator[str]:
    """A table a corpus."""
    yield "# Candidates that `rule` leaves out"
    yield ""
    yield "`python results/rule/candidates.py` makes this page of training documents; all is predicted."
    yield "Filters are loosened one at a time, for phrases whose very words are said again in the document."
    for name, of in found.items():
        yield ""
        yield f"## {name}, {of['documents']} documents"
        yield ""
        yield "| kept too | mentions: recall | precision | F1 | CoNLL F1 |"
        yield "| --- | --- | --- | --- | --- |"
        for variant in VARIANTS:
            mentions, conll = of[variant]["mentions"], of[variant]["conll"]
            numbers = [*(mentions[key] for key in ("recall", "precision", "f1")), conll["f1"]]
            yield f"| {variant} | {' | '.join(f'{100 * number:.2f}' for number in numbers)} |"
        yield ""
        total = sum(of["missed"].values())
        parts = (
            f"{why} {100 * n / total:.1f} %" for why, n in sorted(of["missed"].items(), key=lambda x: -x[1])
        )
        yield f"What becomes of gold mentions: {'; '.join(parts)}."


if __name__ == "__main__":
    main()
