/** Watch: a text plays, can be stepped, linked, and read; wrong input is answered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, browser, button, copied, encodes, eventually, frames, moves, pegfont, pegfontFile, unfold, version } from "./support.mjs";

const { open, shared } = browser();

/** @typedef {import("playwright-core").Page} Page */
const field = (/** @type {Page} */ page) => page.getByLabel("Your text");
const said = (/** @type {Page} */ page) => page.locator("#said");
const link = (/** @type {Page} */ page) => page.getByLabel("Link to this", { exact: true });
const boards = (/** @type {Page} */ page) => page.getByRole("region", { name: "The boards as text" });

/** Opens the boards as text, which are written when they are first seen. @param {Page} page */
async function readable(page) {
    await page.getByText("The boards as text", { exact: true }).click();
    await boards(page).filter({ hasText: /jump \d+ of \d+/ }).waitFor();
}

/** The rows of the boards, without what is said about them. @param {Page} page */
async function rows(page) {
    const text = (await boards(page).textContent()) ?? "";
    return text.split("\n").filter((line) => /^[#.]+$/.test(line));
}

/** The jumps that the first board has played, and all of them. @param {Page} page */
async function jumps(page) {
    const found = ((await boards(page).textContent()) ?? "").match(/jump (\d+) of (\d+)/);
    return [Number(found?.[1]), Number(found?.[2])];
}

/** The rows of a letter after some jumps, by the command line. @param {string} letter @param {number | string} at */
async function expected(letter, at) {
    const text = await pegfont("render", letter, "--at", String(at), "--format", "txt", "-o", "-");
    const rows = text.replaceAll("●", "#").replaceAll("·", ".").split("\n");
    return rows.map((row) => row.replace(/\s/g, "")).filter((row) => row.length > 0);
}

test("a visitor sees the finished word first, which is taken back, and then plays forward and back", () => open("", async (page) => {
    await button(page, "Pause").waitFor();
    assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /Every letter plays a game of peg solitaire/);
    assert.equal(await field(page).inputValue(), "YES!");
    /** The times that are seen until the word was there twice, in thousandths of the film: once for every turn. @type {number[]} */
    const turns = await page.evaluate(() => new Promise((done) => {
        /** @type {number[]} */
        const turns = [];
        let [last, way] = [NaN, 1];
        const look = () => {
            const now = Number(/** @type {HTMLInputElement | null} */ (document.querySelector("input[type=range]"))?.value);
            if (Number.isNaN(last)) turns.push(now);
            // From the end, it goes on from where the last jump was played.
            else if (now !== last && Math.sign(now - last) !== way) {
                turns.push(last);
                way = Math.sign(now - last);
            }
            last = now;
            if (turns.length === 4) done(turns);
            else requestAnimationFrame(look);
        };
        look();
    }));
    const [first, end, start, again] = turns;
    assert.ok(first > 700 && end > 950 && start < 50 && again > 950, String(turns));
}, { reducedMotion: "no-preference" }));

test("the film plays once more where it doesn't loop, and ends", () => open("#watch?text=I&loops=no&speed=4", async (page) => {
    const ends = await page.evaluate(() => new Promise((done) => {
        let wasAtStart = false;
        const look = () => {
            const time = Number(/** @type {HTMLInputElement | null} */ (document.querySelector("input[type=range]"))?.value);
            const isPlaying = document.querySelector(".transport [data-playing]")?.getAttribute("data-playing") === "true";
            wasAtStart ||= time < 50;
            if (!isPlaying && document.querySelector(".transport [data-playing]")) done([wasAtStart, time]);
            else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
    }));
    assert.deepEqual(ends, [true, 1000]);
}, { reducedMotion: "no-preference" }));

test("on a phone, the rule is shown until the film has played once", () => open("#watch?text=I&speed=4", async (page) => {
    const lead = page.locator(".lead");
    assert.ok(await lead.isVisible());
    await page.waitForFunction(() => localStorage["pegfont rule seen"] === "true");
    await page.reload();
    await button(page, "Pause").waitFor();
    assert.equal(await lead.isVisible(), false);
    await page.setViewportSize({ width: 1366, height: 768 });
    assert.ok(await lead.isVisible());
}, { reducedMotion: "no-preference", viewport: { width: 390, height: 844 } }));

test("a typed letter shows the right pegs at every step", () => open("#watch?text=X&theme=ivory", async (page) => {
    await readable(page);
    await field(page).fill("A");
    await page.waitForFunction(() => document.querySelector("pre")?.textContent?.startsWith("A:"));
    const [, last] = await jumps(page);
    assert.ok(last > 10);
    await unfold(page);
    await page.locator(".stage").click();
    await button(page, "Pause").click();
    // The focus is on the button.
    await page.keyboard.press("Home");
    for (let step = 0; step <= last; step++) {
        if (step > 0) await button(page, "Step forward").click();
        await eventually(() => jumps(page), [step, last]);
        await eventually(() => rows(page), await expected("A", step));
    }
    await button(page, "Step back").click();
    await eventually(() => rows(page), await expected("A", last - 1));
}));

test("keys play, step, and go to either end", () => open("#watch?text=HI", async (page) => {
    await readable(page);
    await page.getByText("Change how it plays").click();
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("Home");
    const [, all] = await jumps(page);
    await eventually(() => jumps(page), [0, all]);
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.locator(".steps").filter({ hasText: /^2 \// }).waitFor();
    await page.locator("#announcer").filter({ hasText: /^H: jump \d+ of \d+/ }).waitFor();
    await page.keyboard.press("End");
    await eventually(() => jumps(page), [all, all]);
    await page.keyboard.press(" ");
    await button(page, "Pause").waitFor();
    await page.keyboard.press("l");
    await page.getByRole("button", { name: "Loop", pressed: false }).waitFor();
}));

test("the time slider seeks by click, drag and keys", () => open("#watch?text=HI", async (page) => {
    await readable(page);
    const slider = page.getByLabel("Time", { exact: true });
    await button(page, "Play").waitFor();
    const box = await slider.boundingBox();
    assert.ok(box);
    const at = async () => Number(await slider.inputValue());
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.ok(Math.abs((await at()) - 500) < 60, `clicked in the middle: ${await at()}`);
    const [played, all] = await jumps(page);
    assert.ok(played > 0 && played < all, `${played} of ${all} jumps`);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const dragged = await at();
    assert.ok(Math.abs(dragged - 200) < 60, `dragged to a fifth: ${dragged}`);
    for (let press = 0; press < 40; press++) await page.keyboard.press("ArrowRight");
    assert.ok((await at()) > dragged + 30, `${await at()} after forty keys`);
    await page.keyboard.press("Home");
    await eventually(() => jumps(page), [0, all]);
}));

test("the stage takes the width of the screen and half of its height, with the controls inside", async () => {
    // The last but one is a laptop's window at 200 %.
    for (const [width, height] of [[360, 640], [768, 1024], [1366, 768], [1920, 1080], [683, 384], [3840, 2160]]) {
        await open("#watch?text=PEG%20SOLITAIRE", async (page) => {
            const [stage, play] = [await page.locator(".stage").boundingBox(), await button(page, "Play").boundingBox()];
            assert.ok(stage && play);
            const seen = Math.min(height, stage.y + stage.height) - stage.y;
            assert.equal(stage.width, width);
            assert.ok(seen >= height / 2, `${seen} of ${height} high`);
            assert.ok(play.y > stage.y && play.y + play.height < stage.y + stage.height && play.y + play.height <= height);
        }, { viewport: { width, height } });
    }
});

test("with forced colours, boards are in the theme of most contrast", () => open("#watch?text=A", async (page) => {
    await button(page, "Play").waitFor();
    const colours = await page.evaluate(() => {
        const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector(".stage canvas"));
        const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Set();
        for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 255 && Math.max(data[at], data[at + 1], data[at + 2]) !== Math.min(data[at], data[at + 1], data[at + 2])) colours.add(data.slice(at, at + 3).join());
        return { greys: data.some((value) => value === 255), colours: [...colours] };
    });
    assert.deepEqual(colours, { greys: true, colours: [] });
}, { forcedColors: "active" }));

test("after another part, the part looks as before", () => open("#watch?text=HI", async (page) => {
    const boxes = () => page.locator(".choice, .choice span, .stage, .asking").evaluateAll((all) => all.map((it) => JSON.stringify(it.getBoundingClientRect())));
    const stage = page.locator(".watch .stage");
    await stage.waitFor();
    const before = await boxes();
    for (const part of ["Play", "Laboratory"]) {
        await page.getByRole("link", { name: part }).click();
        await page.getByRole("heading", { level: 1, name: part === "Play" ? /puzzle of/ : part }).waitFor();
        await page.getByRole("link", { name: "Watch" }).click();
        await stage.waitFor();
        assert.deepEqual(await boxes(), before, `after ${part}`);
    }
}));

test("another part is announced by its title, and the focus is on its heading", () => open("#watch?text=HI", async (page) => {
    await page.getByRole("link", { name: "Laboratory" }).click();
    await page.waitForFunction(() => document.activeElement?.matches("h1"));
    assert.equal(await page.title(), "Laboratory · pegfont");
    // By the keyboard, too: a heading is nothing to press.
    await page.getByRole("link", { name: "Design" }).press("Enter");
    await page.waitForFunction(() => document.activeElement?.textContent === "Design your own letters");
    assert.equal(await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.activeElement)).outlineStyle), "none");
    await page.getByRole("link", { name: "Watch" }).click();
    await page.waitForFunction(() => /^pegfont: /.test(document.title));
    assert.equal(await field(page).inputValue(), "HI");
}));

