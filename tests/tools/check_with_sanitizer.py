"""The OpenType Sanitizer, which browsers run on every web font, accepts every file without a warning."""

import pathlib
import sys

import ots

folder = pathlib.Path(sys.argv[1])
for file in sorted(folder.glob("*.ttf")) + sorted(folder.glob("*.woff2")):
    run = ots.sanitize(str(file), capture_output=True, text=True)
    words = run.stdout + run.stderr
    if run.returncode != 0 or "WARNING" in words or "ERROR" in words:
        sys.exit(f"{file.name}: {words}")
    print(f"{file.name}: accepted")
