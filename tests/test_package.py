"""What is installed is whole: every file of data that the packages hold is in the wheel too."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "vision", "device", "runewatch", "web")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.egg-info")


def test_the_wheel_holds_every_file_of_the_packages(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for name in PACKAGES:
        shutil.copytree(ROOT / name, copy / name, ignore=LEFT_OUT)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    wheel = [sys.executable, "-m", "pip", "-qq", "wheel", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*wheel, "--wheel-dir", str(tmp_path), str(copy)], check=True, timeout=300)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as found:
        packed = {name for name in found.namelist() if name.split("/")[0] in PACKAGES}
    kept = {
        str(path.relative_to(copy))
        for name in PACKAGES
        for path in (copy / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert packed == kept
