#!/bin/sh
# The installed Runewatch: with sudo it works on the matches and settings of the box, otherwise on yours.
program=/opt/runewatch/current/bin/runewatch
case $(id -un) in
root) exec setpriv --reuid=runewatch --regid=runewatch --init-groups -- "$0" "$@" ;;
runewatch) export HOME=/var/lib/runewatch RUNEWATCH_CONFIG=/var/lib/runewatch RUNEWATCH_DATA=/var/lib/runewatch LG_WD=/tmp ;;
esac
exec "$program" "$@"
