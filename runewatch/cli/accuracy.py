"""The report of ``runewatch read DIR --truth``: how right the readings of a folder of pictures are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Game
from engine.errors import N_
from engine.table import TablePlan
from runewatch.cli.framework import described
from runewatch.cli.reply import Reply
from runewatch.cli.sighting import percent, thing_named
from runewatch.sight.accuracy import Share, Summary, calibration, confusion, summary, sure
from runewatch.sight.scoring import MISPLACED, Answer, Score

GROUNDS = {"mat": N_("On the mat"), "bare": N_("On a bare table")}
CELL = 6
"""Columns of a number in a table."""


@dataclass(frozen=True, slots=True)
class Report:
    """Every picture's score, and how it is told."""

    reply: Reply
    game: Game
    plan: TablePlan
    profile: str
    scores: Sequence[Score]

    def tell(self) -> None:
        if self.reply.as_json:
            self.reply.document(self._plain())
            return
        for ground in dict.fromkeys(score.ground for score in self.scores):
            self._tell_summary(ground, self._summary(ground))
        self._tell_calibration()
        for kind in self._kinds():
            self._tell_confusion(kind)
        self._tell_failures()

    def _summary(self, ground: str) -> Summary:
        return summary([score for score in self.scores if score.ground == ground], self.plan)

    def _kinds(self) -> list[str]:
        return list(dict.fromkeys(one.kind for score in self.scores for one in score.open_board))

    # -- as text --------------------------------------------------------------------------------------

    def _tell_summary(self, ground: str, told: Summary) -> None:
        reply = self.reply
        reply.line(reply.styled(reply.words(GROUNDS.get(ground, ground or N_("Pictures"))), bold=True))
        lines = [(reply.words(label), value) for label, value in self._lines(told)]
        wide = max(len(label) for label, _ in lines)
        for label, value in lines:
            reply.line(f"  {label:<{wide}} {value}")
        reply.line()

    def _lines(self, told: Summary) -> Iterator[tuple[str, str]]:
        yield N_("boards found"), self._of(Share(told.found, told.pictures))
        yield N_("whole boards right"), self._of(told.boards_right)
        yield N_("and all around them"), self._of(told.everything_right)
        yield N_("cells wrong, in plain sight"), self._of(told.cells_wrong)
        for kind, share in told.kinds_wrong.items():
            yield f"  {self._named(kind)}", self._of(share)
        yield N_("standing pieces wrong"), self._of(told.standing_wrong)
        for kind, share in told.around.items():
            imagined = told.imagined.get(kind, 0)
            more = self.reply.words(N_(", imagined: {count}"), count=imagined) if imagined else ""
            yield (
                self.reply.words(N_("{kind} around the board right"), kind=self._named(kind)),
                self._of(share) + more,
            )
        yield N_("direction of the pointer right"), self._of(told.pointing_right)
        yield N_("cells with glare wrong"), self._of(told.glared_wrong)
        yield N_("hidden cells told as hidden"), self._of(told.hidden_told)
        yield N_("hidden cells surely and wrongly answered"), f"{told.hidden_confident:>4}"
        yield N_("cells in plain sight told as hidden"), self._of(told.falsely_hidden)
        if told.turned_right.of:
            yield N_("right way round by itself, without marks"), self._of(told.turned_right)

    def _tell_calibration(self) -> None:
        reply = self.reply
        reply.line(reply.styled(reply.words(N_("Of the answers given as so sure, so many are right")), bold=True))
        steps = calibration(self.scores, self.plan)
        for least, share in steps:
            reply.line(f"  ≥ {percent(reply, least):>7}  {self._of(share)}")
        reply.line(f"  {reply.words(N_('99 % or more:'))} {self._of(sure(steps))}")
        reply.line()

    def _tell_confusion(self, kind: str) -> None:
        """A row for what is true, a column for what was seen; columns are named by the number of their row."""
        found = confusion(self.scores, kind)
        names = list(dict.fromkeys(name for pair in sorted(found) for name in pair))
        wide = max(len(self._named(name)) for name in names) + 4
        self.reply.line(
            self.reply.styled(
                self.reply.words(N_("{kind}: true in rows, seen in columns"), kind=self._named(kind)), bold=True
            )
        )
        self.reply.line(" " * (wide + 2) + "".join(f"{number:>{CELL}}" for number in range(1, len(names) + 1)))
        for number, truth in enumerate(names, 1):
            counts = (found[truth, seen] for seen in names)
            label = f"{number:>2} {self._named(truth)}"
            self.reply.line(f"  {label:<{wide}}" + "".join(f"{count or '·':>{CELL}}" for count in counts))
        self.reply.line()

    def _tell_failures(self) -> None:
        reply = self.reply
        failures = [(score, one) for score in self.scores for one in score.wrong if one.condition == "open"]
        lost = [score for score in self.scores if score.trouble is not None]
        misplaced = [score for score in self.scores if score.off > MISPLACED]
        if not failures and not lost and not misplaced:
            reply.say(N_("Nothing in plain sight was misread."))
            return
        reply.line(reply.styled(reply.words(N_("Failures")), bold=True))
        for score in lost:
            if score.trouble is not None:
                reply.line(f"  {score.path.name}  {reply.words.error(score.trouble)}")
        for score in misplaced:
            told = N_("the board lies {off} cells away from where it was taken to be")
            reply.line(f"  {score.path.name}  {reply.words(told, off=reply.words.decimal(score.off, 2))}")
        for score, one in failures:
            told = reply.words(
                N_("{place}: {truth}, read as {seen} ({sure})"),
                place=one.place,
                truth=self._named(one.truth),
                seen=self._named(one.seen),
                sure=percent(reply, one.surely),
            )
            reply.line(f"  {score.path.name}  {told}")

    def _named(self, name: str) -> str:
        return thing_named(self.reply, self.game, name)

    def _of(self, share: Share) -> str:
        if not share.of:
            return "–"
        return f"{share.count:>4} / {share.of:<5} {self.reply.words.decimal(100 * share.part, 2)} %"

    # -- as plain values --------------------------------------------------------------------------------

    def _plain(self) -> dict[str, Any]:
        steps = calibration(self.scores, self.plan)
        return {
            "game": self.game.name,
            "profile": self.profile,
            "turned_as_told": True,
            "grounds": {
                ground: _plain_summary(self._summary(ground))
                for ground in dict.fromkeys(score.ground for score in self.scores)
            },
            "all": _plain_summary(summary(self.scores, self.plan)),
            "calibration": [{"least": least, "right": share.count, "of": share.of} for least, share in steps],
            "confusion": {
                kind: [
                    {"truth": truth, "seen": seen, "count": count}
                    for (truth, seen), count in sorted(confusion(self.scores, kind).items())
                ]
                for kind in self._kinds()
            },
            "pictures": [self._plain_score(score) for score in self.scores],
        }

    def _plain_score(self, score: Score) -> dict[str, Any]:
        return {
            "picture": score.path.name,
            "ground": score.ground,
            "found": score.how or None,
            "certainty": round(score.certainty, 4),
            "off": round(score.off, 3),
            "turned": 90 * score.quarters,
            "failures": [_plain_answer(one) for one in score.wrong],
            **({"error": described(self.reply.words, score.trouble)} if score.trouble else {}),
        }


def _plain_answer(one: Answer) -> dict[str, Any]:
    return {
        "place": one.place,
        "kind": one.kind,
        "truth": one.truth or None,
        "seen": one.seen or None,
        "sure": round(one.surely, 4),
        "condition": one.condition,
        "said_hidden": one.said_hidden,
    }


def _plain_summary(told: Summary) -> dict[str, Any]:
    shares = {
        name: {"count": value.count, "of": value.of}
        for name in (
            "cells_wrong", "standing_wrong", "boards_right", "everything_right", "pointing_right",
            "glared_wrong", "hidden_told", "falsely_hidden", "turned_right",
        )
        if isinstance(value := getattr(told, name), Share)
    }  # fmt: skip
    return {
        "pictures": told.pictures,
        "found": told.found,
        **shares,
        "kinds_wrong": {kind: {"count": one.count, "of": one.of} for kind, one in told.kinds_wrong.items()},
        "around": {kind: {"count": one.count, "of": one.of} for kind, one in told.around.items()},
        "imagined": dict(told.imagined),
        "hidden_confident": told.hidden_confident,
    }
