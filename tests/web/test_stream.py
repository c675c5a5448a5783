"""The stream of moments: whole first, then what changes; whoever does not read is let go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from engine.words import Words
from runewatch.referee import requests as ask
from tests.web.conftest import Browser
from tests.web.hosting import Table
from web import stream as streams
from web.stream import Stream, TooManyStreamsError


@pytest.fixture
def stream(app: Flask) -> Stream:
    found: Stream = app.extensions["stream"]
    return found


def heard(pieces: Iterator[bytes]) -> tuple[str, str, Any]:
    """The next event: its kind, its id, and what it tells."""
    for piece in pieces:
        assert b": alive" not in piece, "nothing came for long"
        for event in piece.decode().split("\n\n"):
            lines = dict(line.split(": ", 1) for line in event.splitlines() if not line.startswith(":"))
            if "event" in lines:
                return lines["event"], lines["id"], json.loads(lines["data"])
    raise AssertionError("the stream has ended")


def test_first_the_whole_then_what_changes(table: Table, stream: Stream) -> None:
    table.begin()
    pieces = stream.listen(Words())
    kind, id_, told = heard(pieces)
    assert (kind, told["now"]["stage"]) == ("whole", "playing")
    table.ask(ask.Pause())
    kind, after, parts = heard(pieces)
    assert kind == "parts"
    assert after != id_
    assert "turn" in parts["now"]
    assert "board" not in parts["now"], "nothing was moved"


def test_parts_make_up_the_whole(table: Table, stream: Stream) -> None:
    table.begin()
    pieces = stream.listen(Words())
    now: dict[str, Any] = {}
    for text in ("flip c2", "move c3"):
        table.ask(ask.Say(text))
    wanted = table.host.moment.number
    while now.get("id") != wanted:
        kind, _, told = heard(pieces)
        now = told["now"] if kind == "whole" else {**now, **told["now"]}
    assert now == stream.whole(Words())["now"]


def test_each_hears_it_in_their_language(table: Table, stream: Stream) -> None:
    table.begin()
    english, french = stream.listen(Words("en")), stream.listen(Words("fr"))
    said = [heard(pieces)[2]["now"]["turn"]["waits"] for pieces in (english, french)]
    assert said[0] != said[1]


def test_whoever_has_heard_it_all_hears_nothing_twice(table: Table, stream: Stream) -> None:
    table.begin()
    _, id_, _ = heard(stream.listen(Words()))
    again = stream.listen(Words(), last_id=id_)
    assert b"event:" not in next(again)
    other = stream.listen(Words(), last_id="0000-1")
    assert heard(other)[0] == "whole", "of another run of the program"


def test_what_the_page_came_with_is_not_told_again(table: Table, watcher: Browser, stream: Stream) -> None:
    table.begin()
    last = stream.whole(Words())["last"]
    answer = watcher.get(f"/events?last={last}", buffered=False)
    assert b"event:" not in next(answer.response)
    answer.close()
    table.ask(ask.Pause())
    answer = watcher.get(f"/events?last={last}", buffered=False)
    assert heard(answer.response)[0] == "whole", "something happened between the page and its stream"
    answer.close()


def test_whoever_does_not_read_is_let_go(table: Table, stream: Stream) -> None:
    table.begin()
    pieces = stream.listen(Words())
    assert stream.count == 1
    for _ in range(streams.WAITING + 1):
        pieces.hear(b"more")
    assert list(pieces) == []
    assert stream.count == 0


def test_whoever_goes_before_anything_is_sent_is_not_counted(
    table: Table, watcher: Browser, stream: Stream
) -> None:
    answer = watcher.client.get("/api/v1/events", buffered=False)
    assert stream.count == 1
    answer.close()
    assert stream.count == 0


def test_a_sign_of_life_is_sent(table: Table, stream: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.01)
    pieces = stream.listen(Words())
    next(pieces)
    assert next(pieces) == b": alive\n\n"


def test_a_stream_does_not_last_for_ever(table: Table, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    stream = Stream(table.host, app.extensions["snapshots"], lambda: now[0])
    pieces = stream.listen(Words())
    next(pieces)
    now[0] = streams.LONGEST + 1
    assert list(pieces) == []
    assert stream.count == 0


def test_nobody_keeps_all_others_from_watching(table: Table, stream: Stream) -> None:
    for _ in range(streams.MOST_OF_ONE):
        stream.listen(Words(), address="10.0.0.9")
    with pytest.raises(TooManyStreamsError):
        stream.listen(Words(), address="10.0.0.9")
    stream.listen(Words(), address="10.0.0.8")
    stream.listen(Words(), address="127.0.0.1")


def test_there_are_only_so_many(table: Table, stream: Stream, watcher: Browser) -> None:
    held = [stream.listen(Words()) for _ in range(streams.MOST_STREAMS)]
    for pieces in held:
        next(pieces)
    with pytest.raises(TooManyStreamsError):
        stream.listen(Words())
    assert watcher.get("/events").status_code == 503
    assert watcher.get("/now").status_code == 200
    held[0].close()
    next(stream.listen(Words()))


def test_when_it_is_closed_everybody_goes(table: Table, stream: Stream) -> None:
    pieces = stream.listen(Words())
    next(pieces)
    stream.close()
    assert [piece for piece in pieces if piece] == []


def test_it_is_sent_as_a_stream(table: Table, watcher: Browser) -> None:
    answer = watcher.client.get("/api/v1/events", buffered=False)
    assert answer.content_type.startswith("text/event-stream")
    assert answer.headers["Cache-Control"] == "no-store"
    first: Any = next(iter(answer.response))
    assert first.startswith(b"retry: ")
    answer.close()
