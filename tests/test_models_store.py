"""Finding models, and telling whole ones from broken ones; the catalogue."""

from __future__ import annotations

import os
import re
import shutil
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models import catalogue, manifest, vosk_folder
from models.catalogue import Catalogue, Entry
from models.fault import ModelFault
from models.manifest import File
from models.store import Store

BUNDLED_LICENCE = b"Everybody may play.\n"
BUNDLED_WEIGHTS = bytes(range(256)) * 40


def file_of(name: str, content: bytes, folder: Path) -> File:
    (folder / name).write_bytes(content)
    return File(name=name, sha256=manifest.sha256_of(folder / name), size_bytes=len(content))


def vosk_like(folder: Path, *extra: str) -> Path:
    """A folder with a file at every place where Vosk needs one."""
    for name in (*vosk_folder.NEEDED, *extra):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x")
    return folder


@pytest.fixture
def store(tmp_path: Path) -> Store:
    ear = tmp_path / "package" / "little-ear"
    ear.mkdir(parents=True)
    files = (file_of("weights.bin", BUNDLED_WEIGHTS, ear), file_of("LICENSE", BUNDLED_LICENCE, ear))
    return Store(
        catalogue=Catalogue(
            models=(
                Entry("little-ear", "phrases", "en", "MIT", True, files=files),
                Entry(
                    "vosk-model-small-en-us-0.15",
                    "vosk",
                    "en",
                    "Apache-2.0",
                    True,
                    url="https://models.example/en.zip",
                    sha256="0" * 64,
                    size_bytes=1000,
                ),
            )
        ),
        home=tmp_path / "home",
        bundled=tmp_path / "package",
        stamps=tmp_path / "stamps",
    )


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were read in full."""
    names: list[str] = []
    read = manifest.sha256_of

    def noted(path: Path) -> str:
        names.append(path.name)
        return read(path)

    monkeypatch.setattr(manifest, "sha256_of", noted)
    return names


class TestTheBundledModel:
    def test_the_packages_own_is_whole(self, tmp_path: Path) -> None:
        own = replace(Store.usual(), stamps=tmp_path / "stamps")
        folder = own.find("phrases", "en")
        assert folder is not None
        assert (folder / "encoder_model.ort").is_file()
        assert (folder / "LICENSE").is_file()

    def test_it_is_read_in_full_once_and_not_at_every_start(self, store: Store, reads: list[str]) -> None:
        assert store.find("phrases", "en") == store.bundled / "little-ear"
        assert reads == ["weights.bin", "LICENSE"]
        assert store.find("phrases", "en") == store.bundled / "little-ear"
        assert reads == ["weights.bin", "LICENSE"]

    def test_another_copy_is_read_again(self, store: Store, reads: list[str], tmp_path: Path) -> None:
        store.find("phrases", "en")
        shutil.copytree(store.bundled, tmp_path / "elsewhere")
        replace(store, bundled=tmp_path / "elsewhere").find("phrases", "en")
        assert len(reads) == 4

    def test_a_touched_file_is_read_again(self, store: Store, reads: list[str]) -> None:
        store.find("phrases", "en")
        weights = store.bundled / "little-ear" / "weights.bin"
        os.utime(weights, ns=(1, 1))
        store.find("phrases", "en")
        assert len(reads) == 4

    def test_stamps_that_cannot_be_written_cost_only_time(self, store: Store, reads: list[str]) -> None:
        store.stamps.write_bytes(b"a file where a folder should be")
        for _ in range(2):
            assert store.find("phrases", "en") is not None
        assert len(reads) == 4

    def test_a_stamp_that_is_rubbish_does_not_hold(self, store: Store, reads: list[str]) -> None:
        store.find("phrases", "en")
        (stamp,) = store.stamps.iterdir()
        stamp.write_bytes(b"\xff\xfe")
        store.find("phrases", "en")
        assert len(reads) == 4

    @pytest.mark.parametrize("stamped", [False, True])
    @pytest.mark.parametrize(
        ("damage", "said"),
        [
            (lambda path: path.unlink(), "weights.bin is missing"),
            (lambda path: path.write_bytes(BUNDLED_WEIGHTS[:-1]), "weights.bin has 10,239 bytes instead of 10,240"),
            (lambda path: path.write_bytes(b""), "weights.bin has 0 bytes"),
            (lambda path: path.write_bytes(BUNDLED_WEIGHTS[::-1]), "weights.bin is not the original"),
        ],
    )
    def test_a_broken_file_is_named_with_the_remedy(
        self, store: Store, damage: Callable[[Path], object], said: str, stamped: bool
    ) -> None:
        if stamped:
            store.find("phrases", "en")
        path = store.bundled / "little-ear" / "weights.bin"
        damage(path)
        if path.exists():
            os.utime(path, ns=(1, 1))  # a coarse clock would give the old time
        with pytest.raises(ModelFault, match=said) as caught:
            store.find("phrases", "en")
        assert "install Spielleiter again" in str(caught.value)

    def test_damage_that_keeps_size_and_time_is_found_in_full(self, store: Store) -> None:
        store.find("phrases", "en")
        path = store.bundled / "little-ear" / "weights.bin"
        times = path.stat()
        path.write_bytes(BUNDLED_WEIGHTS[::-1])
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        assert store.survey()[0].flaw is None
        flaw = store.survey(full=True)[0].flaw
        assert flaw is not None
        assert "weights.bin" in flaw
        with pytest.raises(ModelFault):  # the stamp is gone
            store.find("phrases", "en")

    def test_another_language_has_none(self, store: Store) -> None:
        assert store.find("phrases", "de") is None
        with pytest.raises(ModelFault, match="no phrases model for “de”"):
            store.need("phrases", "de")


class TestTheUsersModels:
    def test_no_folder_at_all_is_no_model(self, store: Store) -> None:
        assert store.find("vosk", "en") is None
        with pytest.raises(ModelFault, match="spielleiter models get en"):
            store.need("vosk", "en")

    def test_the_variable_names_the_folder(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setenv("SPIELLEITER_MODELS", str(tmp_path / "mine"))
        assert Store.usual().home == tmp_path / "mine"
        monkeypatch.setenv("SPIELLEITER_MODELS", "")
        assert Store.usual().home.parts[-2:] == ("spielleiter", "models")

    @pytest.mark.parametrize(
        ("name", "language"),
        [
            ("vosk-model-small-en-us-0.15", "en"),
            ("vosk-model-en-us-0.22-lgraph", "en"),
            ("vosk-model-small-de-zamia-0.3", "de"),
            ("vosk-model-de", "de"),
            ("vosk-model-small-eo-0.42", "eo"),
        ],
    )
    def test_a_folder_put_there_by_hand_is_found_by_its_name(self, store: Store, name: str, language: str) -> None:
        folder = vosk_like(store.home / name)
        assert store.find("vosk", language) == folder
        assert store.need("vosk", language) == folder

    @pytest.mark.parametrize("name", ["vosk-model-spk-0.4", "vosk-model-small-den-0.1", "model-de", ".vosk-model-de"])
    def test_other_folders_are_not(self, store: Store, name: str) -> None:
        vosk_like(store.home / name)
        assert store.find("vosk", "de") is None

    def test_a_part_or_a_file_is_no_model(self, store: Store) -> None:
        store.home.mkdir()
        (store.home / "vosk-model-small-en-us-0.15.part").write_bytes(b"x")
        (store.home / "vosk-model-en-us-0.22").write_bytes(b"x")
        assert store.find("vosk", "en") is None

    def test_the_catalogues_model_comes_before_one_by_hand(self, store: Store) -> None:
        vosk_like(store.home / "vosk-model-en-us-0.22-lgraph")
        known = vosk_like(store.home / "vosk-model-small-en-us-0.15")
        assert store.find("vosk", "en") == known

    @pytest.mark.parametrize("missing", vosk_folder.NEEDED)
    def test_a_folder_that_lacks_a_file_does_not_count_and_need_says_why(self, store: Store, missing: str) -> None:
        folder = vosk_like(store.home / "vosk-model-de-0.21")
        (folder / missing).unlink()
        assert store.find("vosk", "de") is None
        with pytest.raises(ModelFault, match=re.escape(f"{missing} is missing")):
            store.need("vosk", "de")

    def test_half_a_speaker_adaptation_does_not_count(self, store: Store) -> None:
        vosk_like(store.home / "vosk-model-de-0.21", "ivector/final.ie")
        with pytest.raises(ModelFault, match=r"ivector/final\.dubm is missing"):
            store.need("vosk", "de")

    def test_a_fixed_graph_does_not_count_and_need_says_why(self, store: Store) -> None:
        folder = vosk_like(store.home / "vosk-model-en-us-0.22", "graph/HCLG.fst")
        (folder / "graph" / "HCLr.fst").unlink()
        assert store.find("vosk", "en") is None
        with pytest.raises(ModelFault, match=r"takes no grammar; run `spielleiter models get en`"):
            store.need("vosk", "en")

    def test_everything_is_in_the_survey(self, store: Store) -> None:
        vosk_like(store.home / "vosk-model-small-ko-0.22")
        seen = [(found.name, found.usable, found.checked) for found in store.survey()]
        assert seen == [
            ("little-ear", True, True),
            ("vosk-model-small-en-us-0.15", False, False),
            ("vosk-model-small-ko-0.22", True, False),
        ]


GOOD = catalogue.OWN.read_text("utf-8")


class TestTheCatalogue:
    def test_our_own_is_as_pinned(self) -> None:
        models = {entry.name: entry for entry in catalogue.load().models}
        assert list(models) == ["moonshine-base-en", "vosk-model-small-en-us-0.15", "vosk-model-small-de-0.15"]
        assert models["moonshine-base-en"].bundled
        assert models["moonshine-base-en"].total_bytes == 20_661_976 + 42_703_232 + 1_985_533 + 1_050_679 + 1_069
        german = models["vosk-model-small-de-0.15"]
        assert german.url == "https://alphacephei.com/vosk/models/vosk-model-small-de-0.15.zip"
        assert german.total_bytes == 46_499_967
        assert german.grammar

    @pytest.mark.parametrize("language", ["de", "DE", "de-AT", "de_CH"])
    def test_a_language_is_found_however_it_is_written(self, language: str) -> None:
        assert catalogue.load().fetchable(language).name == "vosk-model-small-de-0.15"

    @pytest.mark.parametrize("language", ["", "tlh", "german", "../de"])
    def test_an_unknown_language_lists_what_there_is(self, language: str) -> None:
        with pytest.raises(ModelFault, match=r"the languages there are: de, en\.$"):
            catalogue.load().fetchable(language)

    @pytest.mark.parametrize(
        ("old", "new", "field"),
        [
            ("bytes = 41_205_931", 'bytes = "many"', r"models\[1\]\.bytes"),
            ("bytes = 41_205_931", "bytes = -1", r"models\[1\]\.bytes"),
            ("bytes = 41_205_931", "", r"models\[1\].*needs `bytes`"),
            ('kind = "vosk"', 'kind = "ears"', r"models\[1\]\.kind"),
            ('kind = "vosk"', 'kind = "phrases"', r"models\[1\].*only a model of kind `vosk`"),
            ('name = "vosk-model-small-en-us-0.15"', 'name = "../evil"', r"models\[1\]\.name"),
            (
                'name = "vosk-model-small-en-us-0.15"',
                'name = "moonshine-base-en"',
                r"`moonshine-base-en` is there twice",
            ),
            ('name = "tokenizer.json"', 'name = "../tokenizer.json"', r"models\[0\]\.files\[2\]\.name"),
            ('sha256 = "30f2', 'sha256 = "30F2', r"models\[1\]\.sha256"),
            ('url = "https://alpha', 'url = "file:///alpha', r"models\[1\]\.url"),
            ("grammar = true", "grammer = true", r"models\[0\].*`grammer`"),
            ("[[models]]", "[models]", r"TOML"),
            ("[[models]]", "[[model]]", r"the whole file"),
        ],
    )
    def test_a_mistake_is_named_with_file_and_field(self, tmp_path: Path, old: str, new: str, field: str) -> None:
        assert old in GOOD
        count = -1 if old == "[[models]]" else 1
        path = tmp_path / "mine.toml"
        path.write_text(GOOD.replace(old, new, count), "utf-8")
        with pytest.raises(ModelFault, match=field) as caught:
            catalogue.load(path)
        assert str(path) in str(caught.value)
        assert str(caught.value).endswith("correct the file.")

    def test_no_file_is_one_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(ModelFault, match=r"none\.toml cannot be read"):
            catalogue.load(tmp_path / "none.toml")

    @settings(max_examples=200, deadline=None)
    @given(content=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
    def test_rubbish_is_one_sentence(self, tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
        path = tmp_path_factory.mktemp("rubbish") / "mine.toml"
        path.write_bytes(content)
        with pytest.raises(ModelFault, match=r"mine\.toml"):
            catalogue.load(path)

    @settings(max_examples=200, deadline=None)
    @given(data=st.data())
    def test_a_catalogue_with_one_value_changed_is_either_whole_or_refused(
        self, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
    ) -> None:
        fields = sorted({key for model in tomllib.loads(GOOD)["models"] for key in model} - {"files"})
        lines = GOOD.splitlines()
        places = [n for n, line in enumerate(lines) if line.split(" = ")[0] in fields]
        place = data.draw(st.sampled_from(places))
        value = data.draw(st.sampled_from(["0", "-1", "1.5", "true", "[]", "{}", '""', '"a/b"', '"x"', "9" * 30]))
        lines[place] = f"{lines[place].split(' = ')[0]} = {value}"
        path = tmp_path_factory.mktemp("changed") / "mine.toml"
        path.write_text("\n".join(lines), "utf-8")
        try:
            loaded = catalogue.load(path)
        except ModelFault as fault:
            said = str(fault)
        else:
            said = ""
            assert all(entry.total_bytes > 0 and "/" not in entry.name for entry in loaded.models)
        assert said == "" or (str(path) in said and "models[" in said)
