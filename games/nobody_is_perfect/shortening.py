"""The second reading's shorter form: one rule for the truth and every bluff, so that length gives nothing away."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

MOST_WORDS = 7
MOST_WORDS_OF_A_QUESTION = 10
"""Orange sheets mostly hold questions, and the point of a question comes last."""
FEWEST_WORDS = 2
FEWEST_BEFORE_A_LINK = 3

_PAUSE = re.compile(r"[,;:](?=\s)|[()\[\]]|\s[-–—]+\s|[.!?…]+(?=\s)")
_QUOTE = re.compile(r"[\"“”„«»]")
_END = re.compile(r"[.!?…][\"'”’»)\]]*$")


def sentence(text: str) -> str:
    """``text`` as it is read out: one line, a capital at the beginning and a full stop, however it was typed."""
    tidy = " ".join(text.split())
    tidy = tidy.rstrip(",;: ") or tidy
    tidy = tidy[:1].upper() + tidy[1:]
    return tidy if _END.search(tidy) else f"{tidy}."


def shorter(texts: Sequence[str], language: str) -> tuple[str, ...]:
    """Each text in brief. Where two come out the same, both stay as long as they were.

    The rule knows the small words of English; in another ``language`` it goes by pauses and length alone.
    """
    brief = [sentence(_brief(text, language)) for text in texts]
    count = Counter(short.casefold() for short in brief)
    pairs = zip(texts, brief, strict=True)
    return tuple(sentence(text) if count[short.casefold()] > 1 else short for text, short in pairs)


def _brief(text: str, language: str) -> str:
    """Up to the first pause or relative clause, without the opening words, a few words at most, never nothing.

    A pause or clause so early that a single word would be left is read over.
    """
    whole = " ".join(text.split())
    starts = (whole[: pause.start()] for pause in _PAUSE.finditer(whole))
    clause = next((start for start in starts if len(start.split()) >= FEWEST_WORDS), whole)
    words = _QUOTE.sub("", clause).split() or whole.split()
    if words[-1].endswith("?"):
        return " ".join(_cut(words, MOST_WORDS_OF_A_QUESTION, language))
    words = _before_clause(_without_opening(words, language), language)
    return " ".join(_cut(words, MOST_WORDS, language))


def _without_opening(words: list[str], language: str) -> list[str]:
    """ "It was a fish" and "a fish" are "fish"."""
    after = words
    if len(after) > 2 and (after[0].casefold(), after[1].casefold()) in _openings(language):
        after = after[2:]
    if len(after) > 1 and after[0].casefold() in _articles(language):
        after = after[1:]
    return after


def _before_clause(words: list[str], language: str) -> list[str]:
    """ "A fish trap in which eels sleep" is "a fish trap"."""
    for place, word in enumerate(words):
        before = _closed(words[:place], language)
        if word.casefold() in _relatives(language) and len(before) >= FEWEST_WORDS:
            return before
    return words


def _cut(words: list[str], most: int, language: str) -> list[str]:
    """At most ``most`` words, if possible up to a word that links the next phrase ("… of bees").

    For the sake of one word nothing is cut.
    """
    if len(words) <= most + 1:
        return words
    places = range(most, FEWEST_BEFORE_A_LINK - 1, -1)
    end = next((place for place in places if words[place].casefold() in _links(language)), most)
    return _closed(words[:end], language) or words[:1]


def _closed(words: list[str], language: str) -> list[str]:
    """Without the last words that promise another one."""
    while words and words[-1].casefold() in _links(language) | _articles(language) | _owners(language):
        words = words[:-1]
    return words


def _articles(language: str) -> frozenset[str]:
    return frozenset({"a", "an", "the"} if language == "en" else ())


def _openings(language: str) -> frozenset[tuple[str, str]]:
    single = {(who, is_) for who in ("it", "he", "she", "this", "that") for is_ in ("is", "was")}
    several = {(who, are) for who in ("they", "these", "those") for are in ("are", "were")}
    return frozenset(single | several if language == "en" else ())


def _relatives(language: str) -> frozenset[str]:
    return frozenset({"which", "who", "whom", "whose", "where"} if language == "en" else ())


def _links(language: str) -> frozenset[str]:
    prepositions = {"about", "after", "against", "along", "around", "as", "at", "before", "behind", "between", "by"}
    prepositions |= {"during", "for", "from", "in", "into", "near", "of", "off", "on", "onto", "over", "through"}
    prepositions |= {"to", "under", "upon", "until", "with", "without"}
    joining = {"and", "because", "but", "if", "or", "so", "than", "unless", "when", "while"}
    return frozenset(prepositions | joining if language == "en" else ())


def _owners(language: str) -> frozenset[str]:
    return frozenset({"my", "your", "his", "her", "its", "our", "their"} if language == "en" else ())
