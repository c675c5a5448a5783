"""The pictures of pictures.txt: for each rule a camera can see, a table that keeps it and one that does not."""

from __future__ import annotations

import pytest

from tests.engine.spell.casebook import RULES
from tests.engine.spell.pictures import Picture, check, pictures, read_pictures

PICTURES = pictures()

FREEDOMS_SHOWN = {
    "spell.mage.flip.any-colour": "what it forbids, spell.mage.flip.orthogonal says",
    "spell.active.own-mage": "a claim that lacks it breaks spell.active.own-face",
    "spell.active.own-elemental": "a claim that lacks it breaks spell.active.own-face",
    "spell.active.special": "a claim that lacks it breaks spell.rune.pattern",
    "spell.amulet.doppel.both-count": "a claim that lacks it breaks spell.active.own-face",
    "spell.rune.rotation": "a freedom",
    "spell.rune.anywhere": "a freedom",
    "spell.rune.contained": "a freedom",
    "spell.rune.reuse-tiles": "a freedom",
    "spell.rune.pile-empty": "a freedom",
}
"""Rules that a picture can only show as kept."""

NOT_SHOWN = {
    "spell.mage.flip.not-neutral": "both sides of the neutral tile look alike",
    "spell.amulet.bilev.marker": "amulets are not read",
}

SEEN = [rule.name for rule in RULES.values() if rule.evidence in ("F", "T") and rule.name not in NOT_SHOWN]


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_picture(picture: Picture) -> None:
    check(picture)


@pytest.mark.parametrize("rule", SEEN)
def test_every_rule_that_can_be_seen_has_its_pictures(rule: str) -> None:
    own = [picture for picture in PICTURES if picture.rule == rule]
    assert any(picture.is_legal for picture in own), "no picture where it is kept"
    assert rule in FREEDOMS_SHOWN or any(rule in picture.cited for picture in own), "no picture where it is broken"


def test_every_picture_is_about_a_rule_of_its_edition() -> None:
    for picture in PICTURES:
        assert RULES[picture.rule].edition in ("both", picture.head.split()[0])


def test_a_block_is_read_once_for_each_head() -> None:
    text = "spell.inv.tiles [both asymmetric]\n# a remark\ngiven x | turn violet\ntable y\nthen legal\n"
    assert [picture.head for picture in read_pictures(text)] == ["1e asymmetric", "2e asymmetric"]
