/** The page as a whole: small at first, offline after the first visit, and one element for other pages. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { accessible, browser, dist } from "./support.mjs";

const ELEMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Another page</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'none'">
<script type="module" src="peg-font.js"></script>
<main><h1>Another page</h1><peg-font text="HELLO"></peg-font></main></html>`;

/** Files that are served besides the page's, or instead of them. @type {Record<string, string>} */
const more = { "other.html": ELEMENT };
const { open, shared } = browser(more);

test("the first view takes less than 200 kB, compressed", () => open("?first#watch", async (page) => {
    await page.locator("canvas").waitFor();
    const names = await page.evaluate(() => performance.getEntriesByType("resource").map((it) => it.name));
    const first = names.map((name) => name.slice(shared.address.length)).filter((name) => !name.startsWith("icons/") && !name.startsWith("sw.js"));
    assert.ok(first.includes("wasm/watch_bg.wasm") && !first.some((name) => /studio_bg|files_bg/.test(name)), String(first));
    let sum = 0;
    for (const name of new Set(["index.html", ...first])) sum += brotliCompressSync(await readFile(join(dist, name))).length;
    assert.ok(sum < 200_000, `${sum} bytes`);
    // None of them is found late.
    const html = await readFile(join(dist, "index.html"), "utf8");
    assert.deepEqual(first.filter((name) => !html.includes(`"${name}"`)), []);
}, { serviceWorkers: "block" }));

test("everything works offline after the first visit", () => open("#watch?text=HI", async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel("Your text").fill("OFF");
    await page.waitForFunction(() => document.querySelector("canvas")?.getAttribute("aria-label")?.startsWith("OFF,"));
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "GIF", exact: true }).click()]);
    assert.equal(download.suggestedFilename(), "off.gif");
}));

test("a new version fetches only what has changed", () => open("#watch?text=HI", async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    const [worker, style] = await Promise.all(["sw.js", "style.css"].map((name) => readFile(join(dist, name), "utf8")));
    const checksum = (/** @type {string} */ text) => createHash("sha256").update(text).digest("base64");
    const changed = `${style}\n/* changed */\n`;
    shared.asked.length = 0;
    try {
        more["style.css"] = changed;
        more["sw.js"] = worker.replace(checksum(style), checksum(changed)).replace(/"pegfont-[0-9a-f]{8}"/, '"pegfont-next"');
        await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.ready;
            await registration.update();
            const next = registration.installing ?? registration.waiting ?? registration.active;
            await new Promise((done) => {
                const look = () => next?.state === "activated" && done(null);
                next?.addEventListener("statechange", look);
                look();
            });
        });
        const kept = await page.evaluate(async () => (await fetch("style.css")).text());
        assert.equal(kept, changed);
        assert.deepEqual(await page.evaluate(() => caches.keys()), ["pegfont-next"]);
        assert.deepEqual(shared.asked, ["sw.js", "style.css"]);
    } finally {
        delete more["style.css"];
        delete more["sw.js"];
    }
}));

test("the page can be installed", async () => {
    const manifest = JSON.parse(await readFile(join(dist, "manifest.webmanifest"), "utf8"));
    for (const { src, sizes } of manifest.icons.filter((/** @type {any} */ icon) => icon.type === "image/png")) {
        const file = await readFile(join(dist, src));
        assert.equal(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, sizes);
    }
});

test("no part is wider than a small phone", () => open("#watch?text=HI", async (page) => {
    for (const [route, there] of [["watch", "canvas"], ["play/letter/B", "svg.board"], ["design", "svg.canvas"], ["lab", "svg.board"]]) {
        await page.goto(`${shared.address}#${route}`);
        await page.locator(`[data-part="${route.split("/")[0]}"] ${there}`).first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${route} is ${wide} wide`);
    }
}, { viewport: { width: 360, height: 740 } }));

test("one element plays on another page, under a strict policy", () => open("other.html", async (page) => {
    const element = page.locator("peg-font");
    await element.getByRole("button", { name: "HELLO, played as peg solitaire: play" }).click();
    await element.getByRole("button", { name: "HELLO, played as peg solitaire: pause" }).waitFor();
    await accessible(page);
    await element.evaluate((it) => it.setAttribute("text", "漢"));
    assert.equal(await element.locator("canvas").isHidden(), true);
}));

test("the element's films are those of the library", () => open("#watch?text=HI", async (page) => {
    const differences = await page.evaluate(async () => {
        // By names that the type checker doesn't look for here.
        const [element, wasm] = ["peg-font.js", "wasm/watch.js"].map((name) => new URL(name, document.baseURI).href);
        await import(element);
        const watch = await import(wasm);
        await watch.default({ module_or_path: wasm.replace(".js", "_bg.wasm") });
        const wrong = [];
        const texts = ["HI", "PEG SOLITAIRE", "two\nlines", "Type a word, and every letter plays a game", "Ж\u00e9~%@"];
        for (const text of texts) for (const theme of ["ivory", "led"]) for (const order of ["together", "cascade", "sequence"]) for (const smooth of [true, false]) {
            const asked = { text, theme, order, smooth };
            const film = JSON.parse(watch.film(JSON.stringify(asked)));
            const own = /** @type {any} */ (document.createElement("peg-font"));
            for (const [name, value] of Object.entries({ text, theme, order })) own.setAttribute(name, value);
            if (!smooth) own.setAttribute("steps", "");
            const near = (/** @type {any} */ one, /** @type {any} */ other) => Math.abs(one - other) <= 1;
            for (const key of ["width", "height", "jump", "played_at", "duration"]) if (!near(film[key], own.film[key])) wrong.push([asked, key, film[key], own.film[key]]);
            film.letters.forEach((/** @type {any} */ letter, /** @type {number} */ number) => {
                const mine = own.film.letters[number];
                const same = mine?.character === letter.character && String(mine.jumps) === String(letter.jumps) && String(mine.start) === String(letter.start);
                const timely = letter.times.every((/** @type {number} */ time, /** @type {number} */ at) => near(time, mine?.times[at]));
                const placed = film.corners[number].every((/** @type {number} */ side, /** @type {number} */ axis) => near(side, own.film.corners[number][axis]));
                if (!same || !timely || !placed) wrong.push([asked, letter.character, { same, timely, placed }, film.corners[number], own.film.corners[number]]);
            });
        }
        return wrong;
    });
    assert.deepEqual(differences, []);
}));
