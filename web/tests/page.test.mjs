/** The page as a whole: small at first, offline after the first visit, and one element for other pages. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";
import { accessible, browser, dist, moves, saved, site, version, versionOf } from "./support.mjs";

const ELEMENT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Another page</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'none'">
<script type="module" src="peg-font.js"></script>
<main><h1>Another page</h1><peg-font text="HELLO"></peg-font></main></html>`;

/** Files that are served besides the page's, or instead of them. @type {Record<string, string>} */
const more = { "other.html": ELEMENT };
const { open, shared } = browser(more);

test("the first view takes less than 200 kB, compressed, in at most ten requests", () => open("?first#watch", async (page) => {
    await page.locator(".stage canvas").waitFor();
    const names = await page.evaluate(() => performance.getEntriesByType("resource").map((it) => it.name));
    const first = names.map((name) => name.slice(shared.address.length)).filter((name) => !name.startsWith("icons/") && !name.startsWith("sw.js"));
    assert.ok(first.includes(`${version}wasm/watch_bg.wasm`) && !first.some((name) => /studio_bg|files_bg/.test(name)), String(first));
    assert.ok(first.every((name) => name === "" || name.startsWith(version)), "versions can't mix");
    let sum = 0;
    for (const name of new Set(["index.html", ...first])) sum += brotliCompressSync(await readFile(join(dist, name))).length;
    assert.ok(sum < 200_000, `${sum} bytes`);
    const requests = new Set(["index.html", ...names]).size;
    assert.ok(requests <= 10, `${requests} requests: ${names}`);
    // None of them is found late.
    const html = await readFile(join(dist, "index.html"), "utf8");
    assert.deepEqual(first.filter((name) => !html.includes(`"${name}"`)), []);
}, { serviceWorkers: "block" }));

test("everything works offline after the first visit", () => open("#watch?text=HI", async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await page.getByLabel("Your text").fill("OFF");
    await page.waitForFunction(() => document.querySelector(".stage canvas")?.getAttribute("aria-label")?.startsWith("OFF,"));
    assert.equal((await saved(page, page.getByRole("button", { name: "GIF", exact: true }))).name, "off.gif");
}));

test("those who save data fetch only the part in use", () => open("other.html", async (page) => {
    await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
    shared.asked.length = 0;
    await page.goto(`${shared.address}#lab`);
    await page.locator('[data-part="lab"] svg.board').waitFor();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(() => setTimeout(done, 200))));
    assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
    const parts = ["play", "design", "lab"].filter((part) => shared.asked.includes(`${version}${part}/view.js`));
    assert.deepEqual(parts, ["lab"]);
    assert.ok(!shared.asked.some((name) => name.includes("files_bg")), String(shared.asked));
}));

