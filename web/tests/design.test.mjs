/** Design: the patterns near a drawing as the command line finds them, a font of one's own and its files, damaged files, little memory. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { accessible, alike, browser, button, eventually, pegfont, pegfontFile, said, saved } from "./support.mjs";

const { open } = browser();

const A = "..#../.#.#./#...#/#...#/#####/#...#/#...#";

/** @typedef {import("playwright-core").Page} Page */

/** Paints a pattern by clicks.
 * @param {Page} page @param {string} rows */
async function paint(page, rows) {
    const lines = rows.split("/");
    for (const [y, line] of lines.entries()) {
        for (const [x, mark] of [...line].entries()) {
            if (mark === "#") await page.locator(`svg.canvas [data-hole="${String.fromCharCode(97 + x)}${y + 1}"]`).click();
        }
    }
}

/** Waits for the patterns of a design. Those of the drawing before stay until then.
 * @param {Page} page @param {string} rows */
async function found(page, rows) {
    const expected = await alike(rows);
    const shown = () => page.locator(".found [data-pattern]").evaluateAll((buttons) => buttons.map((it) => [it.getAttribute("data-pattern"), it.textContent]));
    const words = (/** @type {any} */ one) => one.distance === 0 ? "as you drew it" : `${one.distance} hole${one.distance === 1 ? " differs" : "s differ"}`;
    const said = async () => (await shown()).map(([pattern, text]) => [pattern, String(text).match(/as you drew it|\d+ holes? differs?/)?.[0]]);
    await eventually(said, expected.map((/** @type {any} */ one) => [one.pattern, words(one)]));
    assert.match(String((await shown())[0][1]), /^(looks closest, |as you drew it$)/);
    return expected;
}

test("a character is drawn, found, named, saved, exported and opened again", () => open("#design", async (page) => {
    await paint(page, A);
    const [first] = await found(page, A);
    await accessible(page);
    // The cards of a row are of one height, and what the pointer drew last has no box.
    const [one, next] = await page.locator(".found [data-pattern]").evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height));
    assert.equal(one, next);
    assert.equal(await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement?.firstElementChild)).stroke), "none");
    await page.locator(".found [data-pattern]").first().click();
    await page.getByLabel("Which character is it?").fill("A");
    await page.getByLabel("Which character is it?").press("Enter");
    await said(page, "A is in your font.").waitFor();
    for (const there of [0, 1]) {
        await button(page, "Undo the change").click();
        assert.equal(await button(page, "Remove A").count(), there);
    }
    await page.getByLabel("Name of the font").fill("Ada");

    const toml = await saved(page, button(page, "Save (TOML)"));
    assert.equal(toml.name, "Ada.toml");
    const folder = await mkdtemp(join(tmpdir(), "pegfont-page-"));
    const file = join(folder, toml.name);
    try {
        await writeFile(file, toml.bytes);
        const listed = JSON.parse(await pegfont("font", "list", "--font", file, "--json"));
        assert.equal(listed.font, "Ada");
        assert.equal(listed.characters[0].pattern, first.pattern);
        for (const format of ["TTF", "WOFF2"]) {
            const { name, bytes } = await saved(page, button(page, format));
            assert.ok(bytes.equals(await pegfontFile(name, "font", "export", "--font", file)), format);
        }
        await page.reload();
        await button(page, "Remove A").click();
        await said(page, "No characters yet.").waitFor();
        await page.getByLabel("Open a saved font").setInputFiles(file);
        await said(page, "Ada.toml: 1 characters.").waitFor();
        await writeFile(file, toml.bytes.toString().replace("solution = \"", "solution = \"a1-a9 "));
        await page.getByLabel("Open a saved font").setInputFiles(file);
        await said(page, /^Ada\.toml:\d+:\d+: 'A': solution: /).waitFor();
        await button(page, "Remove A").waitFor();
    } finally {
        await rm(folder, { recursive: true });
    }
}));

