"""Before and after a change of text: in the terminal, side by side, or as a page."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from textwrap import wrap

import click

from corefair.cli.saying import say
from corefair.io import files
from corefair.io.documents import files_below
from corefair.io.visible import visible
from corefair.mitigators.text.one_file import changed
from corefair.mitigators.text.recipe import Made, Recipe
from corefair.mitigators.text.summary import Summary
from corefair.report.changes import Pair, Word, marked, page, pairs

_NARROW = 40  # columns that a side of a drawing has at least
_COLOURS = {"old": "red", "new": "green"}


def draw(
    corpus: Path, output: Path | None, recipe: Recipe, *, lenient: bool, format: str | None, lines: bool
) -> Summary:
    """Before and after, in the terminal or as a page."""
    if output is not None and output.suffix != ".html":
        raise click.UsageError("--show draws in the terminal, or with -o to a file that ends in .html")
    summary = Summary()
    told = (lambda error: say(f"left out: {error}", err=True)) if lenient else None
    paths = files_below(corpus, format=format) if corpus.is_dir() else [corpus]

    def each() -> Iterator[Made]:
        for path in paths:
            for made in changed(path, recipe, format=format, lines=lines, on_bad=told):
                summary.add(made.before, made.plan)
                yield made

    if output is not None:
        with files.writing(output) as out:
            drawn = ((made.before, made.after, made.plan.edits, made.plan.kept) for made in each())
            out.writelines(page(drawn, title=f"{corpus.name}, {recipe.mode}"))
    else:
        for made in each():
            say(visible(made.before.id), bold=True)
            for pair in pairs(made.before, made.after, made.plan.edits, made.plan.kept):
                if pair.is_changed:
                    _draw_pair(pair)
            say()
    return summary


def _draw_pair(pair: Pair) -> None:
    """A sentence in two columns."""
    width = max(_NARROW, (shutil.get_terminal_size((100, 24)).columns - 3) // 2)
    sides = [_lines(side, width) for side in (pair.before, pair.after)]
    for at in range(max(map(len, sides))):
        left, right = (side[at] if at < len(side) else "" for side in sides)
        gap = " " * (width - len(click.unstyle(left)))
        click.echo(f"{left}{gap} │ {right}".rstrip())


def _lines(words: Sequence[Word], width: int) -> list[str]:
    """The words of a side in lines of at most so many columns, marked words in colour as well."""
    lines, length = [""], 0
    for at_word, word in enumerate(words):
        text = marked(word)
        space = word.space if length else ""
        needed = len(space) + len(text) + (_joined(words, at_word) if space else 0)
        if length and length + needed > width:
            lines, length, space = [*lines, ""], 0, ""
        for at, part in enumerate(wrap(text, width, break_on_hyphens=False) or [text]):
            if at:
                lines, length = [*lines, ""], 0
            colour = _COLOURS.get(word.mark)
            lines[-1] += space + (click.style(part, fg=colour, bold=True) if colour else part)
            length += len(space) + len(part)
            space = ""
    return lines


def _joined(words: Sequence[Word], at: int) -> int:
    """How many columns stand right after a word without a space: a comma goes to no line of its own."""
    n = 0
    for word in words[at + 1 :]:
        if word.space:
            break
        n += len(marked(word))
    return n
