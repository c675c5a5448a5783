#!/bin/sh
# In a root that does not run, at full speed: what the virtual machine then starts with, as a card with an image does.
set -eu
ls -d /opt/venv/lib/python3*/site-packages /opt/stubs >/usr/lib/python3/dist-packages/lab.pth
WHEELS=/lab/wheels /lab/scripts/box install
PYTHONPATH=/lab /opt/runewatch/current/bin/python -B /lab/tests/hwlab/turn.py draw /lab/tables.npy
python=/opt/runewatch/current/bin/python
cp /lab/tests/hwlab/box.toml /var/lib/runewatch/settings.toml
chown runewatch: /var/lib/runewatch/settings.toml
PYTHONPATH=/lab "$python" -B /lab/tests/hwlab/turn.py begin
