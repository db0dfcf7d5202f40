"""Fetching over HTTP from servers that misbehave, and unpacking archives that do."""

from __future__ import annotations

import contextlib
import hashlib
import io
import random
import socket
import stat
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from model_server import (
    Behaviour,
    answers_another_range,
    breaks_off,
    breaks_off_and_ignores_range,
    claims,
    goes_silent,
    ignores_range,
    ranged,
    refuses_ranges,
    says,
    sends_another_file,
    sends_more,
    serving,
)

from models import archive
from models.download import CHUNK_BYTES, Patience, Source, fetch
from models.fault import ModelFault

CONTENT = random.Random(1).randbytes(300_000)
HASTE = Patience(connect_s=2, read_s=1.5, tries=2, pause_s=0.001)
LIMIT_BYTES = 1_000_000


def source(url: str, content: bytes = CONTENT) -> Source:
    return Source(url, len(content), hashlib.sha256(content).hexdigest())


def fetch_from(part: Path, *behaviours: Behaviour) -> list[str | None]:
    with serving(CONTENT, *behaviours) as server:
        fetch(source(server.url), part, lambda _: None, HASTE)
        return server.ranges


def fault_from(part: Path, *behaviours: Behaviour) -> str:
    with pytest.raises(ModelFault) as caught:
        fetch_from(part, *behaviours)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "model.part"


class TestFetching:
    def test_a_good_server_is_asked_once_and_progress_ends_at_the_size(self, part: Path) -> None:
        seen: list[int] = []
        with serving(CONTENT) as server:
            fetch(source(server.url), part, seen.append, HASTE)
        assert part.read_bytes() == CONTENT
        assert server.ranges == [None]
        assert seen == sorted(seen)
        assert seen[-1] == len(CONTENT)
        assert len(seen) > 3

    def test_a_server_that_breaks_off_is_gone_on_with_from_there(self, part: Path) -> None:
        first, *later = fetch_from(part, breaks_off(100_000))
        assert part.read_bytes() == CONTENT
        assert first is None
        starts = [int(wanted.removeprefix("bytes=").removesuffix("-")) for wanted in later if wanted]
        assert len(starts) == len(later) == 3
        for before, start in zip([0, *starts], starts, strict=False):
            assert before + 100_000 - CHUNK_BYTES < start <= before + 100_000

    def test_a_part_of_an_earlier_run_is_gone_on_with(self, part: Path) -> None:
        part.write_bytes(CONTENT[:250_000])
        assert fetch_from(part) == ["bytes=250000-"]
        assert part.read_bytes() == CONTENT

    def test_a_whole_part_needs_no_server(self, part: Path) -> None:
        part.write_bytes(CONTENT)
        assert fetch_from(part) == []

    @pytest.mark.parametrize("behaviour", [ignores_range, refuses_ranges, answers_another_range])
    def test_a_server_without_ranges_starts_again(self, part: Path, behaviour: Behaviour) -> None:
        part.write_bytes(b"\0" * 1000)
        ranges = fetch_from(part, behaviour, ignores_range)
        assert part.read_bytes() == CONTENT
        assert ranges[0] == "bytes=1000-"

    def test_a_part_that_is_too_long_is_started_again(self, part: Path) -> None:
        part.write_bytes(CONTENT + b"more")
        assert fetch_from(part) == [None]
        assert part.read_bytes() == CONTENT

    def test_a_server_that_never_gets_further_is_given_up_and_the_part_kept(self, part: Path) -> None:
        sentence = fault_from(part, breaks_off_and_ignores_range(70_000))
        assert "goes on where it stopped" in sentence
        kept = part.read_bytes()
        assert 70_000 - CHUNK_BYTES < len(kept) <= 70_000
        assert kept == CONTENT[: len(kept)]

    def test_a_busy_server_is_asked_again(self, part: Path) -> None:
        assert fetch_from(part, says(503), ranged) == [None, None]

    @pytest.mark.parametrize("status", [403, 404, 410])
    def test_a_server_that_has_no_such_file_is_not_asked_again(self, part: Path, status: int) -> None:
        part.write_bytes(CONTENT[:10])
        assert str(status) in fault_from(part, says(status), ranged)
        assert part.read_bytes() == CONTENT[:10]

    @pytest.mark.parametrize("length", [len(CONTENT) - 1, len(CONTENT) + 1, 10 * len(CONTENT)])
    def test_another_length_than_the_catalogues_is_refused(self, part: Path, length: int) -> None:
        assert f"{length:,} bytes instead of 300,000" in fault_from(part, claims(length))

    def test_a_server_that_sends_more_is_cut_off(self, part: Path) -> None:
        seen: list[int] = []
        too_much = pytest.raises(ModelFault, match="sends more than the 300,000 bytes")
        with serving(CONTENT, sends_more(5_000_000)) as server, too_much:
            fetch(source(server.url), part, seen.append, HASTE)
        assert max(seen) <= len(CONTENT)
        assert not part.exists()

    def test_another_file_of_the_same_length_is_thrown_away(self, part: Path) -> None:
        assert "sha256" in fault_from(part, sends_another_file)
        assert not part.exists()

    def test_a_server_that_goes_silent_is_left_and_the_part_kept(self, part: Path) -> None:
        sentence = fault_from(part, goes_silent(100_000, 4.0), goes_silent(0, 4.0))
        assert "went silent" in sentence
        kept = part.read_bytes()
        assert 100_000 - CHUNK_BYTES < len(kept) <= 100_000
        assert kept == CONTENT[: len(kept)]

    def test_nobody_there_is_one_sentence(self, part: Path) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{taken.getsockname()[1]}/model.zip"
            with pytest.raises(ModelFault, match="no connection"):
                fetch(source(url), part, lambda _: None, HASTE)

    def test_stopping_by_keyboard_keeps_the_part(self, part: Path) -> None:
        def stop(there_bytes: int) -> None:
            if there_bytes > 100_000:
                raise KeyboardInterrupt

        with serving(CONTENT) as server, pytest.raises(KeyboardInterrupt):
            fetch(source(server.url), part, stop, HASTE)
        kept = part.read_bytes()
        assert len(kept) > 100_000
        assert kept == CONTENT[: len(kept)]

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
    def test_a_full_disk_is_one_sentence(self, part: Path) -> None:
        part.symlink_to("/dev/full")
        assert "The disk is full" in fault_from(part)

    def test_a_folder_that_is_not_there_is_one_sentence(self, tmp_path: Path) -> None:
        assert "SPIELLEITER_MODELS" in fault_from(tmp_path / "nowhere" / "model.part")


