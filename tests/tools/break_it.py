"""Breaks the program on purpose, and prints a table of what was tried, how often, and what failed.

    break_it.py PEGFONT [--times N] [PART...]

Every run must end with its result, or with one message and an exit code of its own: 1, 2 or 130. What is killed leaves no part of a
file, and the same command writes the same bytes afterwards. --times is the number of tries in each row of a part; by default, that
of the long form. Exits with 1 if anything failed. Needs Linux; some rows need root or ffmpeg.
"""

import argparse
import os
import pathlib
import pty
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CHANCE = random.Random(30)
MIB = 1 << 20

# Every command that computes.
COMPUTE = [
    "solve --board 5x6",
    "solve --board english",
    "solve --board triangle21 --list -o list.txt",
    "find A --distance 8 --limit 3",
    "find A --distance 6",
    "puzzle A --solution=fewest-moves",
    "puzzle A --hints",
    "puzzle L",
    "sheet PEG --jumps-left 5 -o sheet.pdf",
    "peglab levels triangle21",
    "peglab levels 4x5 --moves",
    "peglab solutions 5x6 --count",
    "peglab solutions 5x6 --longest-sweep",
    "peglab positions 5x5 symmetric",
    "peglab random-play 4x5",
    "peglab positions triangle15 hard",
    "peglab problems triangle15",
    "peglab positions 5x5 winning",
    "peglab reduce triangle15",
    "peglab line 1101101",
    "render PEG -o film.gif",
    "render PEG -o film.apng --smooth",
    "render PEG -o film.svg",
    "render A --at end --size pitch:1000 -o still.png",
    "render A --size pitch:300 -o film.gif",
    "font specimen -o specimen.pdf",
    "one-game PEG -o peg.png",
    "one-game wide.png --grid 4096x1 -o wide.game",
    "font list",
    "font export -o font.ttf",
    "font build --only AB --figures none -o font.toml",
]

# Every command that writes, and its file or folder.
WRITE = [
    ("peglab set solve 5x7 a.set --memory 64MiB", "a.set"),
    ("solve --board 5x6 -o a.table", "a.table"),
    ("render PEG -o film.gif", "film.gif"),
    ("render PEG -o film.apng --smooth", "film.apng"),
    ("render I -o film.mp4", "film.mp4"),
    ("render PEG --storyboard -o story.svg", "story.svg"),
    ("one-game PEG -o peg.game", "peg.game"),
    ("sheet PEG --jumps-left 5 -o sheet.pdf", "sheet.pdf"),
    ("font specimen -o specimen.pdf", "specimen.pdf"),
    ("font build --only ABC --figures none -o font.toml", "font.toml"),
    ("font export -o font.ttf", "font.ttf"),
    ("font export -o font.woff2 --ascii", "font.woff2"),
]

# Commands that take longer than a second if nobody stops them.
LONG = [
    "peglab set solve 6x6 long.set",
    "solve --board diamond",
    "peglab solutions 5x7 --count",
    "peglab levels 5x7 --moves",
    "peglab random-play 5x6",
    "peglab positions 5x7 symmetric",
    "peglab problems french",
    "peglab positions english hard",
    "peglab positions 5x7 winning",
    "font build --figures afresh -o long.toml",
    "render PEGSOLITAIREPEGSOLITAIRE --smooth --size pitch:40 -o long.apng",
    "render PEGSOLITAIREPEGSOLITAIRE --smooth --size pitch:40 -o long.mp4",
]


class Table:
    """The rows: what was tried, how often, and what failed."""

    def __init__(self, program, times):
        self.program, self.times, self.rows, self.failures = str(program), times, [], []

    def command(self, words):
        """The program, or the laboratory beside it if the first word is its name, and the arguments."""
        if words[0] == "peglab":
            return [pathlib.Path(self.program).with_name("peglab"), *words[1:]]
        return [self.program, *words]

    def row(self, what, tries, failures):
        self.rows.append((what, tries, len(failures)))
        self.failures += [f"{what}: {failure}" for failure in failures]
        print(f"| {what} | {tries} | {len(failures)} |", flush=True)
        for failure in failures:
            print(f"    {failure}", flush=True)

    def run(self, words, folder, **more):
        words = words.split(" ") if isinstance(words, str) else words
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
        return subprocess.run(self.command(words), cwd=folder, timeout=600, **more)

    def start(self, words, folder, **more):
        more = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | more
        return subprocess.Popen(self.command(words.split(" ")), cwd=folder, start_new_session=True, **more)


