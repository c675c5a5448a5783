"""``runewatch pair`` and ``runewatch token``, and what is kept for them."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from runewatch.cli.app import app
from runewatch.pairing import PairingCode, PairingError, Tokens, secret
from runewatch.pairing.code import MOST_FAILURES

SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path))
    return tmp_path


def told(*args: str, status: int = 0) -> str:
    result = CliRunner().invoke(app, args, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result.output


def document(*args: str) -> Any:
    found = json.loads(told(*args, "--json"))
    Draft202012Validator({**SCHEMA, "$ref": f"#/$defs/{args[0]}"}).validate(found)
    return found


def test_the_code_stays_until_another_is_wished(data: Path) -> None:
    code = document("pair")["code"]
    assert told("pair") == f"{code[:3]} {code[3:]}\n"
    number = PairingCode(data).number
    assert document("pair", "--new")["code"] == PairingCode(data).code
    assert PairingCode(data).number == number, "who is paired stays so"
    told("pair", "--forget")
    assert PairingCode(data).number == number + 1
    assert "not both" in told("pair", "--forget", "--new", status=2)


def test_a_running_box_hears_of_a_new_code(data: Path) -> None:
    running = PairingCode(data)
    before = running.code
    after = PairingCode(data).renew()
    assert running.code == after
    assert running.is_right(f" {after[:3]}-{after[3:]} ")
    assert before == after or not running.is_right(before)


def test_after_many_wrong_codes_there_is_another(data: Path) -> None:
    kept = PairingCode(data)
    codes = {kept.code}
    for _ in range(3 * MOST_FAILURES):
        assert not kept.is_right("not it")
        codes.add(kept.code)
    assert len(codes) > 1


@pytest.mark.parametrize("spoilt", ["", "{", "[]", '{"code": 5}', '{"code": "12x456", "number": 1}', "\x00"])
def test_a_spoilt_file_is_made_anew(data: Path, spoilt: str) -> None:
    (data / "access").mkdir()
    (data / "access" / "code").write_text(spoilt)
    (data / "access" / "secret").write_text(spoilt)
    (data / "access" / "tokens").write_text(spoilt)
    assert len(PairingCode(data).code) == 6
    assert len(secret(data)) == 64
    assert Tokens(data).all() == ()


def test_what_is_kept_is_for_its_owner_only(data: Path) -> None:
    told("pair")
    told("token", "new", "board")
    assert secret(data) == secret(data)
    kept = list((data / "access").iterdir())
    assert len(kept) == 3
    assert all(path.stat().st_mode & 0o077 == 0 for path in kept)


def test_a_token_is_told_once_and_can_be_revoked(data: Path) -> None:
    token = document("token", "new", "score board")["token"]
    assert Tokens(data).knows(token)
    assert token not in (data / "access" / "tokens").read_text()
    assert [one["name"] for one in document("token", "list")["tokens"]] == ["score board"]
    assert "score board" in told("token", "list")
    assert "already" in told("token", "new", "score board", status=2)
    document("token", "revoke", "score board")
    assert not Tokens(data).knows(token)
    assert "there is no token" in told("token", "revoke", "score board", status=2)
    assert "no tokens" in told("token", "list")


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb"])
def test_a_token_needs_a_name(data: Path, name: str) -> None:
    with pytest.raises(PairingError, match="a token needs a name"):
        Tokens(data).new(name, 0)


def test_a_folder_that_cannot_be_written_is_said(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "access").write_text("in the way")
    assert "cannot be kept" in told("pair", status=2)