test("a part that can't be loaded says so, and another try may succeed", () => open("#watch?text=HI", async (page) => {
    await page.route("**/lab/view.js", (route) => route.abort());
    await page.getByRole("link", { name: "Laboratory" }).click();
    await page.getByRole("alert").getByText("A part of the page couldn't be loaded. Check your connection, then try again.").waitFor();
    await page.unroute("**/lab/view.js");
    await button(page, "Try again").click();
    await page.getByRole("heading", { name: "Laboratory", level: 1 }).waitFor();
}, { serviceWorkers: "block", allowed: /Failed to load|couldn't be loaded/ }));

test("what is unfolded and can't be loaded says so, and another try may succeed", () => open("#watch?text=HI", async (page) => {
    await page.route("**/watch/more.js", (route) => route.abort());
    const summary = page.getByText("More to save");
    await summary.click();
    await page.getByText("A part of the page couldn't be loaded. Check your connection, then try again.").waitFor();
    await page.unroute("**/watch/more.js");
    await summary.click();
    await link(page).waitFor();
}, { serviceWorkers: "block", allowed: /Failed to load/ }));

test("who leaves while a game is looked for stays where they went", () => open(`#watch?text=${"PEGSOLITAIRE ".repeat(8)}`, async (page) => {
    // From within the page, as soon as the search has begun: it may end before a driver comes to it.
    await page.evaluate(() => new MutationObserver((_, observer) => {
        if (!document.querySelector("#said progress")) return;
        observer.disconnect();
        location.hash = "#design";
    }).observe(document.body, { childList: true, subtree: true }));
    await unfold(page);
    await page.getByText("one board for all letters").click();
    await page.getByRole("heading", { name: "Design your own letters" }).waitFor();
    await frames(page);
    assert.match(page.url(), /#design$/);
}));

test("without WebAssembly the page says so, and without storage a theme is kept until it is closed", () => open("#watch?text=HI", async (page) => {
    await page.addInitScript(() => {
        if (location.search === "?bare") Object.assign(globalThis, { WebAssembly: undefined });
        Storage.prototype.setItem = () => { throw new Error("blocked"); };
    });
    await page.reload();
    const ground = (/** @type {string} */ of) => page.locator(of).evaluate((it) => getComputedStyle(it).backgroundColor);
    await unfold(page);
    await page.getByLabel("Theme").selectOption("wood");
    const wood = await ground(".stage");
    await page.getByRole("link", { name: "Play", exact: true }).click();
    await page.locator("svg.board").waitFor();
    assert.equal(await ground("svg.board"), wood);
    await page.goto(`${shared.address}?bare#watch`);
    await page.getByRole("alert").getByText(/^This page needs WebAssembly, which this browser lacks or has turned off\./).waitFor();
}, { allowed: /WebAssembly/ }));

test("a step of many letters is announced in a few words", () => open("#watch?text=" + "PEGS%20".repeat(40), async (page) => {
    await unfold(page);
    await button(page, "Step back").click();
    assert.match((await page.locator("#announcer").textContent()) ?? "", /^Step \d+ of \d+$/);
}));

test("a film waits while it is off the screen", () => open("#watch?text=HI", async (page) => {
    await button(page, "Pause").waitFor();
    const time = () => page.getByLabel("Time", { exact: true }).inputValue();
    // The finished text is shown first, and the time stands still meanwhile.
    await page.waitForFunction(() => Number(/** @type {HTMLInputElement | null} */ (document.querySelector("input[type=range]"))?.value) > 0);
    // An observer that begins later is told later: by then, the player knows.
    await page.evaluate(() => new Promise((done) => {
        document.body.style.paddingTop = "300vh";
        const stage = /** @type {Element} */ (document.querySelector(".stage"));
        new IntersectionObserver((entries) => entries.some((entry) => !entry.isIntersecting) && done(null)).observe(stage);
    }));
    const before = await time();
    await frames(page);
    assert.equal(await time(), before);
    await page.evaluate(() => {
        document.body.style.paddingTop = "0";
    });
    await page.waitForFunction((before) => ![undefined, before].includes(/** @type {HTMLInputElement | null} */ (document.querySelector("input[type=range]"))?.value), before);
}, { reducedMotion: "no-preference" }));

test("boards look as the program paints them in every theme, also where only what changes is painted", () => open("#watch?text=AB", async (page) => {
    await unfold(page);
    const themes = await page.getByLabel("Theme").locator("option").evaluateAll((all) => all.slice(1).map((it) => /** @type {HTMLOptionElement} */ (it).value));
    assert.equal(themes.length, 6);
    for (const name of themes) {
        const pictures = await Promise.all(["0", "end"].map(async (at) => [...(await pegfontFile("ab.png", "render", "AB", "--theme", name, "--at", at))]));
        const wrong = await page.evaluate(async ({ version, name, pictures }) => {
            const [{ Painter }, wasm] = await Promise.all(["painter.js", "wasm/watch.js"].map((name) => import(new URL(version + name, document.baseURI).href)));
            await wasm.default({ module_or_path: new URL(`${version}wasm/watch_bg.wasm`, document.baseURI) });
            const theme = JSON.parse(wasm.themes()).find((/** @type {any} */ theme) => theme.name === name);
            const film = JSON.parse(wasm.film(JSON.stringify({ text: "AB", theme: name, smooth: true })));
            const [little, whole] = [0, 1].map(() => {
                const canvas = document.createElement("canvas");
                canvas.style.cssText = `position: fixed; width: ${film.width}px; height: ${film.height}px`;
                document.body.append(canvas);
                const painter = new Painter(canvas);
                painter.show(film, theme, { smooth: true });
                return painter;
            });
            const context = /** @type {any} */ (new OffscreenCanvas(film.width, film.height).getContext("2d"));
            const differences = (/** @type {CanvasImageSource[]} */ ...pictures) => {
                const [one, other] = pictures.map((picture) => {
                    context.fillStyle = theme.background;
                    context.fillRect(0, 0, film.width, film.height);
                    context.drawImage(picture, 0, 0);
                    return context.getImageData(0, 0, film.width, film.height).data;
                });
                return one.map((/** @type {number} */ value, /** @type {number} */ at) => Math.abs(value - other[at]));
            };
            const wrong = [];
            for (let time = 0; time < film.duration; time += 170) {
                little.paint(time);
                whole.seen = [];
                whole.paint(time);
                const worst = differences(little.canvas, whole.canvas).reduce((/** @type {number} */ most, /** @type {number} */ one) => Math.max(most, one), 0);
                if (worst > 2) wrong.push([time, worst]);
            }
            for (const [number, bytes] of pictures.entries()) {
                little.paint(number * film.duration);
                const all = differences(little.canvas, await createImageBitmap(new Blob([new Uint8Array(bytes)])));
                const mean = all.reduce((/** @type {number} */ sum, /** @type {number} */ one) => sum + one, 0) / all.length;
                // Edges are smoothed in another way, and a PNG has few colours.
                if (mean > 2) wrong.push([number, mean]);
            }
            return wrong;
        }, { version, name, pictures });
        assert.deepEqual(wrong, [], name);
    }
}));

test("a peg that hops in the top row is seen above its board, and leaves nothing there", () => open("#watch?text=A", async (page) => {
    const wrong = await page.evaluate(async (version) => {
        const [{ Painter }, wasm] = await Promise.all(["painter.js", "wasm/watch.js"].map((name) => import(new URL(version + name, document.baseURI).href)));
        await wasm.default({ module_or_path: new URL(`${version}wasm/watch_bg.wasm`, document.baseURI) });
        const scale = 4;
        const wrong = [];
        for (const theme of JSON.parse(wasm.themes())) {
            const film = JSON.parse(wasm.film(JSON.stringify({ text: "HELLO\nWORLD", theme: theme.name, smooth: true })));
            const painter = new Painter(new OffscreenCanvas(scale * film.width, scale * film.height));
            painter.show(film, theme, { smooth: true });
            /** How far what is seen above a board reaches. @param {number} number */
            const above = (number) => {
                const [left, top] = film.corners[number].map((/** @type {number} */ side) => side * scale);
                const [width, height] = [film.board_size[0] * scale, film.pitch * scale * 0.8];
                const { data } = painter.context.getImageData(left, top - height, width, height);
                const row = data.findIndex((/** @type {number} */ value, /** @type {number} */ at) => at % 4 === 3 && value > 60);
                return row < 0 ? 0 : height - Math.floor(row / 4 / width);
            };

            const highest = Math.min(...film.middles.map((/** @type {number[]} */ [, y]) => y));
            const solid = theme.looks[3].filter((/** @type {any} */ [, , , stops]) => stops[0][1].endsWith("ff"));
            const radius = Math.max(...solid.map((/** @type {any} */ [, size]) => size));
            const reach = ((theme.arc + theme.rise * radius) * film.pitch - highest) * scale;
            let hops = 0;
            for (const [number, letter] of film.letters.entries()) {
                const at = letter.jumps.findIndex((/** @type {number[]} */ jump) => jump.every((hole) => film.middles[hole][1] === highest));
                if (at < 0) continue;
                hops++;
                const [begin, end] = letter.times[at];
                painter.paint((begin + end) / 2);
                if (above(number) < reach - 1) wrong.push([theme.name, number, above(number), reach]);
            }
            painter.paint(film.duration);
            const left = film.letters.map((/** @type {any} */ _, /** @type {number} */ number) => above(number)).filter((/** @type {number} */ rows) => rows > 0);
            if (hops < 4 || left.length > 0) wrong.push([theme.name, hops, left]);
        }
        return wrong;
    }, version);
    assert.deepEqual(wrong, []);
}));

test("on paper, boards keep their shape", () => open("#watch?text=HI", async (page) => {
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".stage canvas").evaluate((it) => getComputedStyle(it).objectFit), "contain");
    assert.equal(await page.locator(".transport").isVisible(), false);
}));

test("everything can be reached with Tab, and the focus is seen", () => open("#watch?text=HI", async (page) => {
    await unfold(page);
    const names = [];
    for (let press = 0; press < 80; press++) {
        await page.keyboard.press("Tab");
        const at = await page.evaluate(() => {
            const element = /** @type {HTMLElement} */ (document.activeElement);
            const style = getComputedStyle(element.matches("input[type=radio]") ? /** @type {HTMLElement} */ (element.nextElementSibling) : element);
            return { name: element.getAttribute("aria-label") ?? element.textContent?.trim() ?? "", outline: style.outlineStyle, tag: element.tagName };
        });
        if (at.tag === "BODY") break;
        assert.notEqual(at.outline, "none", `the focus on ${at.tag} ${at.name}`);
        names.push(at.name);
    }
    for (const name of ["Skip to the boards", "Play", "Step back", "Step forward", "Time", "Loop", "Full screen", "GIF", "WOFF2"]) {
        assert.ok(names.includes(name), `${name} in ${names}`);
    }
}));

test("the address carries what is chosen, and a link shows the same", () => open("#watch", async (page, context) => {
    await field(page).fill("A & B\n<C>");
    await unfold(page);
    await page.getByLabel("Theme").selectOption("wood");
    await page.getByLabel("Order").selectOption("sequence");
    await page.getByLabel("Speed").selectOption("2");
    await page.getByLabel("Sliding pegs").uncheck();
    await button(page, "Loop").click();
    const address = await link(page).inputValue();
    assert.equal(address, page.url());
    const other = await context.newPage();
    await other.goto(address);
    await field(other).waitFor();
    await unfold(other);
    assert.equal(await field(other).inputValue(), "A & B\n<C>");
    assert.equal(await other.getByLabel("Theme").inputValue(), "wood");
    assert.equal(await other.getByLabel("Order").inputValue(), "sequence");
    assert.equal(await other.getByLabel("Speed").inputValue(), "2");
    assert.equal(await other.getByLabel("Sliding pegs").isChecked(), false);
    await other.getByRole("button", { name: "Loop", pressed: false }).waitFor();
    assert.equal(await link(other).inputValue(), address);
    const pictures = [];
    for (const shown of [page, other]) {
        await shown.getByRole("heading", { level: 1 }).click();
        await shown.keyboard.press("End");
        pictures.push(await shown.locator(".stage canvas").screenshot());
    }
    assert.deepEqual(pictures[0], pictures[1]);
}));

test("one jump is drawn, and the rule is said in the visitor's language", async () => {
    for (const [locale, lang, rule] of [["de-AT", "de", /^Ein Stein springt .*\. .* kommt weg\.$/], ["ja", "en", /^A peg jumps over .*\. .* is gone\.$/]]) {
        await open("#watch?text=HI", async (page) => {
            await page.locator(`.lead [lang=${lang}]`).filter({ hasText: rule }).waitFor();
            await page.waitForFunction(() => Number(document.querySelector(".strip")?.getAttribute("width")) > 100);
            // What is in the middle of the three holes, before the jump and after it: two pegs; the one that jumped.
            const [before, after] = await page.evaluate(async (version) => {
                const { services } = await import(new URL(`${version}services.js`, document.baseURI).href);
                const strip = /** @type {HTMLCanvasElement} */ (document.querySelector(".strip"));
                const margin = services.theme().board.margin * 24;
                const [width, height] = [3 * 24 + 2 * margin, 24 + 12 + 2 * margin];
                const scale = Math.min(strip.width / (2 * width + 12), strip.height / height);
                const [left, top] = [(strip.width - (2 * width + 12) * scale) / 2, (strip.height - height * scale) / 2];
                return [0, width + 12].map((board) => [12, 36, 60].map((hole) => {
                    const place = [left + (board + margin + hole) * scale, top + (margin + 24) * scale].map(Math.round);
                    return String(strip.getContext("2d")?.getImageData(place[0], place[1], 1, 1).data);
                }));
            }, version);
            assert.ok(before[0] !== before[2] && before[1] !== before[2], `${before}`);
            assert.ok(after[0] === after[1] && after[1] !== after[2], `${after}`);
            await page.goto(`${shared.address}#play/letter/B`);
            await page.locator(`.status [lang=${lang}]`).filter({ hasText: rule }).waitFor();
        }, { locale: String(locale) });
    }
});

test("with reduced motion it stands still on the finished text", () => open("#watch?text=PEG", async (page) => {
    await button(page, "Play").waitFor();
    await readable(page);
    assert.deepEqual((await rows(page)).slice(0, 7), await expected("P", "end"));
    const before = await page.locator(".stage canvas").screenshot();
    await frames(page);
    assert.deepEqual(await page.locator(".stage canvas").screenshot(), before);
}));

test("what the font lacks is named and left out", () => open("#watch?text=HI", async (page) => {
    await field(page).fill("H😱I\u202E漢");
    await page.getByText("Not in the font").waitFor();
    assert.equal(await said(page).textContent(), "Not in the font, so left out: \u2068😱\u2069 (U+1F631), \u2068漢\u2069 (U+6F22).Draw your own");
    assert.match((await page.locator(".stage canvas").getAttribute("aria-label")) ?? "", /^HI, played/);
    assert.equal(await field(page).inputValue(), "H😱I\u202E漢");
    await unfold(page);
    // What can't be played is neither shown nor shared, and no film is that was played before.
    for (const [text, why] of [["漢字一二三四漢", /^The font has none of these characters: .*漢.*字.*一.*二.*三.*四\u2069 \(U\+56DB\)\. Try Latin/], ["", "Type a word, and it plays itself here."]]) {
        await field(page).fill(String(text));
        await page.getByText(why).waitFor();
        for (const name of ["Share", "GIF"]) assert.ok(await button(page, name).isDisabled(), name);
        for (const name of ["Link to this", "For your own page", "The same on the command line"]) assert.equal(await page.getByLabel(name, { exact: true }).isVisible(), false, name);
        assert.ok(await page.locator(".stage canvas").evaluate((it) => {
            const { width, height } = /** @type {HTMLCanvasElement} */ (it);
            return /** @type {any} */ (it).getContext("2d").getImageData(0, 0, width, height).data.every((/** @type {number} */ value) => value === 0);
        }));
        assert.match(page.url(), new RegExp(`text=${encodeURIComponent(String(text))}$`));
    }
    await field(page).fill("OK");
    await page.waitForFunction(() => document.querySelector("#said")?.textContent === "");
    assert.equal(await field(page).getAttribute("aria-invalid"), "false");
    // What is shared at once is what was typed last.
    await page.evaluate(() => Object.assign(navigator, { canShare: () => true, share: async (/** @type {ShareData} */ what) => Object.assign(globalThis, { shared: what }) }));
    await page.evaluate(() => {
        const field = /** @type {HTMLTextAreaElement} */ (document.querySelector("#text"));
        field.value = "GO";
        field.dispatchEvent(new Event("input"));
        /** @type {HTMLButtonElement | undefined} */ ([...document.querySelectorAll("button")].find((it) => it.textContent === "Share"))?.click();
    });
    await page.waitForFunction(() => "shared" in globalThis);
    const { text, url, files } = await page.evaluate(() => {
        const { text, url, files } = /** @type {any} */ (globalThis).shared;
        return { text, url, files: files.map((/** @type {File} */ file) => file.name) };
    });
    assert.deepEqual([text, url], ["GO, played as peg solitaire", page.url()]);
    assert.match(files.join(), /^go\.(mp4|gif)$/);
    assert.match(url, /text=GO$/);
}));

/** The share of the stage that is drawn on.
 * @param {Page} page */
const drawn = (page) => page.locator(".stage canvas").evaluate((it) => {
    const canvas = /** @type {HTMLCanvasElement} */ (it);
    const { data, width, height } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, canvas.width, canvas.height);
    const inked = Array.from({ length: width * height }, (_, pixel) => pixel).filter((pixel) => data[4 * pixel + 3] > 0);
    const [rows, columns] = [new Set(inked.map((pixel) => Math.floor(pixel / width))), new Set(inked.map((pixel) => pixel % width))];
    return (rows.size * columns.size) / (width * height);
});

for (const [text, least] of /** @type {[string, number][]} */ ([["CONGRATULATIONS", 0.4], ["M".repeat(70), 0.6], ["DONAUDAMPFSCHIFF AHOI", 0.4]])) {
    test(`on a phone, long words are broken by the largest pegs: ${text}`, () => open(`#watch?text=${text}`, async (page) => {
        await page.waitForFunction(() => document.querySelector(".stage canvas")?.getAttribute("aria-label"));
        await frames(page);
        const share = await drawn(page);
        assert.ok(share >= least, `${share} of the stage`);
    }, { viewport: { width: 390, height: 844 } }));
}

test("lines are those of a picture of the same shape: a word is broken where its boards become much larger", () => open("#watch?text=HI", async (page) => {
    const lines = await page.evaluate(async (version) => {
        const wasm = new URL(`${version}wasm/watch.js`, document.baseURI).href;
        const watch = await import(wasm);
        await watch.default({ module_or_path: wasm.replace(".js", "_bg.wasm") });
        const linesOf = (/** @type {any} */ asked) => {
            const { letters, corners } = JSON.parse(watch.film(JSON.stringify(asked)));
            /** @type {Record<string, string>} */
            const lines = {};
            letters.forEach((/** @type {{character: string}} */ { character }, /** @type {number} */ at) => (lines[corners[at][1]] = (lines[corners[at][1]] ?? "") + character));
            return Object.values(lines).join("/");
        };
        return ["HELLO", "PEG SOLITAIRE", "YES!"].flatMap((text) => [390, 1366].map((width) => {
            const high = 380;
            return [text, width, linesOf({ text, aspect: width / high, across: width }), linesOf({ text, size: [width, high] })];
        }));
    }, version);
    assert.deepEqual(lines, [
        ["HELLO", 390, "HEL/LO", "HEL/LO"], ["HELLO", 1366, "HELLO", "HELLO"],
        ["PEG SOLITAIRE", 390, "PEG/SOLIT/AIRE", "PEG/SOLIT/AIRE"], ["PEG SOLITAIRE", 1366, "PEG/SOLITAIRE", "PEG/SOLITAIRE"],
        ["YES!", 390, "YES!", "YES!"], ["YES!", 1366, "YES!", "YES!"],
    ]);
}));

test("where nothing plays, nothing is named after the film before, and the controls wait", () => open("#watch?text=HI", async (page) => {
    const picture = page.locator(".stage canvas");
    await readable(page);
    await unfold(page);
    for (const text of ["漢", "", "ひらがな"]) {
        await field(page).fill(text);
        await eventually(() => picture.getAttribute("aria-label"), "No boards");
        for (const name of ["Play", "Step back", "Step forward"]) assert.ok(await button(page, name).isDisabled(), name);
        assert.ok(await page.getByLabel("Time").isDisabled());
        assert.equal(await boards(page).textContent(), "");
        await page.keyboard.press("Tab");
        await page.getByRole("heading", { level: 1 }).click();
        await page.keyboard.press(" ");
        await picture.click();
        assert.equal(await button(page, "Pause").count(), 0);
        await accessible(page);
        await field(page).fill("HO");
        await eventually(async () => (await picture.getAttribute("aria-label"))?.split(",")[0], "HO");
        assert.ok(await button(page, "Play").isEnabled());
    }
    await field(page).fill("ひらがな");
    await said(page).filter({ hasText: /Try .* katakana, / }).waitFor();
    await field(page).fill("カナ");
    await eventually(async () => (await picture.getAttribute("aria-label"))?.split(",")[0], "カナ");
}));

test("what people type becomes what the font has", () => open("#watch?text=HI", async (page) => {
    for (const [typed, shown] of [["I\u2764\uFE0FU", "I♥U"], ["⭐☀️🙂", "★☀☺"], ["A\u0308", "Ä"], ["ガパ", "カ゛ハ゜"], ["👍🏽A", "A"]]) {
        await field(page).fill(typed);
        await page.waitForFunction((shown) => document.querySelector(".stage canvas")?.getAttribute("aria-label")?.startsWith(`${shown},`), shown);
    }
    await unfold(page);
    await button(page, "Add ★").click();
    assert.equal(await field(page).inputValue(), "👍🏽A★");
    await page.waitForFunction(() => document.querySelector(".stage canvas")?.getAttribute("aria-label")?.startsWith("A★,"));
}));

test("a word on the first screen is sent to be guessed, by a link in its theme to copy or share", () => open("#watch?text=B", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => Object.assign(navigator, { canShare: () => true, share: async (/** @type {ShareData} */ what) => Object.assign(globalThis, { shared: what }) }));
    await page.getByText("Change how it plays").click();
    await page.getByLabel("Theme").selectOption("wood");
    await button(page, "Let somebody guess it").click();
    const link = page.getByLabel("The link", { exact: true });
    await link.waitFor();
    const address = await link.inputValue();
    assert.match(address, /#play\/link\/[\w-]+\?theme=wood$/);
    await page.locator(".gift").getByRole("button", { name: "Copy" }).click();
    await copied(page);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address);
    await accessible(page);
    // Where the device shares files, the tiles go with the link: as a film, if the browser makes one.
    await page.locator(".gift").getByRole("button", { name: "Share" }).click();
    await page.waitForFunction(() => "shared" in globalThis);
    const { text, url, name, size } = await page.evaluate(() => {
        const { text, url, files: [{ name, size }] } = /** @type {any} */ (globalThis).shared;
        return { text, url, name, size };
    });
    assert.deepEqual([text, url, name], ["Guess my word.", address, (await encodes(page)) ? "guess-my-word.mp4" : "guess-my-word.png"]);
    assert.ok(size > 1000, `${size} bytes`);
    // The link is of the text that it was made for.
    await field(page).fill("C");
    await link.waitFor({ state: "detached" });
}));