def wrong(run):
    """Why a run has not ended as it should, if so: a result, or one message."""
    said = run.stderr.decode(errors="replace") if run.stderr else ""
    if run.returncode not in (0, 1, 2, 130):
        return f"code {run.returncode}: {said[-200:]}"
    if "panicked" in said:
        return said[-200:]
    if run.returncode in (1, 2) and "error: " not in said:
        return f"no message, code {run.returncode}"
    return None


def content(path):
    """The bytes of a file, or of the files of a folder."""
    if path.is_dir():
        files = [file for file in sorted(path.iterdir()) if file.name != "lock"]
        return {file.name: file.read_bytes() for file in files}
    return path.read_bytes() if path.exists() else None


def folder():
    return tempfile.TemporaryDirectory(prefix="break-")


def limited(**limits):
    def limit():
        for name, value in limits.items():
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))
    return limit


def kills(table):
    """Kills at random moments: nothing half-written, and the same command ends with the same bytes."""
    times = table.times or 18
    commands = WRITE
    if not shutil.which("ffmpeg"):
        commands = [row for row in commands if not row[1].endswith(".mp4")]
    for words, name in commands:
        with folder() as place:
            place = pathlib.Path(place)
            begin = time.monotonic()
            run = table.run(words, place)
            lasted = time.monotonic() - begin
            expected, failures = content(place / name), []
            if run.returncode != 0:
                failures.append(run.stderr.decode()[-200:])
            for _ in range(times):
                path = place / name
                if CHANCE.random() < 0.5:
                    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
                child = table.start(words, place)
                time.sleep(CHANCE.random() * lasted * 1.1)
                kill(child.pid)
                child.communicate()
                # ffmpeg ends when nothing more comes.
                while pgrep(place):
                    time.sleep(0.01)
                found = content(path)
                if not path.is_dir() and found not in (None, expected):
                    failures.append("half of a file was left")
                left = [other.name for other in place.iterdir() if other.name != name]
                left = [name for name in left if not name.endswith(".tmp")]
                if left and not name.endswith(".mp4"):
                    failures.append(f"left {left}")
            run = table.run(words, place)
            if run.returncode != 0 or content(place / name) != expected:
                failures.append(f"other bytes at the end: {run.stderr.decode()[-200:]}")
            left = [other.name for other in place.iterdir() if other.name != name]
            left = [name for name in left if not name.endswith(".tmp")]
            if left:
                failures.append(f"left {left}")
            table.row(f"killed: {words}", times, failures)


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def pgrep(place):
    """Whether a process still works in a folder."""
    for process in pathlib.Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                if os.readlink(process / "cwd") == str(place):
                    return True
            except OSError:
                pass
    return False


def memory(table):
    """An address space from 64 MiB to 4 GiB: the result, or a message. --memory is kept within a tenth."""
    sizes = [64, 96, 128, 160, 192, 256, 384, 512, 768, 1024, 2048, 4096]
    sizes = sizes[: table.times] if table.times else sizes
    for words in COMPUTE:
        failures, least = [], None
        for mebibytes in sizes:
            with folder() as place:
                picture(pathlib.Path(place) / "wide.png")
                run = table.run(words, place, preexec_fn=limited(AS=mebibytes * MIB))
                why = wrong(run)
                if why:
                    failures.append(f"{mebibytes} MiB: {why}")
                elif run.returncode == 0 and least is None:
                    least = mebibytes
        table.row(f"memory: {words} (enough: {least} MiB)", len(sizes), failures)
    for board, limit in [("french", 100), ("french", 150), ("6x6", 200)][: table.times or 3]:
        peak, code = measured(table, f"peglab set solve {board} a.set --memory {limit}MiB")
        failures = [f"{peak} MiB"] if peak > limit * 1.1 else []
        failures += [f"code {code}"] if code else [] if peak else ["the peak was not seen"]
        table.row(f"--memory {limit}MiB for {board} (peak {peak} MiB)", 1, failures)


