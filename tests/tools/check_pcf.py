"""FreeType reads the bitmap fonts of X11 as pegfont does. The folder that is given has a file NAME.pcf.gz.json for each
font, with the picture of each character."""
import gzip
import json
import pathlib
import re
import sys
import tempfile

import freetype

FOLDER = pathlib.Path("/usr/share/fonts/X11/misc")


def trimmed(rows):
    """The part with ink, in rows of # and dots."""
    rows = [re.sub("[^#]", ".", row) for row in rows]
    while rows and "#" not in rows[0]:
        rows = rows[1:]
    while rows and "#" not in rows[-1]:
        rows = rows[:-1]
    columns = [x for row in rows for x, pixel in enumerate(row) if pixel == "#"]
    return [row[min(columns):max(columns) + 1] for row in rows] if columns else []


def rendered(face, code):
    face.load_glyph(face.get_char_index(code), freetype.FT_LOAD_RENDER | freetype.FT_LOAD_TARGET_MONO)
    bitmap = face.glyph.bitmap
    # FreeType's bytes are copied each time.
    width, pitch, buffer = bitmap.width, bitmap.pitch, bitmap.buffer
    return ["".join("#" if buffer[y * pitch + x // 8] >> (7 - x % 8) & 1 else "." for x in range(width))
            for y in range(bitmap.rows)]


fonts = characters = 0
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
    name = file.name.removesuffix(".json")
    charset = re.search(r"-((?:ISO8859|KOI8)-\w+)\.pcf", name)
    with tempfile.NamedTemporaryFile(suffix=".pcf") as plain:
        plain.write(gzip.decompress((FOLDER / name).read_bytes()))
        plain.flush()
        face = freetype.Face(plain.name)
    face.select_size(0)
    is_unicode = any(map.encoding_name == "FT_ENCODING_UNICODE" for map in face.charmaps)
    if not charset and not is_unicode:
        continue
    if not is_unicode:
        face.set_charmap(face.charmaps[0])
    for character, picture in json.loads(file.read_text()).items():
        code = ord(character)
        if not is_unicode:
            code = character.encode(charset[1])[0]
        assert face.get_char_index(code), f"{name}: FreeType has no {character!r}"
        assert trimmed(picture.split("\n")) == trimmed(rendered(face, code)), f"{name}: {character!r}"
        characters += 1
    fonts += 1
assert fonts > 100 and characters > 20_000, (fonts, characters)
print(f"{fonts} fonts, {characters} characters")
