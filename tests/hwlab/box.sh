#!/bin/sh
# In the lab's virtual machine: the service as it is installed on a Pi, from the sources in /lab and wheels alone.
set -eu
# the lab keeps picamera2 and lgpio in an environment of its own; apt would put them where system site packages are
ls -d /opt/venv/lib/python3*/site-packages /opt/stubs >/usr/lib/python3/dist-packages/lab.pth
# The library of the pins asks for the board's revision; a Pi tells it. An emulated processor is at its slowest with
# the widest instructions, and with threads that wait for each other.
mkdir -p /etc/systemd/system/runewatch.service.d
cat >/etc/systemd/system/runewatch.service.d/lab.conf <<END
[Service]
Environment=RPI_LGPIO_REVISION=$RPI_LGPIO_REVISION RPI_LGPIO_CHIP=$RPI_LGPIO_CHIP LIBCAMERA_LOG_LEVELS=*:ERROR
Environment=OPENCV_FOR_THREADS_NUM=1 OPENCV_CPU_DISABLE=AVX,FP16,AVX2,AVX512-SKX
END
PYTHONPATH=/lab exec /usr/bin/python3 -B /lab/tests/hwlab/box.py "$@"