test("what a saved film has besides is chosen where it is saved, and carried by the address", () => open("#watch?text=HI", async (page) => {
    await page.getByText("More to save").click();
    const count = page.getByLabel("Count the jumps below the boards");
    const zoom = page.getByLabel("Play the first jumps slowly, in a large view");
    const then = page.getByLabel("Let these texts come out of the full board next, one on each line");
    await count.check();
    await page.waitForURL(/text=HI&count=yes$/);
    // These are of one game.
    assert.deepEqual([await zoom.isVisible(), await then.isVisible()], [false, false]);
    await page.getByText("Change how it plays").click();
    // This is of letters.
    const order = page.getByLabel("Order");
    assert.ok(await order.isVisible());
    await page.getByText("one board for all letters").click();
    await order.waitFor({ state: "hidden" });
    await page.getByText(/^One game of \d+ jumps/).waitFor();
    await zoom.check();
    await page.waitForURL(/zoom=yes/);
    // What was said about the game is still true.
    await page.getByText(/^One game of \d+ jumps/).waitFor();
    await button(page, "Another game").waitFor();
    await then.fill("OK");
    await then.blur();
    await page.getByText(/^A game for each text, all on a board of \d+x\d+ holes/).waitFor();
    await page.reload();
    await then.waitFor();
    assert.deepEqual([await count.isChecked(), await zoom.isChecked(), await then.inputValue()], [true, true, "OK"]);
    await accessible(page);
}));

