"""What Kumar et al. 2020 say of RAN-Debias beside its GIPE on all words: claims, H_d, GN, ranks, Figure 1.

python results/ran/make.py [--data DIR] [--work DIR] [--out DIR]

writes table.json, nurse.svg and README.md; every number on the page is from table.json, from that of
results/gn-glove, or from e2e.json and c2f-static.json, which the grid of Table 7 (grid.yaml) writes. Needs
the published sets (COREFAIR_DATA). Vectors that were changed or trained are kept in the work folder, so that
a run that was stopped goes on. With --page only the page is made again.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from page import page
from published import CLAIMS, ROWS, THETAS, Claim, ranks
from table7 import section

from corefair import lists, stats
from corefair.experiments.result import Experiment, load
from corefair.geometry.direction import gender_direction
from corefair.geometry.neighbour_ranks import neighbour_ranks
from corefair.geometry.proximity import proximity
from corefair.io import datasets
from corefair.io.files import writing
from corefair.io.vectors import read_vectors, write_vectors
from corefair.mitigators import mitigate
from corefair.models.glove import GenderTerms, Settings, train_counted, without_gender
from corefair.report.vectors.network import Panel, networks
from corefair.runs.cache import cache_folder
from corefair.suites.vectors.around_words import around_words
from corefair.suites.vectors.gipe import SOWINOBIAS, to_measure
from corefair.suites.vectors.same_words import SameWords, same_words
from corefair.types import Embeddings
from corefair.version import __version__

HERE = Path(__file__).parent
FILES = ("glove.6B.100d.50k.txt.gz", "googlenews-26k.bin.gz")
TRAINED = "trained on one text"
CORPUS = "wikipedia-2021-part.txt.gz"
SETTINGS = Settings(min_count=5, window=10, dim=100, epochs=15, rate=0.05, x_max=10.0, alpha=0.75)
DRAWN, DRAWN_OF, THRESHOLD = "nurse", FILES[0], 0.05  # Figure 1
RESAMPLES, SEED = 2000, 0
Json = dict[str, Any]


def main() -> None:
    """Change and train vectors, measure them, then write everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--work", type=Path, help="keep what is computed here; else it goes when all is done")
    parser.add_argument("--out", type=Path, default=HERE, help="where to write")
    parser.add_argument(
        "--page", action="store_true", help="write the page alone, from the files that are there"
    )
    given = parser.parse_args()
    if given.page:
        with writing(given.out / "README.md") as out:
            out.write(made(json.loads((HERE / "table.json").read_text(encoding="utf-8"))))
        return
    work = given.work or (cache_folder() or Path(".cache")) / "results-ran"
    specific = _specific(given.data)
    files: Json = {}
    for name in FILES:
        embs = changed(datasets.find("vectors", name, data=given.data), work / name, given.data)
        files[name] = of_file(embs, specific)
        if name == DRAWN_OF:
            files[name]["network"] = draw(embs, given.out)
    files[TRAINED] = of_file(trained(datasets.find("corpus", CORPUS, data=given.data), work), specific)
    settings = {"resamples": RESAMPLES, "seed": SEED, "threshold": THRESHOLD, "corefair": __version__}
    table = json.loads(as_text({"settings": settings, "files": files}))  # the page shows what is written
    for name, text in (("table.json", as_text(table)), ("README.md", made(table))):
        with writing(given.out / name) as out:
            out.write(text)
    if given.work is None:
        shutil.rmtree(work, ignore_errors=True)


def made(table: Json) -> str:
    """The page as the table and the files of the grids have it."""
    return page(table, _gn_glove(), [section(_grid(system), system) for system in ("e2e", "c2f-static")])


def _grid(system: str) -> Experiment | None:
    path = HERE / f"{system}.json"
    return load(path) if path.exists() else None


def _gn_glove() -> Json:
    found: Json = json.loads((HERE.parent / "gn-glove" / "table.json").read_text(encoding="utf-8"))
    return found


def _specific(data: Path | None) -> frozenset[str]:
    """The words that Bolukbasi et al. published as gender-specific: all others are H_d."""
    path = datasets.find("lists", "gender_specific_full.json", data=data)
    return frozenset(word.lower() for word in json.loads(path.read_text(encoding="utf-8")))


def changed(path: Path, folder: Path, data: Path | None) -> dict[str, Embeddings]:
    """The vectors as they are, and as each method leaves them."""
    original = read_vectors(path)
    found = {"original": original}
    folder.mkdir(parents=True, exist_ok=True)
    for row in ROWS:
        if row in ("original", "gn"):
            continue
        kept = folder / f"{row}.safetensors"
        if not kept.exists():
            tell(f"{path.name}: {row}")
            write_vectors(mitigate(original, row, **({"data": data} if row == "gp" else {})), kept)
        found[row] = read_vectors(kept, cache=False)
    return found


def trained(corpus: Path, work: Path) -> dict[str, Embeddings]:
    """GloVe, and GN-GloVe with and without its last component, as in results/gn-glove (its first seed)."""
    found = {}
    work.mkdir(parents=True, exist_ok=True)
    for row, gender in (("original", None), ("gn", GenderTerms())):
        kept = work / f"trained-{row}.safetensors"
        if not kept.exists():
            tell(f"training {row}")
            made = train_counted(corpus, replace(SETTINGS, seed=SEED, gender=gender), run=work / "run")
            write_vectors(made.embeddings, kept)
        found[row] = read_vectors(kept, cache=False)
    return {**found, "gn_wa": without_gender(found["gn"])}


