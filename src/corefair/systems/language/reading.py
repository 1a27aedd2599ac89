"""How an answer in words is read: which of the options it begins with, or which candidate it names.

Among options, the reply is followed, past articles, quotes and spaces, to the first token that can begin only
one of them. On the way, the probability of an option is the sum over all listed tokens that begin it alone,
each times the probability of what stands before it. An option that none of them begins has half of the least
of these probabilities: no more than that is known of it. Where what was written begins with no option, they
are compared all the same if together they are likely enough; a refusal is no answer, nor are options that are
listed with next to no probability.

A free answer names a candidate if it holds the candidate's name as whole words and no other candidate's;
words such as "neither" or "unclear" without a name are an answer too: none of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from corefair.errors import DataError
from corefair.systems.language.model import Reply, of_reply
from corefair.text.asked import ARTICLES, bare_of

_REFUSAL = re.compile(
    r"\b(?:i(?:['’ʼ]m| am)? (?:sorry|unable|not able)"
    r"|i (?:can(?:no|['’ʼ])t|cannot|won['’ʼ]t|will not|must decline)|as an ai\b)",
    re.IGNORECASE,
)
_FAINT = 0.01  # of all probability: options that have less together, and were not written, are no answer
_ARTICLE = re.compile(rf"\A[\W_]*(?:{'|'.join(sorted(ARTICLES))})[\W_]+(?=\w)", re.IGNORECASE)
_NONE = re.compile(
    r"\b(?:neither|none of|nobody|no one|unclear|ambiguous|cannot be determined|unknown)\b", re.I
)


class Refused(Exception):
    """The model declined to answer; the message is what it said."""


@of_reply()
def option_probabilities(reply: Reply, options: Sequence[str]) -> list[float]:
    """The probability of each option by the reply's first words, summing to 1.

    >>> from corefair.systems.language.model import Step
    >>> step = Step("nurse", (("nurse", math.log(0.6)), ("guest", math.log(0.2)), ("I", math.log(0.1))))
    >>> [round(p, 3) for p in option_probabilities(Reply("nurse", (step,)), ["the nurse", "the guest"])]
    [0.75, 0.25]
    """
    spelt = [{_letters(bare_of(option)), _letters(_but_article(option))} for option in options]
    written = _from_start(reply.text, spelt)
    begins = bool(written) and written not in ARTICLES and bool(_begun(written, spelt))
    if reply.refused or (not begins and _REFUSAL.search(reply.text)):
        raise _unread(reply)
    masses = [0.0] * len(options)
    so_far, path, least = "", 1.0, 1.0
    for step in reply.steps:
        for token, logprob in step.top:
            letters = _letters(token) if so_far else _from_start(token, spelt)
            begun = [] if not letters or _fills(so_far, letters) else _begun(so_far + letters, spelt)
            if len(begun) == 1:
                masses[begun[0]] += path * math.exp(logprob)
        least = min(least, path * math.exp(min(logprob for _, logprob in step.top)))
        token = _letters(step.token) if so_far else _from_start(step.token, spelt)
        path *= math.exp(dict(step.top).get(step.token, 0.0))
        if token and not _fills(so_far, token):
            so_far += token
            if len(_begun(so_far, spelt)) < 2:
                break
    if not any(masses) or (not begins and sum(masses) < _FAINT):
        raise _unread(reply)
    known = [mass or min(least, min(each for each in masses if each)) / 2 for mass in masses]
    return [mass / sum(known) for mass in known]


def named_candidate(reply: Reply, names: Sequence[str]) -> int | None:
    """Which candidate a free answer names; None where it says that it is none of them."""
    if reply.refused:
        raise _unread(reply)
    text = reply.text
    answer = f" {_plain(text)} "
    held = [number for number, name in enumerate(names) if f" {_plain(bare_of(name))} " in answer]
    if len(held) == 1:
        return held[0]
    if not held and _NONE.search(text) and not _REFUSAL.search(text):
        return None
    raise _unread(reply)


def _fills(so_far: str, letters: str) -> bool:
    """Whether a token stands before the answer: an article."""
    return not so_far and letters in ARTICLES


def _from_start(text: str, spelt: Sequence[set[str]]) -> str:
    """The letters of a reply, or of its first token, without an article that belongs to no option."""
    letters = _letters(text)
    return letters if _begun(letters, spelt) else _letters(_ARTICLE.sub("", text))


def _but_article(option: str) -> str:
    first, _, rest = option.partition(" ")
    return rest if rest and first.lower() in ARTICLES else option


def _begun(text: str, spelt: Sequence[set[str]]) -> list[int]:
    """The options that a text begins, or that begin it."""
    whole = [number for number, forms in enumerate(spelt) if text in forms]
    return whole or [
        number
        for number, forms in enumerate(spelt)
        if any(form.startswith(text) or text.startswith(form) for form in forms)
    ]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _unread(reply: Reply) -> Exception:
    said = " ".join(reply.text.split())[:80]
    if reply.refused or _REFUSAL.search(reply.text):
        return Refused(f"refused: {said!r}")
    return DataError(f"unparsed: the answer {said!r} begins with or names none of the candidates alone")
