#!/usr/bin/env python3
"""Prints glyphs/faces/misc-fixed.txt from the misc-fixed fonts of X11 (Debian: xfonts-base).

    faces.py > glyphs/faces/misc-fixed.txt

The format stands in the head of the output.
"""
import gzip
import tempfile

import freetype

FOLDER = "/usr/share/fonts/X11/misc"
FACES = "5x7 5x8 6x9 6x10 6x12 6x13 7x13 7x14 8x13 9x15 9x18 10x20".split()
JAPANESE = "12x13ja"  # for characters that the others lack
BLOCKS = [
    (0x0021, 0x007E), (0x00A1, 0x024F),  # Latin
    (0x0370, 0x03FF), (0x0400, 0x045F), (0x0490, 0x0491),  # Greek, Cyrillic
    (0x0531, 0x0587), (0x05D0, 0x05EA), (0x10D0, 0x10F0),  # Armenian, Hebrew, Georgian
    (0x2010, 0x205E), (0x20A0, 0x20BF), (0x2116, 0x2122),  # punctuation, currency, letters
    (0x2190, 0x2199), (0x2200, 0x228B), (0x25A0, 0x25E6), (0x2605, 0x266F),  # arrows, maths, shapes
    (0x2713, 0x2718), (0x3001, 0x300D), (0x309B, 0x309C), (0x30A1, 0x30FC),  # katakana
]
HEAD = """\
# Characters as well-known faces draw them: the misc-fixed fonts of X11, which are in the public domain
# ("Public domain font. Share and enjoy."). tests/tools/faces.py makes this file from them.
#
# The first line has the height of the capitals of each face, in pixels. Each other line has a character's code in
# hexadecimal digits and, for each face, FACE:WIDTH:TOP:ROWS. WIDTH is the width of its ink in pixels, TOP the number
# of rows from the baseline to the top of its ink. ROWS are the rows of its ink from the top, in hexadecimal digits;
# the leftmost pixel is the highest bit of a row's first digit.
"""


def bitmaps(name):
    with tempfile.NamedTemporaryFile(suffix=".pcf") as plain:
        plain.write(gzip.open(f"{FOLDER}/{name}.pcf.gz").read())
        plain.flush()
        face = freetype.Face(plain.name)
        face.select_size(0)
        wanted = {code for first, last in BLOCKS for code in range(first, last + 1)}
        found = {}
        for code in sorted(wanted & {code for code, _ in face.get_chars()}):
            face.load_char(chr(code), freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
            bitmap, top = face.glyph.bitmap, face.glyph.bitmap_top
            rows = [[bitmap.buffer[y * bitmap.pitch + x // 8] >> (7 - x % 8) & 1 for x in range(bitmap.width)]
                    for y in range(bitmap.rows)]
            inked = [y for y, row in enumerate(rows) if any(row)]
            if not inked:
                continue
            columns = [x for x in range(bitmap.width) if any(row[x] for row in rows)]
            rows = [row[columns[0]:columns[-1] + 1] for row in rows[inked[0]:inked[-1] + 1]]
            found[chr(code)] = (top - inked[0], rows)
        return found, found["H"][0]


def written(name, top, rows):
    width = len(rows[0])
    digits = -(-width // 4)
    text = "".join(f"{int(''.join(map(str, row)).ljust(4 * digits, '0'), 2):0{digits}x}" for row in rows)
    return f"{name}:{width}:{top}:{text}"


def main():
    faces = {}
    capitals = {}
    for name in [*FACES, JAPANESE]:
        faces[name], capitals[name] = bitmaps(name)
    covered = set().union(*(faces[name] for name in FACES))
    for character in covered & faces[JAPANESE].keys():
        del faces[JAPANESE][character]
    print(HEAD, end="")
    print("capitals", *(f"{name}:{height}" for name, height in capitals.items()))
    for character in sorted(covered.union(faces[JAPANESE])):
        print(f"{ord(character):04x}", *(written(name, *face[character]) for name, face in faces.items() if character in face))


main()
