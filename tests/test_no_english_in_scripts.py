"""No word that a table hears stands in a game's code: scripts say keys, and the language packs have the words.

Evenings are led in a language without any words. What is still said must then come from somewhere else: a name, the
deck, a sheet, a number, the spelling of a letter.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from num2words import num2words
from puppet_table import Puppets, lead
from test_every_game import evenings, wished

from games import shelf
from games.option import materials_of, options_of
from games.table import Ask, FreeText, ReadAloud, Slot
from host.evening.evening import Evening, Wish
from host.evening.leader import Ending
from host.fault import HostFault
from host.language import language
from host.language.language import Language, read_pack
from host.ledger.session import Opening
from speech.matching import normalise

GAMES = Path(__file__).parents[1] / "games"
NO_TEXT = ("language", "licence")
"""Fields of material that are no text for the table."""


class Wordless(Language):
    """A language whose lines are their bare slots. What stands for a word of a pack begins with "zz"."""

    def __init__(self, spoken: Language) -> None:
        wordless = msgspec.structs.replace(
            spoken.own,
            answers={name: [f"zz{name}", *wordings] for name, wordings in spoken.own.answers.items()},
            commands={name: [f"zz{name}", *wordings] for name, wordings in spoken.own.commands.items()},
        )
        super().__init__(spoken.code, wordless, spoken.game, spoken.chance)

    def line(self, key: str, slots: Mapping[str, Slot] | None = None) -> str:
        self._found(key)
        return " ".join(self._spoken(name, value) for name, value in (slots or {}).items())

    def join(self, parts: Any) -> str:
        return " ".join(parts)

    def about(self) -> str:
        return ""

    def choice(self, kind: str, option: str) -> list[str]:
        return [f"zz{kind}{normalise(option).replace(' ', '')}"] if super().choice(kind, option) else []


class Listening(Puppets):
    """Puppets that keep what the desk shows, and what they wrote or read themselves."""

    def __init__(self, evening: Evening) -> None:
        super().__init__(evening)
        self.wrote: list[str] = []

    def _wish(self, request: Ask[Any]) -> Any:
        wish = super()._wish(request)
        if isinstance(request.expect, FreeText | ReadAloud):
            self.wrote.append(wish)
        return wish

    def read(self, line: str, of: str | None) -> str | None:
        self.lines.append(line)
        return super().read(line, of)


def words(texts: Iterable[str]) -> set[str]:
    """Each word once, as a matcher has it: small letters, numbers written out."""
    return {word for text in texts for word in normalise(text).split()}


def wordless(value: Any, kind: Any, signs: Iterator[int]) -> Any:
    """Material in which each free text is a word that no language has; what the code chose the words for stays."""
    if is_dataclass(value) and not isinstance(value, type):
        kinds = get_type_hints(type(value))
        told = [one for one in fields(value) if one.name not in NO_TEXT]
        return replace(value, **{one.name: wordless(getattr(value, one.name), kinds[one.name], signs) for one in told})
    if isinstance(value, tuple):
        return tuple(wordless(item, next(iter(get_args(kind)), None), signs) for item in value)
    free = str in (kind, *(get_args(kind) if get_origin(kind) in (Union, UnionType) else ()))
    return f"qq{normalise(str(next(signs))).replace(' ', '')}" if free and value else value


def strangers(players: Iterable[str], heard: Iterable[str], wrote: Iterable[str]) -> set[str]:
    """The words among what was ``heard`` that come from nowhere but the code."""
    letters = read_pack(Path(language.__file__).with_name("en.toml")).letters
    assert letters is not None
    known = words(players) | words(wrote) | words(letters.spelling.values())
    known |= words(num2words(number) for number in range(1000)) | set("abcdefghijklmnopqrstuvwxyz")
    return {word for word in words(heard) - known if not word.startswith(("zz", "qq"))}


def varied(name: str, hand_in: str, seed: int) -> Wish:
    """A wish with some of the game's switches and choices set by chance."""
    wish, chance = wished(name, hand_in, seed), Random(seed)
    switches = {one.name: (True, False) if one.kind is bool else _choices(one.kind) for one in options_of(_setup(name))}
    chosen = {one: chance.choice(values) for one, values in switches.items() if values and chance.random() < 0.5}
    return Wish(wish.game, wish.players, wish.language, seed, {**wish.options, **chosen})


def unworded(opening: Opening) -> Opening:
    """The same evening with material that has no words."""
    game, signs = shelf.take(opening.game), count(1)
    setup = msgspec.convert(opening.setup, game.setup)
    kinds = get_type_hints(game.setup)
    own = {part: wordless(getattr(setup, part), kinds[part], signs) for part in materials_of(game.setup)}
    return msgspec.structs.replace(opening, setup=msgspec.to_builtins(replace(setup, **own)))


def _setup(name: str) -> Any:
    return shelf.take(name).setup


def _choices(kind: Any) -> tuple[str, ...]:
    kinds = (kind, *get_args(kind))
    return next((get_args(one) for one in kinds if get_origin(one) is Literal), ())


@evenings
@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_comes_from_a_pack_or_from_the_table(name: str, hand_in: str, seed: int, tmp_path: Path) -> None:
    try:
        opening = varied(name, hand_in, seed).opening()
    except HostFault:  # these two options do not go together
        opening = wished(name, hand_in, seed).opening()
    with Evening.begin(unworded(opening), tmp_path / "one.evening") as evening:
        evening.language = Wordless(evening.language)
        puppets = Listening(evening)
        assert lead(evening, puppets) is Ending.OVER
        players = opening.setup["players"]
        assert strangers(players, puppets.lines, [*puppets.wrote, evening.game.title]) == set()
        assert len(puppets.lines) > 10


def test_a_word_of_the_code_would_be_found() -> None:
    assert strangers(("Anna",), ["Anna 7 Bravo: qqone", "blue", "The pawn of Anna"], []) == {
        "blue",
        "the",
        "pawn",
        "of",
    }


# ----------------------------------------------------------------------------------------------- as it is written

EXPLAIN = {"option", "material", "ValueError", "BrokenMaterial", "LookupError", "TypeError"}
"""Calls whose texts are for whoever starts a game or mends a deck, never for the table."""

WRITE_SHEETS = {"wishes.py": "what simulated players have on their sheets"}


def spoken_texts(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every text in the code with its line, but docstrings, what explains a set-up, and an enumeration."""
    hushed: set[int] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant()):
                hushed.add(id(node.value))
            case ast.Call(func=ast.Name(id=called)) if called in EXPLAIN:
                hushed |= {id(part) for part in ast.walk(node)}
            case ast.ClassDef(bases=[ast.Name(id="StrEnum" | "Enum")]):
                hushed |= {id(part) for part in ast.walk(node)}
            case ast.keyword(arg="title"):
                hushed.add(id(node.value))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in hushed:
            yield node.lineno, node.value


MODULES = sorted(path for path in GAMES.rglob("*.py") if path.name not in WRITE_SHEETS and path.parent != GAMES)
MODULES += [GAMES / "recital.py", GAMES / "beginning.py"]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(GAMES)))
def test_the_texts_in_a_games_code_are_keys(path: Path) -> None:
    """A key has no spaces; a sentence has."""
    texts = spoken_texts(ast.parse(path.read_text(encoding="utf-8")))
    sentences = [(line, text) for line, text in texts if " " in text and any(sign.isalpha() for sign in text)]
    assert not sentences
