/** The page that `pegfont find -o FILE.html` writes: it works from a file, without a network. */
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { launchChromium, pegfont } from "./support.mjs";

/** @type {import("playwright-core").Browser} */ let browser;
/** @type {string} */ let folder;
/** @type {any} */ let answer;

before(async () => {
    folder = await mkdtemp(join(tmpdir(), "pegfont-"));
    const find = ["find", "R", "--distance", "2", "--unlike"];
    await pegfont(...find, "-o", join(folder, "r.html"));
    answer = JSON.parse(await pegfont(...find, "--json"));
    browser = await launchChromium();
});
after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true });
});

/** The page, and what went wrong on it. */
async function opened() {
    const page = await browser.newPage();
    /** @type {string[]} */ const wrong = [];
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("console", (message) => wrong.push(message.text()));
    page.on("request", (request) => { if (!request.url().startsWith("file:")) wrong.push(request.url()); });
    await page.goto(pathToFileURL(join(folder, "r.html")).href);
    return { page, wrong };
}

test("the variants are sorted, held beside each other, set in a word, and copied", async () => {
    const { page, wrong } = await opened();
    const numbers = () => page.locator("article").evaluateAll((cards) => cards.map((card) => Number(/** @type {HTMLElement} */ (card).dataset.number)));
    const found = answer.found;
    assert.deepEqual(await numbers(), found.map((/** @type {any} */ _, /** @type {number} */ at) => at + 1));
    await page.selectOption("#order", "reading");
    const read = (await numbers()).map((number) => found[number - 1].reading);
    assert.deepEqual(read, [...read].sort((a, b) => b - a));
    await page.locator("article[data-number='1'] .hold").click();
    await page.locator("article[data-number='2'] .hold").click();
    const differ = [...found[0].pattern].filter((mark, at) => mark !== found[1].pattern[at]).length;
    assert.match(await page.locator("#two").innerText(), new RegExp(`2 differs from 1 in ${differ} holes`));
    const ink = () => page.locator("#word path").first().getAttribute("d");
    const before = await ink();
    await page.locator("article[data-number='4'] .in").click();
    assert.notEqual(await ink(), before);
    await page.locator("article[data-number='4'] .entry").click();
    await page.waitForFunction(() => document.querySelector("#said")?.textContent?.includes("copied"));
    assert.deepEqual(wrong, []);
    await page.close();
});

test("a game is played jump by jump to its pattern", async () => {
    const { page, wrong } = await opened();
    await page.locator("article[data-number='1'] .play").click();
    const jumps = answer.found[0].jumps;
    await page.locator("#on").click();
    assert.match(await page.locator("#jump").innerText(), new RegExp(`^${jumps[0]}: jump [12] of ${jumps.length}$`));
    await page.locator("#at").fill(String(jumps.length));
    assert.equal(await page.locator("#stage svg circle[r='0.43']").count(), answer.found[0].pegs + 1);
    await page.locator("#close").click();
    assert.deepEqual(wrong, []);
    await page.close();
});
