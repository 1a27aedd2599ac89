"""Which earlier candidates are tried, and the values of every template for each pair, in machine code.

To be imported inside the functions that need it. The order of the values is that of `pairs.TEMPLATES`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from corefair.compute.compiled import compiled, inlined
from corefair.systems.feature.mentions import COLUMN
from corefair.systems.feature.pairs import OFFSETS

Ints = NDArray[np.int32]
TYPE, SENTENCE, START, END, HEAD = (COLUMN[name] for name in ("type", "sentence", "start", "end", "head"))
WORD, LEMMA, TEXT, CORE = (COLUMN[name] for name in ("word", "lemma", "text", "core"))
NUMBER, GENDER, ANIMACY, LABEL = (COLUMN[name] for name in ("number", "gender", "animacy", "label"))
ROLE, GOVERNOR, CLAUSE = (COLUMN[name] for name in ("role", "governor", "clause"))
VOICE, SAID_BY, TURN, PERSON = (COLUMN[name] for name in ("voice", "said_by", "turn", "person"))
ARTICLE, REFLEXIVE, QUOTATION = (COLUMN[name] for name in ("article", "reflexive", "quotation"))
LAST, FIRST, ABBREVIATION, INITIALS = (COLUMN[name] for name in ("last", "first", "abbreviation", "initials"))
SEEN, PREDICATE_OF, APPOSED_TO = (COLUMN[name] for name in ("seen", "predicate_of", "apposed_to"))
GOVERNOR_LEMMA, CONVERSATION = (COLUMN[name] for name in ("governor_lemma", "conversation"))
SUBJECT = COLUMN["subject"]
NAME, LIST, FIRST_PRONOUN = 1, 2, 3  # types: those from `FIRST_PRONOUN` on are pronouns
AT = np.array(OFFSETS, dtype=np.int32)
_CLIMB = 20  # clauses that are gone out of


@compiled
def antecedents(codes: Ints, first: Ints, nearest: int, further: int) -> tuple[Ints, Ints]:
    """For each candidate the nearest so many before it, and so many more with the same head word.

    `first` is the first candidate that may be an antecedent: that of its document or window. Returned are
    where those of each candidate begin, and the antecedents in text order.
    """
    n = len(codes)
    at = np.zeros(n + 1, dtype=np.int32)
    found = np.empty(n * (nearest + further), dtype=np.int32)
    count = 0
    before = np.full(n, -1, dtype=np.int32)  # the one before with the same head word
    last = np.full(codes[:, WORD].max() + 1 if n else 1, -1, dtype=np.int32)
    for i in range(n):
        if codes[i, TYPE] < LIST:
            before[i] = last[codes[i, WORD]]
            last[codes[i, WORD]] = i
        low = max(first[i], i - nearest)
        begin = count
        j = before[i]
        while j >= first[i] and count - begin < further:
            if j < low:
                found[count] = j
                count += 1
            j = before[j]
        found[begin:count] = found[begin:count][::-1].copy()
        for j in range(low, i):
            found[count] = j
            count += 1
        at[i + 1] = count
    return at, found[:count].copy()


@inlined
def _step(n: int) -> int:
    """The number in `pairs.STEPS`."""
    if n < 5:
        return n
    if n < 8:
        return 5
    if n < 16:
        return 6
    if n < 32:
        return 7
    if n < 64:
        return 8
    return 9 if n < 128 else 10


@inlined
def _far(n: int) -> int:
    """The number in `pairs.FAR`."""
    if n < 3:
        return n
    if n < 5:
        return 3
    return 4 if n < 9 else 5


@inlined
def _has(held: Ints, start: int, end: int, word: int) -> bool:
    for k in range(start, end):  # noqa: SIM110  Numba compiles no generators
        if held[k] == word:
            return True
    return False


@inlined
def _holds_all(held: Ints, start: int, end: int, of: Ints, first: int, last: int) -> bool:
    """Whether every word of the second is among those of the first; both are sorted."""
    at = start
    for k in range(first, last):
        while at < end and held[at] < of[k]:
            at += 1
        if at == end or held[at] != of[k]:
            return False
    return True


@inlined
def _agreement(one: int, other: int, either: int) -> int:
    """0 if they agree, 1 if one of them is not known, 2 if they differ; `either` agrees with all."""
    if one == 0 or other == 0:
        return 1
    return 0 if one == other or either in (one, other) else 2


@inlined
def _match(codes: Ints, i: int, j: int, words: Ints, words_at: Ints, mods: Ints, mods_at: Ints) -> int:
    """The number in `pairs.MATCHES`: in what the words of two candidates that are no pronouns are alike."""
    a, b = codes[i], codes[j]
    if a[TEXT] > 0 and a[TEXT] == b[TEXT]:
        return 6
    if a[CORE] > 0 and a[CORE] == b[CORE]:
        return 5
    if a[WORD] == b[WORD]:
        held = _holds_all(words, words_at[j], words_at[j + 1], mods, mods_at[i], mods_at[i + 1])
        return 4 if held else 3
    if (a[ABBREVIATION] > 0 and a[ABBREVIATION] == b[INITIALS]) or (
        b[ABBREVIATION] > 0 and b[ABBREVIATION] == a[INITIALS]
    ):
        return 7
    if a[LAST] > 0 and b[LAST] > 0:
        if a[LAST] == b[LAST]:
            return 8
        if a[FIRST] == b[FIRST]:
            return 9
    if a[LEMMA] == b[LEMMA]:
        return 2 if a[NUMBER] == b[NUMBER] else 10
    if _has(words, words_at[j], words_at[j + 1], a[WORD]) or _has(
        words, words_at[i], words_at[i + 1], b[WORD]
    ):
        return 1
    return 0


@inlined
def _place(codes: Ints, clauses: Ints, i: int, j: int) -> int:
    """The number in `pairs.PLACES`: how two candidates stand to each other in the tree."""
    a, b = codes[i], codes[j]
    if a[SENTENCE] != b[SENTENCE]:
        return 0
    if a[APPOSED_TO] == j or b[APPOSED_TO] == i:
        return 6
    if a[PREDICATE_OF] == j or b[PREDICATE_OF] == i:
        return 7
    if b[START] <= a[START] and a[END] <= b[END]:
        return 4
    if a[START] <= b[START] and b[END] <= a[END]:
        return 5
    if (a[ROLE] == 9 and a[GOVERNOR] == b[HEAD]) or (b[ROLE] == 9 and b[GOVERNOR] == a[HEAD]):
        return 8
    is_subject = a[GOVERNOR] >= 0 and a[GOVERNOR] == b[GOVERNOR] and (b[ROLE] == 1 or b[ROLE] == 2)
    if is_subject or a[SUBJECT] == j:  # the verb's own, or one that it shares: "called him and told her"
        return 1 if a[REFLEXIVE] else 2 if a[ROLE] == 3 or a[ROLE] == 4 else 3
    if a[CLAUSE] == b[CLAUSE]:
        return 9
    above = a[CLAUSE]
    for _ in range(_CLIMB):
        above = clauses[above]
        if above < 0:
            break
        if above == b[CLAUSE]:
            return 10
    above = b[CLAUSE]
    for _ in range(_CLIMB):
        above = clauses[above]
        if above < 0:
            break
        if above == a[CLAUSE]:
            return 11
    return 12


@compiled
def pair_values(
    codes: Ints,
    words: Ints,
    words_at: Ints,
    mods: Ints,
    mods_at: Ints,
    clauses: Ints,
    at: Ints,
    found: Ints,
) -> NDArray[np.int16]:
    """The values of all templates for each pair: [n_pairs, n_templates]."""
    n = len(codes)
    out = np.empty((len(found), len(AT)), dtype=np.int16)
    most = 0
    for i in range(n):
        most = max(most, at[i + 1] - at[i])
    gender, number, animacy = (
        np.empty(most, dtype=np.int8),
        np.empty(most, dtype=np.int8),
        np.empty(most, dtype=np.int8),
    )
    rank, names, place_in = (
        np.empty(most, dtype=np.int32),
        np.empty(most, dtype=np.int32),
        np.empty(most, dtype=np.int32),
    )
    for i in range(n):
        a = codes[i]
        begin, end = at[i], at[i + 1]
        pronoun = a[TYPE] >= FIRST_PRONOUN
        sentence, count = -1, 0
        for p in range(begin, end):  # in text order: places within sentences
            b, k = codes[found[p]], p - begin
            gender[k] = _agreement(a[GENDER], b[GENDER], 4)
            number[k] = _agreement(a[NUMBER], b[NUMBER], 3)
            animacy[k] = _agreement(a[ANIMACY], b[ANIMACY], -1)
            if b[SENTENCE] != sentence:
                sentence, count = b[SENTENCE], 0
            agrees = gender[k] < 2 and number[k] < 2 and animacy[k] < 2
            nested = b[START] <= a[START] and a[END] <= b[END]
            place_in[k] = count if agrees else -1
            count += agrees and not nested
        count, others, same_head = 0, 0, 0
        for p in range(end - 1, begin - 1, -1):  # the nearest first: ranks
            b, k = codes[found[p]], p - begin
            nested = b[START] <= a[START] and a[END] <= b[END]
            rank[k] = count if place_in[k] >= 0 else -1
            names[k] = others
            if place_in[k] >= 0 and not nested:
                count += 1
                others += b[TYPE] == NAME
        for p in range(end - 1, begin - 1, -1):
            j = found[p]
            b, k, row = codes[j], p - begin, out[p]
            back = a[SENTENCE] - b[SENTENCE]
            far = _far(back)
            other_pronoun = b[TYPE] >= FIRST_PRONOUN
            nested = (b[START] <= a[START] and a[END] <= b[END]) or (
                a[START] <= b[START] and b[END] <= a[END]
            )
            row[0] = min(i - j - 1, 10)
            row[1] = min(back, 10)
            row[4] = nested
            row[7] = 0
            row[2] = row[3] = row[8] = row[9] = row[10] = row[11] = 0
            row[5] = row[6] = 0
            same_voice = a[VOICE] == b[VOICE]
            if pronoun:
                row[5], row[6] = 1 + b[GENDER], 1 + b[NUMBER]
                if other_pronoun:
                    row[7] = 1 + 2 * a[CONVERSATION] + same_voice
            else:
                same_text = a[TEXT] > 0 and a[TEXT] == b[TEXT]
                row[2], row[3] = 1 + same_text, 1 + (a[WORD] == b[WORD])
                mine, mine_end = words_at[i], words_at[i + 1]
                theirs, theirs_end = words_at[j], words_at[j + 1]
                row[8] = 1 + (
                    mine_end > mine and _holds_all(words, theirs, theirs_end, words, mine, mine_end)
                )
                row[9] = 1 + (
                    theirs_end > theirs and _holds_all(words, mine, mine_end, words, theirs, theirs_end)
                )
                row[10] = 1 + _has(words, theirs, theirs_end, a[WORD])
                row[11] = 1 + _has(words, mine, mine_end, b[WORD])
            row[12], row[13] = _step(i - j - 1), _step(back)
            row[14] = _step(max(a[START] - b[END], 0))
            match = 0
            if not pronoun and not other_pronoun:
                match = _match(codes, i, j, words, words_at, mods, mods_at)
            elif pronoun and other_pronoun and a[TYPE] == b[TYPE]:
                match = 6 if a[WORD] == b[WORD] else 2
            row[15], row[16] = match, match * 6 + far
            row[17] = a[GENDER] * 5 + b[GENDER]
            row[18] = a[NUMBER] * 4 + b[NUMBER]
            row[19] = a[ANIMACY] * 3 + b[ANIMACY]
            row[20] = (gender[k] * 3 + number[k]) * 3 + animacy[k]
            row[21] = a[LABEL] * 8 + b[LABEL]
            row[22] = a[ROLE] * 12 + b[ROLE]
            row[23] = b[ROLE] * 6 + far
            row[24] = 1 + _step(rank[k]) if rank[k] >= 0 else 0
            row[25] = 1 + min(place_in[k], 3) * 6 + far if place_in[k] >= 0 else 0
            turns = min(abs(a[TURN] - b[TURN]), 2)
            row[26] = ((same_voice * 3 + turns) * 5 + a[PERSON]) * 5 + b[PERSON]
            place = _place(codes, clauses, i, j)
            row[27], row[28] = place, place * 12 + b[ROLE]
            row[29] = a[ARTICLE] * 8 + b[ARTICLE]
            row[30] = row[31] = 0
            if match >= 3 and match <= 6 and not pronoun:
                fewer = _holds_all(mods, mods_at[j], mods_at[j + 1], mods, mods_at[i], mods_at[i + 1])
                more = _holds_all(mods, mods_at[i], mods_at[i + 1], mods, mods_at[j], mods_at[j + 1])
                row[30] = 1 if fewer and more else 2 if fewer else 3 if more else 4
                if number[k] == 2:
                    row[30] = 5
                row[31] = 1 if same_head == 0 else 2
                same_head += 1
            row[32] = _far(b[SEEN]) * 6 + far if not other_pronoun else far
            quoted = 0
            if a[SAID_BY] == j:
                quoted = 2
            elif b[SAID_BY] == i:
                quoted = 1
            elif a[QUOTATION] >= 0 or b[QUOTATION] >= 0:
                quoted = 3 if a[QUOTATION] == b[QUOTATION] else 4
            row[33] = quoted
            same_verb = a[GOVERNOR_LEMMA] > 0 and a[GOVERNOR_LEMMA] == b[GOVERNOR_LEMMA]
            row[34] = ((a[ROLE] == b[ROLE]) * 2 + same_verb) * 6 + far
            row[35] = 0
            if pronoun and b[TYPE] == NAME:
                row[35] = 1 + min(names[k], 3)
            for t in range(len(AT)):
                row[t] += AT[t]
    return out
