"""`corefair show`: what a suite asks, with an example; what a system or mitigator does, with its options."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from corefair.cli.options import data_option
from corefair.cli.saying import say
from corefair.cli.table import wrapped
from corefair.errors import DataError, UnknownName
from corefair.options import meanings, options_of
from corefair.registry import Registry, mitigators, models, suites, systems, trainers
from corefair.types import Case, CorpusSuite, Suite, VectorSuite

_OUTSIDE = {
    "command": "A program of yours, asked by JSON lines: command:PROGRAM ARGUMENTS",
    "choose": "A program of yours that chooses among candidates, asked so too: choose:PROGRAM ARGUMENTS",
    "module": "A Python class of yours: module:package.module:Class, with :key=value for its options",
    "predictions": "Answers written before, as JSON lines: predictions:FILE.jsonl",
    "response": "Answers written before, in any format of documents: response:FILE",
    "gap": "Answers written before, in GAP's own form, or as Kaggle's probabilities: gap:FILE",
    "human": "Answers of raters to sheets that `corefair suite questions` wrote: human:forms/*.csv",
    "fastcoref": "F-coref or LingMess, in an interpreter of its own: fastcoref, or fastcoref:model=FOLDER",
    "maverick": "Maverick, in an interpreter of its own: maverick, or maverick:model=NAME",
    "stanza": "Stanza's coreference, in an interpreter of its own: stanza, or stanza:folder=DIR",
    "corenlp": "A running CoreNLP server: corenlp:http://HOST:9000",
    "openai": "A language model behind an OpenAI-like endpoint: openai:MODEL@URL",
    "gguf": "A language model in a file, run here by xllamacpp: gguf:FILE",
    "hf": "A language model in a folder, run here by transformers: hf:FOLDER",
}
_MOST_LINES = 9  # of a case, unless it is asked for
_HOW = {
    "system": "{}:option=value",
    "mitigator": "corefair mitigate {} --set option=value",
    "trainable system": "corefair train {} --set option=value",
}


def _names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in _known() if name.startswith(incomplete)]


def _known() -> list[str]:
    registered = (name for registry in (suites, systems, mitigators, trainers) for name in registry.known())
    return sorted({*registered, *_OUTSIDE})


@click.command(epilog="\b\nExamples:\n  corefair show occupations\n  corefair show rule")
@click.argument("name", metavar="SUITE|SYSTEM|MITIGATOR|MODEL", shell_complete=_names)
@click.option("--case", metavar="ID", help="Show this case of a suite. By default the first and the last.")
@data_option
def show(name: str, case: str | None, data: Path | None) -> None:
    """Show what goes by this name.

    Of a SUITE: what it asks, two of its cases, how it is counted, what it cannot show, how to cite it. Of a
    SYSTEM or MITIGATOR: what it does, and its options with their defaults. Of the folder of a trained MODEL:
    what it was made of and how, its scores, and the command that makes it again.
    """
    word = name.partition(":")[0]
    pages: list[str] = []
    if name not in _known() and Path(name).is_dir():
        say(_model(Path(name)), nl=False)
        return
    if Path(name).suffix in (".tsv", ".yaml", ".yml") or word in suites:
        pages.append("\n".join(_suite(name, case, data)))
    elif case is not None:
        raise UnknownName("suite", word, suites.known())
    for registry in (systems, mitigators, trainers):
        if case is None and word in registry:
            pages.append("\n".join(_thing(word, registry)))
    if case is None and word in _OUTSIDE:
        pages.append(f"{click.style(word, bold=True)}, a system from outside\n" + wrapped(_OUTSIDE[word]))
    if not pages:
        raise UnknownName("suite, system or mitigator", word, _known())
    click.echo("\n\n".join(pages))


def _model(folder: Path) -> str:
    """The page of a trained model, made from its card."""
    from corefair.models.folder import read_model
    from corefair.systems.training.card_text import card_text

    card = read_model(folder).card
    if card.kind not in models:
        raise UnknownName("model", card.kind, models.known())
    return card_text(card)


def _thing(name: str, registry: Registry[Any]) -> Iterator[str]:
    """What it does, and what can be set: each option with its default and what it is for."""
    thing = registry[name]
    yield f"{click.style(name, bold=True)}, a {registry.kind}"
    found, meant = options_of(thing), meanings(thing)
    for paragraph in (inspect.getdoc(thing) or "").split("\n\n"):
        sentences = re.split(r"(?<=\.)\s+(?=[A-Z`])", " ".join(paragraph.split()))
        about = " ".join(each for each in sentences if each not in meant.values())  # those stand below
        if about and not about.startswith(">>>"):
            yield wrapped(about) + "\n"
    if not found:
        yield "It has no options."
        return
    yield f"options, set as {_HOW[registry.kind].format(name)}"
    width = min(max(len(str(option)) for option in found.values()), 24)
    for option in found.values():
        says = " ".join(filter(None, (meant[option.name], "" if option.as_text else "(from Python only)")))
        yield wrapped(says, first=f"  {option!s:{width}}  ")


def _suite(name: str, case: str | None, data: Path | None) -> Iterator[str]:
    from corefair.auditing.building import build_corpus_suites, build_suites, build_vector_suites

    asks = "" if Path(name).suffix else suites.facts(name.partition(":")[0]).get("asks")
    built: list[Suite] | list[VectorSuite] | list[CorpusSuite]
    if asks == "corpora":
        built = build_corpus_suites([name])
    else:
        build = build_vector_suites if asks == "vectors" else build_suites
        built = build([name], data=data)[0]
    (suite,) = built
    if case is not None:
        yield from _lines(_case(suite, case))
        return
    yield f"{click.style(suite.key, bold=True)} {suite.version}"
    yield wrapped(suite.about)
    if isinstance(suite, VectorSuite):
        yield wrapped(f"measures {suite.kind} of word vectors: corefair audit vectors FILE") + "\n"
    elif isinstance(suite, CorpusSuite):
        yield wrapped("counts what corpora hold: corefair audit corpus FILE") + "\n"
    else:
        yield from _cases(suite)
    if suite.measures:
        yield wrapped("; ".join(measure.name for measure in suite.measures), first="measures   ")
    for caveat in suite.caveats:
        yield wrapped(caveat, first="caveat     ")
    yield wrapped(suite.licence, first="licence    ")
    yield wrapped(suite.citation, first="cite       ")


def _cases(suite: Suite) -> Iterator[str]:
    units = len({case.unit or case.id for case in suite.cases})
    yield f"{len(suite.cases):,} cases in {units:,} units, resampled whole\n"
    for case in (suite.cases[0], suite.cases[-1]):
        lines = list(_lines(case))
        yield from lines if len(lines) <= _MOST_LINES else [*lines[:3], "  …", *lines[-3:]]  # a document
        yield ""
    grouping, one, other = suite.contrast
    yield wrapped(f"the gap between {one} and {other} ({grouping})", first="headline   ")


def _case(suite: Suite | VectorSuite | CorpusSuite, case_id: str) -> Case:
    from corefair.report.case_text import find_case

    if not isinstance(suite, Suite):
        raise DataError(f"{suite.name} has no cases to show before something is measured")
    return find_case(suite, case_id)


def _lines(case: Case) -> Iterator[str]:
    """Its id; below it the sentence, the pronoun and candidates marked, and what else is known of it."""
    from corefair.report.case_text import case_text

    name, *lines = case_text(case).splitlines()
    yield name
    for line in lines:
        yield wrapped(line.strip(), first="  ", rest="  ")
