"""fontbakery's universal profile finds no fault in the TrueType files, but for the checks excepted here."""

import json
import pathlib
import subprocess
import sys

# Check: why it does not apply.
EXCEPTED = {}

folder = pathlib.Path(sys.argv[1])
for name in ("variable.ttf", "static.ttf"):
    report = folder / f"{name}.json"
    command = [sys.executable, "-m", "fontbakery", "check-universal", "--no-progress", "--quiet"]
    command += ["--skip-network", "--json", str(report), str(folder / name)]
    run = subprocess.run(command, capture_output=True, text=True)
    if not report.exists():
        sys.exit(f"fontbakery gave no report:\n{run.stdout}{run.stderr}")
    faults = []
    for section in json.loads(report.read_text())["sections"]:
        for check in section["checks"]:
            identifier = check["key"][1]
            if check["result"] in ("FAIL", "ERROR", "FATAL") and identifier not in EXCEPTED:
                words = [str(log["message"]) for log in check["logs"]]
                faults.append(f"{check['result']} {identifier}\n    " + "\n    ".join(words))
    if faults:
        sys.exit(f"{name}:\n" + "\n".join(faults))
print("no fault")