def zipped(*members: tuple[str | zipfile.ZipInfo, bytes], packed: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packed) as bundle:
        for name, content in members:
            bundle.writestr(name, content)
    return buffer.getvalue()


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


def everything_under(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


class TestUnpacking:
    @pytest.fixture
    def room(self, tmp_path: Path) -> Path:
        (tmp_path / "room" / "into").mkdir(parents=True)
        return tmp_path / "room"

    def unpack(self, room: Path, content: bytes) -> None:
        (room / "model.zip").write_bytes(content)
        archive.unpack(room / "model.zip", room / "into", LIMIT_BYTES)

    def test_a_good_archive_lies_there_as_it_says(self, room: Path) -> None:
        (room / "model.zip").write_bytes(zipped(("m/a.txt", b"abc"), ("m/deep/er/b", b""), ("m/empty/", b"")))
        files = archive.unpack(room / "model.zip", room / "into", LIMIT_BYTES)
        assert [(file.name, file.size_bytes) for file in files] == [("m/a.txt", 3), ("m/deep/er/b", 0)]
        assert files[0].sha256 == hashlib.sha256(b"abc").hexdigest()
        assert everything_under(room / "into") == {"m/a.txt", "m/deep/er/b"}

    @pytest.mark.parametrize(
        "name",
        [
            "../evil",
            "m/../../evil",
            "/evil",
            "//host/evil",
            "C:/evil",
            "C:evil",
            "..\\evil",
            "m\\..\\..\\evil",
            "m/./evil",
            "m//evil",
            "m/con",
            "m/NUL.txt",
            "m/evil. ",
            "m/e\nvil",
            "m/evil:stream",
            link("m/link"),
        ],
    )
    def test_a_member_that_would_leave_or_confuse_is_refused_before_anything_is_written(
        self, room: Path, name: str | zipfile.ZipInfo
    ) -> None:
        content = zipped(("m/good", b"good"), (name, b"../../evil"))
        with pytest.raises(ModelFault, match="is refused"):
            self.unpack(room, content)
        assert everything_under(room) == {"model.zip"}

    @pytest.mark.filterwarnings("ignore:Duplicate name")
    @pytest.mark.parametrize("names", [("m/a", "m/a"), ("m/a", "M/A"), ("m/a", "m/a/b"), ("m/a/b", "m/A")])
    def test_two_members_in_one_place_are_refused(self, room: Path, names: tuple[str, str]) -> None:
        with pytest.raises(ModelFault, match="lies where another one lies"):
            self.unpack(room, zipped((names[0], b"1"), (names[1], b"2")))

    def test_a_bomb_is_refused_by_its_declared_size(self, room: Path) -> None:
        bomb = zipped(("m/zeros", bytes(LIMIT_BYTES + 1)), packed=zipfile.ZIP_DEFLATED)
        assert len(bomb) < 5_000
        with pytest.raises(ModelFault, match="more than the 1,000,000"):
            self.unpack(room, bomb)
        assert everything_under(room) == {"model.zip"}

    def test_a_bomb_that_declares_less_stops_at_what_it_declares(self, room: Path) -> None:
        bomb = bytearray(zipped(("zeros", bytes(5_000_000)), packed=zipfile.ZIP_DEFLATED))
        for signature, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
            struct.pack_into("<I", bomb, bomb.index(signature) + offset, 1000)
        with pytest.raises(ModelFault, match="not a readable ZIP"):
            self.unpack(room, bytes(bomb))
        assert sum(path.stat().st_size for path in (room / "into").rglob("*")) <= 1000

    def test_too_many_members_are_refused(self, room: Path) -> None:
        with pytest.raises(ModelFault, match="10,001 files"):
            self.unpack(room, zipped(*((f"m/{n}", b"") for n in range(archive.MEMBERS_AT_MOST + 1))))

    @pytest.mark.parametrize("content", [b"", b"not a zip", zipped(("a", b"b" * 99))[:-30]])
    def test_what_is_no_zip_is_one_sentence(self, room: Path, content: bytes) -> None:
        with pytest.raises(ModelFault, match="not a readable ZIP"):
            self.unpack(room, content)

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(data=st.data())
    def test_a_damaged_archive_unpacks_or_is_refused_and_stays_inside(
        self, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
    ) -> None:
        good = bytearray(zipped(("m/a", b"a" * 50), ("m/b/c", bytes(500)), packed=zipfile.ZIP_DEFLATED))
        for place in data.draw(st.lists(st.integers(0, len(good) - 1), min_size=1, max_size=6)):
            good[place] = data.draw(st.integers(0, 255))
        room = tmp_path_factory.mktemp("room")
        (room / "into").mkdir()
        with contextlib.suppress(ModelFault):
            self.unpack(room, bytes(good))
        assert {path.name for path in room.iterdir()} == {"model.zip", "into"}

    @settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(parts=st.lists(st.sampled_from(["..", ".", "", "a", "b", "C:", "\\", "con", "é", "a\\.."]), min_size=1))
    def test_whatever_a_member_is_called_it_stays_inside(
        self, tmp_path_factory: pytest.TempPathFactory, parts: list[str]
    ) -> None:
        room = tmp_path_factory.mktemp("room")
        (room / "into").mkdir()
        with contextlib.suppress(ModelFault):
            self.unpack(room, zipped(("/".join(parts) or "x", b"1")))
        assert {path.name for path in room.iterdir()} == {"model.zip", "into"}
