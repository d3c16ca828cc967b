/** Downloads: what the page saves has the bytes that the command line writes; one game is the same game. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, button, copied, encodes, inShell, pegfontFile, saved, unfold } from "./support.mjs";

const { open, shared } = browser({ "empty.html": "<!doctype html>" });

/** @typedef {import("playwright-core").Page} Page */

test("a film has the bytes of the command line, in every format", () => open("#watch?text=Hi%21&theme=wood", async (page) => {
    for (const format of ["gif", "apng", "svg", "png"]) {
        const { name, bytes } = await saved(page, button(page, format.toUpperCase()));
        assert.equal(name, `hi.${format}`);
        const how = format === "png" ? [] : ["--smooth", "--order", "together"];
        const expected = await pegfontFile(name, "render", "Hi!", "--theme", "wood", ...how);
        assert.ok(bytes.equals(expected), `the ${format}: ${bytes.length} and ${expected.length} bytes`);
        // The command that is shown makes the same file.
        const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
        assert.equal(shown, ["pegfont render --theme wood", ...(format === "png" ? [] : ["--smooth --order together"]), `-o hi.${format} -- 'Hi!'`].join(" "));
    }
}));

test("a large GIF and an emoji have the bytes of the command line", () => open("#watch?text=Hi%20you&theme=wood", async (page) => {
    for (const [kind, size, how] of [["Large GIF", "1080", ["--smooth"]], ["Emoji", "128x128", []]]) {
        const { name, bytes } = await saved(page, button(page, String(kind)));
        const expected = await pegfontFile(name, "render", "Hi you", "--theme", "wood", "--size", String(size), ...how, "--order", "together");
        assert.ok(bytes.equals(expected), `the ${kind}: ${bytes.length} and ${expected.length} bytes`);
        const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
        assert.equal(shown, `pegfont render --theme wood --size ${size} ${[...how, "--order together"].join(" ")} -o hi-you.gif -- 'Hi you'`);
    }
}));

test("an MP4 is as large and as long as the large GIF, and begins with the text", () => open("#watch?text=Hi&theme=wood&speed=4", async (page, context) => {
    const gif = await saved(page, button(page, "Large GIF"));
    const mp4 = await saved(page, button(page, "MP4"));
    const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
    if (!(await encodes(page))) return assert.equal(mp4.name, "hi.gif");
    assert.equal(mp4.name, "hi.mp4");
    assert.match(shown, /^pegfont render --theme wood --size 1080 --smooth --order together --duration jump:\d+ -o hi\.mp4 -- 'Hi'$/);
    // Played without the page, whose policy allows no film.
    const other = await context.newPage();
    await other.goto(`${shared.address}empty.html`);
    const [still, film] = await other.evaluate(async ([gif, mp4]) => {
        const decoder = new ImageDecoder({ data: new Uint8Array(gif), type: "image/gif" });
        await decoder.tracks.ready;
        let duration = 0;
        for (let frameIndex = 0; frameIndex < (decoder.tracks.selectedTrack?.frameCount ?? 0); frameIndex++) duration += (await decoder.decode({ frameIndex })).image.duration ?? 0;
        const { image } = await decoder.decode({ frameIndex: 0 });
        const video = document.createElement("video");
        video.src = URL.createObjectURL(new Blob([new Uint8Array(mp4)], { type: "video/mp4" }));
        await new Promise((done, failed) => Object.assign(video, { onloadeddata: done, onerror: () => failed(video.error) }));
        const side = 32;
        const canvas = new OffscreenCanvas(side, side);
        const context = canvas.getContext("2d", { willReadFrequently: true });
        const pixels = (/** @type {any} */ picture) => {
            context?.drawImage(picture, 0, 0, side, side);
            return [...(context?.getImageData(0, 0, side, side).data ?? [])];
        };
        return [
            { width: image.displayWidth, height: image.displayHeight, duration: duration / 1e6, pixels: pixels(image) },
            { width: video.videoWidth, height: video.videoHeight, duration: video.duration, pixels: pixels(video) },
        ];
    }, [[...gif.bytes], [...mp4.bytes]]);
    assert.deepEqual([film.width, film.height % 2], [1080, 0]);
    assert.ok(Math.abs(film.height - still.height) <= 1, `${film.height} and ${still.height} pixels`);
    assert.ok(Math.abs(film.duration - still.duration) < 0.1, `${film.duration} and ${still.duration} seconds`);
    const away = film.pixels.reduce((sum, value, at) => sum + Math.abs(value - still.pixels[at]), 0) / film.pixels.length;
    assert.ok(away < 6, `${away} of 255`);
}));

