"""Names, in which a gendered word is no such word: *Stephen King*, *Warner Brothers*, *Queen* the band."""

from __future__ import annotations

from corefair.mitigators.text.dictionary import Entry, entries
from corefair.mitigators.text.places import is_like_a_name, words_of
from corefair.mitigators.text.view import BRACKETS, OPENING, View
from corefair.text.names import first_names, titles
from corefair.text.nouns import type_of_label

_ABOUT_PEOPLE = frozenset({"person", "per", "norp", "animal"})
_MARKED = frozenset({"women", "men", "girls", "boys", "ladies", "gentlemen"})
_JOINS = frozenset({"of", "the", "'s", "’s"})
_ROW = 4  # words with capitals from a title to *Street*
_AFTER_TITLES = frozenset({"of", "presumptive", "apparent", "consort", "regnant"})
_DETERMINERS = frozenset("the a an this my your his her our their its".split())  # noqa: SIM905
_ORDINALS = frozenset({"the", "then", "first", "second", "third"})


def name_reason(view: View, i: int, entry: Entry) -> str:
    """Why a word with a capital is part of a name, and stays; nothing if it is not."""
    word = view.words[i]
    if not word[:1].isupper() or entry.where == "capital" or entry.new[0].isupper():
        return ""  # *Mr.* and *Englishman* always have a capital
    if view.is_quoted_title(i) or view.is_named_work(i):
        return "in the title of a work"
    if entry.kind in ("pronoun", "adjective", "verb"):
        return ""
    after = view.after(i)
    leads = is_like_a_name(after) and "." not in after
    is_name = view.tags[i].startswith("NNP")
    why = _of_no_person(view, i, entry, leads=leads) or _of_a_person(view, i, entry, leads=leads)
    if not why and entry.kind == "title" and _is_bare_subject(view, i):
        why = "a name, or a title without its article"  # *Queen* released it
    if why or not is_name or view.is_shouted(i):
        return why
    in_brackets = view.before(i) in BRACKETS and view.after(i) in BRACKETS
    if word.isupper() and (in_brackets or (leads and view.tag_after(i).startswith("NNP"))):
        return "a name in capitals"  # the HEROES Act, (MAN)
    if entry.kind == "animal":
        return "a name"
    if entry.kind == "person" and not view.begins(i) and _opens_a_title(view, i):
        return "in the title of a work"
    if entry.kind in ("person", "group", "kin") and _follows_a_name(view, i):
        alone = entry.kind != "kin" or (not leads and _is_plural(view, i))  # *Warner Brothers*
        return "part of a name" if alone and not _is_of_women(view, i) else ""
    if (
        entry.kind in ("title", "role")
        and entry.where == ""
        and not leads
        and not _is_introduced(view, i, entry)
    ):
        return "a name, or a title without its article"
    return ""


def _of_no_person(view: View, i: int, entry: Entry, *, leads: bool) -> str:
    """Why a word is part of the name of a place, a company or the like, by the type of its entity."""
    if view.tags[i].startswith("NNP") and view.types.get(i, "person") not in _ABOUT_PEOPLE:
        if entry.kind == "kin" and _is_whole_place(view, i):
            return ""  # *Grandma*, as a pipeline may take her
        ranked = entry.kind == "title" and (view.after(i) == "of" or (leads and view.is_first_name(i + 1)))
        if not ranked and not _is_of_women(view, i):
            return f"part of a name ({view.types[i]})"
    if (leads or view.after(i) == "of") and _names_a_place(view, i):
        return "part of a name"
    if view.lower[i] == "miss" and leads and view.types.get(i + 1, "person") not in _ABOUT_PEOPLE:
        return "part of a name"  # of a pageant
    return ""


def _is_whole_place(view: View, i: int) -> bool:
    """Whether a word is the whole name of a place by a pipeline."""
    label = view.types[i]
    near = {view.types.get(i - 1), view.types.get(i + 1)}
    return not view.own_tags and type_of_label().get(label) == "place" and label not in near


def _names_a_place(view: View, i: int) -> bool:
    """Whether a row of words with capitals ends in *Street* or the like: *King Khalid University*.

    Of a rank the row may go on after *of* and a genitive: *Duke of York School*, *King Edward's School*.
    """
    joins = _JOINS if view.lower[i] in words_of("rank") else frozenset()
    capitals = 0
    for k in range(i + 1, min(view.sentence(i)[1], i + 7)):
        if view.words[k][:1].isupper():
            capitals += 1
            if view.lower[k] in words_of("building"):
                return True
        elif view.lower[k] not in joins:
            return False
        if capitals == _ROW:
            return False
    return False


