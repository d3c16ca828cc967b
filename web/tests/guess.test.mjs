/** Guess my word: a word is typed, or opened letter by letter by its last three jumps; then it is answered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, browser, button, copied, encodes, eventually, said, version } from "./support.mjs";

const { open, shared } = browser({ "empty.html": "<!doctype html>" });

/** @typedef {import("playwright-core").Page} Page */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };

/** Opens the word that somebody sends.
 * @param {Page} page @param {string} text @param {string} [theme] */
async function receive(page, text, theme) {
    await page.goto(`${shared.address}#play/choose`);
    await page.getByLabel("Your word").fill(text);
    await button(page, "Make the link").click();
    const made = page.getByLabel("The link", { exact: true });
    await made.waitFor();
    const link = await made.inputValue();
    await page.goto(theme ? `${link}?theme=${theme}` : link);
    await page.locator(".guess svg.board").waitFor();
    return link;
}

/** The tiles as they are read out.
 * @param {Page} page */
const tiles = (page) => page.locator(".tiles .tile").evaluateAll((all) => all.map((tile) => tile.getAttribute("aria-label")?.split(": ")[1]));

/** @param {Page} page */
const hearts = (page) => page.locator(".hearts").textContent();

/** @param {Page} page @param {string} word */
async function type(page, word) {
    for (const letter of word) await button(page, letter).click();
    await button(page, "Guess").click();
}

/** The last jumps of a letter's film.
 * @param {Page} page @param {string} letter
 * @returns {Promise<string[][]>} */
const lastJumps = (page, letter) => page.evaluate(async ({ address, letter }) => {
    const { services } = await import(address);
    const { letters: [{ jumps }], hole_names } = JSON.parse((await services.watch()).film(JSON.stringify({ text: letter })));
    return jumps.slice(-3).map((/** @type {number[]} */ [from, , to]) => [hole_names[from], hole_names[to]]);
}, { address: `${shared.address}${version}services.js`, letter });

/** Begins the last jumps of the letter on the board, and plays jumps.
 * @param {Page} page @param {string[][]} jumps */
async function play(page, jumps) {
    await page.locator(".guess svg.board").click({ position: { x: 5, y: 5 } });
    for (const name of jumps.flat()) await page.locator(`svg.board [data-hole="${name}"]`).click();
}

test("a word is opened in part by its last jumps, guessed, plays on the whole screen, and is answered", () => open("#play", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const link = await receive(page, "Ab! É");
    await said(page, /^Somebody wrote you a message of 3 letters\. Type it, or tap the board/).waitFor();
    // Signs are given.
    assert.deepEqual(await tiles(page), ["closed", "closed", "!", "closed"]);
    await accessible(page);

    await play(page, await lastJumps(page, "A"));
    await said(page, "The letter is A. Type the word, or open the next letter.").waitFor();
    assert.deepEqual(await tiles(page), ["A", "closed", "!", "closed"]);
    await type(page, "BX");
    await said(page, "That isn't the word. 2 guesses left.").waitFor();
    assert.equal(await hearts(page), "♥♥♡");
    assert.deepEqual(await tiles(page), ["A", "closed", "!", "closed"]);

    // By the keys of the device; marks and capitals don't matter.
    await page.keyboard.press("b");
    await page.keyboard.press("x");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("e");
    assert.deepEqual(await tiles(page), ["A", "you typed B", "!", "you typed E"]);
    await page.getByRole("heading", { name: "Guess my word" }).click();
    await page.keyboard.press("Enter");
    const screen = page.getByRole("dialog", { name: "Ab! É" });
    await screen.getByText("Guessed with 1 of 3 letters opened and 1 wrong guess.").waitFor();
    const box = await screen.boundingBox();
    assert.deepEqual(box && [box.width, box.height], Object.values(page.viewportSize() ?? {}));
    assert.deepEqual(await screen.getByRole("button").allTextContents(), ["Send one back"]);
    await accessible(page);

    await button(page, "Send one back").click();
    assert.equal(await page.getByLabel("Your word").evaluate((it) => it === document.activeElement), true);
    await page.keyboard.type("OK");
    await page.keyboard.press("Enter");
    const made = page.getByLabel("The link", { exact: true });
    await made.waitFor();
    assert.notEqual(await made.inputValue(), link);
    await page.locator(".gift").getByRole("button", { name: "Share" }).click();
    await copied(page);
    assert.deepEqual((await page.evaluate(() => navigator.clipboard.readText())).split("\n"), [
        "Your word: guessed with 1 of 3 letters opened and 1 wrong guess.", "🟦🟩🟩 ♥♥♡", "Now guess mine.", await made.inputValue(),
    ]);
    await accessible(page);
    // It stays found.
    await page.reload();
    await said(page, "Guessed with 1 of 3 letters opened and 1 wrong guess.").waitFor();
    assert.deepEqual(await tiles(page), ["A", "b", "!", "É"]);
}));

