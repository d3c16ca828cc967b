/** The page in Firefox: a text plays and is saved, a letter is solved with hints, patterns are found for a drawing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { alike, browser, button, eventually, launchFirefox, pegfont, pegfontFile } from "./support.mjs";

const { open } = browser({}, launchFirefox);

test("a text plays and can be saved", () => open("#watch?text=HI", async (page) => {
    await page.getByLabel("Your text").fill("OFF");
    await page.waitForFunction(() => document.querySelector(".stage canvas")?.getAttribute("aria-label")?.startsWith("OFF,"));
    await page.getByText("The boards as text", { exact: true }).click();
    await page.waitForFunction(() => document.querySelector("pre")?.textContent?.startsWith("O:"));
    // The driver isn't told about downloads, so the file is taken from where the page makes its address.
    await page.evaluate(() => {
        const make = URL.createObjectURL;
        URL.createObjectURL = (file) => {
            Object.assign(globalThis, { file });
            return make.call(URL, file);
        };
    });
    await button(page, "GIF").click();
    await page.waitForFunction(() => "file" in globalThis);
    const bytes = await page.evaluate(async () => [...new Uint8Array(await /** @type {any} */ (globalThis).file.arrayBuffer())]);
    // What this browser encodes is no MP4 that others can play.
    await button(page, "MP4").click();
    await page.getByText(/^(off\.mp4|This browser can't make an \.mp4 of this film, so it is a \.gif\. off\.gif): [\d,]+ bytes\.$/).waitFor();
    assert.ok(Buffer.from(bytes).equals(await pegfontFile("off.gif", "render", "OFF", "--theme", "ivory", "--smooth", "--order", "together")));
}));

test("a letter is solved with hints", () => open("#play/letter/B", async (page) => {
    await button(page, "Hint").click();
    await button(page, "All jumps").click();
    const { hints } = JSON.parse(await pegfont("puzzle", "B", "--hints", "--json"));
    await page.locator(`.hints [data-jump="${hints[0].jump}"]`).waitFor();
    const shown = await page.locator(".hints button").evaluateAll((buttons) => buttons.map((it) => it.getAttribute("data-jump")));
    assert.deepEqual(shown, hints.map((/** @type {any} */ hint) => hint.jump));
    await button(page, "Solve it").click();
    await page.locator("#view").getByText(/^The page played 15 of 15 jumps\./).waitFor();
}));

test("patterns are found for a drawing", () => open("#design", async (page) => {
    for (const hole of ["a1", "b2", "c3", "d4"]) await page.locator(`svg.canvas [data-hole="${hole}"]`).click();
    const found = await alike("#..../.#.../..#../...#./...../...../.....");
    const shown = () => page.locator(".found [data-pattern]").evaluateAll((buttons) => buttons.map((it) => it.getAttribute("data-pattern")));
    await eventually(shown, found.map(({ pattern }) => pattern));
}));
