#!/bin/sh
# In a Debian 12 root: what picamera2 brings for numpy 1, beside our lock; and that numpy 2 would break it.
set -eu
system="python3 -m pip -q install --root-user-action=ignore --break-system-packages --no-deps"
lock="install --root-user-action=ignore --no-build-isolation --use-pep517 --require-hashes"
python3 -m pip -q wheel --no-deps --no-build-isolation --wheel-dir /opt/built pidng==4.0.9 # against apt's numpy 1.24
$system /opt/built/pidng-*.whl simplejpeg==1.7.2 picamera2==0.3.31 av videodev2 libarchive-c
python3 -c 'import numpy; assert numpy.__version__.startswith("1.24"), numpy.__version__'

rm -rf /opt/venv /opt/two
python3 -m venv --system-site-packages /opt/venv
/opt/venv/bin/pip -q $lock --requirement /lab/requirements/run.lock
PYTHONPATH=/lab /opt/venv/bin/python /lab/tests/hwlab/together.py

python3 -m venv --system-site-packages /opt/two
/opt/two/bin/pip -q install 'numpy>=2,<2.4' 'opencv-python-headless>=4.12,<5'
if said=$(/opt/two/bin/python -c 'import simplejpeg' 2>&1); then
    echo "numpy 2 no longer breaks simplejpeg: the pin below numpy 2 may go" >&2
    exit 1
fi
echo "as expected, with OpenCV 4.12 and numpy 2: $(echo "$said" | tail -1)"
