"""What is measured, column by column, and what the papers print for it, digit by digit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

METHODS: Mapping[str, tuple[str, Mapping[str, object]]] = {  # our row -> a mitigator and its options
    "original": ("", {}),
    "hard": ("hard", {}),
    "soft": ("soft", {}),
    "soft, means": ("soft", {"terms": "means"}),
    "inlp": ("inlp", {}),
    "ran": ("ran", {}),
    "ran, authors": ("ran", {"variant": "authors"}),  # what the published vectors were made with
    "an": ("an", {}),
    "ra": ("ra", {}),
    "gp": ("gp", {}),
}


@dataclass(frozen=True)
class Column:
    """One number of a table: where ours comes from, how it is shown, and the paper's by our name of a row."""

    key: str
    label: str
    suite: str
    metric: str = ""  # of corefair.metrics; empty: a rank correlation
    where: Mapping[str, str] = field(default_factory=dict)
    scale: int = 1  # 100: shown in percent, as the paper does
    digits: int = 1
    paper: Mapping[str, str] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """What is the same for two columns that show the same number."""
        return f"{self.suite} {self.metric} {dict(self.where)}"

    def pairs(self) -> list[tuple[str, str]]:
        """Two rows the paper has both of."""
        return list(combinations([row for row in METHODS if row in self.paper], 2))


@dataclass(frozen=True)
class Table:
    """Columns that stand together."""

    title: str
    source: str
    note: str
    columns: tuple[Column, ...]


def _paper(rows: str, place: int) -> dict[str, str]:
    """One column of a table written down as its rows: a name, then the numbers as printed."""
    return {name: values[place] for name, *values in map(str.split, rows.strip().splitlines())}


GIPE = """
original 0.115 0.038 0.015
hard 0.069 0.015 0.004
gp 0.145 0.048 0.018
ran 0.040 0.006 0.002
an 0.069 0.015 0.004
ra 0.060 0.014 0.007
"""
SEMBIAS = """
original 80.2 10.9 8.9
hard 84.1 6.4 9.5
gp 84.3 8.0 7.7
ran 92.8 1.1 6.1
an 93.0 0.2 6.8
ra 83.2 7.3 9.5
"""
ANALOGY = """
original 79.02 52.26 51.49
hard 80.26 62.76 51.59
gp 79.15 51.55 48.88
ran 80.29 62.89 50.98
"""
SIMILARITY = """
original 75.29 64.27 31.63 72.19 34.86 60.70
hard 76.50 64.26 31.45 72.19 35.17 59.95
gp 75.30 63.46 27.64 69.78 34.02 57.71
ran 76.22 64.09 31.33 72.09 34.36 61.69
"""
WEAT = """
original 0.0636 0.0001 0.0694 0.001
hard 0.0465 0.0001 -8.6889e-10 0.512
ran 0.0402 0.0003 0.0153 0.177
inlp 0.0171 0.0251 0.0054 0.382
"""
RECOVERED = """
original 99.8 98.4 100 100 0.1153 0.1844 0.1373
hard 79.0 30.2 92.5 94.6 0.0701 0.1020 0.0894
ran 80.4 41.9 95.3 96.0 0.0399 0.0827 0.0617
inlp 57.1 1.52 52.9 74.8 0.0798 0.1265 0.0967
"""
WEAT_P = {"s_occ": _paper(WEAT, 1), "s_def": _paper(WEAT, 3)}
UNIT_LENGTH = "SemBias, all vectors at unit length"
KINDS = ("definition", "stereotype", "none")


def _sembias(key: str, suite: str) -> tuple[Column, ...]:
    return tuple(
        Column(f"{key}{kind}", kind, suite, f"sembias_{kind}", {}, 100, 1, _paper(SEMBIAS, place))
        for place, kind in enumerate(KINDS)
    )


