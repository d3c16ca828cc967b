"""fontTools reads every table, writes the font again, and reads the same font back; the WOFF2 holds the same
tables as the TrueType file; instancing at a place on the axes gives a static font."""

import io
import json
import pathlib
import sys

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

folder = pathlib.Path(sys.argv[1])
expected = json.loads((folder / "expected.json").read_text())


def xml(font):
    """The font as fontTools understands it, but for the fields that saving recomputes."""
    text = io.StringIO()
    font.saveXML(text)
    lines = text.getvalue().splitlines()
    # The last advance can be written once or, as here, more often.
    recomputed = ("checkSumAdjustment", "numberOfHMetrics")
    return [line for line in lines if not any(word in line for word in recomputed)]


def loaded(source):
    return TTFont(source, recalcTimestamp=False, recalcBBoxes=False)


for file in sorted(folder.glob("*.ttf")):
    font = loaded(file)
    before = xml(font)
    copy = io.BytesIO()
    font.save(copy)
    copy.seek(0)
    after = xml(loaded(copy))
    assert before == after, f"{file.name}: changed by a round trip"

    # What fontTools computes anew is what the file says.
    computed = loaded(file)
    for name in computed.getGlyphOrder():
        computed["glyf"][name].recalcBounds(computed["glyf"])
    computed["maxp"].recalc(computed)
    computed["hhea"].recalc(computed)
    assert before == xml(computed), f"{file.name}: bounds or counts differ from fontTools' own"

    best = font.getBestCmap()
    for character in expected["characters"]:
        assert ord(character) in best, f"{file.name}: no {character!r}"
    for name, (width, _) in font["hmtx"].metrics.items():
        assert width == expected["advance"], f"{file.name}: {name} is {width} wide"

    compressed = loaded(file.with_suffix(".woff2"))
    assert compressed.flavor == "woff2"
    compressed.flavor = None
    assert xml(compressed) == before, f"{file.name}: the WOFF2 is another font"

for place in ({"RWND": 0, "HOLE": 0}, {"RWND": 7, "HOLE": 100}, {"RWND": 32, "HOLE": 50}):
    place["wght"] = 400
    fixed = instancer.instantiateVariableFont(loaded(folder / "variable.ttf"), place)
    assert "fvar" not in fixed and "gvar" not in fixed
print("round trips")
