/**
 * How soon the page shows its first film in Chromium, from an empty cache, beside the time in which the command line writes the same film. Run it after
 * building both: `node bench/first.mjs`
 */
import { launchChromium, pegfontFile, served } from "../tests/support.mjs";

const ROUNDS = Number(process.env.RUNS ?? 9);

/** @param {number[]} times */
const middle = (times) => times.sort((one, other) => one - other)[times.length >> 1];

const server = await served({});
const chrome = await launchChromium();
const [page, native] = [[], []].map(() => /** @type {number[]} */ ([]));
for (let round = 0; round < ROUNDS; round++) {
    const context = await chrome.newContext();
    const tab = await context.newPage();
    await tab.goto(server.address);
    await tab.waitForFunction(() => performance.getEntriesByName("shown").length > 0);
    page.push(await tab.evaluate(() => performance.getEntriesByName("shown")[0].startTime));
    await context.close();
    const begun = performance.now();
    await pegfontFile("film.svg", "render", "YES!", "--smooth");
    native.push(performance.now() - begun);
}
await chrome.close();
server.close();
const [shown, written] = [middle(page), middle(native)];
console.log(`first film on the page: ${shown.toFixed(0)} ms; as an SVG by the command line: ${written.toFixed(0)} ms; ratio ${(shown / written).toFixed(1)}`);