test("a new version fetches only what has changed, and a page keeps its own until it is reloaded", () => open("#watch?text=HI", async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const folder = await mkdtemp(join(tmpdir(), "pegfont-update-"));
    const [source, next] = ["page", "dist"].map((name) => join(folder, name));
    try {
        // A real build of another page: an export has another name, so that modules of the two versions don't fit together.
        await cp(join(dist, "..", "page"), source, { recursive: true });
        for (const name of await readdir(source, { recursive: true })) {
            if (!name.endsWith(".js")) continue;
            const text = await readFile(join(source, name), "utf8");
            await writeFile(join(source, name), text.replace(/\bmake\b/g, "create"));
        }
        await promisify(execFile)(site, ["build", "--page-only", "--page", source, "--into", next]);
        const files = async (/** @type {string} */ dist) => (await readdir(dist, { recursive: true, withFileTypes: true }))
            .filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name).slice(dist.length + 1));
        const checksum = async (/** @type {string} */ path) => createHash("sha256").update(await readFile(path)).digest("base64");
        const before = new Set(await Promise.all((await files(dist)).map((name) => checksum(join(dist, name)))));
        const changed = [];
        for (const name of await files(next)) if (!before.has(await checksum(join(next, name)))) changed.push(name);
        const version = versionOf(next);
        for (const name of ["elements.js", "lab/view.js", "lab/tables.js"]) assert.ok(changed.includes(`${version}${name}`), name);
        const old = await page.evaluate(() => document.scripts[0].getAttribute("src"));
        shared.publish(next);
        shared.asked.length = shared.missing.length = 0;
        await page.evaluate(async () => {
            const registration = await navigator.serviceWorker.ready;
            await registration.update();
            const next = registration.installing ?? registration.waiting;
            await new Promise((done) => {
                const look = () => next?.state === "installed" && done(null);
                next?.addEventListener("statechange", look);
                look();
            });
        });
        assert.deepEqual(shared.asked.sort(), changed.sort());
        const lab = page.getByRole("heading", { name: "Laboratory", level: 1 });
        await page.getByRole("link", { name: "Laboratory" }).click();
        await lab.waitFor();
        // While a second page is open, a reload changes nothing either.
        const other = await context.newPage();
        await other.goto(`${shared.address}#watch?text=OK`);
        await other.getByLabel("Your text").waitFor();
        await page.reload();
        await lab.waitFor();
        assert.equal(await page.evaluate(() => document.scripts[0].getAttribute("src")), old);
        await other.close();
        // One that is asked so late that the page has begun does not take over.
        await page.addInitScript(() => {
            if (!sessionStorage.getItem("late")) return;
            const { postMessage } = ServiceWorker.prototype;
            ServiceWorker.prototype.postMessage = function (/** @type {any} */ message) { setTimeout(() => postMessage.call(this, message), 3000); };
        });
        await page.evaluate(() => sessionStorage.setItem("late", "yes"));
        await page.reload();
        await page.waitForTimeout(6000);
        await lab.waitFor();
        assert.equal(await page.evaluate(() => document.scripts[0].getAttribute("src")), old);
        assert.deepEqual(shared.missing, []);
        await page.evaluate(() => sessionStorage.removeItem("late"));
        await page.reload();
        // The page reloads itself meanwhile.
        await page.waitForFunction((version) => document.scripts[0]?.getAttribute("src") === `${version}app.js`, version);
        await page.waitForFunction(async (version) => String(await caches.keys()) === `pegfont-${version.slice(0, -1)}`, version);
        await lab.waitFor();
        // Only the page that was about to reload itself may have asked for a file of the old version, too late.
        assert.deepEqual(shared.missing.filter((path) => !path.startsWith(versionOf(dist))), []);
        // What has not changed was kept, and imports what has.
        await context.setOffline(true);
        await page.reload();
        await page.getByRole("link", { name: "Play", exact: true }).click();
        await page.getByRole("heading", { level: 1, name: /^The puzzle of/ }).waitFor();
    } finally {
        shared.publish(dist);
        await rm(folder, { recursive: true });
    }
}));

test("a link to the page shows what it is", async () => {
    const html = await readFile(join(dist, "index.html"), "utf8");
    const image = html.match(/property="og:image" content="([^"]+)"/)?.[1] ?? "";
    assert.equal((await readFile(join(dist, image))).readUInt32BE(16), 1200);
    for (const name of ["title", "description", "image:alt"]) assert.match(html, new RegExp(`property="og:${name}" content="[^"]{10,}"`));
});

test("the page can be installed", async () => {
    const manifest = JSON.parse(await readFile(join(dist, "manifest.webmanifest"), "utf8"));
    for (const { src, sizes } of manifest.icons.filter((/** @type {any} */ icon) => icon.type === "image/png")) {
        const file = await readFile(join(dist, src));
        assert.equal(`${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`, sizes);
    }
});

test("no part is wider than a small phone", () => open("#watch?text=HI", async (page) => {
    for (const [route, there] of [["watch", ".stage canvas"], ["play/letter/B", "svg.board"], ["design", "svg.canvas"], ["lab", "svg.board"]]) {
        await page.goto(`${shared.address}#${route}`);
        await page.locator(`[data-part="${route.split("/")[0]}"] ${there}`).first().waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= 360, `${route} is ${wide} wide`);
    }
}, { viewport: { width: 360, height: 740 } }));

