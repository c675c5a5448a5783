"""The fixed positions that are measured, always the same."""

PERFT: tuple[tuple[str, int], ...] = (
    (
        "spell 2e deck=advanced | b b v b / . v V b / b Vm N B / V vM v b | turn black | round 4 | runes "
        "1Y 1Z 2X 2Q 3Q 3P 4A 4H | bag rest",
        4,
    ),
    (
        "spell 1e deck=advanced | v v b b / v b b b / v B v v / . Vm NM B | turn black | round 2 | runes "
        "1Y 1Z 2H 2S 3A 3D 4X 4D | bag rest",
        4,
    ),
    (
        "spell 2e asymmetric | b v . V / v v V B / v B NM bm / B B V b | turn black | round 5 | amulets "
        "bilevitagramaton extralimitae | runes 1T 1L 2Q 2V 3M 3D 4C 4X | bag rest",
        3,
    ),
    (
        "spell 1e asymmetric | b BM . V / b N b v / V b B v / Vm b v v | turn black | round 4 | amulets "
        "extralimitae extralimitae | runes 1L 1J 2Q 2W 3C 3M 4O 4X | bag rest",
        3,
    ),
    (
        "spell 2e tournament | V . b v / Vm B v V / V N vM B / B b B B | turn black | round 6 | hands 010"
        " 000 | runes 1Z 1J 2U 2V 3M 3D 4O 4W | bag rest",
        3,
    ),
    (
        "spell 2e solo=normal deck=advanced | b b b v / B BM N Vm / b b v v / v v . v | turn violet | "
        "round 2 | hands 000 010 | runes 1H 1T 2H 2Q 3A 3P 4X 4Q | bag rest",
        3,
    ),
    (
        "spell 2e | b v v b / b v b . / v b v b / v BM N Vm | turn black | hands 011 000 | runes 1S 1Z 2P"
        " 2Q 3R 3C 4X 4T | bag rest",
        3,
    ),
    (
        "spell 1e | vm b v v / v V B b / B b bM v / . N v B | turn black | round 3 | hands 002 000 | "
        "runes 1I 1S 2W 2F 3R 3L 4T 4W | bag rest",
        3,
    ),
    (
        "spell 2e asymmetric | V B b b / v vm b . / V Vm vM v / N b B B | turn black | round 4 | points 0"
        " 1 | amulets bilevitagramaton doppelganger | runes 1O 1S 2P 2F 3D 3L 4C 4W | bag 1I 1Z 1L 1J 2Q "
        "2U 2V 2W 2X 3R 3C 3W 3M 4R 4O 4X 4T",
        3,
    ),
    (
        "spell 1e asymmetric deck=advanced | b b BM b / v v N vm / b B Vm v / V . v b | turn black | "
        "round 4 | amulets extralimitae doppelganger | runes 1S 1Z 2X 2D 3X 3P 4H 4Q | bag rest",
        3,
    ),
    (
        "spell 2e tournament | B BM v N / V Vm v b / V b v V / B . b B | turn black | round 3 | hands 001"
        " 000 | runes 1S 1Z 2U 2W 3R 3C 4C 4W | bag rest",
        3,
    ),
    (
        "spell 2e solo=normal deck=advanced | b B . V / B BM b Vm / N b b V / v v v v | turn violet | "
        "round 3 | hands 000 001 | runes 1Z 1D 2A 2B 3P 3D 4H 4S | bag rest",
        3,
    ),
    (
        "spell 2e deck=advanced | v b Vm v / v b N v / . b BM b / v v b b | turn black | runes 1A 1T 2A "
        "2Q 3X 3P 4X 4H | bag rest",
        4,
    ),
    (
        "spell 1e | b v . v / V N b v / BM B v b / V b Vm b | turn black | round 5 | runes 1L 1J 2V 2F 3C"
        " 3W 4C 4X | bag rest",
        4,
    ),
    (
        "spell 2e asymmetric deck=advanced | v B BM v / b Vm N B / B bM V V / v b v . | turn black | "
        "round 5 | amulets doppelganger extralimitae | runes 1Y 1Z 2H 2D 3Q 3P 4H 4S | bag rest",
        4,
    ),
    (
        "spell 1e asymmetric deck=advanced | . v b b / v B bM N / Vm b v b / bm v v v | turn black | "
        "round 5 | amulets trielementaris doppelganger | runes 1S 1D 2X 2Q 3H 3Q 4A 4H | bag rest",
        4,
    ),
    (
        "spell 2e tournament deck=advanced | b v Vm V / b V V N / B V BM B / v B . b | turn black | round"
        " 6 | hands 001 000 | runes 1Y 1D 2X 2S 3X 3P 4A 4D | bag rest",
        3,
    ),
    (
        "spell 2e solo=normal deck=advanced | B b b b / BM Nm v V / b b v v / v v . v | turn violet | "
        "round 2 | hands 000 010 | runes 1Y 1D 2A 2S 3Q 3P 4H 4Q | bag rest",
        3,
    ),
    (
        "spell 2e | . vM V B / V Vm B N / b v B v / b v B b | turn black | round 5 | hands 200 000 | "
        "runes 1S 1L 2P 2U 3R 3L 4X 4T | bag rest",
        3,
    ),
    (
        "spell 1e deck=advanced | b Vm b v / . v v N / b B BM V / v b v b | turn black | round 3 | hands "
        "110 000 | runes 1Y 1Z 2H 2Q 3X 3D 4X 4Q | bag rest",
        3,
    ),
)
"""A position and how deep to go; from random play in every mode."""

TWO_CARDS: tuple[str, ...] = (
    "spell 2e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 110",
    "spell 2e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 101",
    "spell 2e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 011",
    "spell 2e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 200",
    "spell 1e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 110",
    "spell 1e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 101",
    "spell 1e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 200",
)
"""The same table with two spell cards of different levels in hand."""
