/**
 * What the tests share: the built page, served from a path of its own; the browsers; the command line. A test fails if the page writes an error
 * to the console, throws, or asks another origin for anything.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { accessSync, constants, readFileSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, extname, join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, promisify } from "node:util";
import { chromium, firefox } from "playwright-core";

const here = fileURLToPath(new URL(".", import.meta.url));
export const dist = join(here, "..", "dist");

/** The folder of all files of a build's version but a few, such as `1a2b3c4d/`. @param {string} dist */
export const versionOf = (dist) => readFileSync(join(dist, "index.html"), "utf8").match(/src="([0-9a-f]{8}\/)app\.js"/)?.[1] ?? "no version";
export const version = versionOf(dist);
const program = process.env.PEGFONT ?? join(here, "..", "..", "target", "release", "pegfont");

/** How long anything may take, in milliseconds: machines that check are slow, and do much at once. */
const PATIENCE = 120_000;

/** The page is published at any path. */
const PATH = "/any/path/";

const TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".wasm": "application/wasm", ".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json",
};

/** A program: from a variable, or by its usual names. Nothing if it isn't installed.
 * @param {string} variable
 * @param {string[]} names */
function programPath(variable, names) {
    if (process.env[variable]) return process.env[variable];
    for (const folder of (process.env.PATH ?? "").split(delimiter)) {
        for (const name of names) {
            try {
                accessSync(join(folder, name), constants.X_OK);
                return join(folder, name);
            } catch {}
        }
    }
}

/** Starts Chromium. */
export function launchChromium() {
    const executablePath = programPath("CHROMIUM", ["chromium", "chromium-browser", "google-chrome"]);
    if (!executablePath) throw new Error("Chromium is missing: install it (Debian: chromium), or name it in the variable CHROMIUM");
    return chromium.launch({ executablePath, timeout: PATIENCE, args: ["--no-sandbox", "--disable-quic"] });
}

/** Starts Firefox as distributions ship it. It can't be told to reduce motion for one page, so it does for all. */
export function launchFirefox() {
    const executablePath = programPath("FIREFOX", ["firefox-esr", "firefox"]);
    if (!executablePath) throw new Error("Firefox is missing: install it (Debian: firefox-esr), or name it in the variable FIREFOX");
    return firefox.launch({ channel: "moz-firefox", executablePath, timeout: PATIENCE, firefoxUserPrefs: { "ui.prefersReducedMotion": 1 } });
}

/** The command that builds and serves the page. */
export const site = process.env.PEGFONT_SITE ?? join(here, "..", "..", "target", "debug", "pegfont-site");

/** Serves the built page, and more files by name.
 * @param {Record<string, string>} more */
export async function served(more) {
    /** The names of the files that were asked for, and of those that there aren't. @type {string[][]} */
    const [asked, missing] = [[], []];
    let folder = dist;
    const server = createServer(async (request, response) => {
        const { pathname } = new URL(request.url ?? "/", "http://localhost");
        const name = decodeURIComponent(pathname.slice(PATH.length)) || "index.html";
        try {
            if (!pathname.startsWith(PATH) || name.includes("..")) throw new Error("elsewhere");
            asked.push(name);
            const bytes = name in more ? more[name] : await readFile(join(folder, name));
            response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" });
            response.end(bytes);
        } catch {
            missing.push(name);
            response.writeHead(404).end();
        }
    });
    await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
    const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
    const close = () => {
        server.closeAllConnections();
        server.close();
    };
    /** Another build takes the place of the one that is served. @param {string} other */
    const publish = (other) => {
        folder = other;
    };
    return { address: `http://127.0.0.1:${port}${PATH}`, asked, missing, publish, close };
}

/**
 * The page in a browser, for all tests of a file.
 * @param {Record<string, string>} [more]  more files to serve, by name
 * @param {() => Promise<import("playwright-core").Browser>} [launch]
 */
export function browser(more = {}, launch = launchChromium) {
    /** @type {any} */ let started;
    /** @type {any} */ let server;
    const shared = { address: "", /** @type {string[]} */ asked: [], /** @type {string[]} */ missing: [], publish: (/** @type {string} */ _) => {} };
    before(async () => {
        server = await served(more);
        Object.assign(shared, server);
        started = await launch();
    });
    after(async () => {
        await started?.close();
        server?.close();
    });

    /** Opens the page, lets a test use it, and checks that nothing went wrong.
     * @param {string} route  such as `#watch?text=HI`; or the name of another file
     * @param {(page: import("playwright-core").Page, context: import("playwright-core").BrowserContext) => Promise<void>} use
     * @param {import("playwright-core").BrowserContextOptions & {allowed?: RegExp, elsewhere?: RegExp}} [options]  errors in the console and addresses
     *     that are no mistake */
    async function open(route, use, { allowed, elsewhere, ...options } = {}) {
        const context = await started.newContext({ reducedMotion: "reduce", acceptDownloads: true, ...options });
        context.setDefaultTimeout(PATIENCE);
        /** @type {string[]} */
        const wrong = [];
        /** @type {import("playwright-core").Page | null} */
        let page = null;
        context.on("request", (/** @type {any} */ request) => {
            const url = new URL(request.url());
            if (!["blob:", "data:"].includes(url.protocol) && !request.url().startsWith(shared.address) && !elsewhere?.test(request.url())) wrong.push(`request to ${url}`);
        });
        try {
            page = await context.newPage();
            page.on("console", (/** @type {any} */ message) => {
                if (message.type() === "error" && !allowed?.test(message.text())) wrong.push(message.text());
            });
            page.on("pageerror", (/** @type {Error} */ error) => wrong.push(String(error)));
            await page.goto(shared.address + route);
            await use(page, context);
            assert.deepEqual(wrong, []);
        } catch (error) {
            // What a test waits for in vain is seldom what is wrong.
            if (page && error instanceof Error) error.message += `\n${page.url()}\n${await page.locator("body").innerText().catch(String)}\n${wrong.join("\n")}`;
            throw error;
        } finally {
            await context.close();
        }
    }

    return { open, shared };
}

