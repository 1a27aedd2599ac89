"""The rule-based resolver measured: corpora, pass by pass, and RULE's rows in Winogender, WinoBias and GAP.

python results/rule/make.py [--data DIR] [--pipeline PIPELINE] [--resamples N]

writes rule.json and README.md beside this file; every number on the page is from rule.json.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from page import readme

from corefair.auditing.run import audit
from corefair.io import read
from corefair.metrics.coref import score
from corefair.systems.rule import Rule
from corefair.systems.rule.passes import PASSES
from corefair.text.analysis import analyse
from corefair.text.mentions import Candidate, head_of, mention_candidates
from corefair.text.phrases import Phrase, phrases_of
from corefair.types import Document, Mention

HERE = Path(__file__).parent
SEED = 0
ANALYSED = ("upos", "lemma", "feats", "deps")  # the layers of a file that an analysis gives too
METRICS = ("muc", "b_cubed", "ceaf_e", "mentions", "conll")
AUDITS = {  # suite: the systems asked, by the name on the page
    "winogender": {
        "B&L": {"gender_counts": "bergsma-lin", "they": "plural"},
        "B&L, they singular too": {"gender_counts": "bergsma-lin"},
        "B&L balanced": {"gender_counts": "balanced:bergsma-lin", "they": "plural"},
    },
    "winobias:dev": {
        "B&L": {"gender_counts": "bergsma-lin"},
        "B&L balanced": {"gender_counts": "balanced:bergsma-lin"},
        "shipped": {"gender_counts": "shipped"},
        "none": {"gender_counts": "none"},
    },
    "gap:development": {
        "B&L": {"gender_counts": "bergsma-lin"},
        "shipped": {"gender_counts": "shipped"},
        "shipped, short": {"gender_counts": "shipped", "scheme": "short"},
    },
}
Json = dict[str, Any]


def main() -> None:
    """Measure, then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--pipeline", help="a spaCy pipeline in place of the shipped one")
    parser.add_argument("--resamples", type=int, default=2000)
    given = parser.parse_args()
    if given.data:
        os.environ["COREFAIR_DATA"] = str(given.data)
    data = Path(os.environ["COREFAIR_DATA"])
    ontogum = list(read(data / "ontogum" / "dev"))
    litbank = list(read(data / "litbank" / "dev", format="conll"))
    found: Json = {"pipeline": given.pipeline or "shipped", "resamples": given.resamples}
    found["corpora"], found["passes"] = [], {}
    for name, docs, scheme in (("OntoGUM", ontogum, "ontonotes"), ("LitBank", litbank, "litbank")):
        tell(f"{name}: everything predicted")
        rule = Rule(scheme=scheme, pipeline=given.pipeline)
        made = corpus(name, docs, rule, given.resamples)
        found["corpora"] += made["rows"]
        found["passes"][name] = made["passes"]
    found["audits"] = {}
    for suite, systems in AUDITS.items():
        for name, options in systems.items():
            tell(f"{suite}: {name}")
            settings: Any = options
            asked = Rule(pipeline=given.pipeline, **settings)
            (result,) = audit(asked, [suite], resamples=given.resamples, seed=SEED)
            scores = {
                each.name: {key: getattr(each, key) for key in ("value", "low", "high", "p", "n")}
                for each in result.scores
            }
            found["audits"].setdefault(suite, {})[name] = scores
    (HERE / "rule.json").write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    (HERE / "README.md").write_text(readme(found), encoding="utf-8")
    tell(f"wrote rule.json and README.md in {HERE}")


def corpus(name: str, docs: Sequence[Document], rule: Rule, resamples: int) -> Json:
    """A corpus with more and more of it given: trees if it has them, then mentions; and pass by pass."""
    analysed = list(analyse(map(bare, docs), pipeline=rule.pipeline))
    settings = {"everything predicted": [(doc, rule.phrases(doc)) for doc in analysed]}
    settings["gold mentions"] = [
        (doc, gold_in(doc, key, rule)) for doc, key in zip(analysed, docs, strict=True)
    ]
    if docs[0].heads is not None:
        trees = [
            replace(key, entities=doc.entities, clusters=()) for doc, key in zip(analysed, docs, strict=True)
        ]
        settings["gold trees"] = [(doc, rule.phrases(doc)) for doc in trees]
        settings["gold trees and mentions"] = [
            (doc, gold_in(doc, key, rule)) for doc, key in zip(trees, docs, strict=True)
        ]
    rows = [
        {"corpus": name, "given": given, "documents": len(docs)} | measured(docs, rule, read_as, resamples)
        for given, read_as in settings.items()
    ]
    return {"rows": rows, "passes": by_pass(docs, rule, settings["everything predicted"])}


def bare(doc: Document) -> Document:
    """The words, sentences and speakers of a document, and no more."""
    layers = {key: layer for key, layer in doc.layers.items() if key not in ANALYSED}
    return replace(doc, tags=None, heads=None, relations=None, entities=(), clusters=(), layers=layers)


def gold_in(doc: Document, key: Document, rule: Rule) -> list[Phrase]:
    """The mentions of the key as phrases, singletons too where it has them."""
    kind_of = {each.head: each.kind for each in mention_candidates(doc)}
    starts = {start: number for number, (start, _) in enumerate(doc.sentence_spans())}
    sentence_of: list[int] = []
    for word in range(len(doc.words)):
        sentence_of.append(starts.get(word, sentence_of[-1] if sentence_of else 0))
    chosen = []
    for start, end in sorted(
        {span for cluster in key.clusters for span in cluster}, key=lambda s: (s[0], -s[1])
    ):
        span = Mention(start, end)
        head = head_of(doc, span)
        kind = kind_of.get(head, "nominal")
        chosen.append((Candidate(span, head, kind, sentence_of[head]), kind))
    return phrases_of(doc, chosen, counts=rule.counts)


def measured(
    docs: Sequence[Document], rule: Rule, read_as: Iterable[tuple[Document, Sequence[Phrase]]], resamples: int
) -> Json:
    """The scores of the sieve on these phrases, clusters of one left out on both sides."""
    answers = [
        replace(key, clusters=rule.answer(rule.sieve(doc, phrases)).clusters)
        for key, (doc, phrases) in zip(docs, read_as, strict=True)
    ]
    parts = score(docs, answers, singletons="drop", resamples=resamples, seed=SEED).parts
    return {name: parts[name]._asdict() for name in METRICS}


def by_pass(
    docs: Sequence[Document], rule: Rule, read_as: Sequence[tuple[Document, Sequence[Phrase]]]
) -> list[Json]:
    """For each pass its links, how many are right, and the scores of all passes up to it."""
    texts = [rule.sieve(doc, phrases) for doc, phrases in read_as]
    rows = []
    for number, each in enumerate(PASSES, 1):
        right = links = 0
        for key, text in zip(docs, texts, strict=True):
            cluster_of = {span: i for i, cluster in enumerate(key.clusters) for span in cluster}
            for link in text.links:
                if link.name == each.name:
                    links += 1
                    right += cluster_of.get(link.mention, -1) == cluster_of.get(link.antecedent, -2)
        upto = Rule(passes=[one.name for one in PASSES[:number]], scheme=rule.scheme, pipeline=rule.pipeline)
        scores = measured(docs, upto, read_as, 100)
        rows.append({"pass": each.name, "when": each.condition, "links": links, "right": right} | scores)
    return rows


def tell(what: str) -> None:
    """Progress, for whoever waits."""
    print(what, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
