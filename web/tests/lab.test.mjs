/** The laboratory: refused jumps are counted, tables are those of the command line. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, browser, eventually, peglab, saved } from "./support.mjs";

const { open } = browser();

/** @typedef {import("playwright-core").Page} Page */
/** @param {Page} page @param {string} name */
const section = (page, name) => page.getByRole("region", { name, exact: true });

test("a jump that loses is refused and counted", () => open("#lab", async (page) => {
    const game = section(page, "Never lose");
    await game.getByLabel("Board", { exact: true }).selectOption("5x5");
    await game.getByRole("button", { name: "Begin" }).click();
    for (const name of ["Hint", "All jumps"]) await game.getByRole("button", { name, exact: true }).click();
    await game.locator(".hints button").first().waitFor();
    let slips = 0;
    for (let jumps = 0; slips === 0; jumps++) {
        const loses = game.locator(".hints .loses").first();
        if (await loses.count()) {
            const pegs = await game.locator("svg.board .peg:not(.gone)").count();
            await loses.click();
            await game.getByText(/ would lose\. Look for another jump\.$/).waitFor();
            assert.equal(await game.locator("svg.board .peg:not(.gone)").count(), pegs);
            slips++;
        } else {
            // The list gets another order once all jumps are counted.
            const name = await game.locator(".hints .keeps").first().getAttribute("data-jump");
            await game.locator(`.hints [data-jump="${name}"]`).click();
            await page.waitForFunction((played) => !document.querySelector(`.hints [data-jump="${played}"]`), name);
        }
        assert.ok(jumps < 24);
    }
    await game.getByText("Slips", { exact: true }).waitFor();
}));

test("tables are those of the command line, with a file", () => open("#lab", async (page) => {
    const tables = section(page, "Tables");
    await tables.getByLabel("Board", { exact: true }).fill("triangle15");
    await tables.getByRole("button", { name: "Compute" }).click();
    const cells = tables.locator("tbody tr");
    await cells.first().waitFor();
    const { rows } = JSON.parse(await peglab("levels", "triangle15", "--json"));
    const shown = await cells.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => Number(cell.textContent?.replaceAll(",", "")))));
    const rounded = (/** @type {number | null} */ value) => Number.isInteger(value) ? value : Number((value ?? 0).toPrecision(4));
    assert.deepEqual(shown, rows.map((/** @type {(number | null)[]} */ row) => row.map(rounded)));
    assert.deepEqual(await tables.locator("th").allTextContents(), ["jumps", "pegs", "can be reached", "can still be won", "share of these", "images counted"]);
    const { bytes } = await saved(page, tables.getByRole("button", { name: "Save (CSV)" }));
    assert.equal(bytes.toString().split("\n").length, rows.length + 2);
    await accessible(page);
    // The game from the centre to the centre can't be solved.
    await tables.getByText(/: .*, b3 vacant, the last peg in c5$/).waitFor();
    await tables.getByLabel("Board", { exact: true }).fill("nowhere");
    await tables.getByRole("button", { name: "Compute" }).click();
    await tables.getByRole("alert").filter({ hasText: "nowhere" }).waitFor();
}));

test("the levels of a table are a chart to point at, with a position at each, and a solution that plays", () => open("#lab", async (page) => {
    const tables = section(page, "Tables");
    await tables.getByLabel("Board", { exact: true }).fill("triangle15");
    await tables.getByRole("button", { name: "Compute" }).click();
    const level = tables.getByRole("slider");
    const position = () => tables.locator(".position canvas").getAttribute("aria-label");
    await tables.getByRole("button", { name: "Play a solution" }).waitFor();
    const { rows } = JSON.parse(await peglab("levels", "triangle15", "--json"));
    const bars = tables.locator(".chart .level");
    assert.equal(await bars.count(), rows.length);
    // A position has as many pegs as its level.
    for (const [jumps, pegs, reachable] of rows) {
        await level.fill(String(jumps));
        await tables.getByText(`can be reached: ${reachable.toLocaleString("en")},`).waitFor();
        assert.match(await position() ?? "", new RegExp(`: ${pegs} pegs?: `), `after ${jumps} jumps`);
    }
    await accessible(page);
    const box = await bars.nth(3).boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(() => level.inputValue(), "3");
    // The highest bar is the largest level.
    const highs = await bars.evaluateAll((all) => all.map((bar) => Number(bar.querySelector(".bar0")?.getAttribute("height"))));
    const counts = rows.map((/** @type {number[]} */ [, , reachable]) => reachable);
    assert.equal(highs.indexOf(Math.max(...highs)), counts.indexOf(Math.max(...counts)));
    await tables.getByRole("button", { name: "Play a solution" }).click();
    await tables.getByRole("button", { name: "Stop" }).waitFor();
    await eventually(() => level.inputValue(), String(rows.length - 1));
    await tables.getByRole("button", { name: "Play a solution" }).waitFor();
    // Other tables have a chart, too, but no position is known of their levels.
    await tables.getByLabel("Table").selectOption("moves");
    await tables.getByRole("button", { name: "Compute" }).click();
    await tables.getByText(/^Symmetry classes of positions by moves/).waitFor();
    assert.ok(await level.isVisible());
    await tables.getByLabel("Table").selectOption("symmetric");
    await tables.getByRole("button", { name: "Compute" }).click();
    await tables.getByText(/^Symmetric positions by type/).waitFor();
    assert.equal(await level.count(), 0);
}));

test("a board that doesn't fit into memory is refused", () => open("?memory=64#lab", async (page) => {
    const tables = section(page, "Tables");
    await tables.getByLabel("Board", { exact: true }).fill("6x6");
    await tables.getByRole("button", { name: "Compute" }).click();
    await tables.getByRole("alert").filter({ hasText: "not enough memory for the set of the reachable positions of 6x6" }).waitFor();
}));

test("without memory for advice, every jump is played", () => open("?memory=32#lab", async (page) => {
    const game = section(page, "Never lose");
    await game.getByLabel("Board", { exact: true }).selectOption("6x6");
    await game.getByRole("button", { name: "Begin" }).click();
    await game.getByText(/You can go on without hints\.$/).waitFor();
    for (const left of [34, 33]) {
        await game.locator("svg.board .can").first().click();
        await game.locator("svg.board .landing").first().click();
        await page.waitForFunction((left) => document.querySelectorAll('[aria-label="Never lose"] svg.board .peg:not(.gone)').length === left, left);
    }
}));
