#!/bin/sh
# Somebody new, in a bare Debian: runs there as root, and as root on behalf of a user with sudo. What is said is kept.
# usage: bare.sh HOME [TESTS]   (TESTS=test runs the tests as well; TESTS="tests/engine -k rune" only these)
set -eu
unset ARGS MAKEFLAGS MAKEOVERRIDES MAKELEVEL # of the make that runs the laboratory
home=$1
cd "$home/runewatch"

say() { printf 'bare: %s: %s\n' "$(id -un)" "$*"; }

say "make run, for the first time"
begin=$(date +%s)
make run ARGS=--version
say "took $(($(date +%s) - begin)) s"

say "make run, once more"
begin=$(date +%s%N)
make run ARGS=--version
took=$((($(date +%s%N) - begin) / 1000000))
say "took $took ms"

say "make run, until the page answers"
python3 - <<'PYTHON'
import re, subprocess, sys, urllib.request
process = subprocess.Popen(["make", "run"], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
try:
    for line in process.stdout:
        print("  " + line, end="")
        if found := re.search(r"http://\S+?/(?=sim#)", line):
            with urllib.request.urlopen(found[0], timeout=60) as page:
                sys.exit(0 if b"Runewatch" in page.read() else "the page is another one")
    sys.exit("it ended without an address")
finally:
    process.terminate()
    process.wait(60)
PYTHON

tests=${2:-}
[ "$tests" != test ] || tests=tests
if [ -n "$tests" ]; then
    say "make test ARGS=\"$tests\""
    begin=$(date +%s)
    make test ARGS="$tests"
    say "took $(($(date +%s) - begin)) s"
fi
say "all is well"