/** Finds the word HI, answers it with YO, and shares that. Returns what was shared: its text, and the file as one that can be played.
 * @param {Page} page */
async function answered(page) {
    await page.evaluate(() => Object.assign(navigator, { canShare: () => true, share: async (/** @type {ShareData} */ what) => Object.assign(globalThis, { shared: what }) }));
    await type(page, "HI");
    await button(page, "Send one back").click();
    await page.getByLabel("Your word").fill("YO");
    await button(page, "Make the link").click();
    const link = page.getByLabel("The link", { exact: true });
    await link.waitFor();
    await page.locator(".gift").getByRole("button", { name: "Share" }).click();
    await page.waitForFunction(() => "shared" in globalThis);
    const { text, url, type: kind, name, bytes } = await page.evaluate(async () => {
        const { text, url, files: [file] } = /** @type {any} */ (globalThis).shared;
        return { text, url, type: file.type, name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] };
    });
    assert.equal(text, "Your word: guessed with 0 of 2 letters opened.\n🟩🟩 ♥♥♥\nNow guess mine.");
    assert.equal(url, await link.inputValue());
    return { kind, name, bytes };
}

test("what is shared is a film of the tiles: those of the word that was found turn over, above closed ones", () => open("#play", async (page, context) => {
    await receive(page, "HI");
    const { kind, name, bytes } = await answered(page);
    if (!(await encodes(page))) return assert.equal(kind, "image/png");
    assert.deepEqual([kind, name], ["video/mp4", "guess-my-word.mp4"]);

    // Played without the page, whose policy allows no film.
    const other = await context.newPage();
    await other.goto(`${shared.address}empty.html`);
    const { sides, duration, changed } = await other.evaluate(async (bytes) => {
        const video = Object.assign(document.createElement("video"), { muted: true, src: URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "video/mp4" })) });
        await new Promise((done, failed) => Object.assign(video, { onloadeddata: done, onerror: () => failed(video.error) }));
        const [width, height] = [video.videoWidth, video.videoHeight];
        const context = /** @type {any} */ (new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true }));
        const at = async (/** @type {number} */ time) => {
            await new Promise((done) => Object.assign(video, { onseeked: done, currentTime: time }));
            context.drawImage(video, 0, 0);
            return [0, height / 2].map((top) => context.getImageData(0, top, width, height / 2).data);
        };
        const [first, last] = [await at(0.1), await at(video.duration - 0.1)];
        const changed = first.map((half, number) => half.some((/** @type {number} */ value, /** @type {number} */ place) => Math.abs(value - last[number][place]) > 60));
        return { sides: [width, height], duration: video.duration, changed };
    }, bytes);
    assert.deepEqual(sides, [1200, 630]);
    assert.ok(duration > 3 && duration < 9, `${duration} s`);
    assert.deepEqual(changed, [true, false], "the upper tiles turn over, the lower ones stay closed");
}));

test("where the browser makes no film, what is shared is a picture of the tiles", () => open("#play", async (page) => {
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
    await receive(page, "HI");
    const { kind, name, bytes } = await answered(page);
    assert.deepEqual([kind, name], ["image/png", "guess-my-word.png"]);
    const sides = await page.evaluate(async (bytes) => {
        const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
        return [width, height];
    }, bytes);
    assert.deepEqual(sides, [1200, 630]);
}));

