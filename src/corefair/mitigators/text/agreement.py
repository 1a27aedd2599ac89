"""Verbs that agree with singular *they*: *she was* becomes *they were*, *he has gone* *they have gone*."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

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
_OF_NOUNS = ("det", "amod", "nmod", "nummod", "compound", "case", "acl", "appos")  # what only nouns have
_BETWEEN = frozenset({"alone", "herself", "himself"})  # beside adverbs, between a pronoun and its verb
_JOINING = frozenset({",", "and", "or", "but", "then", "&"})
_OPENING = frozenset({"and", "here", "how", "so", "there", "thus", "what", "where"})  # before *says she*
_NO_THIRD_PERSON = ("as", "is", "ss", "us")
_ADVERBS = frozenset(
    {
        *("always", "perhaps", "sometimes", "afterwards", "besides", "nevertheless", "nowadays", "yes"),
        *("backwards", "downwards", "forwards", "inwards", "onwards", "outwards", "towards", "upwards"),
        *("downstairs", "indoors", "outdoors", "sideways", "upstairs"),
    }
)  # in -s, whatever a tagger says
_LIKE_TRIE = ("ie", "che", "she", "sse", "xe", "zze")  # lemmas that a pipeline makes of *tries*, *fixes*
_IN_E = ("ache", "cache", "axe", "die", "finesse", "lie", "tie", "vie")  # the verbs that do end so
_BY_PLACE = "a verb by its place"
_Below = Mapping[int, Sequence[int]]  # the words below each word of the tree


class Agreement(NamedTuple):
    """The verbs that agree, and the pronouns for which no verb was found."""

    edits: tuple[Edit, ...]
    verbless: frozenset[int]


def agreeing(view: View, subjects: Sequence[int]) -> Agreement:
    """The edits of the verbs whose subjects these pronouns are, in a document with trees.

    A verb that is found by its place, where the tree or a tagger has it for something else, has a doubt.
    """
    below: dict[int, list[int]] = {}
    for i, head in enumerate(view.heads):
        if head >= 0:
            below.setdefault(head, []).append(i)
    certain: dict[int, Edit] = {}
    guessed: dict[int, Edit] = {}
    verbless: set[int] = set()
    for subject in subjects:
        verbs = list(_verbs(view, subject, below))
        by_tree = {verb: edit for verb in verbs if (edit := _edit(view, verb))}
        beside = _beside(view, subject, verbs, below)
        by_place = [*beside, *_joined(view, [*by_tree, *beside], below)]
        certain |= by_tree
        guessed |= {verb: edit for verb in by_place if (edit := _edit(view, verb, _BY_PLACE))}
        if not by_tree and not by_place and not _has_verb(view, subject, verbs, below):
            verbless.add(subject)
    edits = guessed | certain
    return Agreement(tuple(edits[i] for i in sorted(edits)), frozenset(verbless))


def _beside(view: View, subject: int, verbs: Sequence[int], below: _Below) -> list[int]:
    """The verb next to a pronoun, or the one of the tree if it is no noun: *she works*, *isn't she*."""
    start, end = view.sentence(subject)
    k = subject + 1
    while k < end and _is_between(view, k):
        k += 1
    if k < end and _is_third_person(view, k) and not _is_of_another(view, k, subject, below):
        return [k]
    bare = [k for k in verbs[:1] if _is_third_person(view, k) and not _is_noun(view, k, below)]
    k = subject - 1
    if bare or k < start or (verbs and _has_verb(view, subject, verbs, below)):
        return bare
    opens = k == start or view.lower[k - 1] in _OPENING or not view.words[k - 1].isalnum()
    before = view.lower[k] in (*_IRREGULAR, *_S) or (opens and _is_third_person(view, k))
    return [k] if before and not _is_of_another(view, k, subject, below) else []


def _joined(view: View, verbs: Sequence[int], below: _Below) -> list[int]:
    """Verbs joined to these, though a tagger may have them for nouns: *she runs and jumps*."""
    waiting = [k for k in verbs if view.tags[k] != "VBD"]
    first = len(waiting)
    for verb in waiting:
        found = list(_finite_verbs(view, verb, verb, below))[1:]
        k, end = verb + 1, view.sentence(verb)[1]
        while k < end and (_is_between(view, k) or view.lower[k] in _JOINING or view.tags[k] == "RP"):
            k += 1
        if verb + 1 < k < end and view.relations[k] in ("conj", "parataxis"):
            found.append(k)
        waiting += [
            k
            for k in found
            if k not in waiting
            and _is_third_person(view, k)
            and not _is_noun(view, k, below)
            and not view.tag_after(k).startswith(("VB", "MD", "W"))  # *and friends help*
        ]
    return waiting[first:]


def _is_third_person(view: View, i: int) -> bool:
    """Whether a word may be a verb after *she*: by its tag if the file has tags, else by its ending too."""
    word, tag = view.lower[i], view.tags[i]
    if word in _IRREGULAR or word in _S:
        return True
    if len(word) < 3 or not word.endswith("s") or word.endswith(_NO_THIRD_PERSON) or word in _ADVERBS:
        return False
    if tag == "VBZ" or view.own_tags:
        return tag == "VBZ"
    return word.isalpha() and tag.startswith(("NN", "VB")) and (view.words[i] == word or view.is_shouted(i))


def _is_between(view: View, i: int) -> bool:
    return view.tags[i].startswith("RB") or view.lower[i] in _BETWEEN or view.lower[i] in _ADVERBS


