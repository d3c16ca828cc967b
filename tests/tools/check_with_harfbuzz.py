"""HarfBuzz shapes a pangram: one glyph a character, that of the character map, each with the same advance, at
the default, at the end of the axes and between. In fonts that have them it shapes every feature: alternates, and
letters with marks."""

import json
import pathlib
import sys

import uharfbuzz
from fontTools.ttLib import TTFont

PANGRAM = "Sphinx of black quartz, judge my vow! 0123456789"
folder = pathlib.Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text())

for name in ("variable.ttf", "solid.ttf"):
    reader = TTFont(folder / name)
    best = reader.getBestCmap()
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(folder / name))))

    def shaped(text, **features):
        """The names of the glyphs, and their places."""
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, features)
        return [reader.getGlyphName(info.codepoint) for info in buffer.glyph_infos], buffer.glyph_positions

    def plain(text):
        return [best[ord(character)] for character in text]

    for rewound in (0, 7.5, 32):
        if name == "variable.ttf":
            font.set_variations({"RWND": rewound, "HOLE": 100})
        glyphs, places = shaped(PANGRAM)
        assert glyphs == plain(PANGRAM), name
        assert {place.x_advance for place in places} == {expected["advance"]}, name

    for one in expected["alternates"]:
        character, feature = one["character"], one["feature"]
        glyphs, places = shaped(character, **{feature: True})
        assert glyphs == [f"{best[ord(character)]}.{feature}"], f"{name}: {character!r} {feature}: {glyphs}"
        assert places[0].x_advance == expected["advance"]
        assert shaped(character)[0] == plain(character)

    if 0x301 in best:
        pitch, outlines = 100, reader["glyf"]

        def edges(glyph, place, pen):
            box = outlines[glyph]
            return pen + place.x_offset + box.xMin, place.y_offset + box.yMin, place.y_offset + box.yMax

        assert shaped("e\u0301")[0] == plain("é"), name
        assert shaped("i\u0301")[0] == plain("í"), name
        assert shaped("i\u0309")[0] == plain("ı\u0309"), f"{name}: an i keeps its dot"
        # The boxes of a variable font hold the pegs of the whole game.
        for letter in "qxQX" if name != "variable.ttf" else "":
            for mark in "\u0300\u0301\u0302\u0303\u0304\u0306\u0308\u030a\u030b\u030c":
                glyphs, (base, accent) = shaped(letter + mark)
                assert glyphs == plain(letter + mark), f"{name}: {glyphs}"
                assert (base.x_advance, accent.x_advance) == (expected["advance"], 0)
                _, bottom, _ = edges(glyphs[1], accent, base.x_advance)
                gap = bottom - outlines[glyphs[0]].yMax
                assert 0 < gap <= pitch, f"{name}: {letter!r} and U+{ord(mark):04X} are {gap} apart"
            for mark in "\u0323\u0326\u0327\u0328\u0331":
                glyphs, (base, accent) = shaped(letter + mark)
                _, _, top = edges(glyphs[1], accent, base.x_advance)
                gap = outlines[glyphs[0]].yMin - top
                assert 0 <= gap <= pitch, f"{name}: {letter!r} and U+{ord(mark):04X} are {gap} apart"
        glyphs, (_, first, second) = shaped("x\u0302\u0301")
        below, above = edges(glyphs[1], first, 600)[2], edges(glyphs[2], second, 600)[1]
        assert 0 < above - below <= pitch, f"{name}: the second mark is {above - below} above the first"
print("shaped")
