"""`corefair train`: a system trained on corpora of yours, in a folder that every other command takes."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from corefair import options
from corefair.cli.options import parse_settings
from corefair.cli.progress import progress_bar
from corefair.cli.saying import say
from corefair.cli.stopping import if_stopped
from corefair.errors import DataError
from corefair.registry import trainers


def _systems(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in trainers.known() if name.startswith(incomplete)]


@click.command(
    epilog="\b\nExamples:\n"
    "  corefair train feature --corpus key.conll --set epochs=2 -o trained\n"
    "  corefair train feature --corpus mine=key.conll --seed 1 -o other"
)
@click.argument("system", shell_complete=_systems)
@click.option(
    "--corpus",
    metavar="[NAME=]PATH",
    multiple=True,
    required=True,
    help="Documents with gold clusters, a file or a folder; may be repeated. Those of one NAME are annotated "
    "alike; by default it is the name of the file or folder.",
)
@click.option(
    "--dev",
    metavar="[NAME=]PATH",
    multiple=True,
    help="Documents that the system is scored on after each epoch; NAME as for --corpus. By default none.",
)
@click.option(
    "--vectors",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Word vectors, for systems that use them. By default none.",
)
@click.option(
    "--text",
    metavar="MITIGATOR",
    multiple=True,
    help="Train on text changed by this mitigator, such as swap, too; may be repeated. By default none.",
)
@click.option(
    "--set",
    "settings",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the system; may be repeated. By default none is set.",
)
@click.option(
    "--licence",
    "licences",
    metavar="NAME=TEXT",
    multiple=True,
    help="The licence of a corpus, for the model's page; may be repeated. By default it says: not stated.",
)
@click.option(
    "--seed", metavar="N", type=click.IntRange(min=0), default=0, help="Of everything drawn by lot."
)
@click.option(
    "-o",
    "--output",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder for the model. DIR.run holds what is needed to go on, and is removed at the end.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, for machines.")
def train(
    system: str,
    corpus: tuple[str, ...],
    dev: tuple[str, ...],
    vectors: Path | None,
    text: tuple[str, ...],
    settings: tuple[str, ...],
    licences: tuple[str, ...],
    seed: int,
    output: Path,
    as_json: bool,
) -> None:
    """Train SYSTEM (`corefair show SYSTEM` lists its options) and keep it in DIR.

    It learns from words, sentences, speakers and gold clusters; trees and tags are found anew, as they will
    be when it is used. A training that was interrupted goes on when the same command is given again.
    `corefair audit DIR`, `corefair resolve FILE --system DIR` and `corefair show DIR` take the folder.
    """
    from corefair.io.vectors import read_vectors_noted
    from corefair.systems.training.curve import curve
    from corefair.systems.training.train import Carded, check_output, text_mitigator
    from corefair.systems.training.train import train as train_it

    settings_of_it = parse_settings(system, trainers[system], settings)
    options.make(system, trainers[system], settings_of_it)  # what is wrong is told before anything is read
    check_output(output)
    for each in text:
        text_mitigator(each)
    stated = dict(_named(each, "--licence") for each in licences)
    docs, dev_docs = _documents(corpus), _documents(dev)
    emb = read_vectors_noted(vectors) if vectors else None
    if_stopped("finished epochs are kept: the same command goes on after them")
    with progress_bar(f"train {system}") as progress:
        model = train_it(
            system,
            docs,
            dev_docs,
            vectors=emb,
            text=text,
            seed=seed,
            output=output,
            licences=stated,
            command=" ".join(["corefair", *map(shlex.quote, sys.argv[1:])]),
            progress=progress,
            **settings_of_it,
        )
    card: Any = model.card if isinstance(model, Carded) else None
    if as_json:
        scores = [[each.name, each.value, each.low, each.high] for each in card.scores] if card else []
        click.echo(json.dumps({"model": str(output), "scores": scores}, ensure_ascii=False))
        return
    say(f"{output}: a trained {system}; `corefair show {output}` prints its page")
    epochs = [step for step in card.history if isinstance(step, dict)] if card else []
    for line in curve(epochs) if epochs else ():
        say(f"  {line}")
    for note in [step for step in card.history if isinstance(step, str)] if card else ():
        say(f"  {note}")
    for score in card.scores if card else ():
        if score.role == "headline" and score.value is not None:
            between = (
                f" ({100 * score.low:.1f} … {100 * score.high:.1f})"
                if score.low is not None and score.high is not None
                else ""
            )
            say(f"  {score.name} {100 * score.value:.1f}{between}")


def _documents(given: tuple[str, ...]) -> list[Any]:
    """The documents of NAME=PATH, or of paths, with the names of their corpora."""
    from corefair.systems.training.train import documents

    found = []
    for each in given:
        name, equals, path = each.partition("=")
        if equals and not Path(each).exists():
            found += documents({name: Path(path)})
        else:
            found += documents([Path(each)])
    return found


def _named(text: str, option: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise DataError(f"{option} takes NAME=TEXT, not {text!r}")
    return name, value
