"""FreeType draws every character at every whole number of jumps taken back: there is ink at the centres of exactly
the holes that hold a peg of the solution's position. At one pixel a hole, the solid style has
the pegs as pixels. At the sizes of pages, it is sharp."""

import json
import pathlib
import sys

import freetype

folder = pathlib.Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text())
PIXELS_A_PITCH = 10
SIZE = expected["units_per_em"] * PIXELS_A_PITCH // 100
SOLID = 250
EMPTY = 5


def glyph_name(character):
    return character if character.isascii() and character.isalpha() else f"uni{ord(character):04X}"


def seen(face, character, right=0.0, feature=None):
    """The holes with ink, a part of a pitch to the right of their centres."""
    flags = freetype.FT_LOAD_RENDER | freetype.FT_LOAD_NO_HINTING
    if feature is None:
        face.load_char(character, flags)
    else:
        index = face.get_name_index(f"{glyph_name(character)}.{feature}".encode())
        assert index, f"{character!r} has no glyph for {feature}"
        face.load_glyph(index, flags)
    glyph, bitmap, found = face.glyph, face.glyph.bitmap, []
    width, rows, pitch, pixels = bitmap.width, bitmap.rows, bitmap.pitch, bitmap.buffer
    scale = SIZE / expected["units_per_em"]
    for hole, (x, y) in enumerate(expected["centres"]):
        column = int((x + 100 * right) * scale) - glyph.bitmap_left
        row = glyph.bitmap_top - 1 - int(y * scale)
        inside = 0 <= column < width and 0 <= row < rows
        dark = pixels[row * pitch + column] if inside else 0
        assert dark <= EMPTY or dark >= SOLID, f"{character!r}: {dark} of 255 in hole {hole}"
        if dark >= SOLID:
            found.append(hole)
    return found


faces, glyphs = 0, 0
variable = freetype.Face(str(folder / "variable.ttf"))
variable.set_pixel_sizes(0, SIZE)
for step in range(33):
    variable.set_var_design_coords([step, 0])
    for character, positions in expected["characters"].items():
        pegs = positions[min(step, len(positions) - 1)]
        found = seen(variable, character)
        assert found == pegs, f"{character!r}, {step} jumps taken back: {found}, not {pegs}"
        glyphs += 1
    for one in expected["alternates"]:
        positions, what = one["positions"], (one["character"], one["feature"])
        pegs = positions[min(step, len(positions) - 1)]
        found = seen(variable, one["character"], feature=one["feature"])
        assert found == pegs, f"{what}, {step} jumps taken back: {found}, not {pegs}"
        glyphs += 1

every = list(range(len(expected["centres"])))
for step in (0, 5, 32):
    variable.set_var_design_coords([step, 100])
    for character, positions in expected["characters"].items():
        if character.isspace():
            continue
        pegs = positions[min(step, len(positions) - 1)]
        assert seen(variable, character) == every, f"{character!r}: a hole without a dot"
        assert seen(variable, character, right=0.25) == pegs, f"{character!r}: a dot as large as a peg"


def pixels_of(glyph):
    """The holes whose pixel is set in a glyph with one pixel a hole."""
    bitmap, found = glyph.bitmap, []
    for hole, (column, row) in enumerate(expected["places"]):
        x, y = column - glyph.bitmap_left, row - (expected["rows"] - glyph.bitmap_top)
        if 0 <= x < bitmap.width and 0 <= y < bitmap.rows:
            if bitmap.buffer[y * bitmap.pitch + x]:
                found.append(hole)
    return found


solid = freetype.Face(str(folder / "solid.ttf"))
solid.set_pixel_sizes(0, expected["units_per_em"] // 100)
for character, positions in expected["characters"].items():
    solid.load_char(character, freetype.FT_LOAD_RENDER)
    shades = set(solid.glyph.bitmap.buffer)
    assert shades <= {0, 255}, f"{character!r} is blurred in the solid style: {shades}"
    found = pixels_of(solid.glyph)
    assert found == positions[0], f"{character!r} is another bitmap in the solid style: {found}"
for size in (16, 24, 32, 40, 48):
    solid.set_pixel_sizes(0, size)
    for character in expected["characters"]:
        solid.load_char(character, freetype.FT_LOAD_RENDER)
        shades = set(solid.glyph.bitmap.buffer)
        assert shades <= {0, 255}, f"{character!r} is blurred at {size} pixels: {shades}"
print(f"{glyphs} glyphs drawn by FreeType {'.'.join(map(str, freetype.version()))}")