test("a film with a count is an MP4, too, if the browser makes them", () => open("#watch?text=I&speed=4&count=yes", async (page) => {
    const { name } = await saved(page, button(page, "MP4"));
    assert.equal(name, (await encodes(page)) ? "i.mp4" : "i.gif");
}));

test("where the browser makes no MP4, there is a GIF, and the page says so", () => open("#watch?text=Hi", async (page) => {
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
    assert.equal((await saved(page, button(page, "MP4"))).name, "hi.gif");
    await page.getByText(/^This browser can't make an \.mp4 of this film, so it is a \.gif\. hi\.gif: [\d,]+ bytes\.$/).waitFor();
    assert.match(await page.getByLabel("The same on the command line", { exact: true }).inputValue(), /--size 1080 .* -o hi\.gif -- 'Hi'$/);
}));

test("a story is a GIF of the same size and length where the browser makes no MP4", () => open("#watch?text=HI&one=yes&theme=dark", async (page) => {
    await page.evaluate(() => Reflect.deleteProperty(globalThis, "VideoEncoder"));
    const { name, bytes } = await saved(page, button(page, "Story"));
    assert.ok(bytes.equals(await pegfontFile(name, "one-game", "HI", "--for", "story", "--smooth")));
    assert.equal(await page.getByLabel("The same on the command line", { exact: true }).inputValue(), "pegfont one-game --for story --smooth -o hi.gif -- 'HI'");
}));

test("options make the same difference on the page and on the command line", () => open("#watch?text=GO&order=sequence&speed=2&smooth=no&theme=dark", async (page) => {
    const { name, bytes } = await saved(page, button(page, "GIF"));
    const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
    assert.equal(shown, "pegfont render --order sequence --duration jump:60 -o go.gif -- 'GO'");
    const expected = await pegfontFile(name, "render", "GO", "--theme", "dark", "--order", "sequence", "--duration", "jump:60");
    assert.ok(bytes.equals(expected));
}));

/** Texts that a shell or the command line could take for something else. */
const TEXTS = [
    "-HELLO", "--help", "-", "it's", "'", "A\nB", "A\\nB", "\\", "a.gif", "b.game", "c2-c4 c5-c3", "d4", "any", "#.", "#.#.#.#.#.#", "code:7", "0101",
    '$HOME `id` "x" $(id)', "~/x", "!! *?[a]", "a;b&c|d>e<f", "  A  B ", "%s %d", "É é",
];

for (const [how, query, of] of [["letters", "", TEXTS], ["one game", "&one=yes", ["-I", "it's", "A\nB", "A\\nB", "-", "a.gif"]]]) {
    test(`the command shown makes the same file in a shell, whatever the text: ${how}`, async () => {
        for (const text of of) {
            await open(`#watch?text=${encodeURIComponent(text)}&speed=4${query}`, async (page) => {
                const { bytes } = await saved(page, button(page, "GIF"));
                const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
                const made = await inShell(shown);
                assert.ok(bytes.equals(made), `${shown}: ${bytes.length} and ${made.length} bytes`);
            });
        }
    });
}

test("the command shown makes the same film in a shell, whatever the texts in turn", async () => {
    for (const [text, then] of [["HI", "-"], ["-", "HI"], ["I", "A\\nB"], ["A\\nB", "I"], ["I", "it's"], ["I", "--I"], ["I", "a.gif"], ["I", "O漢K"], ["-", "-\nHI"]]) {
        await open(`#watch?text=${encodeURIComponent(text)}&one=yes&speed=4&then=${encodeURIComponent(then)}`, async (page) => {
            const { bytes } = await saved(page, button(page, "GIF"));
            const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
            const made = await inShell(shown);
            assert.ok(bytes.equals(made), `${shown}: ${bytes.length} and ${made.length} bytes`);
        });
    }
    // Standard input is one text.
    await open(`#watch?text=A%5CnB&one=yes&then=${encodeURIComponent("A\\nB")}`, async (page) => {
        await saved(page, button(page, "GIF"));
        assert.match(await page.getByLabel("The same on the command line", { exact: true }).inputValue(), /^# The command line reads only one text/);
    });
});

test("font files have the bytes of the command line", () => open("#watch?text=HI", async (page) => {
    for (const format of ["ttf", "woff2"]) {
        const { name, bytes } = await saved(page, button(page, format.toUpperCase()));
        assert.equal(name, `pegfont.${format}`);
        const expected = await pegfontFile(name, "font", "export");
        assert.ok(bytes.equals(expected), `the ${format}: ${bytes.length} and ${expected.length} bytes`);
    }
}));

test("a whole text is one game, which is that of the command line", () => open("#watch?text=HI", async (page) => {
    await unfold(page);
    await page.getByText("one board for all letters").click();
    await page.getByText(/^One game of \d+ jumps on a board of 16x13 holes/).waitFor();
    assert.match(page.url(), /one=yes/);
    assert.match(await page.getByLabel("For your own page", { exact: true }).inputValue(), /<img src="hi\.gif" alt="HI, played as one game of peg solitaire">/);
    const { name, bytes } = await saved(page, button(page, "GIF"));
    assert.ok(bytes.equals(await pegfontFile(name, "one-game", "HI", "--theme", "ivory", "--smooth")));
    await button(page, "Another game").click();
    await page.waitForURL(/seed=2/);
    await page.getByText(/^One game of \d+ jumps/).waitFor();
    const other = await saved(page, button(page, "GIF"));
    assert.ok(other.bytes.equals(await pegfontFile(name, "one-game", "HI", "--theme", "ivory", "--smooth", "--seed", "2")));
}));

for (const { what, query, options } of [
    { what: "letters with a count", query: "text=Hi%21&count=yes", options: ["render", "Hi!", "--order", "together", "--count"] },
    { what: "one game with a large view", query: "text=HI&one=yes&zoom=yes", options: ["one-game", "HI", "--zoom"] },
    { what: "one game with a large view and a count", query: "text=HI&one=yes&zoom=yes&count=yes", options: ["one-game", "HI", "--zoom", "--count"] },
    { what: "one text after the other", query: "text=HI&one=yes&then=OK&count=yes", options: ["one-game", "HI", "--then", "OK", "--count"] },
    { what: "three texts in turn", query: "text=HI&one=yes&then=OK%0A-YOU-", options: ["one-game", "HI", "--then", "OK", "--then=-YOU-"] },
]) {
    test(`a film has the bytes of the command line, and the command that is shown makes it: ${what}`, () => open(`#watch?${query}&theme=dark`, async (page) => {
        const { name, bytes } = await saved(page, button(page, "GIF"));
        assert.ok(bytes.equals(await pegfontFile(name, ...options, "--smooth")), `${bytes.length} bytes`);
        const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
        assert.ok(bytes.equals(await inShell(shown)), shown);
        // A still shows the first text alone.
        const still = await saved(page, button(page, "PNG"));
        assert.ok(still.bytes.equals(await pegfontFile("a.png", options[0], options[1])), "the still");
        // The address carries the options.
        const link = await page.getByLabel("Link to this", { exact: true }).inputValue();
        for (const part of query.split("&")) assert.ok(link.includes(part.replace("%21", "!")) || link.includes(part), `${part} in ${link}`);
    }));
}

test("in a picture with a width and a height, one game has the board that fills it, as on the command line", () => open("#watch?text=HI%20YOU&one=yes&theme=dark", async (page) => {
    const { name, bytes } = await saved(page, button(page, "Emoji"));
    assert.ok(bytes.equals(await pegfontFile(name, "one-game", "HI YOU", "--size", "128x128")));
}));

test("a story has the size and the length of the command line's", () => open("#watch?text=HI&one=yes&then=OK&theme=dark", async (page, context) => {
    const { name, bytes } = await saved(page, button(page, "Story"));
    const shown = await page.getByLabel("The same on the command line", { exact: true }).inputValue();
    if (!(await encodes(page))) {
        assert.equal(name, "hi-ok.gif");
        return assert.deepEqual([bytes.readUInt16LE(6), bytes.readUInt16LE(8)], [1080, 1920]);
    }
    assert.equal(shown, "pegfont one-game --for story --smooth --then='OK' -o hi-ok.mp4 -- 'HI'");
    const other = await context.newPage();
    await other.goto(`${shared.address}empty.html`);
    const film = await other.evaluate(async (bytes) => {
        const video = document.createElement("video");
        video.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "video/mp4" }));
        await new Promise((done, failed) => Object.assign(video, { onloadeddata: done, onerror: () => failed(video.error) }));
        return [video.videoWidth, video.videoHeight, Math.round(video.duration)];
    }, [...bytes]);
    assert.deepEqual(film, [1080, 1920, 11]);
}));

