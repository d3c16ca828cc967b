"""Counts the positions of a set on disk by pegs, from its files and docs/reference/files.md alone: python3 read_set.py 5x5.set"""

import pathlib, struct, sys, tomllib

folder = pathlib.Path(sys.argv[1])
about = tomllib.loads((folder / "set.toml").read_text())
rows, inside = about["start"].split("/"), about["block_bits"]
at = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != " "]
number = {place: hole for hole, place in enumerate(at)}
start = sum(1 << hole for hole, (x, y) in enumerate(at) if rows[y][x] == "#")
lines = [[(x + d * n, y + (1 - d) * n) for n in range(3)] for d in (1, 0) for x, y in at]
triples = [[number[place] for place in line] for line in lines if all(p in number for p in line)]
free = [number[ord(name[0]) - 97, int(name[1:]) - 1] for name in about["holes"].split()]
outer = free[inside:]

# For each free hole, the holes that change with it: it, and parity holes.
changes = {}
for mask in [sum(1 << hole for hole in triple) for triple in triples]:
    for hole, change in changes.items():
        mask ^= change * (mask >> hole & 1)
    pivot = next((hole for hole in free if mask >> hole & 1), None)
    if pivot is not None:
        changes = {hole: change ^ mask * (change >> pivot & 1) for hole, change in changes.items()}
        changes[pivot] = mask
def moved(position, holes, bits):
    for bit, hole in enumerate(holes):
        position ^= changes[hole] * (bits >> bit & 1)
    return position
def block_of(position):
    return sum((position >> hole & 1) << bit for bit, hole in enumerate(outer))
origin = moved(start, free, sum((start >> hole & 1) << bit for bit, hole in enumerate(free)))

# The symmetries of board and start.
right, bottom = max(x for x, _ in at), max(y for _, y in at)
maps = [lambda x, y: (x, y), lambda x, y: (right - x, y), lambda x, y: (x, bottom - y),
        lambda x, y: (right - x, bottom - y), lambda x, y: (y, x), lambda x, y: (bottom - y, x),
        lambda x, y: (y, right - x), lambda x, y: (bottom - y, right - x)]
turns = [[number.get(turn(*place)) for place in at] for turn in maps]
def image(position, turn):
    return sum(1 << to for hole, to in enumerate(turn) if position >> hole & 1)
turns = [turn for turn in turns if None not in turn and image(start, turn) == start]
assert len(turns) == about["images"]

# The closed set, and the weights of the other holes.
closed = set(free[:inside])
while more := ({hole for triple in triples if triple[1] in closed for hole in triple}
               | {turn[hole] for turn in turns for hole in closed}) - closed:
    closed |= more
weights, ways = dict.fromkeys(range(len(at)), 64), [way for t in triples for way in (t, t[::-1])]
while more := [(b, a) for a, b, c in ways
               if b not in closed and c in closed and a not in closed and weights[b] <= weights[a]]:
    weights[more[0][0]] = weights[more[0][1]] + 1
def weight(position):
    return sum(weights[hole] for hole in weights if hole not in closed and position >> hole & 1)

# The images of blocks, and the low bits, which leave the others of an image unchanged.
def images(block):
    return [block_of(image(moved(origin, outer, block), turn)) for turn in turns]
low = max(0, len(outer) - 18)
while any(one >> low != two >> low for bit in range(low) for one, two in zip(images(0), images(1 << bit))):
    low += 1

# The kept blocks in their order, each with the position of its first bit and the number of its images.
shared = 0
for hole in outer[:low]:
    shared |= changes[hole] & sum(1 << hole for hole in weights if hole not in closed and hole not in free)
blocks = []
for top in range(0, 1 << len(outer), 1 << low):
    tops = [block >> low for block in images(top)]
    if min(tops) == tops[0]:
        first = moved(origin, outer, top)
        for block in range(top, top + (1 << low)):
            position = moved(origin, outer, block)
            if weight(position) <= weight(start):
                blocks.append((-weight(position), first & shared, weight(first), block, position, len(set(tops))))
blocks.sort()

# The files have a bit for each position of these blocks, one level and part after the other.
def content(file):
    data = file.read_bytes()
    length, words = struct.unpack_from("<QQ", data, 16)
    begin = -(-(32 + length + 4 * -(-words // 2048) + 4) // 4096) * 4096
    return data[begin:]
numbers = lambda file: [int(number) for number in file.stem.split("-")]
data = b"".join(map(content, sorted(folder.glob("*.slice"), key=numbers)))
assert len(data) == len(blocks) << inside - 3
within = [moved(0, free, bits) for bits in range(1 << inside)]
counts = [0] * (len(at) + 1)
for number, (*_, position, times) in enumerate(blocks):
    begin = number << inside - 3
    for bits, change in enumerate(within):
        if data[begin + (bits >> 3)] >> (bits & 7) & 1:
            counts[(position ^ change).bit_count()] += times
print(" ".join(map(str, counts)))
