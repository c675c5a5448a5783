"""The words of the spell language, in English and in French: phrases here, terms of the grammar there.

A book is in one language, told by its first word. Phrases may mean several terms; the grammar knows which one
is awaited.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from engine.errors import N_

ENGLISH: Final = "en"
FRENCH: Final = "fr"

_PHRASES: Final[Mapping[str, tuple[str, str]]] = {
    # what a line begins with
    "move": ("move, moves, turn, turns, send, sends",
             "déplacer, déplacez, déplace, tourner, tournez, envoyer, envoyez"),
    "place": ("place, places, set, sets", "placer, placez, place, mettre, mettez"),
    "swap": ("swap, swaps, exchange", "échanger, échangez, échange, intervertir, intervertissez"),
    "push": ("push, pushes", "pousser, poussez, pousse, repousser, repoussez"),
    "needs": ("needs, need, requires", "exige, requiert, il faut, faut"),
    "let": ("let", "soit"),
    "choose": ("choose, pick", "choisir, choisissez, choisis"),
    "if": ("if", "si"),
    "otherwise": ("otherwise, else", "sinon"),
    "meeting": ("where two meet, when two meet", "en cas de rencontre, si deux se rencontrent"),
    "reading": ("reading", "lecture"),
    # whose, and which
    "mine": ("my", "mon, ma, mes"),
    "theirs": ("their, opposing, the opponent's, opponent's", "adverse, adverses"),
    "both": ("both masters', both masters, everybody's", "des deux maîtres, deux maîtres"),
    "fire": ("fire, fires", "feu, feux"),
    "air": ("air, airs", "air, airs"),
    "water": ("water, waters", "eau, eaux"),
    "earth": ("earth, earths", "terre, terres"),
    "gems": ("gems, gem", "gemmes, gemme"),
    "and": ("and", "et"),
    "or": ("or", "ou"),
    # where
    "on": ("on, in, at", "sur, dans, à, au, aux, en"),
    "off": ("off, outside, not on, not in", "hors, pas sur, pas dans, pas au"),
    "points": ("points, point", "points, point"),
    "outer arc": ("outer arc", "arc extérieur"),
    "middle arc": ("middle arc", "arc médian"),
    "inner arc": ("inner arc", "arc intérieur"),
    "front": ("front", "front"),
    "guard": ("guard", "garde"),
    "river": ("river", "rivière"),
    "axis": ("axis", "axe"),
    "left": ("left", "gauche"),
    "right": ("right", "droite"),
    "angles": ("angles, angle, corners, corner", "angles, angle, coins, coin"),
    "intersections": ("intersections, intersection", "intersections, intersection"),
    "crossroads": ("crossroads", "carrefours, carrefour"),
    # how gems travel
    "clockwise": ("clockwise", "sens horaire, dans le sens horaire"),
    "counterclockwise": ("counterclockwise, anticlockwise, counter-clockwise",
                         "sens antihoraire, dans le sens antihoraire, sens inverse"),
    "by": ("by", "de"),
    "inward": ("inward, inwards", "vers l'intérieur"),
    "outward": ("outward, outwards", "vers l'extérieur"),
    "through the centre": ("through the centre, through the center", "à travers le centre, par le centre"),
    "across the axis": ("across the axis", "à travers l'axe, par-dessus l'axe"),
    "across the river": ("across the river", "à travers la rivière, par-dessus la rivière"),
    "next number": ("next number, next numbers, to the next number",
                    "numéro suivant, au numéro suivant, numéros suivants"),
    "previous number": ("previous number, previous numbers, to the previous number",
                        "numéro précédent, au numéro précédent, numéros précédents"),
    "toward me": ("toward me, towards me", "vers moi"),
    "toward the opponent": ("toward the opponent, towards the opponent", "vers l'adversaire"),
    "to the river beside": ("to the river beside", "à la rivière voisine"),
    "neighbours": ("neighbours, neighbors, to a neighbour", "voisins, voisin, à un voisin"),
    "diagonal": ("diagonal", "diagonale"),
    "then": ("then", "puis"),
    "from": ("from", "depuis"),
    "to": ("to, onto", "à, au, vers"),
    "in order": ("in order, in this order", "dans l'ordre, dans cet ordre"),
    "with": ("with", "avec"),
    "away from": ("away from", "loin"),
    "be": ("be, is, =", "=, est"),
    "among": ("among", "parmi"),
    # how many
    "0": ("no, none", "aucun, aucune"),
    "1": ("one, only one, a single", "un, une, un seul, une seule"),
    "2": ("two", "deux"),
    "3": ("three", "trois"),
    "4": ("four", "quatre"),
    "5": ("five", "cinq"),
    "6": ("six", "six"),
    "exactly": ("exactly", "exactement"),
    "at least": ("at least", "au moins"),
    "at most": ("at most", "au plus"),
    "as many": ("as many", "autant"),
    "as": ("as", "que"),
    # who decides
    "choice": ("my choice, as i choose", "à mon choix, mon choix"),
    "mine stays": ("mine stays", "la mienne reste, mienne reste"),
    "theirs stays": ("theirs stays", "la leur reste, leur reste"),
    "even at rest": ("even at rest", "même au repos"),
    "hemmed rest": ("hemmed in stays, unless hemmed in", "sauf encerclée, encerclée reste"),
}  # fmt: skip
"""Term -> its phrases in English and in French, parted by commas."""

_NOISE: Final = {
    ENGLISH: "the of all every each that are stands standing stand which",
    FRENCH: "le la les l' de du des d' tout toute tous toutes chaque qui sont se",
}
"""Words that help reading and change nothing. Texts that name no owner say "all" as well."""

_HEADS: Final[Mapping[str, tuple[str, str]]] = {
    "book": ("book", "livre"),
    "author": ("author", "auteur"),
    "origin": ("origin", "origine"),
    "licence": ("licence", "licence"),
    "spell": ("spell", "sort"),
    "note": ("note", "note"),
}
"""What stands before a colon at the beginning of a line."""

FORBIDDEN: Final[Mapping[str, tuple[str, str]]] = {
    "spellbook.design.no-removal": (
        "remove removes destroy destroys kill capture captures take takes discard",
        "retirer retirez retire détruire détruisez détruit capturer capturez prendre prenez ôter ôtez éliminer",
    ),
    "spellbook.design.positions-only": (
        "reserve bring brings add adds create creates summon summons transform become becomes draw",
        "réserve apporter apportez ajouter ajoutez créer créez invoquer transformer devient deviennent",
    ),
    "spellbook.design.instant": (
        "until during later lasts lasting rounds always tomorrow afterwards",
        "jusqu'à pendant durant ensuite durable manches toujours désormais",
    ),
}
"""Words of spells that the rules do not allow, by the rule that forbids them."""

EXAMPLES: Final[Mapping[str, tuple[str, str]]] = {
    "move": ("move my fire clockwise by 1", "tourner mon feu dans le sens horaire de 1"),
    "way": ("move all water across the axis", "déplacer toute eau à travers l'axe"),
    "gems": ("my fire and air on the outer arc", "mon feu et mon air sur l'arc extérieur"),
    "zone": ("my earth on the angles of the guard", "ma terre sur les angles de la garde"),
    "pairs": ("move all gems from 12 to 11, 16 to 9", "déplacer toutes les gemmes depuis 12 à 11, 16 à 9"),
    "place": ("place my air on 11, 12, 13", "placer mon air sur 11, 12, 13"),
    "cases": ("place my earth: one on 2, two on 1, 3", "placer ma terre: une sur 2, deux sur 1, 3"),
    "swap": ("swap my water with my fire", "échanger mon eau avec mon feu"),
    "push": ("push their gems away from my fire", "pousser les gemmes adverses loin de mon feu"),
    "needs": ("needs three of my air", "il faut trois de mes airs"),
    "as many": ("needs as many of my water as of my fire", "il faut autant de mon eau que de mon feu"),
    "let": ("let a be my fire on the angles", "soit a = mon feu sur les angles"),
    "choose": ("choose a among my earth on points 13, 15", "choisir a parmi ma terre sur les points 13, 15"),
    "if": ("if my earth on point 14: place my fire on 15, 22, 13",
           "si ma terre au point 14: placer mon feu sur 15, 22, 13"),
    "meeting": ("where two meet, mine stays", "en cas de rencontre, la mienne reste"),
    "spell": ("spell: Sky Fire", "sort: Feu du ciel"),
    "book": ("book: Storms", "livre: Tempêtes"),
    "reading": ("reading turn-distance two", "lecture turn-distance two"),
}  # fmt: skip
"""What a part of a text looks like when it is right; every refusal shows one."""

WHATS: Final[Mapping[str, str]] = {
    "move": N_("what happens"),
    "way": N_("where the gems go"),
    "gems": N_("which gems"),
    "zone": N_("a zone or points of the board"),
    "pairs": N_("two points"),
    "place": N_("points of the board"),
    "cases": N_("points for each number of gems"),
    "swap": N_("two groups of gems"),
    "push": N_("which gems are pushed away from which"),
    "needs": N_("how many gems are needed"),
    "as many": N_("two groups of gems to compare"),
    "let": N_("a letter and the gem it stands for"),
    "choose": N_("a letter and the gems to choose from"),
    "if": N_("a condition, a colon and what happens then"),
    "meeting": N_("who stays where two gems meet"),
    "spell": N_("the beginning of a spell"),
    "book": N_("the beginning of a book"),
    "reading": N_("an option of the table and one of its values"),
}
"""What was awaited, for people."""


class Vocabulary(NamedTuple):
    """The words of one language."""

    language: str
    phrases: Mapping[tuple[str, ...], frozenset[str]]
    longest: int
    noise: frozenset[str]
    heads: Mapping[str, str]
    forbidden: Mapping[str, str]
    examples: Mapping[str, str]
    words: tuple[str, ...]
    """Every single word, to find the nearest."""

    def phrase(self, term: str) -> str:
        """The plainest way to say a term, for lists of what was possible."""
        side = 1 if self.language == FRENCH else 0
        return _PHRASES[term][side].split(",")[0].strip()


def split(phrase: str) -> tuple[str, ...]:
    """The words of a phrase; l' and d' are words of their own."""
    return tuple(phrase.replace("l'", "l' ").replace("d'", "d' ").split())


@cache
def vocabulary(language: str) -> Vocabulary:
    side = 1 if language == FRENCH else 0
    noise = frozenset(_NOISE[language].split())
    phrases: dict[tuple[str, ...], set[str]] = {}
    for term, both in _PHRASES.items():
        for phrase in both[side].split(","):
            phrases.setdefault(tuple(word for word in split(phrase) if word not in noise), set()).add(term)
    plain = {word for words in phrases for word in words} | {word for word in noise if len(word) > 2}
    return Vocabulary(
        language,
        {words: frozenset(terms) for words, terms in phrases.items()},
        max(map(len, phrases)),
        noise,
        {both[side]: head for head, both in _HEADS.items()},
        {word: rule for rule, both in FORBIDDEN.items() for word in both[side].split()},
        {part: both[side] for part, both in EXAMPLES.items()},
        tuple(sorted(plain)),
    )


def language_of(head: str) -> str:
    """The language whose books begin like this; nothing if none do."""
    return next((lang for side, lang in enumerate((ENGLISH, FRENCH)) if _HEADS["book"][side] == head), "")
