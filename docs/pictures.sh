#!/bin/sh
# Regenerates the README's pictures: runs every command in the README that begins with `pegfont` and writes
# into docs/pictures/, or a game for one that does.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
PATH="$PWD/target/release:$PATH"
mkdir -p docs/pictures
grep -E '^ *(\$ )?pegfont .*-o (docs/pictures/|output/[a-z]*\.game)' README.md | sed 's/^ *\(\$ \)\{0,1\}//' | while IFS= read -r command; do
    echo "$command"
    eval "$command" </dev/null
done
