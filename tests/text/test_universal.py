"""Trees of spaCy's English pipelines as Universal Dependencies, on sentences parsed by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.text.universal import is_clear, universal

# word/tag/number of its head, from 1/ClearNLP relation  ->  word/head/universal relation
PARSED = {
    "copula": (
        "She/PRP/2/nsubj is/VBZ/0/ROOT a/DT/4/det nurse/NN/2/attr from/IN/4/prep Rome/NNP/5/pobj ././2/punct",
        "She/nurse/nsubj is/nurse/cop a/nurse/det nurse/-/root from/Rome/case Rome/nurse/nmod ./nurse/punct",
    ),
    "two prepositions": (
        "He/PRP/2/nsubj came/VBD/0/ROOT out/IN/2/prep of/IN/3/prep town/NN/4/pobj",
        "He/came/nsubj came/-/root out/town/case of/town/case town/came/obl",
    ),
    "passive": (
        "It/PRP/3/nsubjpass was/VBD/3/auxpass eaten/VBN/0/ROOT by/IN/3/agent dogs/NNS/4/pobj",
        "It/eaten/nsubj:pass was/eaten/aux:pass eaten/-/root by/dogs/case dogs/eaten/obl:agent",
    ),
    "there is": (
        "There/EX/2/expl is/VBZ/0/ROOT hope/NN/2/attr",
        "There/is/expl is/-/root hope/is/nsubj",
    ),
    "clause with a preposition": (
        "She/PRP/2/nsubj left/VBD/0/ROOT after/IN/2/prep eating/VBG/3/pcomp it/PRP/4/dobj",
        "She/left/nsubj left/-/root after/eating/mark eating/left/advcl it/eating/obj",
    ),
    "clause with a copula": (
        "They/PRP/2/nsubj said/VBD/0/ROOT he/PRP/4/nsubj was/VBD/2/ccomp happy/JJ/4/acomp",
        "They/said/nsubj said/-/root he/happy/nsubj was/happy/cop happy/said/ccomp",
    ),
    "coordinated prepositions": (
        "In/IN/0/ROOT Paris/NNP/1/pobj and/CC/1/cc to/IN/1/conj Rome/NNP/4/pobj",
        "In/Paris/case Paris/-/root and/Paris/cc to/Rome/case Rome/Paris/conj",
    ),
    "recipient": (
        "Give/VB/0/ROOT it/PRP/1/dobj to/IN/1/dative him/PRP/3/pobj",
        "Give/-/root it/Give/obj to/him/case him/Give/obl",
    ),
}


@pytest.mark.parametrize(("clear", "expected"), PARSED.values(), ids=PARSED.keys())
def test_constructions(clear: str, expected: str) -> None:
    words, tags, numbers, relations = zip(*(cell.split("/") for cell in clear.split()), strict=True)
    heads, names = universal(words, tags, [int(number) - 1 for number in numbers], relations)
    shown = [
        f"{word}/{words[head] if head >= 0 else '-'}/{name}"
        for word, head, name in zip(words, heads, names, strict=True)
    ]
    assert shown == expected.split()


@given(st.data())
def test_a_tree_stays_a_tree(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 12))
    order = data.draw(st.permutations(range(n)))
    heads = [0] * n
    for place, i in enumerate(order):
        heads[i] = -1 if place == 0 else order[data.draw(st.integers(0, place - 1))]
    clear = ["prep", "pobj", "pcomp", "attr", "agent", "conj", "nsubj", "expl"]
    relations = data.draw(st.lists(st.sampled_from(clear), min_size=n, max_size=n))
    words = data.draw(st.lists(st.sampled_from(["is", "in", "x"]), min_size=n, max_size=n))
    tags = [{"is": "VBZ", "in": "IN", "x": "NN"}[word] for word in words]
    turned, _ = universal(words, tags, heads, relations)
    assert turned.count(-1) == 1
    for i in range(n):
        steps = 0
        while turned[i] >= 0:
            i, steps = turned[i], steps + 1
            assert steps <= n


def test_which_scheme_a_parser_speaks() -> None:
    assert is_clear(["nsubj", "pobj"]) and not is_clear(["nsubj", "obj", "obl:agent"])
