"""The desk: a keyboard and a screen for one person, unseen by the others. Sheets are typed and truths shown here."""

from __future__ import annotations

from typing import Protocol, TextIO

from speech.typed_ear import TypedEar


class Desk(Protocol):
    """Where quiet questions are answered."""

    def read(self, line: str, of: str | None) -> str | None:
        """Show ``line`` to ``of`` (``None``: to whoever sits there) and return what was typed, stripped.

        ``None`` when nothing will be typed any more.
        """
        ...

    def show(self, text: str) -> None:
        """Let whoever sits there see ``text`` until ``wipe``."""
        ...

    def wipe(self) -> None:
        """Take away what was shown."""
        ...


class KeyboardDesk:
    """A real keyboard. In a terminal each question has a page of its own that is gone once it is answered, so that
    the next writer sees neither the truth nor another sheet."""

    _OTHER_PAGE, _BACK = "\x1b[?1049h\x1b[H\x1b[2J", "\x1b[?1049l"

    def __init__(self, keys: TextIO, screen: TextIO) -> None:
        self._keys = keys
        self._screen = screen

    def read(self, line: str, of: str | None) -> str | None:  # noqa: ARG002 - whoever is named in the line sits here
        hidden = self._screen.isatty()
        self._screen.write(f"{self._OTHER_PAGE if hidden else ''}{line}\n> ")
        self._screen.flush()
        typed = self._keys.readline()
        if hidden:
            self._screen.write(self._BACK)
            self._screen.flush()
        return typed.strip() if typed else None

    def show(self, text: str) -> None:
        """See ``Desk``."""
        self._screen.write(f"{self._OTHER_PAGE if self._screen.isatty() else ''}\n  {text}\n\n")
        self._screen.flush()

    def wipe(self) -> None:
        """See ``Desk``."""
        if self._screen.isatty():
            self._screen.write(self._BACK)
            self._screen.flush()


class TypedDesk:
    """The desk of ``--typed``: it takes its lines from the typed ear, ``Name: words`` where it matters who."""

    def __init__(self, ear: TypedEar, screen: TextIO) -> None:
        self._ear = ear
        self._screen = screen

    def read(self, line: str, of: str | None) -> str | None:
        while True:
            self._screen.write(f"desk  {line}\n")
            said = self._ear.next_line()
            if said is None:
                return None
            if of is None or said.speaker in (None, of):  # another's sheet is not taken for this one
                return said.words

    def show(self, text: str) -> None:
        """See ``Desk``."""
        self._screen.write(f"screen  {text}\n")

    def wipe(self) -> None:
        """See ``Desk``: a line that was printed stays."""
