"""Who may change things over the network: a pairing code for people, tokens for scripts, a secret for signatures.

All of it lies in the data folder, readable by its owner only.

Not here: HTTP; who sent what, and how often, is watched over in ``web.security``.
"""

from runewatch.pairing.code import PairingCode
from runewatch.pairing.ended import EndedSessions
from runewatch.pairing.keeping import PairingError, secret
from runewatch.pairing.tokens import Token, Tokens

__all__ = ["EndedSessions", "PairingCode", "PairingError", "Token", "Tokens", "secret"]
