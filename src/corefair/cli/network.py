"""`corefair vectors network`: the neighbours of a word that gender brought near, drawn as a graph."""

from __future__ import annotations

import json
from pathlib import Path

import click

from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.errors import DataError
from corefair.geometry.bias_network import BiasNetwork, Edge
from corefair.io.files import writing
from corefair.io.vectors import read_vectors_noted
from corefair.report.vectors.network import Panel, networks
from corefair.types import Json

_EXAMPLES = (
    "\b\nExamples:\n"
    "  corefair vectors network nurse glove.txt -o nurse.svg\n"
    "  corefair vectors network nurse changed.txt --against glove.txt -o nurse.svg"
)
_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command(epilog=_EXAMPLES)
@click.argument("word")
@click.argument("files", metavar="VECTORS...", nargs=-1, required=True, type=_file)
@click.option(
    "--against",
    metavar="FILE",
    type=_file,
    help="The vectors that the others were made from: β is theirs, and they are drawn first. "
    "By default each file is its own original.",
)
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The picture to write, an .svg file.",
)
@click.option(
    "--threshold",
    type=click.FloatRange(0, 1),
    default=0.05,
    help="Draw edges where more than this share of the nearness is owed to gender. By default 0.05.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def network(
    word: str, files: tuple[Path, ...], against: Path | None, output: Path, threshold: float, as_json: bool
) -> None:
    """Draw which neighbours of WORD gender brought near, in each file of VECTORS.

    The graph is that of GIPE (Kumar 2020, Figure 1): an edge goes from a word to each of its 100 nearest
    words, and β is the share of their nearness that is owed to gender. docs/vector-measures.md says more.
    """
    from corefair.suites.vectors.around_words import around_words

    if output.suffix != ".svg":
        raise DataError("the picture is an .svg file: name it so", path=str(output))
    original = read_vectors_noted(against) if against else None
    panels: list[Panel] = []
    for path in [*([against] if against else []), *(file for file in files if file != against)]:
        emb = original if original is not None and path == against else read_vectors_noted(path)
        with progress_bar(f"neighbours in {path.name}") as progress:
            shared, (found,) = around_words(emb, original or emb, [word], progress=progress)
        panels.append(Panel(path.name, shared.emb.words, found))
    with writing(output) as out:
        out.write(networks(panels, threshold=threshold))
    if as_json:
        told: dict[str, Json] = {each.title: _said(each, threshold) for each in panels}
        click.echo(json.dumps({"word": word, "threshold": threshold, "output": str(output), "files": told}))
        return
    for panel in panels:
        say(f"{panel.title}: {_sentence(panel.network, threshold)}")
    say(str(output))


def _sentence(found: BiasNetwork, threshold: float) -> str:
    n_out, n_into = (_biased(edges, threshold) for edges in (found.out, found.into))
    return (
        f"{n_out} of {len(found.out)} neighbours, and {n_into} of the {len(found.into)} words that have it "
        f"as a neighbour, are near by gender (β above {threshold:g})"
    )


def _biased(edges: tuple[Edge, ...], threshold: float) -> int:
    return sum(edge.beta > threshold for edge in edges)


def _said(panel: Panel, threshold: float) -> dict[str, Json]:
    found = panel.network

    def edges(of: tuple[Edge, ...]) -> list[Json]:
        return [{"word": panel.words[e.row], "rank": e.rank, "beta": round(e.beta, 6)} for e in of]

    return {
        "eta": found.eta(threshold),
        "gamma": found.gamma(threshold),
        "neighbours": edges(found.out),
        "neighbour_of": edges(found.into),
    }
