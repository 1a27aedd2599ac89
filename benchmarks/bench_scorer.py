"""The scorer: ours against the plain definitions, growth to 100,000 mentions, and the whole process.

Ratios within this run. With COREFAIR_DATA set, documents are LitBank's; else they are made up.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

from corefair.io import read, write
from corefair.metrics.coref.overlap import overlap
from corefair.registry import metrics
from corefair.types import Cluster, Document, Mention, cluster_up
from plain_scorer import PLAIN, blanc

COUNTED = ("muc", "b_cubed", "ceaf_m", "ceaf_e", "blanc", "lea", "mentions")


def main() -> None:
    keys = _documents()
    pairs = [(key, perturbed(key, seed)) for seed, key in enumerate(keys)]
    against_plain(pairs[:20])
    growth("as a system errs", perturbed)
    growth("every mention at random", shuffled)
    whole_process(pairs)


def against_plain(pairs: list[tuple[Document, Document]]) -> None:
    n_mentions = sum(key.n_mentions for key, _ in pairs)
    print(f"{len(pairs)} documents, {n_mentions} mentions; plain time / ours, its table included:")
    for name in COUNTED:
        plain = blanc if name == "blanc" else PLAIN[name]
        slow = best(lambda plain=plain: [plain(key.clusters, answer.clusters) for key, answer in pairs], 1)  # type: ignore[misc]
        fast = best(lambda name=name: metrics.facts(name)["count"](overlap(pairs)), 3)  # type: ignore[misc]
        print(f"  {name:9} {slow / fast:8.1f} ×")


def growth(title: str, answer: Callable[[Document, int], Document]) -> None:
    print(f"one document, {title}: time for 12,500 mentions in ms, then × per doubling (2 is linear)")
    times: dict[str, list[float]] = {}
    for n in (12_500, 25_000, 50_000, 100_000):
        pairs = [(key := made_up(n, seed=1), answer(key, 2))]
        times.setdefault("table", []).append(best(lambda pairs=pairs: overlap(pairs), 2))  # type: ignore[misc]
        table = overlap(pairs)
        for name in COUNTED:
            times.setdefault(name, []).append(best(lambda n=name, t=table: metrics.facts(n)["count"](t), 2))  # type: ignore[misc]
    for name, (first, *rest) in times.items():
        steps = " ".join(
            f"{after / before:5.1f}" for before, after in zip((first, *rest), rest, strict=False)
        )
        print(f"  {name:9} {1000 * first:8.1f} ms  {steps}")


def whole_process(pairs: list[tuple[Document, Document]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        key, response = Path(folder) / "key.conll", Path(folder) / "response.conll"
        pairs = [(key_doc, replace(answer, clusters=nested(answer))) for key_doc, answer in pairs]
        n_docs = write((key_doc for key_doc, _ in pairs), key)
        write((answer for _, answer in pairs), response)
        numpy = best(lambda: run("-c", "import numpy"), 3)
        scored = best(lambda: run("-m", "corefair.cli", "score", str(key), str(response), "--json"), 3)
    print(
        f"corefair score on {n_docs} documents: {scored:.2f} s a process, {scored / numpy:.1f} × import numpy"
    )


def run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)


def best(call: Callable[[], object], times: int) -> float:
    """The shortest of a few times: the one least disturbed."""
    found = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        found.append(time.perf_counter() - began)
    return min(found)


def _documents() -> list[Document]:
    data = os.environ.get("COREFAIR_DATA")
    if data:
        return list(read(Path(data) / "litbank", format="conll"))
    return [made_up(300, seed=seed) for seed in range(90)]


def made_up(n_mentions: int, *, seed: int) -> Document:
    """Single-word mentions in clusters whose sizes fall off as in real text: many small, a few large."""
    random = Random(seed)
    clusters: list[list[Mention]] = []
    for i in range(n_mentions):
        if not clusters or random.random() < 0.25:
            clusters.append([])
            chosen = clusters[-1]
        else:
            chosen = clusters[int(len(clusters) * random.random() ** 2)]
        chosen.append(Mention(7 * i, 7 * i + 1))
    return Document(f"d{seed}", ("w",) * (7 * n_mentions), clusters=cluster_up(clusters))


def perturbed(key: Document, seed: int) -> Document:
    """Mentions dropped, clusters cut and joined, spans moved, as a system might."""
    random = Random(seed)
    clusters: list[list[Mention]] = []
    for cluster in key.clusters:
        kept = [mention for mention in cluster if random.random() > 0.15]
        cut = random.randrange(len(kept) + 1) if random.random() < 0.3 else len(kept)
        clusters += [kept[:cut], kept[cut:]]
        if len(clusters) > 3 and random.random() < 0.1:
            clusters[-3] = clusters[-3] + clusters.pop()
    n = len(key.words)
    moved = [
        {span if random.random() > 0.1 else Mention(span.start, min(span.end + 1, n)) for span in cluster}
        for cluster in clusters
    ]
    return replace(key, clusters=cluster_up(_once(moved)))


def shuffled(key: Document, seed: int) -> Document:
    """As many clusters, but every mention in any of them: the table of shared mentions at its fullest."""
    random = Random(seed)
    clusters: list[list[Mention]] = [[] for _ in key.clusters]
    for cluster in key.clusters:
        for mention in cluster:
            clusters[random.randrange(len(clusters))].append(mention)
    return replace(key, clusters=cluster_up(clusters))


def nested(doc: Document) -> tuple[Cluster, ...]:
    """Its clusters without mentions that cross another of theirs: brackets cannot say those."""
    return cluster_up(
        [
            mention
            for mention in cluster
            if not any(other.start < mention.start < other.end < mention.end for other in cluster)
        ]
        for cluster in doc.clusters
    )


def _once(clusters: Iterable[set[Mention]]) -> list[list[Mention]]:
    seen: set[Mention] = set()
    kept = []
    for cluster in clusters:
        kept.append(sorted(cluster - seen))
        seen |= cluster
    return kept


if __name__ == "__main__":
    main()
