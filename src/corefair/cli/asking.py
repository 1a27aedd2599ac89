"""Options for language models: how they are asked, and what may be spent."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from corefair.systems.language.asking import Asking

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--prompt",
        "prompts",
        metavar="NAME",
        multiple=True,
        help="How a language model is asked: a prompt by name; may be repeated, each is then a system. "
        "By default `options`, or all of --prompts.",
    ),
    click.option(
        "--prompts",
        "prompt_file",
        metavar="FILE",
        type=click.Path(path_type=Path),
        help="Prompts of your own: TSV with name, version, way, text, answer. By default corefair's.",
    ),
    click.option(
        "--api",
        type=click.Choice(["chat", "completions"]),
        default="chat",
        show_default=True,
        help="Whether a language model is asked through its chat template, or by the bare text.",
    ),
    click.option(
        "--scoring",
        type=click.Choice(["echo", "grammar"]),
        default="echo",
        show_default=True,
        help="How an endpoint is asked for the likelihood of a continuation; `grammar` is for llama.cpp.",
    ),
    click.option(
        "--normalised",
        type=click.Choice(["no", "tokens"]),
        default="no",
        show_default=True,
        help="Whether the likelihood of a continuation is divided by its number of tokens.",
    ),
    click.option(
        "--answer-tokens",
        metavar="N",
        type=click.IntRange(min=1),
        help="The most tokens of an answer, those of a model's thinking among them. By default 6 for a "
        "choice and 48 for a free answer.",
    ),
    click.option(
        "--concurrency",
        metavar="N",
        type=click.IntRange(min=1),
        default=10,
        show_default=True,
        help="Requests to an endpoint at once, at first; fewer when it says that is too much.",
    ),
    click.option(
        "--max-requests",
        metavar="N",
        type=click.IntRange(min=1),
        help="The most requests of this run, to all endpoints together. By default as many as needed.",
    ),
    click.option(
        "--max-tokens",
        metavar="N",
        type=click.IntRange(min=1),
        help="The most tokens of this run, at all endpoints together. By default as many as needed.",
    ),
    click.option(
        "--key-name",
        metavar="VARIABLE",
        help="The environment variable with the key. By default COREFAIR_API_KEY or OPENAI_API_KEY.",
    ),
)


def asking_options(command: F) -> F:
    """All of them, in this order."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def asking_of(given: dict[str, Any], *, timeout: float) -> Asking:
    """What was asked for."""
    return Asking(timeout=timeout, **{**given, "prompts": tuple(given["prompts"])})