def _of_a_person(view: View, i: int, entry: Entry, *, leads: bool) -> str:
    """Why a word is a first, middle or family name."""
    before, word = view.before(i), view.words[i]
    if before[:1].isupper() and not leads and _makes_a_family_name(view, i - 1):
        return "a family name"
    if view.is_before_given(i):
        return "a family name"  # *Son Heung-min*
    if not leads and before.lower() not in _DETERMINERS and _is_family_elsewhere(view, i, entry):
        return "a family name, by the text"
    if not view.tags[i].startswith("NNP"):
        return ""
    if leads and _is_joined(view, i) and view.lower[i - 1] in first_names() and entry.kind != "kin":
        return "part of a person's name"
    ranked = before[:1].isdigit() or before.lower() in _ORDINALS
    if word == "Guy" or (word == "Earl" and leads and not ranked):
        return "a first name"
    return ""


def _is_family_elsewhere(view: View, i: int, entry: Entry) -> bool:
    """Whether the text has the word as a family name: *King said*, where *Coretta King* is."""
    word = view.lower[i]
    if word in view.families_before:
        return True
    alone = entry.kind != "kin" and word not in _MARKED and not _is_plural(view, i)
    return alone and word in view.families_after


def _is_joined(view: View, i: int) -> bool:
    before = view.before(i)
    return before[:1].isupper() and before.isalpha() and not view.begins(i)


def _follows_a_name(view: View, i: int) -> bool:
    if view.before(i).lower() in words_of("introduced") or view.after(i).lower() == "of":
        return False  # *Man of the Match*
    return _is_joined(view, i) and view.tags[i - 1].startswith("NNP")


def _is_introduced(view: View, i: int, entry: Entry) -> bool:
    """Whether an article or the like stands before a title, or what it is a title of after it."""
    tagged = i > view.sentence(i)[0] and view.tags[i - 1] in ("JJ", "DT", "PRP$")
    listed = view.before(i) == "," and view.after(i) in (",", "and")  # *Syracuse, Duke, Virginia and Tulane*
    heading = view.is_heading(i) and not listed
    introduced = view.before(i).lower() in words_of("introduced") or tagged or heading
    paired = view.after(i).lower() in ("and", "or") and view.lower[i + 2 : i + 3] == [entry.new]
    return introduced or paired or view.after(i).lower() in _AFTER_TITLES or _is_plural(view, i)


def _is_bare_subject(view: View, i: int) -> bool:
    """Whether a title opens a sentence and a verb follows, where a common noun would need its article."""
    begins = view.begins(i) and not view.is_shouted(i)
    verb = view.tag_after(i) in ("VBD", "VBZ", "VBN", "MD") and view.after(i).islower()
    return begins and verb and not _is_plural(view, i) and view.before(i) not in OPENING


def _opens_a_title(view: View, i: int) -> bool:
    """Whether a word with a capital goes on as titles do: *Men of Mathematics*."""
    beyond = view.words[i + 2 : i + 3]
    joined = view.after(i) in ("of", "in", "for", "from") and bool(beyond) and beyond[0][:1].isupper()
    return joined and view.before(i).islower() and not view.is_heading(i)


def _is_of_women(view: View, i: int) -> bool:
    """*Women's* and *men's* in the names of events and teams are exchanged."""
    return view.lower[i] in _MARKED and view.after(i)[:1] in ("'", "’")


def _is_plural(view: View, i: int) -> bool:
    """Whether a word is in the plural by its tag, or by its form where a tagger saw a capital begin."""
    if view.tags[i].endswith("S"):
        return True
    word = view.lower[i]
    if view.own_tags or not view.begins(i) or word == "queens" or view.tag_after(i) == "VBZ":
        return False
    regular = word.endswith("s") and not word.endswith("ss")
    return word.endswith("men") or (regular and any(word[:-k] in entries() for k in (1, 2)))


def _makes_a_family_name(view: View, i: int) -> bool:
    """Whether a family name comes after the word: *Stephen* King, *Dr.* Prince, *B.* King."""
    word, lowered = view.words[i], view.lower[i]
    if len(word) == 2 and word[0].isupper() and word[1] == ".":
        return True
    if lowered in titles():
        return lowered not in words_of("introduced") and view.lower[i + 1] not in words_of("office")
    return view.tags[i].startswith("NNP") and view.is_first_name(i)