test("one text comes out of the full board after the other", () => open("#watch?text=HI&one=yes&then=OK&speed=4", async (page) => {
    const named = (/** @type {string} */ text) => page.waitForFunction((text) => document.querySelector(".stage canvas")?.getAttribute("aria-label")?.startsWith(`${text},`), text);
    for (const text of ["HI", "OK", "HI"]) await named(text);
}, { reducedMotion: "no-preference" }));

test("what the font lacks is told of texts in turn, too", () => open(`#watch?text=HI&one=yes&then=${encodeURIComponent("O漢K")}`, async (page) => {
    await page.getByText(/^A game for each text, all on a board of \d+x\d+ holes\. Not in the font, so left out: \u2068漢\u2069/).waitFor();
    const then = page.getByLabel("Let these texts come out of the full board next, one on each line");
    await then.fill("漢");
    await then.blur();
    await page.getByText(/^The font has none of these characters: \u2068漢\u2069 \(U\+6F22\)\./).waitFor();
}));

test("Home begins the text that plays, not the next one, and a smaller window goes on with it", () => open("#watch?text=HI&one=yes&then=OK&speed=0.25", async (page) => {
    const name = () => page.locator(".stage canvas").getAttribute("aria-label");
    await page.waitForFunction(() => document.querySelector(".stage canvas")?.getAttribute("aria-label")?.startsWith("OK,"));
    await page.keyboard.press("Home");
    await frames(page);
    assert.match(await name() ?? "", /^OK,/);
    await page.setViewportSize({ width: 700, height: 700 });
    await frames(page);
    assert.match(await name() ?? "", /^OK,/);
}, { reducedMotion: "no-preference" }));