for (const size of [16, 24, 32]) {
    test(`no part is wider than a phone whose letters are ${size} pixels high`, () => open("#play/choose", async (page, context) => {
        const device = await context.newCDPSession(page);
        await device.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
        await page.getByLabel("Your word").fill("HELLO YOU");
        await page.getByRole("button", { name: "Make the link" }).click();
        const link = await page.getByLabel("The link", { exact: true }).inputValue();

        const others = ["watch?text=HI", "play/daily", "play/choose", "play/lesson/1", "play/letter/A?before=3", "play/board/english", "design", "lab"];
        for (const address of [link, ...others.map((route) => `${shared.address}#${route}`)]) {
            await page.goto(address);
            const part = new URL(address).hash.slice(1).split(/[/?]/)[0];
            await page.locator(`[data-part="${part}"] :is(canvas, svg, .picture)`).filter({ visible: true }).first().waitFor();
            await page.evaluate(() => document.querySelectorAll("details").forEach((it) => it.setAttribute("open", "")));
            const [letters, wide] = await page.evaluate(() => [getComputedStyle(document.documentElement).fontSize, document.documentElement.scrollWidth]);
            assert.equal(letters, `${size}px`);
            assert.ok(wide <= 390, `${address} is ${wide} wide`);
        }

        // The last one is the laboratory: positions are found there, then a solution, then it is drawn. Every picture on the screen is measured.
        await page.evaluate(() => {
            const measured = /** @type {any} */ (window);
            measured.widest = 0;
            (function measure() {
                measured.widest = Math.max(measured.widest, document.documentElement.scrollWidth);
                requestAnimationFrame(measure);
            })();
        });
        await page.getByRole("button", { name: "Compute" }).click();
        await page.locator("svg.chart").waitFor();
        await page.locator(".levels .position .picture").waitFor();
        const wide = await page.evaluate(() => /** @type {any} */ (window).widest);
        assert.ok(wide <= 390, `a table is ${wide} wide`);
    }, { viewport: { width: 390, height: 844 } }));
}

for (const width of [390, 1366]) {
    test(`nothing moves when a part appears, ${width} wide`, async () => {
        // What comes last in each. The first lesson is missing: it asks for a hint at once, whose progress is shown if it takes long.
        const last = [
            ["watch?text=PEG", ".stage canvas"],
            ["play/daily", "svg.board"],
            ["play/choose", ".letters a"],
            ["play/lesson/2", "svg.board"],
            ["play/letter/A?before=3", "svg.board"],
            ["play/board/english", "svg.board"],
            ["play/nothing", ".letters a"],
            ["design", "svg.canvas"],
            ["lab", "svg.board"],
        ];
        for (const [route, there] of last) {
            await open(`#${route}`, async (page) => {
                await page.locator(there).first().waitFor();
                assert.deepEqual(await moves(page), [], route);
            }, { viewport: { width, height: 2500 } });
        }
    });
}

test("nothing moves when the typeface of headings comes late", () => open("#watch?text=PEG", async (page, context) => {
    let isLate = false;
    await context.route(/headings\.woff2$/, async (route) => {
        await page.locator(".stage canvas").waitFor();
        isLate = true;
        await route.continue();
    });
    await page.reload();
    await page.locator(".stage canvas").waitFor();
    await page.waitForFunction(() => [...document.fonts].some((face) => face.family === "Headings" && face.status === "loaded"));
    assert.ok(isLate);
    assert.deepEqual(await moves(page), []);
}, { viewport: { width: 1366, height: 768 }, serviceWorkers: "block" }));

test("Tab stops only at what can be used", () => open("#play/letter/B", async (page) => {
    for (const [route, there] of [["play/letter/B", "svg.board"], ["design", "svg.canvas"], ["lab", "svg.board"]]) {
        await page.goto(`${shared.address}#${route}`);
        await page.locator(`[data-part="${route.split("/")[0]}"] ${there}`).first().waitFor();
        await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
        for (let press = 0; press < 120; press++) {
            await page.keyboard.press("Tab");
            const at = await page.evaluate(() => {
                const element = /** @type {Element} */ (document.activeElement);
                return element.matches("body, a, button, input, select, textarea, summary, [role=button], [role=region]") ? element.tagName : element.outerHTML.slice(0, 80);
            });
            if (at === "BODY") break;
            assert.match(at, /^\w+$/, route);
        }
    }
}));

