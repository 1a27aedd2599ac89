"""What is measured, and what papers print for it, of GloVe vectors of Wikipedia 2017, 300 dimensions."""

from __future__ import annotations

from typing import NamedTuple

KUMAR = "Kumar et al. 2020"  # Tables 4 and 6, on the vectors that the authors of GN-GloVe released
DAWKINS = "Dawkins 2021"  # Table 3, on the same

LAST = "_last"
METHODS = {  # name -> what it is
    "glove": "GloVe",
    "gn": "GN-GloVe, all components",
    "gn_wa": "GN-GloVe(w_a), without the last component",
    "authors": "GN-GloVe as the released program has it",
    "authors_wa": "the same, without the last component",
}


class Line(NamedTuple):
    """One line of a table: a number of a suite, and the papers' values of it by method."""

    title: str
    suite: str
    measure: str
    percent: bool = True
    paper: dict[str, str] = {}  # noqa: RUF012  never changed


TABLES: dict[str, tuple[str, tuple[Line, ...]]] = {
    "SemBias": (
        f"Which pair differs most as he and she do, in percent. Papers: {KUMAR}, Table 4.",
        (
            Line("definition", "sembias", "definition", paper={"glove": "80.2", "gn": "97.7"}),
            Line("stereotype", "sembias", "stereotype", paper={"glove": "10.9", "gn": "1.4"}),
            Line("none", "sembias", "none", paper={"glove": "8.9", "gn": "0.9"}),
        ),
    ),
    "Gender of neutral words": (
        "*Recovered*: a classifier tells from the vectors which way words lean in GloVe (chance: 50 %). In "
        "GloVe of so little text that is mostly a matter of frequency, so it says little here: see below. "
        f"*Clusters*: two k-means clusters agree with that. Papers: {DAWKINS}, Table 3. *Along g*: mean "
        "|cosine| of professions neutral by definition with the gender direction of the same vectors.",
        (
            Line(
                "recovered, linear SVM",
                "recoverability",
                "recovered, linear SVM",
                paper={"glove": "100", "gn_wa": "99.1"},
            ),
            Line(
                "recovered, RBF SVM",
                "recoverability",
                "recovered, RBF SVM",
                paper={"glove": "100", "gn_wa": "99.4"},
            ),
            Line("clusters", "clustering", "cluster accuracy", paper={"glove": "99.8", "gn_wa": "85.3"}),
            Line("along g", "direct_bias", "direct bias, professions neutral by definition", percent=False),
        ),
    ),
    "WEAT": (
        "Effect sizes of the three tests that are about gender; 16 words each, so that intervals are wide.",
        (
            Line(
                "6: names, career and family",
                "weat",
                "effect size, weat6: male names/female names, career/family",
                percent=False,
            ),
            Line(
                "7: math and arts",
                "weat",
                "effect size, weat7: math/arts, male terms/female terms",
                percent=False,
            ),
            Line(
                "8: science and arts",
                "weat",
                "effect size, weat8: science/arts, male terms/female terms",
                percent=False,
            ),
        ),
    ),
    "Quality": (
        f"Spearman correlation with people's ratings, and analogies answered. Papers: {KUMAR}, Table 6.",
        (
            Line("RG-65", "similarity", "Spearman, RG-65", paper={"glove": "75.29", "gn": "74.11"}),
            Line("MTurk-287", "similarity", "Spearman, MTurk-287", paper={"glove": "64.27", "gn": "66.36"}),
            Line("RW", "similarity", "Spearman, RW", paper={"glove": "31.63", "gn": "36.20"}),
            Line("MEN", "similarity", "Spearman, MEN", paper={"glove": "72.19", "gn": "74.49"}),
            Line("SimLex-999", "similarity", "Spearman, SimLex-999", paper={"glove": "34.86", "gn": "37.12"}),
            Line(
                "Google, semantic",
                "analogy",
                "Google semantic, 3CosMul",
                paper={"glove": "79.02", "gn": "76.13"},
            ),
            Line(
                "Google, syntactic",
                "analogy",
                "Google syntactic, 3CosMul",
                paper={"glove": "52.26", "gn": "51.00"},
            ),
            Line("MSR", "analogy", "MSR, 3CosMul", paper={"glove": "51.49", "gn": "49.29"}),
        ),
    ),
}
SUITES = tuple(dict.fromkeys(line.suite for _, lines in TABLES.values() for line in lines))
MEASURES = {line.measure for _, lines in TABLES.values() for line in lines}