test("a text that is too long is refused, and not lost", () => open("#watch?text=HI", async (page) => {
    const long = "PEG ".repeat(2500);
    await field(page).fill(long);
    await page.getByText("The text has 10000 characters; the most is 1000.").waitFor();
    assert.equal(await field(page).inputValue(), long);
    await field(page).fill("PEG ".repeat(250));
    await page.waitForFunction(() => document.querySelector("#said")?.textContent === "");
    assert.match((await page.locator(".stage canvas").getAttribute("aria-label")) ?? "", /750 boards/);
}));

test("a broken address says what is broken, and shows the rest", () => open("#watch?text=HI&theme=plaid&speed=-1&bogus=%E0%A4%A", async (page) => {
    await page.getByText("The address has parts that the page can't read: “theme=plaid”, “speed=-1”").waitFor();
    assert.equal(await field(page).inputValue(), "HI");
    await page.goto(`${shared.address}#watch?__proto__=x&constructor=y&text=OK`);
    await page.getByText("The address has parts that the page can't read: “__proto__=x”, “constructor=y”").waitFor();
    assert.equal(await field(page).inputValue(), "OK");
    await page.goto(`${shared.address}#nowhere/at/all?x=%`);
    await page.getByText("There is no part “nowhere” on this page.").waitFor();
    assert.equal(await field(page).inputValue(), "YES!");
}));