test("strokes paint, the keyboard paints, and a picture is taken", () => open("#design", async (page) => {
    const hole = (/** @type {string} */ name) => page.locator(`svg.canvas [data-hole="${name}"]`);
    const [start, end] = [await hole("a1").boundingBox(), await hole("e1").boundingBox()];
    assert.ok(start && end);
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 20 });
    await page.mouse.up();
    for (const name of ["a1", "b1", "c1", "d1", "e1"]) assert.equal(await hole(name).getAttribute("aria-pressed"), "true", name);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelectorAll('svg.canvas [aria-pressed="true"]').length === 6);
    // A picture of 5 by 7 blocks of 8 pixels.
    const picture = await page.evaluate(async (rows) => {
        const canvas = new OffscreenCanvas(40, 56);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.fillStyle = "white";
        context.fillRect(0, 0, 40, 56);
        context.fillStyle = "black";
        rows.split("/").forEach((line, y) => [...line].forEach((mark, x) => mark === "#" && context.fillRect(8 * x, 8 * y, 8, 8)));
        return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
    }, A);
    const take = page.getByLabel("Choose a picture");
    await take.setInputFiles({ name: "a.png", mimeType: "image/png", buffer: Buffer.from(picture) });
    await found(page, A);
    await take.setInputFiles({ name: "torn.png", mimeType: "image/png", buffer: Buffer.from(picture.slice(0, 30)) });
    await said(page, /^torn\.png: This picture can't be read\./).waitFor();
    assert.equal(await hole("c1").getAttribute("aria-pressed"), "true");
}));

test("a JPEG of any size is fitted, and drawings can be undone", () => open("#design", async (page) => {
    const inked = () => page.locator('svg.canvas [aria-pressed="true"]').count();
    await page.locator('svg.canvas [data-hole="a1"]').click();
    // An A in the corner of a large picture.
    const picture = await page.evaluate(async (rows) => {
        const canvas = new OffscreenCanvas(613, 411);
        const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
        context.fillStyle = "#eee";
        context.fillRect(0, 0, 613, 411);
        context.fillStyle = "#223";
        rows.split("/").forEach((line, y) => [...line].forEach((mark, x) => mark === "#" && context.fillRect(300 + 30 * x, 20 + 30 * y, 30, 30)));
        return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer())];
    }, A);
    await page.getByLabel("Choose a picture").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from(picture) });
    await found(page, A);
    await page.getByText("a.jpg, fitted to the board").waitFor();
    await button(page, "Undo").click();
    assert.equal(await inked(), 1);
    await page.keyboard.press("Control+z");
    assert.equal(await inked(), 0);
    assert.ok(await button(page, "Undo").isDisabled());
}));

test("a pattern's game is played before it is picked, and one's own font is typed and sent", () => open("#design", async (page, context) => {
    await paint(page, A);
    const [first] = await found(page, A);
    await page.locator(".found li").first().getByRole("button", { name: "Play it" }).click();
    await page.getByRole("img", { name: "The game that ends in this pattern" }).waitFor();
    await accessible(page);
    await page.locator(".found [data-pattern]").first().click();
    await page.getByLabel("Which character is it?").fill("漢");
    await page.getByLabel("Which character is it?").press("Enter");
    await button(page, "Type with it").click();
    await page.waitForFunction(() => document.querySelector(".stage canvas")?.getAttribute("aria-label")?.startsWith("漢,"));
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByText("The boards as text", { exact: true }).click();
    await other.waitForFunction((rows) => document.querySelector("pre")?.textContent?.includes(rows), first.pattern.replaceAll("/", "\n"));
    await button(other, "Use the built-in font").click();
    await other.getByText("The font has none of these characters").waitFor();
    await page.goto(page.url().replace(/own=[^&]*/, "own=A!!"));
    await page.reload();
    await page.getByText("The font of this link is damaged: copy it again, the whole of it.").waitFor();
}));

