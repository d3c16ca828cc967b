"""Chromium sets letters in the WOFF2 at three places on the axis of the jumps: its screenshots have ink at the
centres of exactly the holes that hold a peg. And it renders the example page at the same three places."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from PIL import Image

EXAMPLE = pathlib.Path(__file__).parents[2] / "examples" / "typeface.html"
STEPS = (0, 9, 32)
TEXT = "PegFont28"
EM = 200

folder = pathlib.Path(sys.argv[1]).resolve()
expected = json.loads((folder / "expected.json").read_text())
(folder / "output").mkdir(exist_ok=True)
(folder / "examples").mkdir(exist_ok=True)
shutil.copy(folder / "variable.woff2", folder / "output" / "pegfont.woff2")
shutil.copy(EXAMPLE, folder / "examples" / "typeface.html")


def screenshot(address, picture, width, height):
    with tempfile.TemporaryDirectory() as profile:
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
        command += ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
        command += ["--force-prefers-reduced-motion", "--allow-file-access-from-files", "--hide-scrollbars"]
        command += [f"--user-data-dir={profile}", f"--screenshot={picture}", f"--window-size={width},{height}"]
        command += ["--virtual-time-budget=3000", "--run-all-compositor-stages-before-draw", address]
        run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if not picture.exists():
        sys.exit(f"chromium took no screenshot (Debian: chromium):\n{run.stderr}")
    return Image.open(picture).convert("L")


for step in STEPS:
    probe = folder / f"probe-{step}.html"
    probe.write_text(f"""<!doctype html><meta charset="utf-8"><style>
        @font-face {{ font-family: Peg; src: url("variable.woff2"); font-display: block }}
        body {{ margin: 0; font: {EM}px/1 Peg; font-variation-settings: "RWND" {step}; white-space: pre }}
        </style>{TEXT}""")
    scale = EM / expected["units_per_em"]
    advance = expected["advance"] * scale
    picture = screenshot(probe.as_uri(), folder / f"probe-{step}.png", int(advance * len(TEXT)) + 20, EM)
    # The line is as high as the em; the ink stands in its middle.
    ys = [y for _, y in expected["centres"]]
    middle = (max(ys) + min(ys)) / 2
    for number, character in enumerate(TEXT):
        positions = expected["characters"][character]
        found = []
        for hole, (x, y) in enumerate(expected["centres"]):
            dark = picture.getpixel((int(number * advance + x * scale), int(EM / 2 - (y - middle) * scale)))
            if dark < 128:
                found.append(hole)
        pegs = positions[min(step, len(positions) - 1)]
        assert found == pegs, f"{character!r}, {step} jumps taken back: {found}, not {pegs}"

pages = []
for step in STEPS:
    address = (folder / "examples" / "typeface.html").as_uri() + f"#{step}"
    pages.append(screenshot(address, folder / f"page-{step}.png", 1000, 1150).tobytes())
assert len(set(pages)) == len(STEPS), "the page looks the same at different steps"
print("rendered by Chromium")