test("one word fills the last screen, in the lines that make its pegs largest", () => open("#play", async (page) => {
    for (const text of ["I", "HI", "CAT", "HELLO"]) {
        await receive(page, text);
        await type(page, text);
        await page.getByRole("dialog", { name: text }).waitFor();
        const canvas = page.locator(".finale canvas").first();
        await canvas.evaluate(async (it) => {
            const seen = () => /** @type {any} */ (it).getContext("2d").getImageData(0, 0, /** @type {any} */ (it).width, /** @type {any} */ (it).height).data.some((/** @type {number} */ value) => value > 0);
            while (!seen()) await new Promise(requestAnimationFrame);
        });
        const { painted, largest } = await canvas.evaluate(async (it, { address, text }) => {
            const canvas = /** @type {HTMLCanvasElement} */ (it);
            const { width, height } = canvas;
            const { services } = await import(address);
            const watch = await services.watch();
            /** The text in lines of so many characters: the distance between holes, and how far its boards reach in both directions. @param {number} count */
            const inLines = (count) => {
                const lines = (text.match(new RegExp(`.{1,${count}}`, "g")) ?? []).join("\n");
                const film = JSON.parse(watch.film(JSON.stringify({ text: lines, theme: services.theme().name, smooth: true })));
                const scale = Math.min(width / film.width, height / film.height);
                const spread = [0, 1].map((axis) => {
                    const corners = film.corners.map((/** @type {number[]} */ corner) => corner[axis]);
                    return (Math.max(...corners) - Math.min(...corners) + film.board_size[axis]) * scale;
                });
                return { pitch: film.pitch * scale, spread };
            };
            const ways = [...text].map((_, at) => inLines(at + 1)).sort((one, other) => other.pitch - one.pitch);

            const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(0, 0, width, height);
            const seen = Array.from({ length: width * height }, (_, at) => at).filter((at) => data[4 * at + 3] > 0);
            const [across, down] = [seen.map((at) => at % width), seen.map((at) => Math.floor(at / width))];
            const extent = (/** @type {number[]} */ places) => places.reduce((most, place) => Math.max(most, place), 0) - places.reduce((least, place) => Math.min(least, place), Infinity);
            return { painted: [extent(across), extent(down)], largest: ways[0].spread };
        }, { address: `${shared.address}${version}services.js`, text });
        painted.forEach((length, axis) => assert.ok(Math.abs(length - largest[axis]) < 4, `${text}: ${painted} painted, ${largest} wanted`));
        await page.keyboard.press("Escape");
    }
}, PHONE));

test("without hearts no guess is left, and the letters can still be opened", () => open("#play", async (page) => {
    await receive(page, "E");
    for (const left of ["2 guesses", "1 guess"]) {
        await type(page, "X");
        await said(page, `That isn't the word. ${left} left.`).waitFor();
    }
    await type(page, "X");
    await said(page, "No guess is left. Open the letters to read the word.").waitFor();
    assert.ok(await button(page, "Guess").isDisabled());
    await page.reload();
    await page.locator(".guess svg.board").waitFor();
    assert.equal(await hearts(page), "♡♡♡");
    await play(page, await lastJumps(page, "E"));
    await page.getByRole("dialog", { name: "E" }).getByText("Read by opening the letter and 3 wrong guesses.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Send one back" }).waitFor();
}));

test("jumps that don't leave the letter begin again, and after two tries an arrow shows the next one", () => open("#play", async (page) => {
    await receive(page, "E");
    const right = await lastJumps(page, "E");
    /** Plays three jumps that leave something else. */
    const fail = async () => {
        for (let jump = 0; jump < 3 && (await page.locator("svg.board .can").count()) > 0; jump++) {
            await page.locator("svg.board .can").last().click();
            await page.locator("svg.board .landing").last().click();
        }
    };
    await play(page, []);
    const pegs = () => page.locator('svg.board [aria-label*=": peg"]').count();
    const begun = await pegs();
    await fail();
    await said(page, "That isn't the letter. Try other jumps.").waitFor();
    await eventually(pegs, begun);
    assert.equal(await page.locator(".arrows polygon").count(), 0);
    await fail();
    await said(page, "That isn't the letter. The arrow shows the way.").waitFor();
    await page.locator(".arrows polygon").waitFor();
    for (const name of right.flat()) await page.locator(`svg.board [data-hole="${name}"]`).click();
    await page.getByRole("dialog", { name: "E" }).waitFor();
}));

test("while one thinks, the game plays backwards from three jumps before its end, and stops at a touch", () => open("#play", async (page) => {
    await receive(page, "H");
    const pegs = () => page.locator('svg.board [aria-label*=": peg"]').count();
    const late = await pegs();
    await page.waitForFunction((late) => document.querySelectorAll('svg.board [aria-label*=": peg"]').length === late + 2, late);
    await play(page, []);
    assert.equal(await pegs(), late);
    // With a jump on the board, nothing is taken back.
    await page.waitForTimeout(1500);
    assert.equal(await pegs(), late);
}, { reducedMotion: "no-preference" }));

