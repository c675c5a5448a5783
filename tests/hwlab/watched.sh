#!/bin/sh
# In the root that prepare.sh made, at full speed: the match whose pictures the virtual machine's camera took.
set -eu
PYTHONPATH=/lab RUNEWATCH_DATA=/var/lib/runewatch exec \
    /opt/runewatch/current/bin/python -B /lab/tests/hwlab/match.py referee /lab/taken.npy
