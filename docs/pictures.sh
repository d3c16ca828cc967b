#!/bin/sh
# Makes the pictures of the README by running the commands that stand beside them there: every line of the
# README that begins with `pegfont render` or `pegfont specimen` and writes into docs/pictures/.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
PATH="$PWD/target/release:$PATH"
mkdir -p docs/pictures
grep -E '^ *(\$ )?pegfont .*-o docs/pictures/' README.md | sed 's/^ *\(\$ \)\{0,1\}//' | while IFS= read -r command; do
    echo "$command"
    eval "$command" </dev/null
done