test("at the end, pegs fly, and the word is in the theme that its sender chose", () => open("#play", async (page) => {
    await receive(page, "I", "led");
    await type(page, "I");
    await page.waitForFunction(() => {
        const burst = /** @type {HTMLCanvasElement | null} */ (document.querySelector(".burst"));
        return burst && burst.width > 400 && burst.getContext("2d")?.getImageData(0, 0, burst.width, burst.height).data.some((value) => value > 0);
    });
    const ground = await page.locator(".finale").evaluate((it) => it.style.background);
    const led = await page.evaluate(async () => {
        const [{ services }] = await Promise.all([import(new URL("services.js", /** @type {HTMLScriptElement} */ (document.querySelector("script[src]")).src).href)]);
        const place = document.createElement("i");
        place.style.background = services.theme("led").background;
        return place.style.background;
    });
    assert.equal(ground, led);
}, { reducedMotion: "no-preference" }));

test("a word of another script is guessed in a field", () => open("#play", async (page) => {
    await receive(page, "Привет");
    assert.equal(await button(page, "Q").count(), 0);
    await page.getByLabel("Your guess").fill("при");
    await button(page, "Guess").click();
    await said(page, "The word has 6 letters.").waitFor();
    await page.getByLabel("Your guess").fill("привет");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Привет" }).waitFor();
}));

test("whatever the browser kept, the word can be played", () => open("#play", async (page) => {
    await receive(page, "HI");
    const key = await page.evaluate(() => `pegfont guess ${location.hash.split("/")[2].split("?")[0]}`);
    for (const kept of ["null", "[]", "7", '"x"', '{"opened":7}', '{"opened":[9,-1,"x"],"wrong":-5}', '{"wrong":"x","isGuessed":1}', "{"]) {
        await page.evaluate(([key, kept]) => (localStorage[key] = kept), [key, kept]);
        await page.reload();
        await page.locator(".guess svg.board").waitFor();
        assert.deepEqual(await tiles(page), ["closed", "closed"], kept);
        assert.equal(await hearts(page), "♥♥♥", kept);
    }
}));

test("the word is solved with the keyboard alone", () => open("#play", async (page) => {
    await receive(page, "E");
    await page.locator('svg.board [data-hole="a1"]').focus();
    await page.keyboard.press("Enter");
    let at = [0, 0];
    for (const name of (await lastJumps(page, "E")).flat()) {
        const to = [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
        for (; at[0] !== to[0]; at[0] += Math.sign(to[0] - at[0])) await page.keyboard.press(to[0] < at[0] ? "ArrowLeft" : "ArrowRight");
        for (; at[1] !== to[1]; at[1] += Math.sign(to[1] - at[1])) await page.keyboard.press(to[1] < at[1] ? "ArrowUp" : "ArrowDown");
        await page.keyboard.press("Enter");
    }
    await page.getByRole("dialog", { name: "E" }).waitFor();
}));

test("what is said covers no key, however large letters are", () => open("#play", async (page, context) => {
    const device = await context.newCDPSession(page);
    for (const size of [16, 20, 24, 32]) {
        await device.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
        await receive(page, "HI");
        const cut = await page.locator(".guess .status, .keys button").evaluateAll((all) => all.filter((it) => it.scrollHeight > it.clientHeight || it.scrollWidth > it.clientWidth).map((it) => it.textContent));
        assert.deepEqual(cut, [], `letters of ${size} pixels`);
    }
}, PHONE));

for (const [width, height] of [[390, 844], [360, 640], [1366, 768]]) {
    test(`tiles, board and keyboard are on one screen, ${width} wide`, () => open("#play", async (page) => {
        for (const text of ["HELLO", "HAPPY BIRTHDAY LENA!", "LETTERS THAT PLAY PEG SOLITAIRE AND THEN SOME MORE"]) {
            await receive(page, text);
            const seen = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
            assert.ok(seen[0] <= width, `${text}: ${seen} wide`);
            for (const place of [".tiles", "svg.board", ".keys", ".guess .status"]) {
                const box = await page.locator(place).boundingBox();
                assert.ok(box && box.y >= 0 && box.y + box.height <= height, `${text}, ${place}: ${JSON.stringify(box)}`);
            }
            if (text === "HELLO" && width === 390) {
                const board = await page.locator("svg.board").boundingBox();
                assert.ok(board && board.width >= 340, `${board?.width} wide`);
            }
        }
    }, width < 500 ? { ...PHONE, viewport: { width, height } } : { viewport: { width, height } }));
}
