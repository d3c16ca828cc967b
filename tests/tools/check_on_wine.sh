#!/usr/bin/env bash
# Runs the Windows program under Wine, and compares what it writes with what the program of this system writes.
#
#   check_on_wine.sh pegfont.exe pegfont
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
windows=$(realpath "$1")
native=$(realpath "$2")

work=$(mktemp -d)
trap 'wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT
export WINEPREFIX="$work/prefix" WINEDEBUG=-all

# The name has a space, as folders of Windows often do.
mkdir "$work/of windows" "$work/native" "$work/of windows/sub" "$work/native/sub"
cp "$windows" "$work/of windows/pegfont.exe"
x86_64-w64-mingw32-gcc -shared -o "$work/of windows/bcryptprimitives.dll" "$here/bcryptprimitives.c" -ladvapi32

failures=0
fail() {
    echo "FAILED: $*" >&2
    failures=$((failures + 1))
}

on_wine() { (cd "$work/of windows" && wine ./pegfont.exe "$@"); }

# same FILE ARGUMENTS...: both programs write the same bytes into the file.
same() {
    local file=$1
    shift
    on_wine "$@" >/dev/null || fail "$*: it ended with $?"
    (cd "$work/native" && "$native" "${@//\\//}" >/dev/null)
    cmp "$work/of windows/$file" "$work/native/$file" || fail "$*: other bytes than here"
}

# refused WORDS ARGUMENTS...: the program ends with 1 or 2, says these words, and writes no file.
refused() {
    local words=$1 code=0 said
    shift
    said=$(on_wine "$@" 2>&1) || code=$?
    if [ "$code" != 1 ] && [ "$code" != 2 ]; then fail "$*: it ended with $code"; fi
    grep -q -- "$words" <<<"$said" || fail "$*: it said $said"
}

same hello.gif render HELLO -o hello.gif
same hello.svg render HELLO -o hello.svg
same hello.png render HELLO -o hello.png
same sub/nested.gif render HI -o 'sub\nested.gif'
same 'with a space.gif' render HI -o 'with a space.gif'
same font.ttf font export --only ABC -o font.ttf
same sheet.pdf sheet PEG -o sheet.pdf
same pins.toml find L --pin 1 pins.toml
same small.table solve --board 4x4 -o small.table

on_wine render A -o 'C:\x.svg' || fail "a path with a drive"
[ -s "$WINEPREFIX/drive_c/x.svg" ] || fail "a path with a drive: there is no file"

refused 'error: ' render HELLO -o hello.xyz
refused 'error: ' find A --board englisch
for name in con nul.gif a:b.gif 'sub\aux.gif'; do
    refused 'error: ' render A -o "$name" --format gif
done

if [ "$failures" -gt 0 ]; then exit 1; fi
echo "the program for Windows writes the same bytes"