test("one element plays on another page, under a strict policy", () => open("other.html", async (page) => {
    const element = page.locator("peg-font");
    await element.getByRole("button", { name: "HELLO, played as peg solitaire: play" }).click();
    await element.getByRole("button", { name: "HELLO, played as peg solitaire: pause" }).waitFor();
    await page.getByRole("group", { name: "HELLO, played as peg solitaire", exact: true }).waitFor();
    await accessible(page);
    const size = async () => (await element.boundingBox()) ?? { width: 0, height: 0 };
    const wide = await size();
    // In a narrow place, lines are broken so that it can be read.
    await element.evaluate((it) => Object.assign(it.style, { width: "120px" }));
    await page.waitForFunction((most) => (document.querySelector("peg-font")?.clientHeight ?? 0) > most, wide.height * (120 / wide.width) * 1.5);
    // One letter isn't larger than one of many.
    await element.evaluate((it) => {
        it.style.width = "";
        it.setAttribute("text", "H");
    });
    await page.waitForFunction(() => (document.querySelector("peg-font")?.clientHeight ?? 999) < 260);
    const told = page.waitForEvent("console");
    await element.evaluate((it) => it.setAttribute("text", "漢"));
    assert.equal((await told).text(), "<peg-font>: the font has no 漢");
    assert.equal(await element.getByRole("button").count(), 0);
    assert.ok(await element.getByText("漢", { exact: true }).isVisible());
}));

