#!/usr/bin/env python3
"""Tesseract reads words, digits and sentences set in a peg font, in misc-fixed 5x7 and in Spleen 5x8.

    check_legibility.py FONT.toml [FONT.toml ...]

It fails unless the first font is read at least as well as the better of the two faces, and the limits below hold.
Pegs are drawn as discs and blurred as an eye that stands back would: raw, separate discs defeat every face. These words
and numbers were written after the patterns were chosen. The sentences were read while they were chosen. Needs Debian's tesseract-ocr, xfonts-base, fonts-spleen.
"""
import gzip
import os
import random
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor

import freetype
import numpy as np
from PIL import Image, ImageDraw, ImageFilter

WORDS = """abbey actor adobe alloy amber ankle apron arrow attic aunt axle badger bagel banjo barley beard bench bikini bishop
blizzard blossom bonfire bouquet brick bucket buffalo butter cabin camel canyon carpet cavern cello cherry circus
clover coffee comet copy coral crane cricket crayon cushion dagger daisy denim desert donkey drum duvet dwelling
easel echo effigy elk enzyme equator exam fabric fairy fender ferry fig flannel flax fossil foyer fringe fudge
galaxy gargle gazebo geyser ghost giraffe goggles grocer guitar gym haddock hatchet haystack hermit hockey hoof
hyena incense jaguar jockeys jungles kebab kidney kite knuckle lagoon lava leather lilac lobster lynx magpie mallet
meteor mimic mink moth muzzle mystic napkin nephew nozzle oak oboe omelet onyx opal oven oxide palace panda peacock
pebbles penguin phoenix pigeon plaza plum poppy prism pudding pyramid quail quartet quay quench quiche radish razor
rhubarb rookie rugby saffron sauce sequin shovel skunk sphinx spruce squash statue sword taxi tepee textile thimble
toffee topaz trophy tuxedo twig vacuum vase vineyard vixen vulture waffle wasp wharf wombat yarn yew yolks zeal zebu
ajar bijou conjure dejected fjord hajj injury jackal jasmine jaunty jester jovial juror jute mojo ninja pajamas raja
rejoice sojourn trojan""".split()
SENTENCES = [
    "pegfont",
    "PEG SOLITAIRE",
    "The quick brown fox jumps over the lazy dog",
    "Sphinx of black quartz judge my vow",
]
# Misread at one of the sizes ("liauor", "JUNP"): shown, but no limit.
HARDER = ["Pack my box with five dozen liquor jugs", "THE FIVE BOXING WIZARDS JUMP QUICKLY"]
# Pixels for a hole, and the blur.
SIZES = ((5, 2.0), (7, 2.8))
# Letters that differ in size alone from their capitals: a word by itself doesn't show which they are.
SAME_SHAPE = "cosuvwxz"
DIGITS = 0.90
# Of a character, over both sizes.
RECALL = 0.80


def samples():
    generator = random.Random(31337)
    words = [word if lower else word.upper() for word in WORDS for lower in (True, False)]
    digits = ["".join(generator.choice("0123456789") for _ in range(5)) for _ in range(300)]
    return words, digits


