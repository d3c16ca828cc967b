"""Rewinds a pattern on a rectangle from a table of last jumps, with docs/reference/files.md alone: python3 rewind.py 5x7.table '..#../.#.#./...'

It verifies no checksums, and a pattern of another position class gets a wrong answer."""

import struct, sys, tomllib
data = open(sys.argv[1], "rb").read()
length, = struct.unpack_from("<Q", data, 16)
about = tomllib.loads(data[32:32 + length].decode())
chunks = -(-struct.unpack_from("<Q", data, 24)[0] // 2048)
content = -(-(32 + length + 4 * chunks + 4) // 4096) * 4096
rows, pegs = len(sys.argv[2].split("/")), sys.argv[2].replace("/", "")
columns = len(pegs) // rows
triples = [(h, h + d, h + 2 * d) for d in (1, columns) for h in range(len(pegs))
           if (h % columns < columns - 2 if d == 1 else h + 2 * d < len(pegs))]
name = lambda hole: "abcdefgh"[hole % columns] + str(hole // columns + 1)
bits = [(ord(h[0]) - 97) + columns * (int(h[1:]) - 1) for h in about["holes"]]
pegs, wide, jumps = [peg == "#" for peg in pegs], about["vector_bits"], []
while True:
    index = sum(pegs[hole] << bit for bit, hole in enumerate(bits))
    vector, bit = index >> wide, index & (1 << wide) - 1
    plane = lambda p: data[content + ((vector * 6 + p << wide) + bit) // 8] >> bit % 8 & 1
    code = sum(plane(p) << p for p in range(6))
    if code < 2: break
    first, over, last = triples[code - 2]
    if pegs[first]: first, last = last, first  # the jump ended where the peg is
    pegs[first], pegs[over], pegs[last] = True, True, False
    jumps.insert(0, name(first) + "-" + name(last))
print(" ".join(jumps) if code else "not reachable")
