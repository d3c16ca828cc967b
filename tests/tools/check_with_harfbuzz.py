"""HarfBuzz shapes a pangram: one glyph a character, that of the character map, each with the same advance, at
the default, at the end of the axes and between. It shows the alternates of every feature."""

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
print("shaped")