def played(start, solution):
    cells = [list(row) for row in start.split("/")]
    for stops in (move.split("-") for move in solution.split()):
        places = [(ord(stop[0]) - ord("a"), int(stop[1:]) - 1) for stop in stops]
        for (x, y), (to_x, to_y) in zip(places, places[1:]):
            cells[y][x] = cells[(y + to_y) // 2][(x + to_x) // 2] = "."
            cells[to_y][to_x] = "#"
    return ["".join(row) for row in cells]


def of_toml(path):
    with open(path, "rb") as file:
        font = tomllib.load(file)
    cells = {entry["char"]: played(font["start"], entry["solution"]) for entry in font["character"] if "solution" in entry and "feature" not in entry}
    rows = len(next(iter(cells.values())))
    cells.setdefault(" ", ["." * 5] * rows)
    return {character: [row + "." for row in pattern] for character, pattern in cells.items()}


def of_pcf(path):
    with tempfile.NamedTemporaryFile(suffix=".pcf") as plain:
        with gzip.open(path) as packed:
            plain.write(packed.read())
        plain.flush()
        face = freetype.Face(plain.name)
        face.select_size(0)
        ascender, height = face.size.ascender >> 6, (face.size.ascender - face.size.descender) >> 6
        cells = {}
        for code in range(32, 127):
            face.load_char(chr(code), freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
            glyph, bitmap = face.glyph, face.glyph.bitmap
            rows = [["."] * (glyph.advance.x >> 6) for _ in range(height)]
            for y in range(bitmap.rows):
                for x in range(bitmap.width):
                    if bitmap.buffer[y * bitmap.pitch + x // 8] >> (7 - x % 8) & 1:
                        rows[y + ascender - glyph.bitmap_top][x + glyph.bitmap_left] = "#"
            cells[chr(code)] = ["".join(row) for row in rows]
        return cells


def draw(face, text, pitch, blur):
    grid = np.concatenate([np.array([[cell == "#" for cell in row] for row in face[c]]) for c in text], 1)
    grid = np.pad(grid, 3)
    height, width = grid.shape
    large = pitch * 4
    image = Image.new("L", (width * large, height * large), 255)
    pen = ImageDraw.Draw(image)
    radius = 0.44 * large
    for y, x in zip(*np.nonzero(grid)):
        x, y = (x + 0.5) * large, (y + 0.5) * large
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=0)
    return image.resize((width * pitch, height * pitch), Image.BOX).filter(ImageFilter.GaussianBlur(blur))


def read(face, texts, pitch, blur, mode):
    """What Tesseract reads of each text; mode 8 is a word, mode 7 a line."""
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for number, text in enumerate(texts):
            names.append(f"{folder}/{number:04}.png")
            draw(face, text, pitch, blur).save(names[-1])
        with open(f"{folder}/list", "w") as file:
            file.write("\n".join(names))
        subprocess.run(
            ["tesseract", f"{folder}/list", f"{folder}/out", "--psm", str(mode), "--dpi", "150"],
            stderr=subprocess.DEVNULL, env={**os.environ, "OMP_THREAD_LIMIT": "1"}, check=True)
        with open(f"{folder}/out.txt") as file:
            return [text.strip() for text in file.read().split("\f")[: len(texts)]]


def aligned(text, seen):
    """The pairs of characters of the best alignment of two strings."""
    cost = [[i + j if not i or not j else 0 for j in range(len(seen) + 1)] for i in range(len(text) + 1)]
    for i in range(1, len(text) + 1):
        for j in range(1, len(seen) + 1):
            other = cost[i - 1][j - 1] + (text[i - 1] != seen[j - 1])
            cost[i][j] = min(cost[i - 1][j] + 1, cost[i][j - 1] + 1, other)
    i, j, pairs = len(text), len(seen), []
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + (text[i - 1] != seen[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((text[i], seen[j]))
        elif i and cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
            pairs.append((text[i], "nothing"))
        else:
            j -= 1
    return pairs


def measure(face):
    """The share of words and digits read at each size, the recall of each character, and misread sentences."""
    words, digits = samples()
    right, total, taken, shares, misread = Counter(), Counter(), defaultdict(Counter), {}, []
    for pitch, blur in SIZES:
        for kind, texts in (("words", words), ("digits", digits)):
            seen = read(face, texts, pitch, blur, 8)
            # A word is read when it is read as a person would say it, whatever the size of its letters.
            shares[kind, blur] = sum(a.lower() == b.lower() for a, b in zip(texts, seen)) / len(texts)
            for text, got in zip(texts, seen):
                for a, b in aligned(text, got):
                    same = a == b or a.lower() == b.lower() and a.lower() in SAME_SHAPE
                    total[a] += 1
                    right[a] += same
                    taken[a][b] += not same
        sentences = SENTENCES + HARDER
        seen = read(face, sentences, pitch, blur, 7)
        misread += [(text, got) for text, got in zip(sentences, seen) if text.lower() != got.lower()]
    recall = {character: right[character] / total[character] for character in total}
    return shares, recall, taken, misread


def main():
    folder = "/usr/share/fonts/X11/misc"
    faces = {path: of_toml(path) for path in sys.argv[1:]}
    faces["misc-fixed 5x7"] = of_pcf(f"{folder}/5x7.pcf.gz")
    faces["Spleen 5x8"] = of_pcf(f"{folder}/spleen-5x8.pcf.gz")
    with ThreadPoolExecutor() as pool:
        results = dict(zip(faces, pool.map(measure, faces.values())))
    for name, (shares, recall, taken, misread) in results.items():
        print(name, ", ".join(f"{kind} at blur {blur}: {share:.1%}" for (kind, blur), share in shares.items()))
        for character in sorted(recall, key=recall.get)[:12]:
            others = " ".join(other for other, times in taken[character].most_common(3) if times)
            print(f"    {character} {recall[character]:.0%} as {others}")
        for sentence, got in misread:
            print(f"    {sentence!r} misread as {got!r}")
    (shares, recall, _, misread), (one, *_), (other, *_) = (results[name] for name in [sys.argv[1], *list(faces)[-2:]])
    for (kind, blur), share in shares.items():
        better = max(one[kind, blur], other[kind, blur])
        assert share >= better, f"{kind} at blur {blur}: {share:.1%}, where another face has {better:.1%}"
        assert kind != "digits" or share > DIGITS, f"digits at blur {blur}: {share:.1%}"
    unread = {character: share for character, share in recall.items() if share < RECALL}
    assert not unread, f"recall below {RECALL}: {unread}"
    misread = [sentence for sentence, _ in misread if sentence in SENTENCES]
    assert not misread, f"misread: {misread}"
    print("read")


main()
