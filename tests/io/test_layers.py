"""What a system is shown of an annotated document."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corefair.errors import UnknownName
from corefair.io import read
from corefair.io.layers import LAYERS, layers_of, without_layers
from strategies import documents

CONLLU = """\
# newdoc id = d
# global.Entity = eid-etype-head-minspan-link-identity
# speaker = Ann
1	My	my	PRON	PRP$	Poss=Yes	2	nmod:poss	2:nmod:poss	Entity=(1-person-1-1-coref-Ann)
2	nurse	nurse	NOUN	NN	Number=Sing	3	nsubj	3:nsubj	Bridge=1<2|Entity=(2-person-1-1-coref-)
3	slept	sleep	VERB	VBD	_	0	root	0:root	_

"""
CONLL = """\
#begin document (a); part 000
a	0	0	She	PRP	(TOP(S(NP*)	-	-	-	Ann	(PERSON)	(ARG0*)	(1)
a	0	1	slept	VBD	(VP*)))	sleep	01	1	Ann	*	(V*)	-

#end document
"""


@pytest.mark.parametrize(
    ("name", "text", "has"),
    [
        ("a.conllu", CONLLU, ("trees", "tags", "entities", "speakers")),
        ("a.conll", CONLL, ("trees", "tags", "entities", "speakers", "others")),
        ("a.txt", "She slept.", ()),
    ],
)
def test_what_a_file_has_and_what_is_shown_for_scoring(
    tmp_path: Path, name: str, text: str, has: tuple[str, ...]
) -> None:
    (tmp_path / name).write_text(text)
    (doc,) = read(tmp_path / name)
    assert layers_of(doc) == has
    shown = without_layers(doc)
    assert layers_of(shown) == (("speakers",) if "speakers" in has else ())
    assert (shown.id, shown.words, shown.sentences, shown.text) == (
        doc.id,
        doc.words,
        doc.sentences,
        doc.text,
    )
    assert shown.clusters == () and not shown.layers and not shown.meta


def test_coreference_is_never_shown_in_another_form(tmp_path: Path) -> None:
    """CoNLL-U keeps its brackets, and its last column has bridging: both would tell the answer."""
    (tmp_path / "a.conllu").write_text(CONLLU)
    (doc,) = read(tmp_path / "a.conllu")
    assert {"brackets", "misc"} <= set(doc.layers)
    shown = without_layers(doc, ())
    assert layers_of(shown) == layers_of(doc)
    assert set(shown.layers) == {"lemma", "upos", "feats", "deps"}
    assert shown.tags == ("PRP$", "NN", "VBD") and shown.heads == (1, 2, -1)


@given(documents(), st.sets(st.sampled_from(LAYERS)))
def test_what_is_ignored_is_gone_and_the_rest_is_there(doc, names) -> None:
    shown = without_layers(doc, names)
    assert layers_of(shown) == tuple(name for name in layers_of(doc) if name not in names)
    assert without_layers(shown, names) == shown
    assert (shown.words, shown.sentences, shown.clusters) == (doc.words, doc.sentences, ())


def test_an_unknown_layer_offers_the_known_ones(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(CONLL)
    (doc,) = read(tmp_path / "a.conll")
    with pytest.raises(UnknownName, match="no layer is called 'tree'; did you mean trees"):
        without_layers(doc, ["tree"])