test("what a file can't hold is said where it is saved", () => open("#watch?text=HI&one=yes&then=OK", async (page) => {
    await unfold(page);
    await button(page, "SVG").click();
    await page.getByText("The .svg can't be made. A film of several texts can't be an .svg. Save a GIF or an MP4.").waitFor();
    assert.match(await page.getByLabel("The same on the command line", { exact: true }).inputValue(), /-o hi-ok\.gif -- 'HI'$/);
    await page.getByLabel("Play the first jumps slowly, in a large view").check();
    await button(page, "GIF").click();
    await page.getByText(/^The \.gif can't be made\. A film with a large view shows one game/).waitFor();
}));

test("a game on a board of at most 64 holes is one game, too", () => open("#watch?text=%C2%A8", async (page) => {
    await unfold(page);
    await page.getByText("one board for all letters").click();
    await page.getByText(/^One game of \d+ jumps on a board of 9x7 holes/).waitFor();
    const { name, bytes } = await saved(page, button(page, "GIF"));
    assert.ok(bytes.equals(await pegfontFile(name, "one-game", "¨", "--theme", "ivory", "--smooth")));
}));

test("looking for a game can be stopped, and the page goes on", () => open("#watch?text=" + "PEGSOLITAIRE%20".repeat(8), async (page) => {
    // From within the page, as soon as the button is there: the search may end before a driver comes to it.
    await page.evaluate(() => new MutationObserver((_, observer) => {
        const stop = [...document.querySelectorAll("button")].find((it) => it.textContent === "Stop");
        if (!stop) return;
        observer.disconnect();
        stop.click();
    }).observe(document.body, { childList: true, subtree: true }));
    await unfold(page);
    await page.getByText("one board for all letters").click();
    await page.getByText("Stopped. Every letter plays on its own board again.").waitFor();
    assert.ok(await page.getByLabel("Letter by letter").isChecked());
    await page.getByLabel("Your text").fill("HI");
    await page.getByText("one board for all letters").click();
    await page.getByText(/^One game of \d+ jumps/).waitFor();
}));

test("a text too large for one board is refused in place", () => open("#watch?one=yes&text=" + "PEGS%20".repeat(100), async (page) => {
    await page.getByText(/^The text needs a board of .* the most is 4,096/).waitFor();
    assert.equal(await page.locator("#said").evaluate((it) => it.classList.contains("wrong")), true);
}));

test("where the device shares files, the film goes with the link", () => open("#watch?text=HI", async (page) => {
    await page.evaluate(() => {
        Object.assign(navigator, {
            canShare: () => true,
            share: async (/** @type {ShareData} */ what) => Object.assign(globalThis, { shared: what }),
        });
    });
    await button(page, "Share").click();
    await page.waitForFunction(() => "shared" in globalThis);
    const { url, name, size } = await page.evaluate(() => {
        const { url, files } = /** @type {any} */ (globalThis).shared;
        return { url, name: files[0].name, size: files[0].size };
    });
    assert.equal(url, page.url());
    assert.equal(name, (await encodes(page)) ? "hi.mp4" : "hi.gif");
    assert.ok(size > 1000, `${size} bytes`);
}));

/** Lets the page share files as a phone does: soon after a click only. Notes what was shared, how often it was refused, and how many films were made.
 * @param {Page} page @param {number} refused  how many shares come too late */
const asPhone = (page, refused) => page.addInitScript((refused) => {
    const noted = /** @type {any} */ (globalThis);
    Object.assign(noted, { shares: [], made: 0 });
    Object.assign(navigator, {
        canShare: () => true,
        share: async (/** @type {ShareData} */ what) => {
            noted.shares.push(what);
            if (noted.shares.length <= refused) throw new DOMException("the click was forgotten", "NotAllowedError");
        },
    });
    const { configure } = VideoEncoder.prototype;
    VideoEncoder.prototype.configure = function(config) {
        noted.made++;
        return configure.call(this, config);
    };
}, refused);
/** @param {Page} page */
const noted = (page) => page.evaluate(() => {
    const { shares, made } = /** @type {any} */ (globalThis);
    return { made, files: shares.map((/** @type {ShareData} */ what) => what.files?.[0]?.name ?? null) };
});

test("a film that took longer than the browser remembers a click is kept, and sent by the next click", () => open("empty.html", async (page) => {
    await asPhone(page, 1);
    await page.goto(`${shared.address}#watch?text=HI`);
    await button(page, "Share").click();
    await button(page, "Send it now").click();
    await button(page, "Share").waitFor();
    const { made, files } = await noted(page);
    const name = (await encodes(page)) ? "hi.mp4" : "hi.gif";
    assert.deepEqual(files, [name, name]);
    assert.ok(made <= 1, `made ${made} times`);
    assert.match(await page.locator(".said").filter({ hasText: name }).textContent() ?? "", /bytes\.$/);
    // Another text is another film.
    await page.evaluate(() => Object.assign(globalThis, { shares: [] }));
    await button(page, "Share").click();
    await button(page, "Send it now").waitFor();
    await page.getByLabel("Your text").fill("HO");
    await button(page, "Share").waitFor();
}));

test("where the browser shares no films, the link is copied after the second click", () => open("empty.html", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await asPhone(page, 9);
    await page.goto(`${shared.address}#watch?text=HI`);
    await button(page, "Share").click();
    await button(page, "Send it now").click();
    await copied(page);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^HI, played as peg solitaire\n.*#watch\?text=HI$/);
}));

test("the film to share is made when it has played once, so that a click sends it", () => open("empty.html", async (page) => {
    await asPhone(page, 0);
    await page.goto(`${shared.address}#watch?text=I&speed=4`);
    if (!(await encodes(page))) return;
    await page.waitForFunction(() => /** @type {any} */ (globalThis).made === 1);
    await button(page, "Share").click();
    await page.waitForFunction(() => /** @type {any} */ (globalThis).shares.length === 1);
    assert.deepEqual(await noted(page), { made: 1, files: ["i.mp4"] });
}, { reducedMotion: "no-preference" }));
