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

# Films, stills and text.
same hello.gif render HELLO -o hello.gif
same hello.svg render HELLO -o hello.svg
same hello.png render HELLO -o hello.png
same hello.txt render HELLO -o hello.txt
same game.gif one-game HI -o game.gif
same output/hi.gif render HI
same sub/nested.gif render HI -o 'sub\nested.gif'
same 'with a space.gif' render HI -o 'with a space.gif'

# A font, and a film of one in a file.
same own.toml font build --only AB --figures none -o own.toml
same own.gif render AB --font own.toml -o own.gif
same font.ttf font export --only ABC -o font.ttf
same font.woff2 font export --only AB -o font.woff2
same poster.svg font specimen --only AB -o poster.svg

# Sheets: of a text, and for names with the line ends of Windows.
same sheet.pdf sheet PEG -o sheet.pdf
for folder in "of windows" native; do printf 'Ada\r\nZo\303\253\r\n' >"$work/$folder/class.txt"; done
same class.pdf sheet --names class.txt --jumps-left 3 -o class.pdf --solutions=answers.pdf
same answers.pdf sheet --names class.txt --jumps-left 3 -o class.pdf --solutions=answers.pdf

# A table, and what is read of it.
same small.table solve --board 4x4 -o small.table
same small.html find '##../.##./..##/....' --reachable small.table -o small.html

# Pins: a new file, one more in it, and another in the place of the first.
same pins.toml find L --pin 1 pins.toml
same pins.toml find T --pin 2 pins.toml
same pins.toml find L --pin 3 pins.toml

on_wine render A -o 'C:\x.svg' || fail "a path with a drive"
[ -s "$WINEPREFIX/drive_c/x.svg" ] || fail "a path with a drive: there is no file"

refused 'error: ' render HELLO -o hello.xyz
refused 'error: ' find A --board englisch

# Names that Windows keeps for itself: by the words of pegfont, and nothing is written.
for name in con con.gif nul.gif 'sub\aux.gif' sub/com1.gif 'lpt9.tar.gif' 'nul\a.gif'; do
    refused 'Windows keeps the name' render A -o "$name" --format gif
done
for name in a:b.gif 'a?.gif' 'a*.gif' 'a<b.gif' 'a|b.gif' 'sub\a"b.gif'; do
    refused "can't have" render A -o "$name" --format gif
done
for name in 'a.gif.' 'a.gif ' 'sub.\a.gif'; do
    refused "can't end in" render A -o "$name" --format gif
done
refused 'Windows keeps the name' solve --board 4x4 -o nul.table
refused 'Windows keeps the name' find L --pin 1 aux.toml
# A text that is such a name makes a file all the same.
same output/con-text.gif render con

if [ "$failures" -gt 0 ]; then exit 1; fi
echo "the program for Windows writes the same bytes"