test("where memory is short, the drawing stays and a message says so", () => open("?memory=32#design", async (page) => {
    await paint(page, A);
    await said(page, /^Not enough memory for the set of the reachable positions of 5x7: 67 MiB needed.* Your drawing and your font are safe/).waitFor();
    assert.equal(await page.locator('svg.canvas [aria-pressed="true"]').count(), 16);
    await button(page, "Look for the patterns again").waitFor();
}));

test("with 128 MiB, the patterns are found", () => open("?memory=128#design", async (page) => {
    await paint(page, A);
    await found(page, A);
}));

/** The font as the browser keeps it, of some characters with the same pattern.
 * @param {string} characters */
const kept = (characters) => JSON.stringify({ name: "mine", characters: [...characters].map((character) => ({ character, design: A, pattern: A, solution: "" })) });

test("two pages design one font, and a drawing is kept", () => open("#design", async (page, context) => {
    await button(page, "Clear").waitFor();
    const other = await context.newPage();
    await other.goto(page.url());
    await button(other, "Clear").waitFor();
    for (const [shown, character] of /** @type {[Page, string][]} */ ([[page, "A"], [other, "B"]])) {
        await paint(shown, "#..../...../...../...../...../...../.....");
        await shown.locator(".found [data-pattern]").first().click();
        await shown.getByLabel("Which character is it?").fill(character);
        await shown.getByLabel("Which character is it?").press("Enter");
        await said(shown, `${character} is in your font.`).waitFor();
    }
    for (const shown of [page, other]) for (const character of ["A", "B"]) await button(shown, `Remove ${character}`).waitFor();
    await page.reload();
    await button(page, "Remove B").waitFor();
    assert.equal(await page.locator('svg.canvas [data-hole="a1"]').getAttribute("aria-pressed"), "true");
}));

test("where the browser's storage is full or damaged, that is said and the part works", () => open("#lab", async (page) => {
    const damaged = kept("AB").replace(`"design":"${A}"`, '"design":7');
    for (const text of ["{", "7", '{"characters":[null,3],"name":{}}', damaged]) {
        await page.evaluate((text) => localStorage.setItem("pegfont own font", text), text);
        await page.getByRole("link", { name: "Design" }).click();
        await button(page, "Clear").waitFor();
        await page.getByRole("link", { name: "Laboratory" }).click();
        await page.getByRole("heading", { name: "Laboratory", level: 1 }).waitFor();
    }
    await page.getByRole("link", { name: "Design" }).click();
    await said(page, "1 of the characters kept in this browser can't be read.").waitFor();
    await page.evaluate(() => {
        Storage.prototype.setItem = () => {
            throw new DOMException("full", "QuotaExceededError");
        };
    });
    await button(page, "Remove B").click();
    await said(page, /^B was removed\. But this browser can't keep your font/).waitFor();
}));

test("opening a font asks before it replaces yours", () => open("#lab", async (page) => {
    await page.evaluate((text) => localStorage.setItem("pegfont own font", text), kept("XY"));
    await page.getByRole("link", { name: "Design" }).click();
    await button(page, "Remove X").waitFor();
    const [head, ...characters] = (await readFile(new URL("../../fonts/pegfont.toml", import.meta.url), "utf8")).split("\n[[character]]");
    const other = [head, ...characters.filter((text) => text.startsWith('\nchar = "A"\n'))].join("\n[[character]]");
    const folder = await mkdtemp(join(tmpdir(), "pegfont-page-"));
    try {
        const file = join(folder, "other.toml");
        await writeFile(file, other);
        await page.getByLabel("Open a saved font").setInputFiles(file);
        await button(page, "Keep mine").click();
        await button(page, "Remove X").waitFor();
        await page.getByLabel("Open a saved font").setInputFiles(file);
        await button(page, "Replace them").click();
        await button(page, "Remove A").waitFor();
        assert.equal(await button(page, "Remove X").count(), 0);
    } finally {
        await rm(folder, { recursive: true });
    }
}));
