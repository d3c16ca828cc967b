"""Copies the licences of all crates that the program is linked with, and fails if one has none that is allowed.

    cargo metadata --format-version 1 | licences.py FOLDER

An expression such as `MIT OR Apache-2.0` is allowed if one side of each AND is in deny.toml's list.
"""

import json
import re
import shutil
import sys
from pathlib import Path

NAMES = re.compile(r"(licen[cs]e|copying|notice|unlicense)", re.IGNORECASE)


def linked(metadata):
    """The packages that the program needs at run time, by the kind of each dependency."""
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    program = next(package["id"] for package in metadata["packages"] if package["name"] == "pegfont")
    found, waiting = set(), [program]
    while waiting:
        package = waiting.pop()
        if package in found:
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                waiting.append(dependency["pkg"])
    return [package for package in metadata["packages"] if package["id"] in found and package["source"]]


def allowed_licences():
    text = Path("deny.toml").read_text(encoding="utf-8")
    listed = re.search(r"^allow = \[(.*?)\]", text, re.MULTILINE | re.DOTALL).group(1)
    return set(re.findall(r'"([^"]+)"', listed))


def is_allowed(expression, allowed):
    expression = expression.replace("/", " OR ")
    python = re.sub(
        r"\(|\)|[^\s()]+( WITH [^\s()]+)?",
        lambda match: {"AND": "and", "OR": "or", "(": "(", ")": ")"}.get(match[0], str(match[0] in allowed)),
        expression,
    )
    return eval(python, {"__builtins__": {}})  # Only True, False, and, or and brackets are left.


def main():
    folder = Path(sys.argv[1])
    allowed = allowed_licences()
    refused, without = [], []
    lines = []
    for package in sorted(linked(json.load(sys.stdin)), key=lambda package: (package["name"], package["version"])):
        name = f"{package['name']}-{package['version']}"
        expression = package["license"] or "none"
        lines.append(f"{name}: {expression}\n")
        if not is_allowed(expression, allowed):
            refused.append(f"{name}: {expression}")

        source = Path(package["manifest_path"]).parent
        texts = [path for path in sorted(source.iterdir()) if NAMES.match(path.name) and path.is_file()]
        if not texts:
            without.append(name)
        for text in texts:
            place = folder / name
            place.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(text, place / text.name)

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "third-parties.txt").write_text("".join(lines), encoding="utf-8")
    if without:
        print("without a licence file of their own, named in third-parties.txt:", ", ".join(without))
    if refused:
        sys.exit("licences that deny.toml doesn't allow:\n" + "\n".join(refused))


main()