def measured(table, words):
    """The most memory that a run takes, in MiB, and its exit code."""
    with folder() as place:
        child = table.start(words, place, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        name = pathlib.Path(table.command(words.split(" "))[0]).name
        peak = 0
        while child.poll() is None:
            status = pathlib.Path(f"/proc/{child.pid}/status").read_text()
            lines = [line for line in status.splitlines() if line.startswith("VmHWM:")]
            # Before the program begins, it is this one. The system keeps 15 characters of a name.
            if lines and f"Name:\t{name[:15]}\n" in status:
                peak = max(peak, int(lines[0].split()[1]) // 1024)
            time.sleep(0.005)
        return peak, child.returncode


def picture(path):
    """A PNG whose header promises 2^24 x 1 pixels."""
    import struct
    import zlib

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", 1 << 24, 1, 8, 6, 0, 0, 0)
    data = zlib.compress(bytes(1000))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def threads(table):
    """No more threads than 1 to 5 processes of a user allow."""
    with folder() as place:
        os.chmod(place, 0o777)
        program = pathlib.Path(place) / "pegfont"
        shutil.copy(table.program, program)
        user = ["setpriv", "--reuid=65534", "--clear-groups"] if os.geteuid() == 0 else []
        failures, tries = [], 0
        for words in COMPUTE + [row[0] for row in WRITE]:
            for most in range(1, 2 if table.times else 6):
                shell = f"ulimit -u {most} && exec ./pegfont {words}"
                run = subprocess.run([*user, "bash", "-c", shell], cwd=place, capture_output=True)
                tries += 1
                if why := wrong(run):
                    failures.append(f"{words}, {most}: {why}")
        table.row("1 to 5 processes allowed, every command", tries, failures)


def places(table):
    """Places that can't be written or read."""
    root = os.geteuid() == 0
    for words, name in WRITE[: table.times]:
        tries, failures = 0, []

        def tried(run, what):
            nonlocal tries
            tries += 1
            if why := wrong(run):
                failures.append(f"{what}: {why}")

        with folder() as place:
            place = pathlib.Path(place)
            if root:
                for size in ["4k", "64k", "1m"]:
                    disk = place / "disk"
                    disk.mkdir(exist_ok=True)
                    mounted = ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs -o size={size} disk "{disk}" && cd "{disk}" && exec "$0" {words}']
                    tried(subprocess.run([*mounted, table.program], capture_output=True), f"a disk of {size}")
            closed = place / "closed"
            closed.mkdir(mode=0o555)
            user = {"user": 65534, "group": 65534, "extra_groups": []} if root else {}
            os.chmod(place, 0o755)
            program = place / "pegfont"
            shutil.copy(table.program, program)
            tried(subprocess.run([program, *words.split(" ")], cwd=closed, capture_output=True, **user), "a closed folder")
            link = place / "link"
            link.mkdir()
            (link / name).symlink_to("nowhere")
            tried(table.run(words, link), "a link to nothing")
            fifo = place / "fifo"
            fifo.mkdir()
            os.mkfifo(fifo / name)
            with subprocess.Popen(["cat", fifo / name], stdout=subprocess.DEVNULL) as reader:
                tried(table.run(words, fifo), "a FIFO")
                reader.kill()
            gone = f'mkdir "$1/gone" && cd "$1/gone" && rmdir "$1/gone" && exec "$0" {words}'
            tried(subprocess.run(["sh", "-c", gone, table.program, place], capture_output=True), "a deleted folder")
            bare = place / "bare"
            bare.mkdir()
            tried(table.run(words, bare, env={"PATH": os.environ["PATH"]}), "no HOME, no TMPDIR")
            tried(table.run(words, bare, env={"PATH": os.environ["PATH"], "TMPDIR": "/nowhere"}), "no such TMPDIR")
            if root:
                hidden = ["unshare", "--mount", "sh", "-c", f'mount -t tmpfs none /proc && exec "$0" {words}']
                tried(subprocess.run([*hidden, table.program], cwd=bare, capture_output=True), "no /proc")
            other = words.split(" ")
            other[other.index(name)] = b"\xff\x1b[31m" + os.fsencode(pathlib.Path(name).suffix)
            tried(table.run(other, bare), "a name that is no text")
            with open("/dev/full", "wb") as full:
                tried(table.run(words, bare, stdout=full), "standard output full")
                tried(table.run(words, bare, stderr=full), "standard error full")
            child = table.start(words, bare)
            child.stdout.close()
            child.stderr.read()
            tries += 1
            if child.wait() not in (0, 1, 2):
                failures.append(f"a closed pipe: {child.returncode}")
        table.row(f"places: {words}", tries, failures)


def damage(table):
    """Bit flips, cuts and swaps in every binary file: refused, or the same answer."""
    times = table.times or 300
    with folder() as place:
        place = pathlib.Path(place)
        for words in ["solve --board 5x6 -o a.table", "peglab set solve 5x6 a.set", "font export --ascii --solid -o a.ttf"]:
            assert table.run(words, place).returncode == 0, words
        readers = [
            ("a.set", "puzzle c3 --solution --reachable a.set", False),
            ("a.set", "peglab set verify a.set", True),
            ("a.ttf", "find A --glyphs a.ttf --pixels 8", False),
        ]
        for name, words, is_refused in readers:
            right = table.run(words, place)
            assert right.returncode == 0, right.stderr
            files = [place / name] if (place / name).is_file() else [it for it in (place / name).iterdir() if it.name.endswith("slice")]
            failures = []
            for number in range(times):
                path = CHANCE.choice(files)
                data = path.read_bytes()
                other = bytearray(data)
                at = CHANCE.randrange(len(data))
                if number % 3 == 0:
                    other[at] ^= 1 << CHANCE.randrange(8)
                elif number % 3 == 1:
                    del other[at:]
                else:
                    to, length = CHANCE.randrange(len(data)), CHANCE.randrange(1, 5000)
                    other[at : at + length], other[to : to + length] = other[to : to + length], other[at : at + length]
                if bytes(other) == data or name != "a.ttf" and not is_content(data, other):
                    continue
                path.write_bytes(other)
                run = table.run(words, place)
                path.write_bytes(data)
                why = wrong(run)
                same = (run.returncode, seconds(run.stdout)) == (right.returncode, seconds(right.stdout))
                if why:
                    failures.append(f"{path.name}, {number}: {why}")
                elif run.returncode == 0 and name != "a.ttf" and (is_refused or not same):
                    failures.append(f"{path.name}, {number}: answered {run.stdout[:80]}")
            table.row(f"damaged: {words}", times, failures)


def is_content(data, other):
    """Whether more than the zeros between the header and the content differs."""
    description = int.from_bytes(data[16:24], "little")
    words = int.from_bytes(data[24:32], "little")
    header = 32 + description + 4 * -(-words * 8 // (1 << 14)) + 4
    padded = len(data) - words * 8
    return other[:header] != data[:header] or other[padded:] != data[padded:] or len(other) != len(data)


def seconds(printed):
    """What is printed, but for times."""
    return [line for line in printed.splitlines() if b" in " not in line]


def same(table):
    """The same bytes with any number of threads, locale, time zone, home, mask, and under load."""
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(4)]
    surroundings = [{"RAYON_NUM_THREADS": number} for number in "128"]
    surroundings += [{"LC_ALL": "tr_TR.UTF-8"}, {"TZ": "Asia/Kathmandu"}, {"HOME": "/nowhere"}, {"umask": "077"}]
    try:
        for words, name in WRITE[: table.times]:
            found, failures = None, []
            for more in surroundings:
                with folder() as place:
                    mask = int(more.get("umask", "022"), 8)
                    run = table.run(words, place, env=os.environ | more, preexec_fn=lambda: os.umask(mask))
                    bytes_now = content(pathlib.Path(place) / name)
                    found = found or bytes_now
                    if run.returncode or bytes_now != found:
                        failures.append(f"{more}: other bytes")
            table.row(f"same bytes: {words}", len(surroundings), failures)
    finally:
        for process in load:
            process.kill()
            process.wait()


def inert(table):
    """Text from files on the terminal and in files has no effect there."""
    evil = "\x1b[31m\u202e</title><script>alert(1)</script>\\)"
    with folder() as place:
        place = pathlib.Path(place)
        table.run("font build --only AB --figures none -o font.toml", place)
        font = (place / "font.toml").read_text()
        quoted = evil.replace("\\", "\\\\").replace("\x1b", "\\u001b").replace("\u202e", "\\u202e")
        evil_font = "".join(f'name = "{quoted}"\n' if line.startswith("name = ") else line for line in font.splitlines(True))
        (place / "evil.toml").write_text(evil_font)
        game = table.run("one-game I -o i.game", place)
        assert game.returncode == 0
        (place / "evil.bdf").write_bytes(evil.encode())
        name = os.fsencode(evil.replace("/", "-"))
        commands = [
            ["font", "list", "--font", "evil.toml"], ["font", "check", "--font", "evil.toml"],
            ["render", evil, "--font", "evil.toml", "-o", "a.svg"], ["render", evil, "-o", "a.svg"],
            ["sheet", "A", "--title", evil, "-o", "a.svg"], ["sheet", "A", "--title", evil, "-o", "a.pdf"],
            ["one-game", evil, "-o", "b.svg"], ["render", "A", "--colour", evil],
            ["find", evil], ["puzzle", "--solution", evil], ["solve", "--reachable", name], ["solve", "--board", name],
            ["play", name + b".game"], ["render", "A", "--theme", name], ["font", "build", "evil.bdf"],
            ["render", "A", "-o", name + b".svg"], ["peglab", "show", evil], ["peglab", "line", evil], ["puzzle", "--hints", evil],
        ]
        failures = []
        for words in commands:
            run = table.run(words, place)
            shown = run.stdout + run.stderr
            if why := wrong(run):
                failures.append(f"{words}: {why}")
            if b"\x1b" in shown or "\u202e".encode() in shown:
                failures.append(f"{words}: raw on the terminal")
            for file in place.glob("*.svg"):
                text = file.read_text(errors="replace")
                if "<script" in text or "\x1b" in text:
                    failures.append(f"{words}: markup in {file.name!r}")
        table.row("text with effects on terminals, in SVG and PDF", len(commands), failures)


def interrupts(table):
    """Ctrl-C in every long command: the end within a second, 130, nothing left."""
    for words in LONG[: table.times]:
        if words.endswith(".mp4") and not shutil.which("ffmpeg"):
            continue
        failures, slowest = [], 0.0
        for after in [0.3, 0.8, 1.5][: table.times or 3]:
            with folder() as place:
                child = table.start(words, place)
                time.sleep(after)
                begin = time.monotonic()
                child.send_signal(signal.SIGINT)
                child.communicate()
                lasted = time.monotonic() - begin
                slowest = max(slowest, lasted)
                if child.returncode == -signal.SIGINT:
                    # Nothing was under way yet.
                    child.returncode = 130
                left = [name for name in os.listdir(place) if not name.endswith(".set")]
                if child.returncode != 130 and not (child.returncode == 0 and lasted < 0.5):
                    failures.append(f"code {child.returncode}")
                if child.returncode == 130 and left:
                    failures.append(f"left {left}")
                if lasted > 1.0:
                    failures.append(f"{lasted:.1f} s")
        table.row(f"Ctrl-C: {words} (at most {slowest:.2f} s)", 3, failures)


def fuzz(table):
    """The fuzz targets, an hour in all."""
    root = pathlib.Path(__file__).parents[2]
    targets = sorted(file.stem for file in (root / "fuzz/fuzz_targets").glob("*.rs"))
    each = table.times or 3600 // len(targets)
    for target in targets:
        command = ["cargo", "fuzz", "run", target, "--", f"-max_total_time={each}", "-rss_limit_mb=512"]
        run = subprocess.run(command, cwd=root, capture_output=True, env=os.environ | {"RUSTC_BOOTSTRAP": "1"})
        said = run.stderr.decode(errors="replace").splitlines()
        runs = [line.split(" ")[1] for line in said if line.startswith("Done ")]
        table.row(f"fuzz: {target}, {each} s", runs[0] if runs else 0, [] if runs and not run.returncode else said[-5:])


PARTS = {part.__name__: part for part in [kills, memory, threads, places, damage, same, inert, interrupts, fuzz]}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("program", type=pathlib.Path)
    arguments.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="PART", help=", ".join(PARTS))
    arguments.add_argument("--times", type=int)
    asked = arguments.parse_args()
    table = Table(asked.program.resolve(), asked.times)
    print("| tried | times | failed |\n|---|--:|--:|")
    for name in asked.parts or PARTS:
        PARTS[name](table)
    print(f"| all | | {len(table.failures)} |")
    sys.exit(1 if table.failures else 0)


main()
