#!/bin/sh
# In the lab's virtual machine: the service starts with the machine, as it was installed by prepare.sh, and referees a turn.
set -eu
cp -r /lab/above/etc/. /etc
cp -r /lab/above/usr/local/. /usr/local
cp /lab/above/usr/lib/python3/dist-packages/lab.pth /usr/lib/python3/dist-packages
cp -r /lab/above/var/lib/runewatch /var/lib
mkdir /opt/runewatch
mount --bind /lab/above/opt/runewatch /opt/runewatch
# The library of the pins asks for the board's revision; a Pi tells it. An emulated processor is at its slowest with
# the widest instructions, and with threads that wait for each other; and much slower than any Pi.
mkdir -p /etc/systemd/system/runewatch.service.d
cat >/etc/systemd/system/runewatch.service.d/lab.conf <<END
[Service]
Environment=RPI_LGPIO_REVISION=$RPI_LGPIO_REVISION RPI_LGPIO_CHIP=$RPI_LGPIO_CHIP LIBCAMERA_LOG_LEVELS=*:ERROR
Environment=OPENCV_FOR_THREADS_NUM=1 OPENCV_CPU_DISABLE=AVX,FP16,AVX2,AVX512-SKX
TimeoutStartSec=40min
WatchdogSec=10min
END
systemd-sysusers /etc/sysusers.d/runewatch.conf
chown -R runewatch: /var/lib/runewatch
systemctl daemon-reload
udevadm control --reload
udevadm trigger --subsystem-match=gpio --subsystem-match=dma_heap
udevadm settle
export PYTHONPATH=/lab
for step in ${STEPS:-show try referee}; do
    case $step in
    show) /opt/venv/bin/python -B -u /lab/tests/hwlab/match.py show /lab/drawn.npy /lab/taken.npy ;;
    *) /opt/venv/bin/python -B -u /lab/tests/hwlab/turn.py "$step" ;;
    esac
done