test("text from the address is never markup", () => open("#watch?text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E", async (page) => {
    await field(page).waitFor();
    await unfold(page);
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await field(page).inputValue(), "<img src=x onerror=alert(1)>");
    assert.match(await page.getByLabel("For your own page", { exact: true }).inputValue(), /text="&lt;img src=x onerror=alert\(1\)>"/);
}));

test("nothing moves when the page appears, or a message", () => open("#watch?text=PEG", async (page) => {
    await button(page, "Play").waitFor();
    await page.locator("#said").evaluate((it) => it.replaceChildren("A message of one line."));
    assert.deepEqual(await moves(page), []);
}));

test("what is said about one game covers none of its board", async () => {
    for (const [width, height] of [[390, 844], [320, 568], [640, 300], [1280, 800]]) {
        for (const then of ["", "O漢K"]) {
            await open(`#watch?text=HI&one=yes&then=${encodeURIComponent(then)}`, async (page) => {
                await page.getByText(/ on a board of \d+x\d+ holes/).waitFor();
                const words = await page.locator("#said").boundingBox();
                const board = await page.locator(".stage canvas").boundingBox();
                assert.ok(words && board && words.y + words.height <= board.y, `${width}x${height}, ${then}: ${JSON.stringify([words, board])}`);
                assert.ok(board.height >= 90, `${width}x${height}, ${then}: ${board.height} high`);
            }, { viewport: { width, height } });
        }
    }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const viewport of [{ width: 390, height: 844 }, { width: 1366, height: 768 }]) {
        test(`nobody is kept out: ${colorScheme}, ${viewport.width} wide`, () => open("#watch?text=PEG", async (page) => {
            await readable(page);
            await accessible(page);
            const wide = await page.evaluate(() => document.documentElement.scrollWidth);
            assert.ok(wide <= viewport.width, `${wide} is wider than the screen`);
        }, { colorScheme, viewport }));
    }
}
