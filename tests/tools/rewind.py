"""Rewinds a pattern from a table of last jumps, with docs/reference/files.md alone: python3 rewind.py 5x7.table '..#../.#.#./...'

It verifies no checksums, and a pattern of another position class gets a wrong answer."""

import struct, sys, tomllib
from kept_blocks import KeptBlocks, image

data = open(sys.argv[1], "rb").read()
length, words = struct.unpack_from("<QQ", data, 16)
about = tomllib.loads(data[32:32 + length].decode())
content = -(-(32 + length + 4 * -(-words // 2048) + 4) // 4096) * 4096
wide, inside = about["vector_bits"], about["block_bits"]
kept = KeptBlocks(about["start"], about["holes"], inside)
places = {order[-1]: place for place, (order, *_) in enumerate(kept.blocks)}
masks = [sum(1 << hole for hole in triple) for triple in kept.triples]

def last_triple(position):
    """The number of the triple in the entry of the position, turned back; -1 for the start, -2 for what can't be reached."""
    images = kept.images(kept.index(position) >> inside)
    turn = kept.turns[images.index(min(images, key=lambda block: block >> kept.low))]
    index = kept.index(image(position, turn))
    if index >> inside not in places: return -2
    bit = places[index >> inside] << inside | index & (1 << inside) - 1
    vector, bit = bit >> wide, bit & (1 << wide) - 1
    plane = lambda p: data[content + ((vector * 6 + p << wide) + bit) // 8] >> bit % 8 & 1
    code = sum(plane(p) << p for p in range(6)) - 2
    return code if code < 0 else next(n for n, mask in enumerate(masks) if image(mask, turn) == masks[code])

name = lambda hole: "abcdefgh"[kept.at[hole][0]] + str(kept.at[hole][1] + 1)
pegs = "".join(sys.argv[2].split("/"))
position, jumps = sum(1 << hole for hole, peg in enumerate(pegs) if peg == "#"), []
while (last := last_triple(position)) >= 0:
    for number, (first, over, end) in enumerate(kept.triples[:last + 1]):
        if position >> first & 1: first, end = end, first  # the jump ended where the peg is
        leads = [position >> hole & 1 for hole in (first, over, end)] == [0, 0, 1]
        if leads and (number == last or last_triple(position ^ masks[number]) > -2): break
    position ^= masks[number]
    jumps.insert(0, name(first) + "-" + name(end))
print(" ".join(jumps) if last == -1 else "not reachable")
