"""GloVe and GN-GloVe (Zhao et al. 2018b) trained on the same text with three seeds, measured side by side.

python results/gn-glove/make.py [--data DIR] [--corpus FILE] [--work DIR] [--out DIR] [--programs DIR...]

writes table.json and README.md; every number on the page is from table.json. Needs the published sets
(COREFAIR_DATA). The text is counted once; counts and vectors are kept in the work folder, so that a run that
was stopped goes on. With --programs, folders with GloVe's own four programs, these are run on the same text
too (programs.py); without, their part of table.json stays as it is.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from probes import by_frequency, held_out, neutral_probe, seed_probe, unseeded, with_frequency
from programs import against_programs
from published import LAST, MEASURES, METHODS, SUITES
from render import render

from corefair.auditing.report import Comparison
from corefair.auditing.run import audit_vectors
from corefair.io import datasets
from corefair.io.files import writing
from corefair.io.vectors import read_vectors, write_vectors
from corefair.models.glove import GenderTerms, Settings, train_counted, without_gender
from corefair.runs.cache import cache_folder
from corefair.types import Embeddings, Score
from corefair.version import __version__

HERE = Path(__file__).parent
CORPUS = "wikipedia-2021-part.txt.gz"
SEEDS = (0, 1, 2)
SETTINGS = Settings(min_count=5, window=10, dim=100, epochs=15, rate=0.05, x_max=10.0, alpha=0.75)
SHOWN = ("min_count", "window", "dim", "epochs", "rate", "x_max", "alpha")
RESAMPLES = 1000
Json = dict[str, Any]


def main() -> None:
    """Train, measure, then write both files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, help="the folder with published sets; else $COREFAIR_DATA")
    parser.add_argument("--corpus", type=Path, help=f"instead of {CORPUS}")
    parser.add_argument("--work", type=Path, help="keep what is computed here; else it goes when all is done")
    parser.add_argument("--out", type=Path, default=HERE, help="where to write table.json and README.md")
    parser.add_argument(
        "--programs",
        type=Path,
        nargs="+",
        help="folders with GloVe 1.2's programs, compiled in some way each",
    )
    given = parser.parse_args()
    work = given.work or (cache_folder() or Path(".cache")) / "results-gn-glove"
    corpus = given.corpus or datasets.find("corpus", CORPUS, data=given.data)
    table: Json = {
        "settings": {
            **{name: getattr(SETTINGS, name) for name in SHOWN},
            "seeds": SEEDS,
            "resamples": RESAMPLES,
            "corefair": __version__,
        },
        "runs": [of_seed(seed, corpus, work, given.data) for seed in SEEDS],
    }
    if given.programs:
        table["programs"] = against_programs(
            given.programs, corpus, work, SETTINGS, SEEDS, data=given.data, resamples=RESAMPLES
        )
    elif (given.out / "table.json").exists():
        before = json.loads((given.out / "table.json").read_text(encoding="utf-8"))
        table["programs"] = before.get("programs")
    table = json.loads(as_text(table))  # the page shows what is written
    given.out.mkdir(parents=True, exist_ok=True)
    for name, text in (("table.json", as_text(table)), ("README.md", render(table))):
        with writing(given.out / name) as out:
            out.write(text)
    if given.work is None:
        shutil.rmtree(work, ignore_errors=True)


def of_seed(seed: int, corpus: Path, work: Path, data: Path | None) -> Json:
    """Every kind of vectors with one seed, on every suite; GloVe is what the others are compared with."""
    done = work / f"measured-{seed}.json"
    if done.exists():
        found: Json = json.loads(done.read_text(encoding="utf-8"))
        return found
    embs = dict(vectors(seed, corpus, work))
    original = embs.pop("glove")
    lasts = {name: embs.pop(name) for name in list(embs) if name.endswith(LAST)}
    tell(f"seed {seed}: measuring")
    found = audited([*embs.values()], SUITES, original=original, data=data)
    probed = {"frequency": by_frequency(original), "glove": original, **embs, **lasts}
    for kind, probe in (("probes", neutral_probe), ("seed_probes", seed_probe)):
        found[kind] = {name: probe(emb, data, resamples=RESAMPLES) for name, emb in probed.items()}
    trained = {name: emb for name, emb in embs.items() if not name.endswith("_wa")}
    found["held_out"] = {name: held_out(emb) for name, emb in trained.items()}
    found["unseeded"] = {name: unseeded(emb, data) for name, emb in {"glove": original, **embs}.items()}
    found["with_frequency"] = {name: with_frequency(emb) for name, emb in trained.items()}
    found["history"] = {name: list(emb.history) for name, emb in {"glove": original, **embs}.items()}
    with writing(done) as out:
        json.dump(found, out)
    return found


def vectors(seed: int, corpus: Path, work: Path) -> Iterator[tuple[str, Embeddings]]:
    """Method -> vectors, trained or read from the work folder."""
    for method, gender in (
        ("glove", None),
        ("gn", GenderTerms()),
        ("authors", GenderTerms(variant="authors")),
    ):
        path = work / f"{method}-{seed}.safetensors"
        if not path.exists():
            tell(f"seed {seed}: training {METHODS[method]}")
            work.mkdir(parents=True, exist_ok=True)
            made = train_counted(corpus, replace(SETTINGS, seed=seed, gender=gender), run=work / "run")
            for state in (work / "run").glob("*.state"):
                state.unlink()  # it is not gone on with
            write_vectors(made.embeddings, path)
        emb = replace(read_vectors(path, cache=False), name=method)
        yield method, emb
        if method != "glove":
            yield f"{method}_wa", replace(without_gender(emb), name=f"{method}_wa")
            yield f"{method}{LAST}", emb.changed(emb.vectors[:, -1:], "the last component")


def audited(
    embs: list[Embeddings], suites: tuple[str, ...], *, original: Embeddings | None, data: Path | None
) -> Json:
    """Scores by vectors, suite and measure, and the differences from the original."""
    report = audit_vectors(embs, suites, original=original, data=data, resamples=RESAMPLES)
    scores: Json = {}
    for result in report:
        of = scores.setdefault(result.subject, {})
        of[result.suite] = {
            "problems": list(result.problems),
            "missing": [len(result.coverage.missing), result.coverage.words],
            "scores": {
                s.name: {"value": s.value, **_sureness(s)} for s in result.scores if s.name in MEASURES
            },
        }
    differences = [
        {
            "suite": one.suite,
            "system": one.subject,
            "name": one.measure.name,
            "difference": one.difference,
            **_sureness(one),
        }
        for one in report.comparisons
        if one.measure.name in MEASURES
    ]
    return {"scores": scores, "comparisons": differences}


def _sureness(score: Score | Comparison) -> Json:
    return {"low": score.low, "high": score.high, "p": score.p, "n": score.n}


def as_text(table: Json) -> str:
    """Numbers to six digits."""

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
