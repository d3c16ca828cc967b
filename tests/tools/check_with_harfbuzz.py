"""HarfBuzz shapes a pangram: one glyph a character, that of the character map, each with the same advance, at
the default, at the end of the axes and between."""

import json
import pathlib
import sys

import uharfbuzz
from fontTools.ttLib import TTFont

PANGRAM = "Sphinx of black quartz, judge my vow! 0123456789"
folder = pathlib.Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text())
for name in ("variable.ttf", "static.ttf", "solid.ttf"):
    reader = TTFont(folder / name)
    best = reader.getBestCmap()
    wanted = [reader.getGlyphID(best[ord(character)]) for character in PANGRAM]
    font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(folder / name))))
    for rewound in (0, 7.5, 32):
        if name == "variable.ttf":
            font.set_variations({"RWND": rewound, "HOLE": 100})
        buffer = uharfbuzz.Buffer()
        buffer.add_str(PANGRAM)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer)
        assert [info.codepoint for info in buffer.glyph_infos] == wanted, name
        assert {place.x_advance for place in buffer.glyph_positions} == {expected["advance"]}, name
print("shaped")
