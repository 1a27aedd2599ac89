"""Verbs that agree with singular *they*: *she was* becomes *they were*, *he has gone* *they have gone*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from corefair.mitigators.text.edits import Edit
from corefair.mitigators.text.forms import like
from corefair.mitigators.text.view import View

_IRREGULAR = {
    **{"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"},
    **{"isn't": "aren't", "wasn't": "weren't", "hasn't": "haven't", "doesn't": "don't"},
    **{"isn’t": "aren’t", "wasn’t": "weren’t", "hasn’t": "haven’t", "doesn’t": "don’t"},
}
_S = ("'s", "’s")
_BY_LEMMA = {"be": "re", "have": "ve", "do": "do"}
_HAS_BEEN = frozenset({"been", "become", "gone", "got", "gotten", "had"})  # after *'s* for *has* only
_PARTICIPLES = ("VBN", "VBD", "VB")  # as a tagger may take *he's hurt himself*
_FAR = 8  # words that are looked at for a verb, or after it for its object
_FEATURES = (("Number=Sing", "Number=Plur"),)
_BEFORE_THE_VERB = frozenset({"aux", "aux:pass", "cop"})
_SUBJECTS = ("nsubj", "csubj")


def agreeing(view: View, subjects: Sequence[int]) -> list[Edit]:
    """The edits of the verbs whose subjects these pronouns are, in a document with trees."""
    below: dict[int, list[int]] = {}
    for i, head in enumerate(view.heads):
        if head >= 0:
            below.setdefault(head, []).append(i)
    edits: dict[int, Edit] = {}
    for subject in subjects:
        verbs = list(_verbs(view, subject, below))
        for verb in verbs or _beside(view, subject):
            edit = _edit(view, verb)
            if edit:
                edits[verb] = edit if verbs else edit._replace(doubt="no subject by the tree")
    return [edits[i] for i in sorted(edits)]


def _beside(view: View, subject: int) -> list[int]:
    """A verb of few forms next to a pronoun that the tree gives no verb: *isn't she*."""
    start, end = view.sentence(subject)
    near = (i for i in (subject + 1, subject - 1) if start <= i < end and view.lower[i] in _IRREGULAR)
    return [i for _, i in zip(range(1), near, strict=False)]


def _verbs(view: View, subject: int, below: Mapping[int, Sequence[int]]) -> Iterator[int]:
    """The finite verbs of a subject: that of its clause, those joined to it, and of a clause with *who*."""
    relation, head = view.relations[subject], view.heads[subject]
    if relation.startswith("nsubj") and head >= 0 and not _is_joined(view, subject, below):
        waiting, met = [head], {head}  # heads may lead round in a circle
        for verb in waiting:
            yield _finite(view, verb, below)
            joined = [k for k in below.get(verb, ()) if view.relations[k] == "conj" and k not in met]
            waiting += [k for k in joined if not any(_has_subject(view, j) for j in below.get(k, ()))]
            met.update(joined)
    for clause in below.get(subject, ()):
        if view.relations[clause].startswith("acl:relcl") and any(
            view.relations[k].startswith("nsubj") and view.lower[k] in ("who", "that")
            for k in below.get(clause, ())
        ):
            yield _finite(view, clause, below)


def _is_joined(view: View, subject: int, below: Mapping[int, Sequence[int]]) -> bool:
    """Whether a subject is one of several: *he and Ann are*."""
    return any(view.relations[k] == "conj" for k in below.get(subject, ()))


def _has_subject(view: View, i: int) -> bool:
    return view.relations[i].startswith(_SUBJECTS)


def _finite(view: View, verb: int, below: Mapping[int, Sequence[int]]) -> int:
    """The word that agrees: the first auxiliary or copula, or the verb itself."""
    helpers = [k for k in below.get(verb, ()) if view.relations[k] in _BEFORE_THE_VERB]
    return min(helpers, default=verb)


def _edit(view: View, i: int) -> Edit | None:
    """The verb in the plural; none if it has one form only."""
    lemma = _lemma(view, i)
    if view.lower[i] in _S and view.tags[i] == "VBZ":
        lemma = "have" if is_has(view, i) else "be" if _is_passive(view, i) else lemma
    new = plural(view.words[i], view.tags[i], lemma)
    if new == view.words[i]:
        return None
    tag = "VBP" if view.tags[i] == "VBZ" else ""
    return Edit(i, new, "agreement", lemma=lemma, tag=tag, features=_FEATURES)


def is_has(view: View, i: int) -> bool:
    """Whether *'s*, a word of its own or the end of *he's*, is *has*: *he's gone*, *he's done it*."""
    k = _verb_after(view, i)
    if k < 0:
        return False
    if view.lower[k] in _HAS_BEEN:
        return True
    if view.tags[k] not in _PARTICIPLES or view.after(k).lower() == "by":
        return False
    if view.lower[i] in _S and view.relations[i]:
        return view.relations[i] == "aux"
    end = min(view.sentence(k)[1], k + _FAR)
    return any(view.heads[j] == k and view.relations[j] == "obj" for j in range(k + 1, end))


def _is_passive(view: View, i: int) -> bool:
    """Whether *'s* is *is* by the tree, or by what stands after its verb: *he's loved by all*."""
    k = _verb_after(view, i)
    by = k >= 0 and view.tags[k] in _PARTICIPLES and view.after(k).lower() == "by"
    return by or view.relations[i] in ("aux:pass", "cop")


def _verb_after(view: View, i: int) -> int:
    """The first word of the sentence after adverbs and a subject: *what's he never done*; -1 if none."""
    end = min(view.sentence(i)[1], i + _FAR)
    k = i + 1
    while k < end and (view.tags[k].startswith("RB") or view.lower[k] in ("he", "she")):
        k += 1
    return k if k < end else -1


def _lemma(view: View, i: int) -> str:
    layer = view.doc.layers.get("lemma")
    return layer[i] if layer is not None and layer[i] not in ("_", "-") else ""


def plural(word: str, tag: str, lemma: str = "") -> str:
    """A finite verb as it stands after *they*.

    >>> [plural(word, "VBZ") for word in ("is", "Has", "goes", "tries", "dies", "watches", "sings")]
    ['are', 'Have', 'go', 'try', 'die', 'watch', 'sing']
    >>> plural("'s", "VBZ", "have"), plural("was", "VBD"), plural("sang", "VBD")
    ("'ve", 'were', 'sang')
    """
    lowered = word.lower()
    if lowered in _IRREGULAR:
        return like(_IRREGULAR[lowered], word)
    if tag != "VBZ":
        return word
    if lowered in _S:
        return word[0] + like(_BY_LEMMA.get(lemma, "re"), word[1:])
    if lemma and lemma != lowered and lowered.startswith(lemma[: max(2, len(lemma) - 1)]):
        return like(lemma, word)
    return like(_base(lowered), word)


def _base(verb: str) -> str:
    if not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y" if len(verb) > 4 else verb[:-1]
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1]
