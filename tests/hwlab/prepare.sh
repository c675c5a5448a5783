#!/bin/sh
# In a root that does not run, at full speed: what the virtual machine then starts with, as a card with an image does.
set -eu
ls -d /opt/venv/lib/python3*/site-packages /opt/stubs >/usr/lib/python3/dist-packages/lab.pth
WHEELS=/lab/wheels /lab/scripts/box install
PYTHONPATH=/lab /opt/runewatch/current/bin/python -B /lab/tests/hwlab/turn.py draw /lab/tables.npy
PYTHONPATH=/lab RUNEWATCH_DATA=/var/lib/runewatch \
    /opt/runewatch/current/bin/python -B /lab/tests/hwlab/match.py draw /lab/drawn.npy
# a set as people teach one, from two photos: the printed one, with its two dozen, takes the emulated machine too long
cd /tmp
runewatch simulate --size 1280x720 --truth 'spell 2e | V b v Vm / b N B v / v V bM b / B v b . | turn violet | bag rest' a.png
runewatch simulate --size 1280x720 --truth --light lamp --turn 180 \
    'spell 2e | b v B . / Vm v b V / N b v v / b BM v b | turn violet | bag rest' b.png
runewatch teach --truth --game spell --profile lab a.png b.png
python=/opt/runewatch/current/bin/python
cp /lab/tests/hwlab/box.toml /var/lib/runewatch/settings.toml
chown runewatch: /var/lib/runewatch/settings.toml
PYTHONPATH=/lab "$python" -B /lab/tests/hwlab/turn.py begin
