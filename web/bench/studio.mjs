/**
 * Measures the worker in Chromium: the set of reachable positions and the hints of some games, as ratios to the program on one thread,
 * in the same run: `npm run bench`.
 */
import { execFileSync } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, version } from "../tests/support.mjs";

/** How often each is measured: `RUNS=1` to see that it runs. */
const RUNS = Number(process.env.RUNS ?? 3);
const program = process.env.PEGFONT ?? fileURLToPath(new URL("../../target/release/pegfont", import.meta.url));
const { open } = browser();

/** @type {string[]} */
const lines = [];
after(() => console.log(lines.join("\n")));

/** The shortest of some times, in milliseconds.
 * @param {() => Promise<number> | number} run */
async function best(run) {
    const times = [];
    for (let count = 0; count < RUNS; count++) times.push(await run());
    return Math.min(...times);
}

/** The time of the program on one thread, without its start.
 * @param {...string} args */
function native(...args) {
    const time = (/** @type {string[]} */ of) => {
        const begun = performance.now();
        execFileSync(program, of, { env: { ...process.env, RAYON_NUM_THREADS: "1" }, stdio: "ignore" });
        return performance.now() - begun;
    };
    return best(() => time(args) - time(["--version"]));
}

/** The time of a call in a new worker, without the worker's start.
 * @param {string} name @param {any} args */
async function inChromium(name, args) {
    let least = Infinity;
    for (let count = 0; count < RUNS; count++) {
        await open("#lab", async (page) => {
            const took = await page.evaluate(async ([address, name, args]) => {
                const { call } = await import(new URL(address, document.baseURI).href);
                await call("letters");
                const begun = performance.now();
                await call(name, args);
                return performance.now() - begun;
            }, [`${version}studio.js`, name, args]);
            least = Math.min(least, took);
        });
    }
    return least;
}

/** @param {string} what @param {number} chromium @param {number} own */
function tell(what, chromium, own) {
    lines.push(`${what.padEnd(30)} Chromium ${chromium.toFixed(0).padStart(6)} ms = ${(chromium / own).toFixed(2)} x the program on one thread (${own.toFixed(0)} ms)`);
}

test("the set", async () => {
    tell("set of 5 x 7, folded", await inChromium("reachable_set", { memory: 1024 }), await native("find", "A"));
});

/** Games: what they are called, and how the program is asked about them. The program counts. So does the page, but where many positions lie
 * between, its first answer only tells the good jumps from the bad ones. */
const GAMES = {
    "hints of A": ["A"],
    "hints of E": ["E"],
    "hints of T": ["T"],
    "hints of L": ["L"],
    "hints, English board": ["d4", "--board", "english"],
};

for (const [name, asked] of Object.entries(GAMES)) {
    test(name, async () => {
        const { board, start, targets } = JSON.parse(execFileSync(program, ["puzzle", "--hints", ...asked, "--json"]).toString());
        const args = { board, start, targets, jumps: "", memory: 1024 };
        const own = await native("puzzle", "--hints", ...asked);
        tell(name, await inChromium("hints", args), own);
        tell(`${name}, counted`, await inChromium("counted_hints", args), own);
    });
}
