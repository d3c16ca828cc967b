"""Counts the positions of a set on disk by pegs, from its files and docs/reference/files.md alone: python3 read_set.py 5x5.set"""

import pathlib, struct, sys, tomllib
from kept_blocks import KeptBlocks

folder = pathlib.Path(sys.argv[1])
about = tomllib.loads((folder / "set.toml").read_text())
inside = about["block_bits"]
kept = KeptBlocks(about["start"], about["holes"].split(), inside)
assert len(kept.turns) == about["images"]

# The files have a bit for each position of these blocks, one level and part after the other.
def content(file):
    data = file.read_bytes()
    length, words = struct.unpack_from("<QQ", data, 16)
    begin = -(-(32 + length + 4 * -(-words // 2048) + 4) // 4096) * 4096
    return data[begin:]
numbers = lambda file: [int(number) for number in file.stem.split("-")]
data = b"".join(map(content, sorted(folder.glob("*.slice"), key=numbers)))
assert len(data) == len(kept.blocks) << inside - 3
within = [kept.moved(0, kept.free, bits) for bits in range(1 << inside)]
counts = [0] * (len(kept.at) + 1)
for number, (_, position, times) in enumerate(kept.blocks):
    begin = number << inside - 3
    for bits, change in enumerate(within):
        if data[begin + (bits >> 3)] >> (bits & 7) & 1:
            counts[(position ^ change).bit_count()] += times
print(" ".join(map(str, counts)))