def of_file(embs: Mapping[str, Embeddings], specific: frozenset[str]) -> Json:
    """GIPE on both sets of words, the claims, and ranks."""
    original = embs["original"]
    shared = {row: same_words(emb, original) for row, emb in embs.items()}
    words = _words(shared["original"], specific)
    made: Json = {"words": len(original), "dim": original.dim, "gipe": {}, "claims": []}
    for name, rows in words.items():
        totals = np.concatenate([_totals(each, rows, row) for row, each in shared.items()], axis=1)
        made["gipe"][name] = _gipe(totals, list(shared))
        if name == "V_d":
            claims = [claim for claim in CLAIMS if {claim.row, claim.other} <= set(shared)]
            made["claims"] = [_claim(claim, totals, list(shared)) for claim in claims]
    made["ranks"] = _ranks(shared)
    return made


def _words(shared: SameWords, specific: frozenset[str]) -> dict[str, np.ndarray]:
    """V_d as the suite has it; H_d: letters alone, with a direction, not published as gender-specific."""
    words = shared.emb.words
    asked = {row[column] for name, column in SOWINOBIAS.values() for row in lists.read(name)}
    letters = [row for row, word in enumerate(words) if word.isalpha() and shared.has_direction[row]]
    return {
        "V_d": np.array(sorted({*to_measure(shared), *(row for row in letters if words[row] in asked)})),
        "H_d": np.array([row for row in letters if words[row].lower() not in specific]),
    }


def _totals(shared: SameWords, rows: np.ndarray, row: str) -> np.ndarray:
    """γη and γ of every word at each θ: [n, 6]."""
    tell(f"{shared.original.name}: GIPE of {row} on {len(rows):,} words")
    near = proximity(shared.units, shared.original_units, gender_direction(shared.original), rows)
    return np.concatenate([near.gamma * near.eta, near.gamma], axis=1)


def _gipe(totals: np.ndarray, rows: list[str]) -> Json:
    three = np.array(
        stats.bootstrap(totals, lambda t: _of_totals(t, len(rows)), resamples=RESAMPLES, seed=SEED)
    )
    values = three.reshape(3, len(rows), len(THETAS))
    return {
        "n": len(totals),
        **{
            row: {tag: dict(zip(("value", "low", "high"), map(float, values[:, i, j]), strict=True))
                  for j, tag in enumerate(THETAS)}
            for i, row in enumerate(rows)
        },
    }  # fmt: skip


def _of_totals(totals: np.ndarray, n_rows: int) -> np.ndarray:
    """GIPE of every row and θ from totals [..., n_rows · 6]: [..., n_rows · 3]."""
    table = totals.reshape(*totals.shape[:-1], n_rows, 2, len(THETAS))
    return np.asarray(table[..., 0, :] / table[..., 1, :]).reshape(*totals.shape[:-1], -1)


def _claim(claim: Claim, totals: np.ndarray, rows: list[str]) -> Json:
    """By what share of the other's one is below or above it, at each θ, on the same resamples."""
    one, other = rows.index(claim.row), rows.index(claim.other)

    def shares(t: np.ndarray) -> np.ndarray:
        values = _of_totals(t, len(rows)).reshape(*t.shape[:-1], len(rows), len(THETAS))
        share = values[..., one, :] / values[..., other, :] - 1
        return np.asarray(-share if claim.way == "below" else share)

    three = np.array(stats.bootstrap(totals, shares, resamples=RESAMPLES, seed=SEED))
    return {
        tag: dict(zip(("value", "low", "high"), map(float, three[:, j]), strict=True))
        for j, tag in enumerate(THETAS)
    }


def _ranks(shared: Mapping[str, SameWords]) -> Json:
    """Of every pair of the paper's tables whose words are there, the rank with each row."""
    words = shared["original"].emb
    pairs = [(w, n) for w, n in dict.fromkeys((w, n) for _, w, n, _ in ranks()) if w in words and n in words]
    found = {
        row: neighbour_ranks(each.units, [(words.row_of[w], words.row_of[n]) for w, n in pairs]).tolist()
        for row, each in shared.items()
    }
    return {
        f"{word} {neighbour}": {row: found[row][place] for row in found}
        for place, (word, neighbour) in enumerate(pairs)
    }


def draw(embs: Mapping[str, Embeddings], folder: Path) -> Json:
    """Figure 1: the network of a word before and after `ran`, as a picture; its numbers."""
    panels = []
    for row, title in (("original", DRAWN_OF), ("ran", "after ran")):
        shared, (found,) = around_words(embs[row], embs["original"], [DRAWN])
        panels.append(Panel(title, shared.emb.words, found))
    with writing(folder / f"{DRAWN}.svg") as out:
        out.write(networks(panels, threshold=THRESHOLD) + "\n")
    return {
        row: {
            "eta": panel.network.eta(THRESHOLD),
            "gamma": panel.network.gamma(THRESHOLD),
            "neighbours": [
                [panel.words[edge.row], edge.rank, edge.beta]
                for edge in panel.network.out
                if edge.beta > THRESHOLD
            ],
            "neighbour_of": [
                [panel.words[edge.row], edge.rank, edge.beta]
                for edge in panel.network.into
                if edge.beta > THRESHOLD
            ],
            "n": [len(panel.network.out), len(panel.network.into)],
        }
        for row, panel in zip(("original", "ran"), panels, strict=True)
    }


def as_text(table: Json) -> str:
    """Numbers to six digits, so that rounding elsewhere does not show."""

    def rounded(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: rounded(each) for name, each in part.items()}
        if isinstance(part, (list, tuple)):
            return [rounded(each) for each in part]
        return float(f"{part:.6g}") + 0.0 if isinstance(part, float) else part

    return json.dumps(rounded(table), indent=1, ensure_ascii=False) + "\n"


def tell(message: str) -> None:
    """Progress."""
    print(f"{time.strftime('%H:%M:%S')} {message}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
