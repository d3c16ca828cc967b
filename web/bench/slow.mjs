/**
 * What a slow phone takes: the first film, the first hint and the ranked hints of some games in Chromium, with its page at a quarter of the speed; and the
 * memory of its process. The browser doesn't slow down workers, so the time is told, too, that they have computed since the page was opened, and four times
 * of it: `node bench/slow.mjs`, on Linux
 */
import { readFile, readdir } from "node:fs/promises";
import { launchChromium, served } from "../tests/support.mjs";

/** How many games are measured: `RUNS=1` to see that it runs. */
const RUNS = Number(process.env.RUNS ?? 9);

/** How much slower the page is. */
const SLOWER = 4;

/** What the system counts time in, in milliseconds. */
const TICK = 10;

/** The games: what they are called, and where they are. */
const GAMES = {
    "E, six jumps before its end": "#play/letter/E?before=6",
    "the letter A": "#play/letter/A",
    "the letter E": "#play/letter/E",
    "the letter T": "#play/letter/T",
    "the English board": "#play/board/english?vacancy=d4&target=d4",
};

/** A page at a quarter of the speed, from an empty cache, of a browser of its own.
 * @param {string} address
 * @param {(page: import("playwright-core").Page, browser: import("playwright-core").Browser) => Promise<void>} use */
async function slowly(address, use) {
    const chrome = await launchChromium();
    const page = await chrome.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    page.setDefaultTimeout(300_000);
    await page.addInitScript(() => localStorage.setItem("pegfont lesson", "3"));
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    await page.goto(address);
    await use(page, chrome);
    await chrome.close();
}

/** How long the workers of the page have computed, in milliseconds, and its most memory so far, in MiB: as Linux tells.
 * @param {import("playwright-core").Browser} browser */
async function used(browser) {
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const [{ id }] = processInfo.filter(({ type }) => type === "renderer").sort((one, other) => other.cpuTime - one.cpuTime);
    const status = await readFile(`/proc/${id}/status`, "utf8");
    let ticks = 0;
    for (const thread of await readdir(`/proc/${id}/task`)) {
        // The name in brackets, and then, from the third one, the numbers that the system keeps.
        const [, name, numbers] = (await readFile(`/proc/${id}/task/${thread}/stat`, "utf8")).match(/\((.*)\) (.*)/) ?? [];
        const [user, system] = numbers.split(" ").slice(11, 13).map(Number);
        if (name.startsWith("DedicatedWorker")) ticks += user + system;
    }
    return { computed: ticks * TICK, memory: Number(status.match(/VmHWM:\s+(\d+)/)?.[1]) / 1024 };
}

/** @param {string} what @param {number} took @param {{computed: number, memory: number}} used */
function tell(what, took, { computed, memory }) {
    const seconds = (/** @type {number} */ time) => `${(time / 1000).toFixed(1)} s`;
    console.log(`${what.padEnd(40)} ${seconds(took).padStart(7)}; workers ${seconds(computed).padStart(7)}, times ${SLOWER} ${seconds(SLOWER * computed).padStart(7)}; ${memory.toFixed(0)} MiB`);
}

const server = await served({});
await slowly(server.address, async (page, browser) => {
    await page.waitForFunction(() => performance.getEntriesByName("shown").length > 0);
    const shown = await page.evaluate(() => performance.getEntriesByName("shown")[0].startTime);
    tell("first film", shown, await used(browser));
});
for (const [name, route] of Object.entries(GAMES).slice(0, RUNS)) {
    await slowly(server.address + route, async (page, browser) => {
        const hint = page.getByRole("button", { name: "Hint", exact: true });
        await hint.waitFor();
        const begun = performance.now();
        await hint.click();
        for (const [what, seen] of [["first hint", ".arrows polygon"], ["ranked", "text=/^(The best jump: .*|The only jump that keeps the goal|A jump that keeps the goal)$/"]]) {
            await page.locator(seen).first().waitFor();
            tell(`${what}, ${name}`, performance.now() - begun, await used(browser));
        }
    });
}
server.close();