/** @param {import("playwright-core").Page} page @param {string} name */
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/** A text on the part, not one that is only read out.
 * @param {import("playwright-core").Page} page @param {string | RegExp} text */
export const said = (page, text) => page.locator("#view").getByText(text);

/** Waits until a value is what it should be; says the difference if it never is.
 * @template T
 * @param {() => Promise<T>} read
 * @param {T} expected */
export async function eventually(read, expected) {
    const pause = 100;
    let found = await read();
    for (let left = PATIENCE; left > 0 && !isDeepStrictEqual(found, expected); left -= pause) {
        await new Promise((done) => setTimeout(done, pause));
        found = await read();
    }
    assert.deepEqual(found, expected);
}

/** Waits for some frames, in which whatever moves would have moved.
 * @param {import("playwright-core").Page} page */
export async function frames(page) {
    await page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    });
}

/** Waits until the page has said that something was copied. Its button says so for a moment only.
 * @param {import("playwright-core").Page} page */
export const copied = (page) => page.waitForFunction(() => document.querySelector("#announcer")?.textContent === "Copied");

/** What the command line writes to standard output.
 * @param {...string} args */
export async function pegfont(...args) {
    const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 26 });
    return stdout;
}

/** What the laboratory's command line writes to standard output. Its program is beside the other.
 * @param {...string} args */
export async function peglab(...args) {
    const { stdout } = await promisify(execFile)(join(program, "..", "peglab"), args, { maxBuffer: 1 << 26 });
    return stdout;
}

/** The patterns that look most like a drawing, as the command line finds them: within two holes beyond the nearest.
 * @param {string} rows
 * @returns {Promise<{pattern: string, distance: number}[]>} */
export async function alike(rows) {
    const near = async (/** @type {string[]} */ ...how) => JSON.parse(await pegfont("find", rows, "--there", "--json", ...how)).found;
    const [{ distance }] = await near("--limit", "1");
    return near("--limit", "12", "--by", "looks", "--distance", String(Math.min(8, distance + 2)));
}

/** The file that the command line writes.
 * @param {string} name
 * @param {...string} args */
export async function pegfontFile(name, ...args) {
    const folder = await mkdtemp(join(tmpdir(), "pegfont-page-"));
    try {
        await promisify(execFile)(program, [...args, "-o", join(folder, name)]);
        return await readFile(join(folder, name));
    } finally {
        await rm(folder, { recursive: true });
    }
}

/** The file that a command writes which is given to a shell, in an empty folder.
 * @param {string} command */
export async function inShell(command) {
    const folder = await mkdtemp(join(tmpdir(), "pegfont-page-"));
    try {
        const PATH = `${dirname(program)}${delimiter}${process.env.PATH}`;
        await promisify(execFile)("sh", ["-c", command], { cwd: folder, env: { ...process.env, PATH } });
        const [name] = await readdir(folder);
        return await readFile(join(folder, name));
    } finally {
        await rm(folder, { recursive: true });
    }
}

/** Whether the browser can encode films: not every build of Chromium can.
 * @param {import("playwright-core").Page} page */
export const encodes = (page) => page.evaluate(async () => (await VideoEncoder.isConfigSupported({ codec: "avc1.420028", width: 1080, height: 600 })).supported);

/** Unfolds what Watch folds away at first.
 * @param {import("playwright-core").Page} page */
export async function unfold(page) {
    await page.locator(".watch details").first().waitFor({ state: "attached" });
    await page.locator(".watch details").evaluateAll((all) => all.forEach((it) => it.setAttribute("open", "")));
}

/** The file that a click saves.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} button */
export async function saved(page, button) {
    if (page.url().includes("#watch")) await unfold(page);
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Fails if axe finds something that keeps people out.
 * @param {import("playwright-core").Page} page */
export async function accessible(page) {
    const source = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
    // The page's policy allows no foreign script, so it is run from outside.
    await page.evaluate(await readFile(source, "utf8"));
    const found = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run({ resultTypes: ["violations"], preload: false }));
    const violations = found.violations.map((/** @type {any} */ it) => `${it.id}: ${it.nodes.map((/** @type {any} */ node) => node.html).join(" ")}`);
    assert.deepEqual(violations, []);
}

/** What has moved on the screen without being asked to, since the page was opened: class names and distances.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>} */
export const moves = (page) => page.evaluate(() => new Promise((done) => {
    /** @type {string[]} */
    const moved = [];
    const add = (/** @type {any[]} */ shifts) => {
        for (const { sources } of shifts) {
            for (const { node, previousRect, currentRect } of sources) moved.push(`${node?.className ?? "?"} from ${previousRect.y} to ${currentRect.y}`);
        }
    };
    const seen = new PerformanceObserver((list) => add(list.getEntries()));
    seen.observe({ type: "layout-shift", buffered: true });
    // Some frames, in which what came last is laid out and reported.
    const look = (/** @type {number} */ left) => {
        if (left > 0) return requestAnimationFrame(() => look(left - 1));
        add(seen.takeRecords());
        done(moved);
    };
    look(10);
}));
