"""The page of results as a function of table.json."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from published import DAWKINS, KUMAR, LAST, METHODS, TABLES, Line

Json = Mapping[str, Any]
KINDS = ("definition", "stereotype", "none")


def render(table: Json) -> str:
    """The page."""
    settings, runs = table["settings"], table["runs"]
    return f"""# GN-GloVe, again

Zhao, Zhou, Li, Wang & Chang 2018, Learning Gender-Neutral Word Embeddings
([EMNLP](https://aclanthology.org/D18-1521)): GloVe that keeps gender in the last component of each vector.
Here it is beside GloVe, trained on the same counts, by

    python results/gn-glove/make.py

which needs the published sets (`COREFAIR_DATA`) and writes this page and `table.json`. The text is part of
Wikipedia, {_tokens(runs)} words with marks. That is little: the papers' vectors are of all of
Wikipedia, so what can be compared is the direction of a difference, not a value. Settings:
{_settings(settings)}; all else is at its default.

A cell is the mean of {len(settings["seeds"])} seeds and, in brackets, the lowest and the highest of them. The
interval is that of the first seed's GloVe ({settings["resamples"]:,} resamples of the cases): how much
the value owes to the choice of questions, of which there are n. `authors` is `variant="authors"`, the
objective of the released program. In italics what papers print of the vectors that GN-GloVe's authors
released ({KUMAR}, {DAWKINS}).

{_tables(runs)}

## Is gender where it should be?

{_places(runs)}

## SemBias without the seed words

{_unseeded(runs)}

## What changed against GloVe

{_changes(runs)}

{_programs(table)}
"""


def _tokens(runs: Sequence[Json]) -> str:
    return str(runs[0]["history"]["glove"][0]).removeprefix("counted(").partition(" ")[0]


def _settings(settings: Json) -> str:
    shown = ("min_count", "window", "dim", "epochs", "rate", "x_max", "alpha")
    return ", ".join(f"{name} {settings[name]:g}" for name in shown)


def _tables(runs: Sequence[Json]) -> str:
    return "\n\n".join(
        f"## {title}\n\n{about}\n\n{_table(lines, runs)}" for title, (about, lines) in TABLES.items()
    )


def _table(lines: Sequence[Line], runs: Sequence[Json]) -> str:
    rows = [
        [line.title, *(_cell(line, name, runs) for name in METHODS), *_interval(line, runs)] for line in lines
    ]
    return _grid(["", *METHODS.values(), "95 % interval", "n"], rows)


def _scores(line: Line, method: str, runs: Sequence[Json]) -> list[Json]:
    found = [run["scores"].get(method, {}).get(line.suite, {}).get("scores", {}) for run in runs]
    return [scores[line.measure] for scores in found if line.measure in scores]


def _cell(line: Line, method: str, runs: Sequence[Json], *, published: bool = True) -> str:
    values = [score["value"] for score in _scores(line, method, runs)]
    paper = f" *{line.paper[method]}*" if published and method in line.paper else ""
    if len(values) < len(runs):
        return "–" + paper
    scaled = [100 * value for value in values] if line.percent else values
    return _spread(scaled, 1 if line.percent else 3) + paper


def _interval(line: Line, runs: Sequence[Json]) -> tuple[str, str]:
    scores = _scores(line, "glove", runs)
    if not scores or scores[0]["low"] is None:
        return "", ""
    return f"{_number(scores[0]['low'], line)} to {_number(scores[0]['high'], line)}", f"{scores[0]['n']:,}"


def _number(value: float, line: Line) -> str:
    return _shown(100 * value, 1) if line.percent else _shown(value, 3)


def _shown(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:.{digits}f}".replace("-", "−")  # no minus before zero


def _places(runs: Sequence[Json]) -> str:
    """Gender in the last component, and not in the others?"""
    kinds, interval = ("seed_probes", "probes"), ("95 % interval",)
    names = {
        "frequency": "frequency alone",
        "glove": "GloVe",
        "gn": "GN-GloVe, all components",
        "gn_wa": "without the last (w_a)",
        f"gn{LAST}": "the last alone",
        "authors": "`authors`, all components",
        "authors_wa": "without the last (w_a)",
        f"authors{LAST}": "the last alone",
    }
    rows = [
        [title, *(cell for kind in kinds for cell in _probed([run[kind][name] for run in runs]))]
        for name, title in names.items()
    ]
    told = [
        [
            METHODS[name],
            *_told([run["held_out"][name] for run in runs]),
            _spread([run["with_frequency"][name] for run in runs], 2),
        ]
        for name in ("gn", "authors")
    ]
    first = runs[0]["held_out"]["gn"]
    n_asked = [runs[0][kind]["gn"]["n"] for kind in kinds]
    return f"""*Neutral words.* Words are labelled by the side they lean to in other vectors (GloVe of six
billion words), as many of either side in each of twenty bands of frequency. A linear SVM learns gender from
the seed words, and is asked the {n_asked[0]:,} neutral words that lean most: is gender where it should be?
Another learns from one in five of {n_asked[1] * 5 // 4:,} neutral words and is asked the other
{n_asked[1]:,}: can their lean be told in any other way? Half is chance. Mean of the seeds, in brackets the
lowest and highest, then the first seed's interval.

{_grid(["", "labels found, learned from seed words, %", *interval, "from neutral words, %", *interval], rows)}

*Gendered words* that training is not told of: our list without the seeds has {first["listed"]}, the text
{first["n"]} of them. The share of pairs in which the feminine word has the larger last component than the
masculine one (half is chance), p when genders are given out by lot, and the rank correlation of the last
component of all words with their frequency.

{_grid(["", "feminine is larger, %", "p", "with frequency"], told)}"""


def _unseeded(runs: Sequence[Json]) -> str:
    """SemBias on pairs that training was not told of."""
    first = runs[0]["unseeded"]["gn"]
    rows = [
        [METHODS[name], *(_spread([100 * run["unseeded"][name][kind] for run in runs], 1) for kind in KINDS)]
        for name in METHODS
    ]
    n_seeds = first["of"] - first["pairs"]
    return f"""Of SemBias's {first["of"]} definitional pairs {n_seeds} are seed pairs, which
training sets apart by their last component: the score above is in part by construction (in the paper all but
two were).
These are the {first["n"]} questions with the others, as far as the text has their words; few, so that only a
large difference means anything.

{_grid(["", *KINDS], rows)}"""


def _probed(found: Sequence[Json]) -> tuple[str, str]:
    return _spread([100 * each["value"] for each in found], 1), (
        f"{100 * found[0]['low']:.1f} to {100 * found[0]['high']:.1f}"
    )


def _told(found: Sequence[Json]) -> tuple[str, str]:
    return _spread([100 * each["value"] for each in found], 1), ", ".join(
        f"{each['p']:.2g}" for each in found
    )


def _spread(values: Sequence[float], digits: int) -> str:
    mean, low, high = (_shown(each, digits) for each in (sum(values) / len(values), min(values), max(values)))
    return f"**{mean}** ({low}, {high})"


def _changes(runs: Sequence[Json]) -> str:
    """Differences from GloVe with the same seed, on the same cases, and in how many seeds they are clear."""
    shown = ("gn", "gn_wa", "authors", "authors_wa")
    rows = []
    for _, lines in TABLES.values():
        for line in lines:
            cells = [_change(line, method, runs) for method in shown]
            if any(cells):
                rows.append([f"{line.suite}: {line.title}", *cells])
    header = ["", *(METHODS[name] for name in shown)]
    said = (
        "Mean of the seeds, and in how many of them the 95 % interval of the difference leaves out 0. Rank "
        "correlations and effect sizes are not sums over cases, and are not in it."
    )
    return f"{said}\n\n{_grid(header, rows)}"


def _change(line: Line, method: str, runs: Sequence[Json]) -> str:
    wanted = (line.suite, method, line.measure)
    found = [
        each
        for run in runs
        for each in run["comparisons"]
        if (each["suite"], each["system"], each["name"]) == wanted
    ]
    if len(found) < len(runs):
        return ""
    clear = sum(each["low"] is not None and (each["low"] > 0 or each["high"] < 0) for each in found)
    mean = _number(sum(each["difference"] for each in found) / len(found), line)
    sign = "" if mean.startswith("−") or not mean.strip("0.") else "+"
    return f"{sign}{mean}, {clear} of {len(found)} clear"


def _programs(table: Json) -> str:
    """Beside GloVe's own programs, where they were run."""
    theirs = table.get("programs")
    if not theirs:
        return ""
    of_theirs = [{"scores": {"glove": _as_run(each)}} for each in theirs["scores"]]
    quality = [
        [
            line.title,
            *(_cell(line, "glove", runs, published=False) for runs in (table["runs"], of_theirs)),
            *_interval(line, table["runs"]),
        ]
        for line in TABLES["Quality"][1]
    ]
    names = [name for name in theirs["seconds"]["epoch"] if name != "ours"]
    seconds = [
        [
            stage,
            f"{of['ours']:.1f}",
            *(f"{of[name]:.1f} (**{of[name] / of['ours']:.1f}** ×)" for name in names),
        ]
        for stage, of in theirs["seconds"].items()
    ]
    return f"""## Beside GloVe's own programs

The C programs of GloVe (`vocab_count`, `cooccur`, `shuffle`, `glove`, as they are since release 1.2: with
`-seed`, and gradients cut at 100) on the same words, one article a line, with the same settings,
{theirs["threads"]} threads: {theirs["pairs"]:,} pairs, as ours. Measured on one machine by `--programs`.
Means of {len(theirs["scores"])} seeds:

{_grid(["", "ours", "GloVe's programs", "95 % interval of ours", "n"], quality)}

Seconds, the least of two by turns, and how many times ours; an epoch is at {theirs["dim"]} dimensions.
Words are cut at spaces in both; ours are counted in {theirs["threads"]} processes, which take a second or
two to start, theirs in one. *build* is compiled with the flags of its Makefile, *build-ofast* with
`-Ofast` in place of `-O3`.

{_grid(["", "ours", *names], seconds)}"""


def _as_run(scores: Json) -> Json:
    return {suite: {"scores": of} for suite, of in scores.items()}


def _grid(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in (header, ["---"] * len(header), *rows)]
    return "\n".join(lines)
