"""`corefair swap`: training text with genders exchanged, beside the original or in its place."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

import click
from click.core import ParameterSource

from corefair.cli.drawn_changes import draw
from corefair.cli.mined_rules import show_rules
from corefair.cli.options import seed_option
from corefair.cli.progress import progress_bar
from corefair.cli.reading import format_option, lenient_option
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.cli.table import columns
from corefair.errors import DataError
from corefair.io.documents import files_below
from corefair.mitigators.text.corpus import change_corpus
from corefair.mitigators.text.recipe import Mode, Recipe
from corefair.mitigators.text.summary import Summary
from corefair.report.clusters import visible
from corefair.runs.writing import check_apart, check_place, write_errors

_WITH_MINE = frozenset({"mine", "output", "least", "as_json"})
_MOST = 12  # rows of each part of the summary


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair swap examples/story.txt --show\n"
    "  corefair swap corpus -o swapped --mode reverse --anonymise"
)
@click.argument("corpus", required=False, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="The file or folder to write, as CORPUS is one; .html draws before and after. By default none.",
)
@click.option(
    "--mode",
    type=click.Choice(get_args(Mode)),
    default="augment",
    help="What is written: both texts (augment), only the exchanged one (reverse), one of them by lot "
    "(substitute), or the text with singular they (neutral).",
)
@click.option("--anonymise", is_flag=True, help="Put E1, E2 … in the place of people's names first.")
@click.option("--all-names", is_flag=True, help="With --anonymise: names of places and all else, too.")
@click.option(
    "--names",
    type=click.Choice(["pair"]),
    help="Exchange first names as well, in pairs. By default names stay.",
)
@click.option("--strict", is_flag=True, help="Exchange every listed word, whatever it means where it stands.")
@click.option("--lines", is_flag=True, help="Each line of a plain text is a document of its own.")
@click.option("--show", is_flag=True, help="Draw before and after side by side.")
@click.option(
    "--mine",
    metavar="TSV",
    type=click.Path(path_type=Path),
    help="Mine rules from a table of spans, original and edited, instead. By default none are mined.",
)
@click.option(
    "--least", type=click.IntRange(min=1), help="With --mine: how many edits a rule needs. By default 1."
)
@click.option(
    "--engine",
    metavar="WHERE",
    help="Where files are changed: one (process), processes=N (here), dask=ADDRESS or ray=ADDRESS (on a "
    "cluster); by default, a process a core. What is written is the same.",
)
@seed_option
@format_option
@lenient_option
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON, for machines.")
def swap(
    corpus: Path | None,
    output: Path | None,
    show: bool,
    mine: Path | None,
    least: int | None,
    as_json: bool,
    **given: Any,
) -> None:
    """Exchange feminine and masculine words in CORPUS, a file or a folder of documents in any format.

    Clusters, trees and offsets stay valid; where a file has no tags, the shipped pipeline reads it first. A
    folder that was interrupted is gone on with by the same command. docs/swap.md has the rules, and what they
    cannot do.
    """
    if mine is not None:
        _check_alone()
        check_apart([mine], output)
        show_rules(mine, output, least=least or 1, as_json=as_json)
        return
    if least is not None:
        raise click.UsageError("--least is for --mine")
    if corpus is None:
        raise click.UsageError("name a CORPUS, or edits with --mine")
    if output is None and not show:
        raise click.UsageError("name where to write with -o, or draw with --show")
    _check_together(given)
    recipe = Recipe(
        given["mode"],
        anonymise=("all" if given["all_names"] else "person") if given["anonymise"] else "",
        names=given["names"] or "",
        strict=given["strict"],
        seed=given["seed"],
    )
    if output is not None and corpus.is_file():
        with write_errors(output):
            output.parent.mkdir(parents=True, exist_ok=True)
        check_place(output)
    options = {"format": given["format"], "lines": given["lines"]}
    if show or (output is not None and output.suffix == ".html"):
        check_apart(files_below(corpus, format=given["format"]) if corpus.is_dir() else [corpus], output)
        summary = draw(corpus, output, recipe, lenient=given["lenient"], **options)
        files = [] if output is None else [output]
    else:
        assert output is not None
        summary = _change(corpus, output, recipe, engine=given["engine"], lenient=given["lenient"], **options)
        files = [_as_given(path, output) for path in summary.files]
    if as_json:
        said = {"files": [str(path) for path in files], **summary.as_json()}
        click.echo(json.dumps(said, ensure_ascii=False, indent=1))
    elif not show:
        _say(summary, files, folder=output if corpus.is_dir() else None)


def _check_together(given: Mapping[str, Any]) -> None:
    """Refuse options of which one would do nothing beside another."""
    if given["all_names"] and not given["anonymise"]:
        raise click.UsageError("--all-names is for --anonymise")
    if given["names"] and given["anonymise"]:
        raise click.UsageError("--names exchanges names that --anonymise takes away: leave one of them out")
    for name in ("names", "strict"):
        if given[name] and given["mode"] == "neutral":
            raise click.UsageError(f"--{name} is for exchanged genders, and --mode neutral exchanges none")


def _check_alone() -> None:
    """Refuse what would be left aside with --mine, which changes no text."""
    context = click.get_current_context()
    for param in context.command.params:
        given = context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
        if given and param.name not in _WITH_MINE:
            what = param.opts[0] if isinstance(param, click.Option) else param.human_readable_name
            raise click.UsageError(f"--mine reads edits and changes no text: leave out {what}")


def _change(
    corpus: Path, output: Path, recipe: Recipe, *, engine: str | None, lenient: bool, **options: Any
) -> Summary:
    if not corpus.exists():
        raise DataError("there is no such file or folder", path=str(corpus))
    bad: list[str] = []
    if corpus.is_dir():
        if_stopped(f"whole files are in {output}: the same command does the rest")
    with progress_bar(f"swap {corpus.name}") as progress:
        summary = change_corpus(
            corpus,
            output,
            recipe,
            engine=engine or ("processes" if find_spec("joblib") else "one"),
            on_bad=bad.append if lenient else None,
            progress=progress,
            **options,
        )
    for problem in bad:
        say(f"left out: {problem}", err=True)
    _say_left_out(corpus, options["format"])
    return summary


def _say_left_out(corpus: Path, format: str | None) -> None:
    """Plain text beside other formats may be a licence, and is not changed; that is said."""
    if corpus.is_dir() and format is None:
        changed = set(files_below(corpus, format=None))
        left = [path.name for path in files_below(corpus, format="plain") if path not in changed]
        if left:
            named = ", ".join(left[:3]) + (", …" if len(left) > 3 else "")
            say(f"left out {len(left)} of plain text ({named}): for these, --from plain", err=True)


def _as_given(path: Path, output: Path) -> Path:
    """A file in a folder by the name that was given to the folder."""
    whole = output.resolve()
    return output / path.relative_to(whole) if whole in path.parents else path


def _say(summary: Summary, files: Sequence[Path], *, folder: Path | None) -> None:
    """What was written and changed, how often, and what looked doubtful; a folder has its files on lines."""
    changed, words = summary.kinds.total(), max(summary.words, 1)
    place = ", ".join(map(str, files)) if folder is None else str(folder)
    say(f"{place}: {summary.documents:,} documents, {summary.words:,} words")
    if folder is not None and list(files) != [folder]:
        say("  files:")
        for path in files[:_MOST]:
            say(f"    {path}")
        if len(files) > _MOST:
            say(f"    {len(files) - _MOST:,} more, in --json")
    say(f"  {changed:,} words changed ({100 * changed / words:.2f} %), in {summary.touched:,} documents")
    _counts("most often", summary.changed)
    _counts("left as they are", summary.kept)
    if summary.doubts:
        say(f"  doubtful: {summary.doubts.total():,}")
        for reason, count in summary.doubts.most_common(_MOST):
            say(f"    {reason} ({count:,})")
            for example in summary.examples.get(reason, ()):
                say(f"      {visible(example)}")


def _counts(title: str, counts: Any) -> None:
    if counts:
        say(f"  {title}:")
        rows = [(f"    {visible(name)}", f"{count:,}") for name, count in counts.most_common(_MOST)]
        if len(counts) > _MOST:
            rest = counts.total() - sum(count for _, count in counts.most_common(_MOST))
            rows.append((f"    {len(counts) - _MOST:,} more", f"{rest:,}"))
        say(columns(rows, right={1}))
