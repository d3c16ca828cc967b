/** The element as a package for npm: installed from its packed file into an empty project, it plays as its README says. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { build } from "vite";
import { browser, site } from "./support.mjs";

const { open, shared } = browser();
const run = promisify(execFile);
const tsc = createRequire(import.meta.url).resolve("typescript/package.json").replace("package.json", "bin/tsc");

/** What a program with types may do, and may not. */
const TYPED = `
word.theme = "auto"; word.order = "cascade"; word.jump = 100; word.wrap = 5; word.steps = true;
word.removeEventListener("pause", () => word.pause());
const still: boolean = word.paused;
// @ts-expect-error: there is no such theme
word.theme = "sepia";
// @ts-expect-error: it only tells
word.paused = still;
// @ts-expect-error: no attribute
word.texts = "";
`;

test("the package is installed into an empty project, and plays with Vite and without a builder", async () => {
    const folder = await mkdtemp(join(tmpdir(), "pegfont-component-"));
    try {
        const [from, project] = ["from", "project"].map((name) => join(folder, name));
        await run(site, ["component", from]);
        const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: from });
        const [{ filename, version, files }] = JSON.parse(stdout);
        assert.match(version, /^\d+\.\d+\.\d+$/);
        assert.deepEqual(files.map((/** @type {{path: string}} */ file) => file.path).sort(), ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "package.json", "peg-font.d.ts", "peg-font.js"]);
        await mkdir(project);
        await writeFile(join(project, "package.json"), '{ "private": true, "type": "module" }');
        await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, filename)], { cwd: project });
        const readme = await readFile(join(project, "node_modules/peg-font/README.md"), "utf8");
        const example = (/** @type {string} */ language) => readme.match(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "s"))?.[1] ?? "";
        await writeFile(join(project, "main.js"), example("js"));
        await writeFile(join(project, "index.html"), '<!doctype html><html lang="en"><title>Vite</title><link rel="icon" href="data:,"><body></body><script type="module" src="main.js"></script></html>');
        // On a server, importing it does nothing.
        const { stdout: imported } = await run("node", ["--input-type=module", "--eval", 'await import("peg-font"); await import("peg-font/peg-font.js"); console.log("imported", typeof HTMLElement)'], { cwd: project });
        assert.equal(imported, "imported undefined\n");
        await writeFile(join(project, "main.ts"), `import "peg-font";\n${example("ts")}${TYPED}`);
        await run(process.execPath, [tsc, "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "main.ts"], { cwd: project });
        await build({ root: project, base: "./", logLevel: "silent" });
        await mkdir(join(project, "plain"));
        await copyFile(join(project, "node_modules/peg-font/peg-font.js"), join(project, "plain/peg-font.js"));
        await writeFile(join(project, "plain/index.html"), example("html").replace(/$/m, '<link rel="icon" href="data:,">'));
        for (const made of ["dist", "plain"]) {
            shared.publish(join(project, made));
            await open("", async (page) => {
                const shows = () => Number(document.querySelector("peg-font")?.shadowRoot?.querySelector("canvas")?.width) > 100;
                await page.waitForFunction(shows);
            });
        }
    } finally {
        await rm(folder, { recursive: true });
    }
});
