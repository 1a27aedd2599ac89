"""How an answer in words is read: which of the options it begins with, or which candidate it names.

Among options, the reply is followed, past articles, quotes and spaces, to the first token that can begin only
one of them. On the way, the probability of an option is the sum over all listed tokens that begin it alone,
each times the probability of what stands before it. An option that none of them begins has half of the least
of these probabilities: no more than that is known of it. A name that is the beginning of another (Ann, Ann
Lee) is told from it by the next token. Tokens before those that spell the answer, such as those of a thought
that the endpoint keeps to itself, say nothing. Where what was written begins with no option, they
are compared all the same if together they are likely enough; a refusal is no answer, nor are options that are
listed with next to no probability.

A free answer names a candidate if it holds the candidate's name as whole words and no other candidate's,
but within that name; words such as "neither" or "unclear" without a name are an answer too: none of them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from corefair.errors import DataError
from corefair.systems.language.model import Reply, Step, of_reply
from corefair.text.asked import ARTICLES, bare_of

_REFUSAL = re.compile(
    r"\b(?:i(?:['’ʼ]m| am)? (?:sorry|unable|not able)"
    r"|i (?:can(?:no|['’ʼ])t|cannot|won['’ʼ]t|will not|must decline)|as an ai\b)",
    re.IGNORECASE,
)
_FAINT = 0.01  # of all probability: options that have less together, and were not written, are no answer
_ARTICLE = re.compile(rf"\A[\W_]*(?:{'|'.join(sorted(ARTICLES))})[\W_]+(?=\w)", re.IGNORECASE)
_ENDS_NAME = re.compile(r"[\n.,;:!?\"”*)]")
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
    for step in _spelling(reply):
        for token, logprob in step.top:
            begun = _after(so_far, token, spelt)
            if len(begun) == 1:
                masses[begun[0]] += path * math.exp(logprob)
        least = min(least, path * math.exp(min(logprob for _, logprob in step.top)))
        begun = _after(so_far, step.token, spelt)
        token = _letters(step.token) if so_far else _from_start(step.token, spelt)
        path *= math.exp(dict(step.top).get(step.token, 0.0))
        if token and not _fills(so_far, token):
            so_far += token
            if len(begun) < 2:
                break
        elif so_far and len(begun) == 1:  # what ends a name
            break
    else:
        whole = [number for number, forms in enumerate(spelt) if so_far in forms]
        if len(whole) == 1 and len(_begun(so_far, spelt)) > 1:  # a name that begins another, and no more came
            masses[whole[0]] += path
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
    called = [f" {_plain(bare_of(name))} " for name in names]
    held = list[int]()
    for number in sorted(range(len(names)), key=lambda number: -len(called[number])):
        if called[number] in answer:
            held.append(number)
            answer = answer.replace(called[number], " | ")  # a shorter name within it is not named
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
    """The options that a text begins, or else those that begin it, by their longest form."""
    open_ones = [number for number, forms in enumerate(spelt) if any(form.startswith(text) for form in forms)]
    if open_ones:
        return open_ones
    passed = [max((len(form) for form in forms if text.startswith(form)), default=0) for forms in spelt]
    return [number for number, length in enumerate(passed) if length and length == max(passed)]


def _after(so_far: str, token: str, spelt: Sequence[set[str]]) -> list[int]:
    """The options that are begun by what was written and a token after it; none where it says nothing."""
    letters = _letters(token) if so_far else _from_start(token, spelt)
    if letters:
        return [] if _fills(so_far, letters) else _begun(so_far + letters, spelt)
    if so_far and _ENDS_NAME.search(token):
        return [number for number, forms in enumerate(spelt) if so_far in forms]
    return []


def _spelling(reply: Reply) -> Sequence[Step]:
    """The steps that spell the answer: before them may be those of a thought, which is not in its text."""
    said = _ascii(reply.text)  # tokens may hold half of a letter that is not
    tokens = [_ascii(step.token) for step in reply.steps]
    whole = "".join(tokens)
    if whole.startswith(said) or said.startswith(whole):
        return reply.steps
    end = len(whole)
    for at in range(len(tokens) - 1, 0, -1):
        end -= len(tokens[at])
        if whole.startswith(said, end):
            return reply.steps[at:]
    shown = " ".join(repr(step.token[:20]) for step in reply.steps[:3])
    raise DataError(
        f"the tokens with log-probabilities ({shown} …) do not spell the answer {_short(reply)!r}: ask with "
        "a prompt that generates (--prompt open)"
    )


def _ascii(text: str) -> str:
    return "".join(char for char in _letters(text) if char.isascii())


def _short(reply: Reply) -> str:
    return " ".join(reply.text.split())[:80]


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def _letters(text: str) -> str:
    return "".join(char for char in text.lower() if char.isalnum())


def _unread(reply: Reply) -> Exception:
    said = _short(reply)
    if reply.refused or _REFUSAL.search(reply.text):
        return Refused(f"refused: {said!r}")
    return DataError(f"unparsed: the answer {said!r} begins with or names none of the candidates alone")
