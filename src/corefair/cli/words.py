"""`corefair words`: which words of a file of vectors are gender-specific, and so left as they are."""

from __future__ import annotations

import json
from collections import Counter
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from corefair.cli.progress import progress_bar
from corefair.cli.saying import hand_on, say
from corefair.errors import DataError, MissingExtra
from corefair.runs.writing import check_place

if TYPE_CHECKING:
    from corefair.words import Selection

_OPTIONS = {  # the methods, and what is for which
    "kbc": ("dictionaries", "senses", "absent", "names"),
    "svm": ("seeds", "even"),
    "ripa": ("threshold",),
}


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair words vectors.txt --by kbc -o preserve.tsv\n"
    "  corefair words vectors.txt --dictionary definitions.tsv --json"
)
@click.argument("vectors", type=click.Path(path_type=Path))
@click.option("--by", type=click.Choice(list(_OPTIONS)), default="kbc", help="How words are told apart.")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    type=click.Path(path_type=Path),
    help="The table of preserved words to write. By default it is printed.",
)
@click.option(
    "--dictionary",
    "dictionaries",
    metavar="SOURCE",
    multiple=True,
    help="For kbc: wordnet[:FOLDER], gcide[:FILE] or a FILE of word, tab, definition; may be repeated. By "
    "default none, and the list that comes with corefair is taken.",
)
@click.option(
    "--senses",
    type=click.Choice(["first", "all"]),
    help="For kbc: the senses of a word that are read. By default the first.",
)
@click.option(
    "--absent",
    type=click.Choice(["against", "abstains"]),
    help="For kbc: how a dictionary votes on a word it lacks. By default against.",
)
@click.option(
    "--names",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="For kbc: names, one a line. By default the list that comes with corefair.",
)
@click.option(
    "--seeds",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="For svm: gender-specific words, one a line. By default the published list where it is here, else "
    "that of corefair.",
)
@click.option("--even", is_flag=True, help="For svm: let seed words weigh as much as all others.")
@click.option(
    "--threshold",
    type=float,
    help="For ripa: the least |w · b| that is preserved. By default what parts the words in two groups best.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def words(vectors: Path, by: str, output: Path | None, as_json: bool, **given: Any) -> None:
    """Find the words of VECTORS that mitigation should leave as they are.

    kbc asks dictionaries (Kumar 2020); without any, it takes the list that comes with corefair. svm learns
    from seed words (Bolukbasi 2016), ripa goes by the position between gender pairs (Ethayarajh 2019). The
    table has the columns word and why; `corefair mitigate --preserve` reads it. Without -o or --json it is
    printed.
    """
    from corefair.io.dictionaries import read_dictionary
    from corefair.io.files import lines
    from corefair.io.vectors import read_vectors_noted
    from corefair.words import select, write_selection

    options = {name: value for name, value in given.items() if value not in (None, (), False)}
    foreign = [name for name in options if name not in _OPTIONS[by]]
    if foreign:
        owner = next(method for method, names in _OPTIONS.items() if foreign[0] in names)
        flag = "--dictionary" if foreign[0] == "dictionaries" else f"--{foreign[0]}"
        raise click.UsageError(f"{flag} is for --by {owner}, not for {by}")
    if by == "svm" and find_spec("sklearn") is None:
        raise MissingExtra("scikit-learn", extra="vectors")
    if not vectors.exists():
        raise DataError("cannot be read: there is no such file", path=str(vectors))
    for name in ("names", "seeds"):
        if name in options:
            options[name] = frozenset(filter(None, map(str.strip, lines(options[name]))))
    if "dictionaries" in options:
        options["dictionaries"] = [read_dictionary(source) for source in options["dictionaries"]]
    check_place(output)
    with progress_bar(f"reading {vectors.name}"):
        emb = read_vectors_noted(vectors)
    with progress_bar(by):
        selection = select(emb, by=by, **options)
    if output is not None:
        write_selection(selection, output)
    if as_json:
        click.echo(json.dumps(_as_json(selection), ensure_ascii=False, indent=2))
        return
    if output is None:
        say("word\twhy")
        for word, why in selection.why.items():
            hand_on(f"{word}\t{why}")
    for line in _summary(selection):
        say(line, err=output is None)


def _as_json(selection: Selection) -> dict[str, Any]:
    return {
        "by": selection.by,
        "words": len(selection.words),
        "preserved": len(selection.why),
        "why": _kinds(selection),
        "notes": selection.notes,
    }


def _kinds(selection: Selection) -> dict[str, int]:
    """How many words are preserved for each kind of reason; what defines a word is left aside."""
    return dict(Counter(reason.partition(":")[0] for reason in selection.why.values()).most_common())


def _summary(selection: Selection) -> list[str]:
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in _kinds(selection).items())
    kept = f"{len(selection.why):,} of {len(selection.words):,} words are preserved"
    return [f"{selection.by}: {kept}" + (f" ({kinds})" if kinds else ""), *selection.notes]
