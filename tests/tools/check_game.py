"""Replays games of `pegfont one-game`, and says what they leave. Shares nothing with pegfont.

    check_game.py FILE.game...

Exits with 1 on the first game that is not one: from a full board with one empty hole, by jumps of a peg over a peg into an empty
hole, to the end that the file says.
"""

import re
import sys
import tomllib


def place(name):
    """The column and row of a hole such as b12, from 0."""
    letters, digits = re.fullmatch(r"([a-z]+)([0-9]+)", name).groups()
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("a") + 1
    return column - 1, int(digits) - 1


def replay(path):
    with open(path, "rb") as file:
        game = tomllib.load(file)
    columns, rows = map(int, game["board"].split("x"))
    pegs = {(x, y) for x in range(columns) for y in range(rows)}
    empty = [place(name) for name in game["start"].split()]
    if len(empty) != 1 or empty[0] not in pegs:
        sys.exit(f"{path}: the start is not one hole of the board")
    pegs -= set(empty)
    jumps = [jump for line in game["solution"] for jump in line.split()]
    for jump in jumps:
        (x, y), (to_x, to_y) = map(place, jump.split("-"))
        if sorted((abs(x - to_x), abs(y - to_y))) != [0, 2]:
            sys.exit(f"{path}: {jump} is not two holes along a line")
        over = (x + to_x) // 2, (y + to_y) // 2
        inside = 0 <= to_x < columns and 0 <= to_y < rows
        if not inside or (x, y) not in pegs or over not in pegs or (to_x, to_y) in pegs:
            sys.exit(f"{path}: {jump} can't be played")
        pegs -= {(x, y), over}
        pegs.add((to_x, to_y))
    left = ["".join(".#"[(x, y) in pegs] for x in range(columns)) for y in range(rows)]
    if left != game["targets"][0].split():
        sys.exit(f"{path}: the end is not what the jumps leave")
    print(f"{path}: {len(jumps)} jumps leave {len(pegs)} pegs")


for name in sys.argv[1:]:
    replay(name)