test("an element has properties like its attributes, also those that were set before its script came", () => open("other.html", async (page) => {
    const found = await page.evaluate(async () => {
        const it = /** @type {any} */ (document.querySelector("peg-font"));
        const seen = [it.text, it.theme, it.once, it.steps];
        it.text = "BYE";
        it.order = "cascade";
        it.once = it.steps = true;
        it.jump = 50;
        it.wrap = 2;
        seen.push(it.outerHTML.replace(/ (aria-label|role)="[^"]*"/g, ""), it.film.text, it.film.corners[0][1] < it.film.corners[2][1]);
        it.once = false;
        it.jump = null;
        seen.push(it.hasAttribute("once"), it.hasAttribute("jump"), it.jump);
        // As a framework does that makes elements before their script is loaded.
        const early = /** @type {any} */ (document.createElement("x-early"));
        early.text = "HI";
        const PegFont = /** @type {any} */ (customElements.get("peg-font"));
        customElements.define("x-early", class extends PegFont {});
        document.body.append(early);
        seen.push(early.getAttribute("text"), early.getAttribute("aria-label"));
        return seen;
    });
    assert.deepEqual(found, ["HELLO", "", false, false, '<peg-font text="BYE" order="cascade" steps="" once="" jump="50" wrap="2"></peg-font>', "BYE", true, false, false, "", "HI", "HI, played as peg solitaire"]);
}));

test("an element plays and pauses when asked, and tells; once, it stops at its end", () => open("other.html", async (page) => {
    const found = await page.evaluate(async () => {
        const it = /** @type {any} */ (document.querySelector("peg-font"));
        /** @type {string[]} */
        const told = [];
        const heard = (/** @type {string} */ name) => new Promise((done) => it.addEventListener(name, done, { once: true }));
        for (const name of ["play", "pause", "ended"]) it.addEventListener(name, () => told.push(`${name} ${it.paused}`));
        it.pause();
        it.pause();
        it.play();
        it.play();
        it.text = "I";
        it.jump = 1;
        await heard("ended");
        const looped = it.paused;
        it.once = true;
        it.player.seek(0);
        await heard("ended");
        const { time, duration } = it.player;
        it.play();
        return { told, looped, atEnd: time === duration, again: it.paused || it.player.time > duration / 2 };
    });
    assert.deepEqual(found, {
        told: ["pause true", "play false", "ended false", "pause true", "ended true", "play false"], looped: false, atEnd: true, again: false,
    });
}, { reducedMotion: "no-preference" }));

test("an element with reduced motion plays when it is asked to", () => open("other.html", async (page) => {
    const found = await page.evaluate(() => {
        const it = /** @type {any} */ (document.querySelector("peg-font"));
        const before = it.paused;
        it.play();
        return [before, it.paused];
    });
    assert.deepEqual(found, [true, false]);
}));

test("an element's theme is that of the device if it is auto; one that there isn't is told", () => open("other.html", async (page) => {
    const ground = () => page.evaluate(() => /** @type {any} */ (document.querySelector("peg-font")).look.name);
    assert.equal(await ground(), "dark");
    await page.evaluate(() => document.querySelector("peg-font")?.setAttribute("theme", "auto"));
    assert.equal(await ground(), "ivory");
    const painted = () => page.evaluate(() => document.querySelector("peg-font")?.shadowRoot?.querySelector("canvas")?.style.background);
    const light = await painted();
    await page.emulateMedia({ colorScheme: "dark" });
    assert.equal(await ground(), "dark");
    await page.waitForFunction((light) => document.querySelector("peg-font")?.shadowRoot?.querySelector("canvas")?.style.background !== light, light);
    await page.emulateMedia({ forcedColors: "active" });
    assert.equal(await ground(), "contrast");
    await page.emulateMedia({ forcedColors: "none" });
    const told = page.waitForEvent("console");
    await page.evaluate(() => document.querySelector("peg-font")?.setAttribute("theme", "sepia"));
    assert.match((await told).text(), /^<peg-font>: there is no theme "sepia": choose .*\bled\b.* or auto$/);
    assert.equal(await ground(), "dark");
}, { colorScheme: "light" }));

test("an element without a text has no name, and one that the page named keeps its own", () => open("other.html", async (page) => {
    const found = await page.evaluate(() => {
        const it = /** @type {HTMLElement} */ (document.querySelector("peg-font"));
        const names = () => [it.getAttribute("aria-label"), it.getAttribute("role")];
        const seen = [names()];
        for (const text of ["", "漢", " "]) {
            it.setAttribute("text", text);
            seen.push(names());
        }
        it.removeAttribute("text");
        seen.push(names());
        it.setAttribute("text", "HI");
        seen.push(names());
        const named = document.createElement("peg-font");
        named.setAttribute("aria-label", "mine");
        document.body.append(named);
        seen.push([named.getAttribute("aria-label"), named.getAttribute("role")]);
        return seen;
    });
    const none = [null, null];
    assert.deepEqual(found, [["HELLO, played as peg solitaire", "group"], none, none, none, none, ["HI, played as peg solitaire", "group"], ["mine", null]]);
}));

test("the element comes from another origin without its permission", () => open("other.html", async (page) => {
    const there = shared.address.replace("127.0.0.1", "localhost");
    more["foreign.html"] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A foreign page</title><link rel="icon" href="data:,"><script src="${shared.address}peg-font.js" async></script><peg-font text="HI"></peg-font>`;
    await page.goto(`${there}foreign.html`);
    await page.getByRole("button", { name: "HI, played as peg solitaire: play" }).waitFor();
}, { elsewhere: /^http:\/\/localhost:/ }));

test("sixty elements play only where they are seen", () => open("other.html", async (page) => {
    const last = await page.evaluate(async () => {
        const all = Array.from({ length: 60 }, () => Object.assign(document.createElement("peg-font"), { style: "width: 300px" }));
        for (const it of all) it.setAttribute("text", "PEGS");
        document.querySelector("main")?.append(...all);
        const begun = all[0].player.time;
        const plays = (/** @type {any} */ it) => it.player.time !== begun;
        while (!plays(all[0])) await new Promise(requestAnimationFrame);
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
        return plays(all[59]);
    });
    assert.ok(!last, "the last waits");
}, { reducedMotion: "no-preference" }));

test("the element's films are those of the library", () => open("#watch?text=HI", async (page) => {
    const differences = await page.evaluate(async (version) => {
        // By names that the type checker doesn't look for here.
        const [element, wasm] = ["peg-font.js", `${version}wasm/watch.js`].map((name) => new URL(name, document.baseURI).href);
        await import(element);
        const watch = await import(wasm);
        await watch.default({ module_or_path: wasm.replace(".js", "_bg.wasm") });
        const wrong = [];
        // In lines: the library breaks them where that makes the boards larger, the element after so many characters.
        const texts = ["HI", "PEG\nSOLITAIRE", "two\nlines", "Every\nletter\nplays", "Ж\u00e9~%@"];
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
                const timely = ["times", "settles", "captures"].every((key) => mine?.[key].length === letter[key].length && letter[key].every((/** @type {number[]} */ pair, /** @type {number} */ at) => pair.every((one, axis) => near(one, mine?.[key][at]?.[axis]))));
                const placed = film.corners[number].every((/** @type {number} */ side, /** @type {number} */ axis) => near(side, own.film.corners[number][axis]));
                if (!same || !timely || !placed) wrong.push([asked, letter.character, { same, timely, placed }, film.corners[number], own.film.corners[number]]);
            });
        }
        return wrong;
    }, version);
    assert.deepEqual(differences, []);
}));