def _is_noun(view: View, i: int, below: _Below) -> bool:
    return view.tags[i] != "VBZ" and any(view.relations[k].startswith(_OF_NOUNS) for k in below.get(i, ()))


def _is_of_another(view: View, verb: int, subject: int, below: _Below) -> bool:
    """Whether the tree gives a verb another subject: *everyone but he works*, *it was he*."""
    clause = view.heads[verb] if view.relations[verb] in _BEFORE_THE_VERB else verb
    words = below.get(clause, ())
    return subject not in words and any(_is_other_subject(view, k, subject, below) for k in words)


def _is_other_subject(view: View, i: int, subject: int, below: _Below) -> bool:
    """Whether a word is a subject but this one, and no question of one nor *neither is she*."""
    asks = any(view.tags[k].startswith("W") for k in (i, *below.get(i, ())))
    denies = view.lower[i] == "neither" and i + 2 == subject
    return i != subject and _has_subject(view, i) and not (asks or denies)


def _has_verb(view: View, subject: int, verbs: Sequence[int], below: _Below) -> bool:
    """Whether a pronoun has a verb that stays, or needs none: *said she*, *she'll*, *it was he*."""
    start, end = view.sentence(subject)
    near = {view.tags[k] for k in (subject - 1, subject + 1) if start <= k < end}
    return (
        not view.words[subject].isalpha()
        or any(view.tags[k].startswith(("VB", "MD")) for k in verbs)
        or bool(near & {"VBD", "MD"})
        or view.relations[subject] == "conj"
        or _is_joined(view, subject, below)
        or any(view.relations[k] == "cop" for k in below.get(subject, ()))
    )


def _verbs(view: View, subject: int, below: _Below) -> Iterator[int]:
    """The finite verbs of a subject: that of its clause, those joined to it, and of a clause with *who*."""
    relation, head = view.relations[subject], view.heads[subject]
    if relation.startswith("nsubj") and head >= 0 and not _is_joined(view, subject, below):
        yield from _finite_verbs(view, head, subject, below)
    for clause in below.get(subject, ()):
        if view.relations[clause].startswith("acl:relcl") and any(
            view.relations[k].startswith("nsubj") and view.lower[k] in ("who", "that")
            for k in below.get(clause, ())
        ):
            yield _finite(view, clause, subject, below)


def _finite_verbs(view: View, head: int, subject: int, below: _Below) -> Iterator[int]:
    """The finite verb of a clause, and those of the clauses joined to it that have no subject."""
    waiting, met = [head], {head}  # heads may lead round in a circle
    for verb in waiting:
        yield _finite(view, verb, subject, below)
        joined = [k for k in below.get(verb, ()) if view.relations[k] == "conj" and k not in met]
        waiting += [k for k in joined if not any(_has_subject(view, j) for j in below.get(k, ()))]
        met.update(joined)


def _is_joined(view: View, subject: int, below: _Below) -> bool:
    """Whether a subject is one of several: *he and Ann are*."""
    return any(view.relations[k] == "conj" for k in below.get(subject, ()))


def _has_subject(view: View, i: int) -> bool:
    return view.relations[i].startswith(_SUBJECTS)


def _finite(view: View, verb: int, subject: int, below: _Below) -> int:
    """The word that agrees: the first auxiliary or copula after the subject, or right before, or the verb.

    One further off is another's, as is one of another subject: *it's not that she is*, *it's he drinks*.
    """
    words = below.get(verb, ())
    helpers = [k for k in words if view.relations[k] in _BEFORE_THE_VERB]
    after = [k for k in helpers if k > subject]
    outer = view.tags[verb] in ("VBZ", "VBD") and any(
        k < subject and _is_other_subject(view, k, subject, below) for k in words
    )
    before = [k for k in helpers if k < subject and all(_is_between(view, j) for j in range(k + 1, subject))]
    return min(after or (() if outer else before), default=verb)


def _edit(view: View, i: int, doubt: str = "") -> Edit | None:
    """The verb in the plural; none if it has one form only. What is doubted may have another tag."""
    tag = "VBZ" if doubt else view.tags[i]
    lemma = _lemma(view, i)
    if view.lower[i] in _S and tag == "VBZ":
        lemma = "have" if is_has(view, i) else "be" if _is_passive(view, i) else lemma
    new = plural(view.words[i], tag, lemma)
    if new == view.words[i]:
        return None
    tag = "VBP" if view.tags[i] == "VBZ" else ""
    return Edit(i, new, "agreement", doubt, lemma=lemma, tag=tag, features=_FEATURES)


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
        ending = _BY_LEMMA.get(lemma, "re")
        return word[0] + (ending.upper() if word[1:].isupper() else ending)
    return like(lemma if _is_lemma(lemma, lowered) else _base(lowered), word)


def _is_lemma(lemma: str, verb: str) -> bool:
    """Whether a verb has this lemma; a pipeline's may be no word, or that of a noun: *trie*, *leaf*."""
    if not lemma or lemma == verb or not verb.startswith(lemma[: max(2, len(lemma) - 1)]):
        return False
    if lemma.endswith(_LIKE_TRIE):
        return lemma.endswith(_IN_E)
    return not (lemma.endswith(("f", "fe")) and verb.endswith("ves"))


def _base(verb: str) -> str:
    if not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies"):
        return verb[:-3] + "y" if len(verb) > 4 else verb[:-1]
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1]
