"""A suite as question sheets for raters: shuffled, balanced, and no rater sees two versions of a sentence."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from importlib.resources import files as resources

import numpy as np

from corefair.errors import DataError
from corefair.io.raters import UNSURE, Asked, question_name
from corefair.text.asked import names_of, pronoun_of, text_of
from corefair.types import Case, Choice, Question, Suite


def sheets(suite: Suite, *, raters: int, per_sheet: int | None = None, seed: int = 0) -> list[list[Asked]]:
    """A sheet for each rater: one case of each unit, a different one for the next rater.

    After as many raters as a unit has cases, each case has been asked once. In half of the questions of a
    sheet, drawn by lot, the candidates stand the other way round; so is the order of the questions.
    """

    if raters < 1:
        raise DataError("there is one rater at least")
    units: dict[str, list[Case]] = {}
    for case in suite.cases:
        if not isinstance(case.gold, Choice) or len(case.gold.candidates) < 2:
            raise DataError(f"{suite.name} gives no candidates to choose among: raters cannot be asked")
        units.setdefault(case.unit or case.id, []).append(case)
    rng = np.random.default_rng(seed)
    chosen = [list(units)[i] for i in rng.permutation(len(units))[:per_sheet]]
    made = []
    for rater in range(raters):
        lines, turned = [], rng.permutation(len(chosen)) % 2
        for at, unit in enumerate(chosen):
            case = units[unit][(rater + at) % len(units[unit])]
            question = Question(case.given, case.gold.pronoun, case.gold.candidates)
            names = list(names_of(question))
            if turned[at]:
                names.reverse()
            text = text_of(question, marked=True)
            lines.append(Asked(question_name(case.given.id), text, pronoun_of(question), (*names, UNSURE)))
        made.append([lines[i] for i in rng.permutation(len(lines))])
    return made


def page(lines: Sequence[Asked], *, name: str) -> str:
    """One sheet as a page that needs nothing else: answers are downloaded as a filled sheet."""
    questions = json.dumps([line._asdict() for line in lines], ensure_ascii=False).replace("</", "<\\/")
    text = (resources("corefair.suites") / "questions.html").read_text(encoding="utf-8")
    return text.replace("@NAME@", html.escape(name)).replace("@QUESTIONS@", questions)
