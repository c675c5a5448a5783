#!/bin/sh
# In a root that does not run, such as an image for a card: the installer, from an index of wheels and the sources in /lab.
set -eu
apt-get -qq update
DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends systemd make >/dev/null
unit=/etc/systemd/system/runewatch.service
cd /lab
make install
said=$(make install)
echo "$said" | grep -q 'in use already' || { echo "installing again is not quiet: $said" >&2; exit 1; }
systemctl is-enabled runewatch
test "$(runewatch --version)" = "runewatch $(sed -n 's/^__version__ = "\(.*\)"/\1/p' runewatch/__init__.py)"
runewatch best 'spell 2e | v b v N / B B V b / B bM V v / b v . Vm | turn violet | hand 110 | runes 1O 2P' >/dev/null
said=$(systemd-analyze verify "$unit" 2>&1)
[ -z "$said" ] || { echo "systemd-analyze verify: $said" >&2; exit 1; }
systemd-analyze security --offline=yes --threshold=20 --no-pager "$unit" | tail -1
make uninstall PURGE=1
[ ! -e /opt/runewatch ] && [ ! -e "$unit" ] && [ ! -e /var/lib/runewatch ]
echo "IMAGE OK $(uname -m) $(cat /etc/debian_version) $(systemctl --version | head -1)"
