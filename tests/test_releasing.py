"""What is released: one version in one place, and archives whose bytes depend on nothing but what is in them."""

from __future__ import annotations

import io
import runpy
import tarfile
import tomllib
from pathlib import Path

import pytest

from runewatch import __version__

ROOT = Path(__file__).parent.parent
repacked = runpy.run_path(str(ROOT / "scripts" / "repack"))["repacked"]


def packed(names: list[str], *, moment: int, who: str, mode: int) -> bytes:
    """The same files as another machine packs them."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        for name in names:
            content = f"this is {name}".encode()
            info = tarfile.TarInfo(name)
            info.size, info.mtime, info.uname, info.mode = len(content), moment, who, mode
            archive.addfile(info, io.BytesIO(content))
    return file.getvalue()


def test_the_same_files_are_the_same_bytes_whoever_packs_them() -> None:
    one = packed(["a/b", "a/a"], moment=1_000, who="ana", mode=0o664)
    other = packed(["a/a", "a/b"], moment=2_000, who="ben", mode=0o600)
    assert one != other
    assert repacked(one, 5_000) == repacked(other, 5_000) != repacked(one, 6_000)
    with tarfile.open(fileobj=io.BytesIO(repacked(one, 5_000))) as archive:
        assert archive.getnames() == ["a/a", "a/b"]
        found = archive.extractfile("a/b")
        assert found is not None
        assert found.read() == b"this is a/b"


def test_the_version_stands_in_one_place() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert "version" not in project["project"]
    assert project["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "runewatch.__version__"}
    said = f'"{__version__}"'
    others = [
        path.relative_to(ROOT)
        for top in ("engine", "vision", "device", "runewatch", "web", "docs")
        for path in (ROOT / top).rglob("*.py")
        if said in path.read_text(encoding="utf-8") and path != ROOT / "runewatch" / "__init__.py"
    ]
    assert not others


@pytest.mark.parametrize("name", ["run", "dev", "docs", "train"])
def test_locks_name_no_registry_and_have_hashes(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert "--index" not in text
    assert text.count("==") <= text.count("--hash=sha256:")
