#!/bin/sh
# Prints the sequences of docs/numbers.md, each below its command and above its time and memory. `numbers.sh large` also prints those
# that take minutes or up to 5 GiB, and `numbers.sh disk` only those that are computed on disk, in output/: up to 33 GiB. Needs GNU time.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${PEGFONT:-}" ]; then
    cargo build --release --quiet
    PEGFONT=$PWD/target/release/pegfont
fi
PATH="$(dirname "$PEGFONT"):$PATH"
export PATH

show() {
    printf '\n$ %s\n' "$1"
    env time -f '# %e s, %M KiB' sh -c "$1" 2>&1
}

positions() {
    for board in $1; do
        show "pegfont solve --board $board | grep all"
    done
}

# The fewest moves, and the longest sweeps, of all solvable problems of a board: how many problems, and the moves or jumps.
moves() {
    for board in $1; do
        show "peglab problems $board --csv | grep 'yes\$' | while IFS=, read -r group start finish rest; do peglab reduce $board --start \$start --finish \$finish | grep 'fewest moves'; done | sort | uniq -c"
    done
}
sweeps() {
    for board in $1; do
        show "peglab problems $board --csv | grep 'yes\$' | while IFS=, read -r group start finish rest; do peglab solutions $board --start \$start --finish \$finish --longest-sweep | grep 'longest sweep'; done | sort | uniq -c"
    done
}

if [ "${1:-}" = disk ]; then
    for board in 6x7 wiegleb; do
        show "peglab set solve $board output/$board.set"
        show "peglab levels $board --reachable output/$board.set"
        rm -r "output/$board.set"
    done
    exit
fi
echo 'Rows of n pegs that can be reduced, n = 1 to 40'
show 'for n in $(seq 40); do peglab line --pegs $n | tail -n +2 | wc -l; done | tr "\n" " "'
echo 'The same by length, 1 to 20'
show 'for n in $(seq 20); do peglab line --pegs $n | tail -n +2; done | awk "length <= 20 { rows[length]++ } END { for (n = 1; n <= 20; n++) printf \"%d \", rows[n] }"'
echo 'Reachable positions'
positions '4x4 4x5 4x6 4x7 4x8 4x9 5x5 5x6 5x7 6x6 triangle10 triangle15 triangle21 triangle28'
positions '1x10 1x11 1x12 1x13 1x14 1x15 1x16 1x17 1x18 1x19 1x20 1x21 1x22 1x24 1x26 1x28 1x30'
show 'for n in $(seq 3 12); do pegfont solve --board 3x$n --start a1 | grep all; done'
echo 'Problems'
show 'for board in 3x4 3x5 3x6 3x7 3x8 3x9 3x10 4x4 4x5 4x6 4x7 4x8 5x5 5x6 triangle10 triangle15 triangle21 triangle28; do echo "$board: $(peglab problems $board | head -n 1)"; done'
moves '3x4 3x5 3x6 3x7 3x8 4x4 4x5 4x6 5x5 triangle10 triangle15 triangle21'
sweeps '3x4 3x5 3x6 3x7 3x8 3x9 4x4 4x5 4x6 4x7 5x5 english triangle10 triangle15 triangle21'
echo 'Triangles: classes, dead ends, likelihoods, solutions, symmetric positions'
for game in triangle10 triangle15 triangle21 triangle28 'triangle15 --start a1' 'triangle21 --start a1'; do
    show "peglab positions ${game%% *} reachable winning dead-ends ${game#"${game%% *}"} | tail -n 1"
    show "peglab random-play $game | sed -n '/likel/p'"
    show "peglab solutions $game --count"
    show "peglab solutions $game --symmetric | sed -n '/at most/p'"
done
show "peglab solutions english --symmetric | sed -n '/at most/p'"
show "peglab random-play english | sed -n '/likel/p'"
if [ "${1:-}" = large ]; then
    positions 5x8
    show 'for board in 5x7 6x6 english; do echo "$board: $(peglab problems $board | head -n 1)"; done'
    moves '4x7 5x6 english'
    sweeps 5x6
fi
