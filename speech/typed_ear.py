"""The typed ear: lines instead of sound. It understands exactly the phrases of the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from speech.dictation import Dictated
from speech.matching import Matcher
from speech.result import Closed, Heard, Result, Unheard, Unsure
from speech.vocabulary import Repeat, Sequence, Vocabulary


@dataclass(frozen=True)
class Said:
    """One line: its words as they were typed, and who said them, if the line tells."""

    words: str
    speaker: str | None = None


class TypedEar:
    """Each line is something said. ``Anna: bravo`` tells who said it, if Anna is one of ``people``.

    Where the vocabulary has "anna bravo" too, that is what the line means; "Anna: Ben" is no list of two names.
    ``Heard.phrase`` is the line as typed.
    Empty lines and lines that begin with ``#`` are skipped. Lines are taken from the iterable only when somebody
    listens, so it may be the standard input. Typed time does not pass: there is never a ``TimeUp``.

    Example:
        >>> from speech.vocabulary import Phrase
        >>> ear = TypedEar(["# the vote", "Anna: Bravo!"], people=("Anna",))
        >>> ear.listen(Vocabulary((Phrase("bravo", "B"),))), ear.speaker
        (Heard(value='B', phrase='Bravo!'), 'Anna')
    """

    def __init__(self, lines: Iterable[str], people: tuple[str, ...] = (), language: str = "en") -> None:
        self.people = people
        """May be changed while the table is being set up."""
        self.speaker: str | None = None
        self._lines = iter(lines)
        self._language = language

    def listen(self, vocabulary: Vocabulary, until_s: float | None = None) -> Result:  # noqa: ARG002 - typed time does not pass
        """The next line as an answer."""
        said = self.next_line()
        if said is None:
            return Closed()
        candidates = self._candidates(said, vocabulary)
        if len(candidates) == 1:
            return candidates[0]
        return Unsure(candidates) if candidates else Unheard(meant=True)

    def dictate(self, vocabulary: Vocabulary) -> Dictated | Heard | Closed:
        """The next line as a sheet, unless it is a phrase of the vocabulary with one meaning."""
        said = self.next_line()
        if said is None:
            return Closed()
        candidates = self._candidates(said, vocabulary)
        return candidates[0] if len(candidates) == 1 else Dictated(None, said.words)

    def next_line(self) -> Said | None:
        """The next line as it is, for a question whose answer is free text; ``None`` at the end of input."""
        for line in self._lines:
            text = line.strip()
            if text and not text.startswith("#"):
                said = self._attributed(text)
                self.speaker = said.speaker
                return said
        self.speaker = None
        return None

    def _candidates(self, said: Said, vocabulary: Vocabulary) -> tuple[Heard, ...]:
        matcher = Matcher(vocabulary, self._language)
        values = matcher.values(said.words)
        if said.speaker and (not values or _tells_whose(vocabulary)):
            values = matcher.values(f"{said.speaker} {said.words}") or values
        return tuple(Heard(value, said.words) for value in values)

    def _attributed(self, text: str) -> Said:
        name, colon, words = text.partition(":")
        by_name = {person.casefold(): person for person in self.people}
        speaker = by_name.get(name.strip().casefold()) if colon else None
        return Said(words.strip(), speaker) if speaker else Said(text)


def _tells_whose(vocabulary: Vocabulary) -> bool:
    """Whether a name may stand before an answer ("anna bravo, ben delta")."""
    return any(isinstance(run.part if isinstance(run, Repeat) else run, Sequence) for run in vocabulary.runs)