TABLES = (
    Table(
        "GIPE",
        "Kumar 2020, Tables 5 and 8 (V_d)",
        "Over all words that may be changed. Lower is better.",
        tuple(
            Column(f"gipe_{tag}", f"θ = .{tag}", "gipe", f"gipe_{tag}", digits=4, paper=_paper(GIPE, place))
            for place, tag in enumerate(("03", "05", "07"))
        ),
    ),
    Table(
        "GIPE and η of the SoWinoBias words",
        "Dawkins 2021, Table 3",
        "θ = .03. GIPE of the graph of these words alone, the plain mean of their η, and GIPE of all "
        "words that may be changed as this paper has it. Lower is better.",
        (
            Column("gipe_so", "GIPE", "gipe_so", "gipe_03", digits=4, paper=_paper(RECOVERED, 5)),
            Column("eta_so", "mean η", "gipe_so", "mean_eta_03", digits=4, paper=_paper(RECOVERED, 6)),
            Column("gipe_all", "GIPE, all words", "gipe", "gipe_03", digits=4, paper=_paper(RECOVERED, 4)),
        ),
    ),
    Table(
        "SemBias",
        "Kumar 2020, Tables 4 and 10",
        "Which pair differs most as he and she do, percent of questions. Vectors are taken as a method "
        "leaves them, as in the published scripts. More definition and less stereotype are better.",
        _sembias("", "sembias"),
    ),
    Table(
        UNIT_LENGTH,
        "Kumar 2020, Tables 4 and 10",
        "The same with lengths taken out: most methods leave vectors at unit length, and the original "
        "GloVe is not. What differs from the table above is what length alone does.",
        _sembias("unit_", "sembias_unit"),
    ),
    Table(
        "Single-attribute WEAT",
        "Dawkins 2021, Table 2",
        "S of 32 adjectives of feminine stereotype, against occupations of either stereotype and words of "
        "either gender. Nearer to 0 is better. p is one-sided, over ways to regroup the attribute words.",
        tuple(
            Column(key, label, "single_weat", "mean_association", {"query": query}, 1, 4, _paper(WEAT, place))
            for key, label, query, place in (
                ("s_occ", "S(F_adj, F_occ, M_occ)", "occupations", 0),
                ("s_def", "S(F_adj, F_def, M_def)", "definition", 2),
            )
        ),
    ),
    Table(
        "Clustering and recoverability",
        "Dawkins 2021, Table 3",
        "Of words that leaned to a gender in the original vectors: two clusters, and classifiers on "
        "words they have not seen, percent. 50 is chance (0 for the V-measure); lower is better.",
        tuple(
            Column(key, label, suite, metric, {}, 100, 1, _paper(RECOVERED, place))
            for place, (key, label, suite, metric) in enumerate(
                (
                    ("cluster", "clusters", "clustering", "cluster_accuracy"),
                    ("v_measure", "V-measure", "clustering", "v_measure"),
                    ("linear", "linear SVM", "recoverability", "recovered_linear"),
                    ("rbf", "RBF SVM", "recoverability", "recovered_rbf"),
                )
            )
        ),
    ),
    Table(
        "Analogies",
        "Kumar 2020, Table 6(a)",
        "Percent right by 3CosMul, of the questions whose words are there. Higher is better.",
        tuple(
            Column(key, label, "analogy", "analogy_mul", where, 100, 1, _paper(ANALOGY, place))
            for place, (key, label, where) in enumerate(
                (
                    ("google_sem", "Google semantic", {"set": "google", "kind": "semantic"}),
                    ("google_syn", "Google syntactic", {"set": "google", "kind": "syntactic"}),
                    ("msr", "MSR", {"set": "msr"}),
                )
            )
        ),
    ),
    Table(
        "Similarity and categories",
        "Kumar 2020, Table 6(b)",
        "Spearman's ρ × 100 with people's ratings, of the pairs whose words are there; AP is the purity of "
        "clusters, percent. Higher is better.",
        (
            *(
                Column(name, name, "similarity", "", {"set": name}, 100, 1, _paper(SIMILARITY, place))
                for place, name in enumerate(("RG-65", "MTurk-287", "RW", "MEN", "SimLex-999"))
            ),
            Column("ap", "AP", "categorisation", "purity", {}, 100, 1, _paper(SIMILARITY, 5)),
        ),
    ),
)
COLUMNS = {column.key: column for table in TABLES for column in table.columns}
