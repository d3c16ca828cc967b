/** Play: letters solved by clicks, touch, dragging and keyboard; hints as the command line gives them; links; mistakes in their place. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { accessible, browser, button, copied, eventually, pegfont, said, version } from "./support.mjs";

const { open, shared } = browser();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} name */
const hole = (page, name) => page.locator(`svg.board [data-hole="${name}"]`);
/** The jumps that lead to a letter.
 * @param {string} letter */
const jumpsTo = async (letter) => JSON.parse(await pegfont("puzzle", letter, "--solution", "--json")).puzzles[0].jumps.map((/** @type {string} */ jump) => jump.split("-"));
/** @param {Page} page @param {number} jumps */
const solved = (page, jumps) => said(page, new RegExp(`^Solved in ${jumps} jumps and \\d+ moves?\\.`)).waitFor();
/** @param {Page} page */
const shownGoal = (page) => page.locator(".goal-figure canvas").getAttribute("aria-label");

/** Shows all jumps with what they leave.
 * @param {Page} page */
async function showAll(page) {
    await button(page, "Hint").click();
    await page.locator(".arrows polygon").first().waitFor({ state: "attached" });
    await button(page, "All jumps").click();
    await page.locator(".hints button").first().waitFor();
}

/** Has the page play the rest of a game.
 * @param {Page} page */
async function playedOut(page) {
    await button(page, "Solve it").click();
    await said(page, /^The page played \d+ of \d+ jumps?\. Start over to solve it yourself\.$/).waitFor();
}

/** Plays jumps by clicks.
 * @param {Page} page @param {string[][]} jumps */
async function click(page, jumps) {
    for (const [from, to] of jumps) {
        await hole(page, from).click();
        await hole(page, to).click();
    }
}

for (const [how, options] of /** @type {[string, any][]} */ ([["by clicks", {}], ["by touch, on a phone", { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }]])) {
    test(`a letter is solved ${how}`, () => open("#play/letter/B", async (page) => {
        const jumps = await jumpsTo("B");
        for (const name of jumps.flat()) await (options.hasTouch ? hole(page, name).tap() : hole(page, name).click());
        await solved(page, jumps.length);
        await accessible(page);
        assert.equal(await page.evaluate(() => document.getAnimations().length), 0, "motion is reduced");
    }, options));
}

test("who leaves before a puzzle is set up stays where they went", () => open("#play/choose", async (page) => {
    await page.getByLabel("Your word").waitFor();
    // From within the page: the board may be there before a driver comes to it.
    await page.evaluate(() => {
        location.hash = "#play/daily";
        new MutationObserver((_, observer) => {
            if (!document.querySelector("#view")?.textContent?.includes("Setting up the board")) return;
            observer.disconnect();
            location.hash = "#design";
        }).observe(document.body, { childList: true, subtree: true });
    });
    // The worker answers in turn: once it has patterns, it has set up the puzzle, too.
    await page.locator('svg.canvas [data-hole="a1"]').click();
    await page.locator(".found [data-pattern]").first().waitFor();
    assert.match(page.url(), /#design$/);
}));

test("a letter is solved with the keyboard alone", () => open("#play/letter/B", async (page) => {
    await page.locator("svg.board").waitFor();
    const place = (/** @type {string} */ name) => [name.charCodeAt(0) - 97, Number(name.slice(1)) - 1];
    let at = [0, 0];
    /** @param {string} name */
    const go = async (name) => {
        const to = place(name);
        for (const [axis, less, more] of /** @type {[number, string, string][]} */ ([[0, "ArrowLeft", "ArrowRight"], [1, "ArrowUp", "ArrowDown"]])) {
            for (let step = at[axis]; step !== to[axis]; step += Math.sign(to[axis] - step)) await page.keyboard.press(to[axis] < step ? less : more);
        }
        at = to;
        await page.keyboard.press("Enter");
    };
    await hole(page, "a1").focus();
    const jumps = await jumpsTo("B");
    for (const [from, to] of jumps) {
        await go(from);
        await go(to);
    }
    await solved(page, jumps.length);
}));

test("pegs can be dragged, and return when they can't jump there", () => open("#play/letter/B", async (page) => {
    /** @param {string} from @param {string} to */
    const drag = async (from, to) => {
        const [start, end] = await Promise.all([from, to].map((name) => hole(page, name).boundingBox()));
        assert.ok(start && end);
        await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
        await page.mouse.down();
        await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 5 });
        await page.mouse.up();
    };
    await drag("c2", "e2");
    assert.match(await hole(page, "c4").getAttribute("aria-label") ?? "", /^c4: empty/);
    await drag("c2", "c4");
    await page.locator('svg.board [data-hole="c4"][aria-label^="c4: peg"]').waitFor();
}));

/** The hints on the page: jumps, and the solutions that each leaves. Those of the position before stay until there are new ones.
 * @param {Page} page */
async function shownHints(page) {
    const lines = await page.locator(".hints button").evaluateAll((buttons) => buttons.map((it) => [it.getAttribute("data-jump"), it.textContent]));
    return lines.map(([jump, text]) => [jump, String(text).replace(/^\S+ |,/g, "").replace(/ solutions?$/, "")]);
}

/** The hints by the command line.
 * @param {...string} args */
async function expectedHints(...args) {
    const answer = JSON.parse(await pegfont("puzzle", "--hints", ...args, "--json"));
    return answer.hints.map((/** @type {any} */ hint) => [hint.jump, hint.keeps ? hint.solutions : "loses"]);
}

test("hints are those of the command line, from the start and after three jumps", () => open("#play/letter/B", async (page) => {
    await showAll(page);
    await eventually(() => shownHints(page), await expectedHints("B"));
    const jumps = (await jumpsTo("B")).slice(0, 3);
    await click(page, jumps);
    const after = await expectedHints("B", "--jumps", jumps.map((/** @type {string[]} */ jump) => jump.join("-")).join(" "));
    await eventually(() => shownHints(page), after);
}));

test("the jumps of twelve characters are ranked as by the command line, however many positions lie between", async () => {
    for (const letter of "EJ7fALTrO8iB") {
        await open(`#play/letter/${letter}`, async (page) => {
            await showAll(page);
            await eventually(() => shownHints(page), await expectedHints(letter));
            await said(page, "Jumps, the best first").waitFor();
            assert.equal(await page.locator(".hints").getAttribute("aria-label"), "Jumps, the best first");
        });
    }
});

test("counts serve the jumps after them, and begin anew where jumps were taken back", () => open("#play/letter/E", async (page) => {
    const jumps = (await jumpsTo("E")).slice(0, 3);
    const after = (/** @type {number} */ count) => expectedHints("E", "--jumps", jumps.slice(0, count).map((/** @type {string[]} */ jump) => jump.join("-")).join(" "));
    await click(page, jumps.slice(0, 2));
    await showAll(page);
    await eventually(() => shownHints(page), await after(2));
    await click(page, jumps.slice(2));
    await eventually(() => shownHints(page), await after(3));
    await button(page, "Undo").click();
    await button(page, "Undo").click();
    await eventually(() => shownHints(page), await after(1));
}));

test("where solutions can't be counted, hints are jumps that keep the goal, and nothing is ranked", () => open("?memory=150#play/letter/T", async (page) => {
    await button(page, "Hint").click();
    await said(page, /^A jump that keeps the goal/).waitFor();
    await button(page, "All jumps").click();
    await said(page, "Jumps that keep the goal, in no order: too many positions lie ahead to count solutions").waitFor();
    assert.equal(await page.locator(".hints").getAttribute("aria-label"), "Jumps, those first that keep the goal");
    const lines = await shownHints(page);
    assert.deepEqual([...new Set(lines.map(([, left]) => left))], ["can still win"]);
    await accessible(page);
}));

test("counting can be stopped, and hints stay", () => open("#play/letter/7", async (page) => {
    await showAll(page);
    await button(page, "Cancel").click();
    await said(page, /^Jumps that keep the goal, in no order/).waitFor();
    assert.deepEqual((await shownHints(page)).map(([, left]) => left), Array(4).fill("can still win"));
}));

test("where many positions lie between, hints in 384 MiB tell the good jumps from the bad ones as the command line does", async () => {
    for (const [address, ...args] of [["#play/letter/L", "L"], ["#play/letter/T", "T"], ["#play/board/english?target=d4", "d4", "--board", "english"]]) {
        await open(`?memory=384${address}`, async (page) => {
            const kinds = (/** @type {string[][]} */ hints) => hints.map(([jump, left]) => `${jump} ${left === "loses"}`).sort();
            await page.locator("svg.board .can").first().click();
            await page.locator("svg.board .landing").first().click();
            const first = await page.evaluate(() => /** @type {any} */ (Object.values(JSON.parse(localStorage["pegfont games"]))[0]).jumps);
            await showAll(page);
            const expected = await expectedHints(...args, "--jumps", first);
            await eventually(async () => kinds(await shownHints(page)), kinds(expected));
            await button(page, "Start over").click();
            await playedOut(page);
        });
    }
});

test("jumps are undone and redone, and the game can play itself from anywhere", () => open("#play/letter/B", async (page) => {
    const jumps = await jumpsTo("B");
    await click(page, jumps.slice(0, 2));
    await button(page, "Undo").click();
    await said(page, `1 of ${jumps.length}`).waitFor();
    await button(page, "Redo").click();
    await said(page, `2 of ${jumps.length}`).waitFor();
    const rings = page.locator("svg.board .goal");
    assert.ok((await rings.count()) > 0);
    await playedOut(page);
    // The goal is there itself.
    assert.equal(await rings.count(), 0);
    await button(page, "Start over").click();
    await rings.first().waitFor({ state: "attached" });
}));

test("a lost position is told by wish, at a dead end, or three jumps later to those who never won, with the way back", () => open("#play/letter/B", async (page) => {
    /** The first jump that loses, after jumps that don't. @type {string | undefined} */
    let lost;
    for (const played = []; !lost; ) {
        const hints = await expectedHints("B", "--jumps", played.join(" "));
        lost = hints.find((/** @type {string[]} */ [, left]) => left === "loses")?.[0];
        played.push(lost ?? hints[0][0]);
        await click(page, [played[played.length - 1].split("-")]);
    }
    // Nothing is said, though the page knows.
    await page.waitForFunction(() => localStorage["pegfont games"].includes("💔"));
    assert.equal(await page.locator(".status").textContent(), "");
    await page.getByLabel("Warn me when the goal is out of reach").check();
    await said(page, "It can't be won from here. 1 jump ago, the goal could still be reached.").waitFor();
    const playOn = async () => {
        await page.locator("svg.board .can").first().click();
        await page.locator("svg.board .landing").first().click();
    };
    await playOn();
    await said(page, "It can't be won from here. 2 jumps ago, the goal could still be reached.").waitFor();
    await page.getByLabel("Warn me when the goal is out of reach").uncheck();
    assert.equal(await page.locator(".status").textContent(), "");
    await playOn();
    await said(page, "It can't be won from here. 3 jumps ago, the goal could still be reached.").waitFor();
    assert.equal(await page.locator(".soft").count(), 1);
    await page.evaluate(() => localStorage.setItem("pegfont won", "true"));
    await playOn();
    assert.equal(await page.locator(".status").textContent(), "");
    while (!(await page.locator(".lost").count())) await playOn();
    await said(page, /^Lost: (no jump is left|there are no pegs to spare)\. \d+ jumps ago, the goal could still be reached\.$/).waitFor();
    await accessible(page);
    await page.getByRole("button", { name: /^Back to there: \d+ jumps$/ }).click();
    await said(page, `Here the goal can still be reached. The dashed jump, ${lost}, lost it.`).waitFor();
    assert.equal(await page.locator(".arrows.wrong polygon").count(), 1);
    await showAll(page);
    await page.locator(`.hints [data-jump="${lost}"].loses`).waitFor();
    // The result tells the story: the jump that lost the game, the jumps taken back, the hints, and what the page played.
    await playedOut(page);
    assert.match(await page.locator(".signs").textContent() ?? "", /💔↩️💡🤖/);
}));

test("the first daily puzzle of those who never won begins six jumps before its end", () => open("#watch?text=HI", async (page) => {
    await page.clock.setFixedTime("2026-11-25T12:00:00");
    await page.goto(`${shared.address}#play/daily`);
    await page.getByRole("heading", { name: "The puzzle of Wednesday, 25 November 2026, its last 6 jumps" }).waitFor();
    await page.getByRole("link", { name: "The whole puzzle" }).waitFor();
    await accessible(page);
    const [{ title: letter }] = await called(page, [["game", { daily: "2026-11-25" }]]);
    await click(page, (await playedFor(letter)).slice(-6));
    await solved(page, 6);
    // The whole is what comes next.
    const next = page.locator(".next .main");
    assert.deepEqual(await next.allTextContents(), ["Now the whole puzzle"]);
    await page.reload();
    await solved(page, 6);
    await page.getByRole("link", { name: "Now the whole puzzle" }).click();
    await said(page, "0 of 10").waitFor();
}));

test("a lost game ends with as many pegs as the goal has", () => open("#play/letter/B?before=3", async (page) => {
    await page.locator("svg.board").waitFor();
    const playOn = async () => {
        await page.locator("svg.board .can").last().click();
        await page.locator("svg.board .landing").last().click();
    };
    while (await page.locator("svg.board .can").count()) await playOn();
    await said(page, /^Lost: (no jump is left|there are no pegs to spare)\./).waitFor();
    assert.match(await page.locator(".facts dd").nth(1).textContent() ?? "", /^[23] of 3$/);
}));

test("a game that is over has no hints, also if there were more jumps", () => open("#play/letter/B?before=3", async (page) => {
    await showAll(page);
    // Jumps that lose, until as few pegs are left as the goal has.
    while (await page.locator("svg.board .can").count()) {
        await page.locator("svg.board .can").last().click();
        await page.locator("svg.board .landing").last().click();
    }
    await said(page, /^Lost: /).waitFor();
    assert.equal(await page.locator(".hints button").count(), 0);
    for (const name of ["Hint", "Solve it"]) assert.ok(await button(page, name).isDisabled(), name);
    await page.locator("svg.board [tabindex='0']").focus();
    await page.keyboard.press("h");
    assert.equal(await page.locator(".arrows polygon").count(), 0);
    await button(page, "Undo").click();
    assert.ok(await button(page, "Hint").isEnabled());
}));

test("of two quick jumps, the second is judged by the position after the first", async () => {
    // Two jumps that keep the goal; after the first, the second loses.
    const keeping = async (/** @type {string[]} */ ...jumps) => (await expectedHints("B", "--jumps", jumps.join(" "))).filter(([, left]) => left !== "loses").map(([jump]) => jump);
    const losing = async (/** @type {string[]} */ ...jumps) => (await expectedHints("B", "--jumps", jumps.join(" "))).filter(([, left]) => left === "loses").map(([jump]) => jump);
    /** @type {string[] | undefined} */ let found;
    const played = [(await keeping())[0]];
    while (!found) {
        const good = await keeping(...played);
        for (const one of good) {
            const other = (await losing(...played, one)).find((/** @type {string} */ jump) => good.includes(jump));
            if (other) found = [one, other];
        }
        if (!found) played.push(good[0]);
    }
    const [one, other] = found;
    // Jumps are judged where those that lose are refused.
    await open("#lab", async (page) => {
        await page.evaluate(async ({ address, ready }) => {
            const [{ Table }, { boardOf }, { services }] = await Promise.all(["play/table.js", "play/geometry.js", "services.js"].map((name) => import(address + name)));
            const begun = await services.studio.call("game", ready);
            document.querySelector("main")?.replaceChildren(new Table(begun, boardOf(begun.board), services, { refuse: true }).element);
        }, { address: `${shared.address}${version}`, ready: { character: { character: "B", before: null } } });
        await clickCarefully(page, played.map((jump) => jump.split("-")));
        // The answer to the first comes after the second was tried.
        await page.evaluate(() => {
            const { postMessage } = Worker.prototype;
            Worker.prototype.postMessage = function(/** @type {any} */ message) {
                setTimeout(() => postMessage.call(this, message), 1000);
            };
        });
        await click(page, [one, other].map((jump) => jump.split("-")));
        await said(page, `${other} would lose. Look for another jump.`).waitFor();
        await said(page, new RegExp(`^${played.length + 1} of \\d+$`)).waitFor();
    });
});

test("after a win, one red button says what comes next, and a game won by hints alone is called so", () => open("#play/letter/E", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await showAll(page);
    for (let jumps = 1; !(await page.locator(".won").count()); jumps++) {
        await page.locator(".hints .keeps").first().click();
        await page.waitForFunction((jumps) => document.querySelector(".won") || (document.querySelector(".facts dd:nth-of-type(2)")?.textContent?.startsWith(`${jumps} of`) && document.querySelector(".hints .keeps")), jumps);
    }
    await said(page, /^Solved in 17 jumps and \d+ moves\..* All of it by hints: now without\?$/).waitFor();
    const [{ letters }] = await called(page, [["letters"]]);
    const characters = letters.map((/** @type {{ character: string }} */ letter) => letter.character);
    const harder = characters[characters.indexOf("E") + 1];
    await page.getByRole("link", { name: `A harder one: ${harder}` }).waitFor();
    assert.deepEqual(await page.locator(".main:visible").allTextContents(), [`A harder one: ${harder}`]);
    await button(page, "Send it to somebody").click();
    await copied(page);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^I solved this in \d+ moves\. Can you\?\n💡.*\n.*#play\/link\//);
    await accessible(page);
    await page.getByRole("link", { name: `A harder one: ${harder}` }).click();
    await page.getByRole("heading", { name: `The letter ${harder}` }).waitFor();
}));

test("of two pages with the same game, the one with fewer jumps doesn't overwrite the other", () => open("#play/letter/B", async (page, context) => {
    const other = await context.newPage();
    await other.goto(page.url());
    const jumps = await jumpsTo("B");
    await other.locator("svg.board").waitFor();
    await click(page, jumps.slice(0, 4));
    await click(other, jumps.slice(0, 1));
    await other.reload();
    await said(other, `4 of ${jumps.length}`).waitFor();
    await button(other, "Undo").click();
    await other.reload();
    await said(other, `3 of ${jumps.length}`).waitFor();
}));

/** The link to the letter B. */
const LINK = "AUe1fjckN4ISqcj0M0l00vtX31g";

/** Calls functions of the worker one after the other, and returns their answers or messages.
 * @param {Page} page @param {[string, any][]} calls */
const called = (page, calls) => page.evaluate(async ({ address, calls }) => {
    const { call } = await import(address);
    const answers = [];
    for (const [name, args] of calls) answers.push(await call(name, args).catch((/** @type {Error} */ error) => error.message));
    return answers;
}, { address: `${shared.address}${version}studio.js`, calls });

test("a link leads to the same game, and doesn't name its goal", () => open("#play/letter/B", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const goal = await shownGoal(page);
    assert.equal(await button(page, "Send it to somebody").count(), 0, "there is nothing to send before a win");
    await playedOut(page);
    await button(page, "Send it to somebody").click();
    await copied(page);
    const link = (await page.evaluate(() => navigator.clipboard.readText())).split("\n")[1];
    assert.equal(link, `${shared.address}#play/link/${LINK}`);
    await page.goto(link);
    await page.getByRole("heading", { name: "A puzzle for you" }).waitFor();
    assert.equal(await shownGoal(page), goal);
}));

test("a damaged link is refused in its place, and another game can be chosen", () => open("#play/link/AQAAAAAx", async (page) => {
    await said(page, "this link is damaged: copy it again, the whole of it").waitFor();
    await page.getByRole("link", { name: /^T: / }).click();
    await page.getByRole("heading", { name: "The letter T" }).waitFor();
    await page.locator("svg.board").waitFor();
}));

test("links are read as they were written, and with one other character refused", () => open("#play", async (page) => {
    const boards = ["5x7", "english", "triangle15", "8x8", "#.#\n###\n###"];
    const made = await called(page, boards.map((board) => ["game", { board: { board, target: "any" } }]));
    const read = await called(page, made.map(({ link }) => ["game", { link }]));
    assert.deepEqual(read.map((game) => ({ ...game, title: "" })), made.map((game) => ({ ...game, title: "" })));
    const other = (/** @type {string} */ letter) => letter === "A" ? "B" : "A";
    const damaged = [...LINK].flatMap((letter, at) => [LINK.slice(0, at), LINK.slice(0, at) + other(letter) + LINK.slice(at + 1)]);
    for (const said of await called(page, damaged.map((link) => ["game", { link }]))) assert.match(said, /^This link is damaged/);
    const [long] = await called(page, [["message_link", "x".repeat(101)]]);
    assert.equal(long, "A message can have 1 to 100 characters, not 101.");
}));

test("whatever is refused, a sentence says why, without commands and options", () => open("#play", async (page) => {
    const board = (/** @type {string} */ name) => ["game", { board: { board: name, vacancy: "", target: "" } }];
    const wrong = [
        ...["nowhere", "0x3", "9x9", "99x99", "#\n.", "##\n##"].map(board),
        ...["z9", "zz", "PEG", "♥", "#.#", "constructor"].map((target) => ["game", { board: { board: "english", vacancy: "d4", target } }]),
        ...["z9", "zz", "#.#", "constructor", "-", "d44"].map((vacancy) => ["game", { board: { board: "english", vacancy, target: "any" } }]), ["game", { link: "x" }], ["game", { daily: "today" }],
        ["game", { character: { character: "漢", before: null } }], ["game", { character: { character: "A", before: 99 } }],
        ["message_link", ""], ["message_link", "漢"], ["own_font_text", { name: "", characters: [{ character: "A", design: "#", pattern: "", solution: "" }] }],
        ["read_own_font", "?"], ["read_own_font", "board = \"english\""], ["pattern_of_picture", { picture: [1, 2], light: false }],
        ["one_game", { request: { text: "PEGS ".repeat(100) }, seed: 1 }], ["one_game", { request: { text: "漢" }, seed: 1 }],
        ["render", { request: { text: "A", size: [9, null] }, format: "gif" }], ["render", { request: { text: "A", size: [99999, null] }, format: "gif" }],
        ["font_file", { format: "ttf", font: { name: "x", characters: [] } }], ["table", { board: "9x9", table: "jumps", memory: 64 }],
    ];
    const said = await called(page, /** @type {[string, any][]} */ (wrong));
    said.forEach((why, number) => {
        assert.match(String(why), /^[A-Z0-9"'].*\.$/s, JSON.stringify(wrong[number]));
        assert.doesNotMatch(why, / --|`pegfont|panicked|code:/);
    });
}));

test("the puzzle of a day is the same for everyone, and its grade is that of the day", () => open("#play/daily/2026-02-30", async (page) => {
    await said(page, "There is no such day. A day is written as 2026-03-31.").waitFor();
    const some = ["2026-11-22", "2027-02-28", "2026-11-25", "2026-11-1", "1969-12-31", "2026-13-01"];
    const found = await called(page, some.map((day) => ["game", { daily: day }]));
    assert.deepEqual(found.map((game) => game.title), ["6", "a", "S", undefined, undefined, undefined]);
    // From a Monday on, as many weeks as Saturday has characters.
    const dates = Array.from({ length: 7 * 15 }, (_, day) => new Date(Date.UTC(2026, 10, 23 + day)).toISOString().slice(0, 10));
    const games = await called(page, dates.map((daily) => ["game", { daily }]));
    const days = Array.from({ length: 7 }, (_, weekday) => games.filter((_, day) => day % 7 === weekday));
    const grades = days.map((all) => [...new Set(all.map(({ figures }) => figures.grade))].sort().join());
    assert.deepEqual(grades, ["easy,fair", "easy,fair", "easy,fair", "fair", "hard", "hard", "fiendish"]);
    assert.deepEqual(days.map((all) => new Set(all.map(({ title }) => title)).size), [15, 15, 15, 7, 15, 15, 15]);
    const pegs = (/** @type {string} */ digits) => [...digits].filter((digit) => digit === "1").length;
    [6, 8, 10].forEach((jumps, day) => days[day].forEach(({ start, targets: [target] }) => assert.equal(pegs(start) - pegs(target), jumps)));
}));

test("boards of the literature and drawn boards are played, and mistakes are said", () => open("#play/board/english?target=d4", async (page) => {
    await page.getByRole("heading", { name: "One peg in d4, on the English board" }).waitFor();
    assert.equal(await page.locator("svg.board [data-hole]").count(), 33);
    const drawn = page.getByLabel("# is a peg, . an empty hole, a space no hole");
    const form = page.locator("form", { has: drawn });
    /** @param {string} board */
    const draw = async (board) => {
        await page.goto(`${shared.address}#lab`);
        await drawn.fill(board);
        await form.getByRole("button").click();
    };
    await draw("####\n#.##\n####");
    await page.getByRole("heading", { name: "One peg in b2, on the board 4x3" }).waitFor();
    await draw("##.##\n#####\n##.##");
    await said(page, "The goal can't be reached from this start. See how few pegs you can leave.").waitFor();
    await draw("###\n###");
    await said(page, /^No jump is possible from this position\./).waitFor();
    await page.goto(`${shared.address}#play/board/triangle15?target=any`);
    await page.getByRole("heading", { name: "One peg anywhere, on the triangle of 15 holes" }).waitFor();
    await page.goto(`${shared.address}#play/board/english?target=z9`);
    await page.getByRole("alert").filter({ hasText: "name a hole for the last peg" }).waitFor();
    await page.goto(`${shared.address}#play/letter/%F0%9F%A6%80`);
    await said(page, /^The font has no '🦀'\./).waitFor();
}));

/** Plays jumps of a game whose jumps are checked first.
 * @param {Page} page @param {string[][]} jumps */
async function clickCarefully(page, jumps) {
    for (const [from, to] of jumps) {
        await click(page, [[from, to]]);
        await page.waitForFunction((name) => document.querySelector(`svg.board [data-hole="${name}"]`)?.getAttribute("aria-label")?.includes("peg"), to);
    }
}

test("newcomers are offered a lesson of three jumps, six, and the end of a letter", () => open("#play", async (page) => {
    await page.getByRole("heading", { name: /^The puzzle of /, level: 1 }).waitFor();
    await page.getByRole("link", { name: "Learn in three jumps" }).click();
    await page.getByRole("heading", { name: "First lesson, 1 of 3: three jumps" }).waitFor();
    await page.locator(".arrows polygon").waitFor();
    await click(page, [["a1", "c1"], ["c1", "c3"], ["c3", "a3"]]);
    await solved(page, 3);
    // What was to be done is done.
    for (const words of ["follow the arrow", "Skip the lesson"]) assert.equal(await page.getByText(words).isVisible(), false, words);
    await page.getByRole("link", { name: "Next: six jumps" }).click();
    await page.getByRole("heading", { name: "First lesson, 2 of 3: six jumps" }).waitFor();
    await playedOut(page);
    await page.getByRole("link", { name: "Next: the end of a letter" }).click();
    await page.getByRole("heading", { name: "First lesson, 3 of 3: the end of a letter" }).waitFor();
    await click(page, (await playedFor("E")).slice(-5));
    await solved(page, 5);
    await accessible(page);
    await page.getByRole("link", { name: "Play today's puzzle" }).click();
    await page.getByRole("heading", { name: /^The puzzle of /, level: 1 }).waitFor();
    await page.locator("svg.board").waitFor();
    assert.equal(await page.getByText("Learn in three jumps").count(), 0);
}));

/** The jumps that the font plays for a letter.
 * @param {string} letter */
const playedFor = async (letter) => JSON.parse(await pegfont("puzzle", letter, "--json")).puzzles[0].jumps.map((/** @type {string} */ jump) => jump.split("-"));

test("letters are offered as pictures, easy first, with ticks, and some jumps before their end", () => open("#play/choose", async (page) => {
    await page.getByRole("heading", { name: "Choose a puzzle", level: 1 }).waitFor();
    await page.locator(".letters a").first().waitFor();
    await accessible(page);
    const names = await page.locator(".letters a").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label") ?? ""));
    assert.equal(names.length, 62);
    const grades = ["gentle", "easy", "fair", "hard", "fiendish"];
    const order = names.map((name) => grades.findIndex((grade) => name.includes(` ${grade},`)));
    assert.deepEqual(order, order.toSorted((one, other) => one - other));
    assert.ok(order[0] === 2 && order.at(-1) === 4, String(names));
    await page.getByRole("link", { name: /^E: fair, \d+ jumps$/ }).click();
    await page.locator("svg.board").waitFor();
    await click(page, await jumpsTo("E"));
    await said(page, /^Solved in/).waitFor();
    await page.getByRole("link", { name: "Other puzzles" }).click();
    await page.getByRole("link", { name: /^E: fair, \d+ jumps, solved$/ }).waitFor();
    await page.locator(".picking select").selectOption("3");
    await page.getByRole("link", { name: /^T: fair, 3 jumps$/ }).click();
    await page.getByRole("heading", { name: "The letter T, 3 jumps before its end" }).waitFor();
    await click(page, (await playedFor("T")).slice(-3));
    await solved(page, 3);
    for (const [wrong, words] of [["letter/T?before=x", "“before=x” is not a number of jumps"], ["letter/T?before=60", "T has "], ["letter/TT", "“TT” is not one letter"], ["letter/", "The address doesn't say which letter to play."], ["letter/%00", "The address names a character that can't be seen."], ["lesson/9", "“9” is not one of them"], ...["constructor", "2026-13-45", "2026-02-30", "2026-2-3", "9999", "tomorrow", "12026-01-01"].map((day) => [`daily/${day}`, "There is no such day. A day is written as 2026-03-31."]), ["nowhere", "nothing to play under “nowhere”"]]) {
        await page.goto(`${shared.address}#play/${wrong}`);
        await page.getByRole("alert").filter({ hasText: words }).waitFor();
        if (wrong.startsWith("daily")) await page.getByRole("heading", { name: "Play", exact: true, level: 1 }).waitFor();
    }
    await page.goto(`${shared.address}#lab`);
    const letter = page.getByLabel("Letter", { exact: true });
    await letter.fill("PEG");
    await letter.press("Enter");
    await said(page, "Write one letter. Somebody can guess a whole word: write it in Watch.").waitFor();
    await letter.fill("♥");
    await letter.press("Enter");
    await page.getByRole("heading", { name: "The letter ♥" }).waitFor();
}));

test("a week of puzzles goes from easy to fiendish, and days to come can't be played yet", () => open("#watch?text=HI", async (page) => {
    await page.clock.setFixedTime("2026-11-25T12:00:00");
    const grades = [];
    for (const day of ["2026-11-22", "2026-11-23"]) {
        await page.goto(`${shared.address}#play/daily/${day}?before=0`);
        await page.getByRole("heading", { name: new RegExp(`${Number(day.slice(-2))} November`) }).waitFor();
        grades.push(await page.locator(".facts dd").nth(2).textContent());
    }
    assert.deepEqual(grades, ["fiendish", "easy"]);
    // From the Monday to the Wednesday that it is.
    assert.equal(await page.locator(".week a").count(), 3);
    assert.equal(await page.locator(".week span").count(), 4);
    await page.goto(`${shared.address}#play/daily/2026-11-29`);
    await said(page, "The puzzle of Sunday, 29 November 2026 is still to come. Today's is below.").waitFor();
}));

test("boards have the theme that was chosen in Watch, coordinates, pegs that hop, and captured ones", () => open("#watch?text=HI", async (page) => {
    await page.getByText("Change how it plays").click();
    await page.getByLabel("Theme").selectOption("wood");
    const wood = await page.locator(".stage").evaluate((it) => getComputedStyle(it).backgroundColor);
    await page.goto(`${shared.address}#play/letter/B`);
    await page.locator("svg.board").waitFor();
    assert.equal(await page.locator("svg.board").evaluate((it) => getComputedStyle(it).backgroundColor), wood);
    assert.deepEqual(await page.locator("svg.board .captions").first().locator("text").allTextContents(), ["1", "2", "3", "4", "5", "6", "7", "a", "b", "c", "d", "e"]);
    // Moves and looks are noted when they begin: they may end before anyone looks.
    await page.evaluate(() => {
        const [noted, animate] = [/** @type {any} */ (window), Element.prototype.animate];
        Object.assign(noted, { moves: "", looks: [] });
        const note = (/** @type {MutationRecord[]} */ all) => noted.looks.push(...all.map(({ target }) => /** @type {Element} */ (target).getAttribute("href")));
        new MutationObserver(note).observe(/** @type {Element} */ (document.querySelector("svg.board")), { subtree: true, attributeFilter: ["href"] });
        Element.prototype.animate = function(frames, timing) {
            noted.moves += JSON.stringify(frames);
            return animate.call(this, frames, timing);
        };
    });
    const [[from, to]] = await jumpsTo("B");
    await click(page, [[from, to]]);
    // The peg rises on its way, and the one jumped over is seen as in films: captured, and then a ring.
    await page.waitForFunction(() => /** @type {any} */ (window).moves.includes("scale(1.12)"));
    await page.locator("svg.board .gone").waitFor({ state: "detached" });
    const looks = await page.evaluate(async (version) => {
        const [{ pegPicture }, { services }] = await Promise.all(["painter.js", "services.js"].map((name) => import(new URL(version + name, document.baseURI).href)));
        return ["captured", "ring"].map((look) => pegPicture(services.theme(), 96, look).toDataURL());
    }, version);
    assert.deepEqual(await page.evaluate(() => /** @type {any} */ (window).looks), looks);
}, { reducedMotion: "no-preference" }));

test("a hint is an arrow on the board; all jumps have arrows, the wider the more solutions they leave, and none after a win", () => open("#play/letter/B", async (page) => {
    await button(page, "Hint").click();
    await page.locator(".arrows polygon").waitFor();
    assert.equal(await page.locator(".hints button").count(), 0);
    // The arrow is for one jump.
    await click(page, (await jumpsTo("B")).slice(0, 1));
    await eventually(() => page.locator(".arrows polygon").count(), 0);
    await showAll(page);
    const keeps = await page.locator(".hints .keeps").count();
    assert.equal(await page.locator(".arrows polygon").count(), keeps);
    const [first, last] = [await page.locator(".arrows polygon").first().boundingBox(), await page.locator(".arrows polygon").last().boundingBox()];
    assert.ok(first && last && Math.min(first.width, first.height) >= Math.min(last.width, last.height));
    await accessible(page);
    await button(page, "Hide hints").click();
    assert.equal(await page.locator(".arrows polygon").count(), 0);
    await showAll(page);
    await playedOut(page);
    assert.equal(await page.locator(".hints button").count(), 0);
}, { colorScheme: "dark" }));

test("where memory is short, a message says so and the game goes on", () => open("?memory=128#play/letter/L", async (page) => {
    await button(page, "Hint").click();
    await said(page, /^Not enough memory for .* You can go on without hints\.$/).waitFor({ timeout: 120_000 });
    const jumps = await jumpsTo("L");
    await click(page, jumps.slice(0, 1));
    await said(page, `1 of ${jumps.length}`).waitFor();
}));

test("every board that is offered can be won", () => open("#play", async (page) => {
    const { BOARDS } = await page.evaluate((version) => import(new URL(`${version}boards.js`, document.baseURI).href), version);
    const solutions = (await readFile(new URL("solutions.txt", import.meta.url), "utf8")).trim().split("\n");
    const problems = BOARDS.flatMap((/** @type {any} */ it) => it.problems.map((/** @type {string[]} */ problem) => [it.board, ...problem].join(" ")));
    assert.deepEqual(problems, solutions.map((line) => line.split(": ")[0]));
    for (const line of solutions) {
        const [problem, jumps] = line.split(": ");
        const [board, vacancy, target] = problem.split(" ");
        const [{ board: shown }] = await called(page, [["game", { board: { board, vacancy, target } }]]);
        const pegs = new Set(shown.holes.map((/** @type {any} */ it) => it.hole));
        pegs.delete(vacancy);
        for (const jump of jumps.split(" ")) {
            const [from, to] = jump.split("-");
            const [, over] = shown.triples.find((/** @type {string[]} */ [one, , other]) => (one === from && other === to) || (one === to && other === from)) ?? [];
            assert.ok(pegs.delete(from) && pegs.delete(over) && !pegs.has(to), `${problem}: ${jump}`);
            pegs.add(to);
        }
        assert.equal(pegs.size, 1, problem);
        assert.ok(target === "any" || pegs.has(target), problem);
    }
    await page.goto(`${shared.address}#play/choose`);
    const form = page.locator("form", { hasText: "A classic board" });
    await form.locator("select").first().selectOption("6x6");
    await form.locator("select").last().selectOption("b2 b2");
    await form.getByRole("button").click();
    await page.getByRole("heading", { name: "One peg in b2, on the square of 36 holes" }).waitFor();
    assert.match(await hole(page, "b2").getAttribute("aria-label") ?? "", /^b2: empty/);
}));

test("a game is kept over reload and Back, and says which holes belong to the goal", () => open("#play/letter/B", async (page) => {
    const jumps = await jumpsTo("B");
    await click(page, jumps.slice(0, 3));
    await page.reload();
    await said(page, `3 of ${jumps.length}`).waitFor();
    await page.goto(`${shared.address}#play/letter/C`);
    await page.getByRole("heading", { name: "The letter C" }).waitFor();
    await page.goBack();
    await said(page, `3 of ${jumps.length}`).waitFor();
    const labels = await page.locator("svg.board [data-hole]").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label") ?? ""));
    const names = ((await shownGoal(page)) ?? "").split(": ")[2].split(", ");
    assert.deepEqual(labels.filter((label) => label.endsWith(", part of the goal")).map((label) => label.split(":")[0]), names);
}));

test("a day that was solved is kept, and its result can be sent", () => open("#watch?text=HI", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const day = "2026-11-25";
    await page.clock.setFixedTime(`${day}T12:00:00`);
    await page.goto(`${shared.address}#play/daily?before=0`);
    const [{ title: letter }] = await called(page, [["game", { daily: day }]]);
    const [solution] = await Promise.all([playedFor(letter).then((jumps) => jumps.slice(-10)), page.locator("svg.board").waitFor()]);
    // What the page plays doesn't count.
    await playedOut(page);
    assert.equal(await button(page, "Share the result").isVisible(), false);
    await button(page, "Start over").click();
    await click(page, solution);
    await said(page, "1 day in a row. The next puzzle comes in 12 h 0 min.").waitFor();
    await button(page, "Share the result").click();
    await copied(page);
    const words = await page.evaluate(() => navigator.clipboard.readText());
    const moves = solution.reduce((/** @type {number[]} */ moves, /** @type {string[]} */ [from], /** @type {number} */ at) =>
        (solution[at - 1]?.[1] === from ? [...moves.slice(0, -1), moves[moves.length - 1] + 1] : [...moves, 1]), []);
    const signs = moves.map((/** @type {number} */ jumps) => ["⚪", "🟡", "🟠", "🔴"][Math.min(jumps, 4) - 1]).join("");
    const [title, compared, row, link] = words.split("\n");
    assert.match(title, /^Peg solitaire of \w+, \d+ \w+ \d{4} \(\w+\)$/);
    assert.match(compared, new RegExp(`^${moves.length} moves, the best is \\d+$`));
    assert.deepEqual([row, link], [signs, `${shared.address}#play/daily/${day}?before=0`]);
    await said(page, signs).waitFor();
    await accessible(page);
    await page.reload();
    await said(page, /1 day in a row/).waitFor();
    await said(page, signs).waitFor();
    // Today's puzzle is shown again by its link.
    await page.getByRole("link", { name: "Other puzzles" }).click();
    await page.getByRole("link", { name: "Today's puzzle" }).click();
    await page.waitForFunction(() => document.activeElement?.matches("h1"));
}));

test("the end of a day's puzzle and the whole of it have records of their own, in the week, in the result and its link", () => open("#watch?text=HI", async (page, context) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const day = "2026-11-25";
    await page.clock.setFixedTime(`${day}T12:00:00`);
    await page.goto(`${shared.address}#play/daily`);
    const [{ title: letter }] = await called(page, [["game", { daily: day }]]);
    const jumps = await playedFor(letter);
    const result = async () => {
        await button(page, "Share the result").click();
        await copied(page);
        return (await page.evaluate(() => navigator.clipboard.readText())).split("\n");
    };
    const week = () => page.locator('.week [aria-current="date"]').getAttribute("aria-label");

    await click(page, jumps.slice(-6));
    await solved(page, 6);
    const end = await result();
    assert.match(end[0], /, its last 6 jumps \(\w+\)$/);
    assert.equal(end.at(-1), `${shared.address}#play/daily/${day}?before=6`);
    assert.match(await week() ?? "", /2026, its last 6 jumps solved in \d moves?$/);

    await page.getByRole("link", { name: "Now the whole puzzle" }).click();
    await said(page, "0 of 10").waitFor();
    await click(page, jumps.slice(-10));
    await solved(page, 10);
    const whole = await result();
    assert.doesNotMatch(whole[0], /its last/);
    assert.equal(whole.at(-1), `${shared.address}#play/daily/${day}?before=0`);
    const [inEnd, inWhole] = [end, whole].map(([, moves]) => moves.match(/^\d+ moves?/)?.[0]);
    assert.notEqual(inEnd, inWhole);
    assert.equal(await week(), `Wednesday, 25 November 2026, solved in ${inWhole}, its last 6 jumps solved in ${inEnd}`);

    // The link leads those who never won to the same puzzle.
    await page.evaluate(() => localStorage.clear());
    await page.goto("about:blank");
    await page.goto(String(whole.at(-1)));
    await said(page, "0 of 10").waitFor();
}));

test("days that an earlier version kept stay solved, without saying in how many moves, and are not lost by a new win", () => open("#watch?text=HI", async (page) => {
    const day = "2026-11-25";
    await page.clock.setFixedTime(`${day}T12:00:00`);
    await page.evaluate(() => {
        localStorage["pegfont won"] = "true";
        localStorage["pegfont days"] = JSON.stringify({ "2026-11-24": 3, "2026-11-25": 3, "2026-11-23": 0 });
    });
    await page.goto(`${shared.address}#play/daily`);
    await said(page, /^2 days in a row\./).waitFor();
    const names = () => page.locator(".week a").evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")?.split("2026, ")[1]));
    assert.deepEqual(await names(), ["not solved", "solved", "solved"]);
    const [{ title: letter }] = await called(page, [["game", { daily: day }]]);
    await click(page, (await playedFor(letter)).slice(-10));
    await solved(page, 10);
    assert.match((await names())[2] ?? "", /^solved in \d+ moves$/);
    assert.equal((await names())[1], "solved");
    // Whatever else is kept there is no record.
    for (const kept of ["null", "[]", "7", '"x"', '{"2026-11-25":null}', '{"2026-11-25":{"0":"x"}}', '{"2026-11-25":5}', "{"]) {
        await page.evaluate((kept) => (localStorage["pegfont daily records"] = kept), kept);
        await page.reload();
        await said(page, /^2 days in a row\./).waitFor();
    }
}));

test("at midnight, an open page offers the new puzzle", () => open("#watch?text=HI", async (page) => {
    await page.clock.install({ time: "2026-11-25T23:59:30" });
    await page.goto(`${shared.address}#play/daily`);
    await page.getByRole("heading", { name: "The puzzle of Wednesday, 25 November 2026" }).waitFor();
    await page.locator("svg.board").waitFor();
    const next = page.getByRole("link", { name: "Play the new puzzle" });
    assert.equal(await next.isVisible(), false);
    await page.clock.fastForward(60_000);
    await next.click();
    await page.getByRole("heading", { name: "The puzzle of Thursday, 26 November 2026" }).waitFor();
}));

test("board, goal, status and buttons fit on a small phone", () => open("#play/letter/B", async (page) => {
    await page.locator("svg.board").waitFor();
    for (const place of ["svg.board", ".goal-figure canvas", ".status"]) {
        const box = await page.locator(place).boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= 640, `${place}: ${JSON.stringify(box)}`);
    }
    for (const name of ["Undo", "Hint", "Solve it"]) {
        const box = await button(page, name).boundingBox();
        assert.ok(box && box.y + box.height <= 640, `${name}: ${JSON.stringify(box)}`);
    }
}, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }));

for (const [width, height] of [[390, 844], [360, 640], [1366, 768]]) {
    test(`no button moves while a game is played, hinted, lost and taken back, ${width} wide`, () => open("#play/letter/B", async (page) => {
        await page.locator("svg.board").waitFor();
        const names = ["Undo", "Redo", "Start over", "Solve it"];
        const places = () => page.locator(".tools button").evaluateAll((all) => all.map((it) => Object.values(it.getBoundingClientRect().toJSON()).map(Math.round).join()));
        const begun = await places();
        assert.equal(begun.length, names.length + 1);
        /** @param {string} when */
        const stand = async (when) => {
            await page.evaluate(() => scrollTo(0, 0));
            assert.deepEqual(await places(), begun, when);
        };
        const next = async () => {
            await page.locator("svg.board .can").first().click();
            await page.locator("svg.board .landing").first().click();
        };
        await next();
        await stand("after a jump");
        await showAll(page);
        await stand("with hints");
        await button(page, "Hide hints").click();
        await stand("without hints");
        await page.getByLabel("Warn me when the goal is out of reach").check();
        while (!(await page.locator(".lost").count())) {
            await next();
            await stand("after more jumps");
        }
        const back = page.getByRole("button", { name: /^Back to there: / });
        await back.waitFor();
        await stand("where it is lost");
        await back.click();
        await said(page, /^Here the goal can still be reached\./).waitFor();
        await stand("back where it can be won");
        await button(page, "Start over").click();
        await stand("at the start");
    }, { viewport: { width, height }, hasTouch: width < 500, isMobile: width < 500 }));
}

test("on a phone, the board takes the width, holes are 44 pixels apart, and goal and facts stand above", async () => {
    for (const game of ["letter/B", "daily/2026-11-22?before=0", "board/english?vacancy=d4&target=d4", "board/6x6?vacancy=c3&target=c3", "board/triangle15?vacancy=a1&target=a1"]) {
        await open(`#play/${game}`, async (page) => {
            const box = async (/** @type {string} */ place) => {
                const found = await page.locator(place).first().boundingBox();
                assert.ok(found, place);
                return found;
            };
            await page.locator("svg.board").waitFor();
            const board = await box("svg.board");
            assert.ok(board.width >= 360, `${game}: ${board.width} wide`);
            const middles = await page.locator("svg.board [data-hole] .touch").evaluateAll((all) => all.map((it) => {
                const { x, y, width, height } = it.getBoundingClientRect();
                return [x + width / 2, y + height / 2];
            }));
            const apart = Math.min(...middles.slice(1).map(([x, y]) => Math.hypot(x - middles[0][0], y - middles[0][1])));
            assert.ok(apart >= 44, `${game}: ${apart} apart`);
            for (const place of [".goal-figure", ".facts"]) {
                const { y, height } = await box(place);
                assert.ok(y + height <= board.y, `${game}: ${place}`);
            }
            const tools = await box(".tools");
            assert.ok(tools.y + tools.height <= 844, `${game}: the buttons end at ${tools.y + tools.height}`);
            for (const height of await page.locator(".parts a").evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))) assert.ok(height >= 44, `navigation: ${height}`);
        }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    }
});

test("on a phone held sideways, the holes are large enough to touch", async () => {
    for (const [route, ready] of [["#play/letter/B", "svg.board"], ["#play/board/english?target=d4", 'svg.board [data-hole="d7"]']]) {
        await open(route, async (page) => {
            await page.locator(ready).waitFor();
            const [one, next] = [await hole(page, "c3").boundingBox(), await hole(page, "d3").boundingBox()];
            assert.ok(one && next && next.x - one.x >= 32, `${route}: ${one?.x} to ${next?.x}`);
        }, { viewport: { width: 667, height: 375 }, hasTouch: true, isMobile: true });
    }
});

test("on a phone, a game is one screen, and a chooser is another", async () => {
    for (const game of ["daily", "letter/B", "letter/B?before=6", "board/english?vacancy=d4&target=d4", "board/triangle15?vacancy=a1&target=a1", "lesson/1"]) {
        await open(`#play/${game}`, async (page) => {
            await page.locator("svg.board").waitFor();
            assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 844, game);
            await page.locator("svg.board .can").first().click();
            await page.locator("svg.board .landing").first().click();
            assert.equal(await page.evaluate(() => document.documentElement.scrollHeight), 844, `${game}, after a jump`);
            await page.getByRole("link", { name: "Other puzzles" }).click();
            await page.getByRole("heading", { name: "Choose a puzzle" }).waitFor();
        }, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    }
});

test("a game that was won plays back as a film of six seconds, to save and to send", () => open("#play/letter/B", async (page) => {
    const jumps = await jumpsTo("B");
    await click(page, jumps);
    await solved(page, jumps.length);
    await page.getByRole("img", { name: "Your game, played again" }).waitFor();
    const film = await page.evaluate(async () => {
        const { shared } = await new Promise((done) => {
            Object.assign(navigator, { canShare: () => true, share: async (/** @type {ShareData} */ what) => done({ shared: what }) });
            dispatchEvent(new HashChangeEvent("hashchange", { oldURL: location.href, newURL: location.href }));
            const look = () => {
                const send = [...document.querySelectorAll("button")].find((it) => it.textContent === "Send it to somebody" || it.textContent === "Send it now");
                send?.click();
                setTimeout(look, 300);
            };
            look();
        });
        const [file] = shared.files;
        const bytes = [...new Uint8Array(await file.arrayBuffer())];
        return { name: file.name, bytes, text: shared.text, url: shared.url };
    });
    assert.match(film.name, /^my-game\.(mp4|gif)$/);
    if (film.name.endsWith("mp4")) {
        // The box of the movie: its version and two times, then the units of a second and their number.
        const file = Buffer.from(film.bytes);
        const box = file.indexOf("mvhd");
        assert.equal(file[box + 4], 0);
        const seconds = file.readUInt32BE(box + 20) / file.readUInt32BE(box + 16);
        assert.ok(Math.abs(seconds - 6) < 0.1, `${seconds} s`);
    }
    assert.match(String(film.text), /^I solved this in \d+ moves\. Can you\?/);
    assert.match(String(film.url), /#play\/link\//);
    // Jumps taken back show the goal again.
    await button(page, "Start over").click();
    await page.getByRole("img", { name: /^The goal: / }).waitFor();
}));

test("the film of one's own game plays its jumps one at a time, in their order", () => open("#watch?text=HI", async (page) => {
    const jumps = (await jumpsTo("B")).map((/** @type {string[]} */ jump) => jump.join("-"));
    const film = await page.evaluate(async ({ address, jumps }) => {
        const { services } = await import(address);
        const { board, start } = await services.studio.call("game", { character: { character: "B", before: null } });
        const game = JSON.stringify({ title: "B", board: board.board, start, jumps: jumps.join(" ") });
        const { letters: [letter], hole_names } = JSON.parse((await services.watch()).film(JSON.stringify({ game, order: "sequence", smooth: true })));
        return {
            jumps: letter.jumps.map((/** @type {number[]} */ [from, , to]) => `${hole_names[from]}-${hole_names[to]}`),
            together: letter.times.filter((/** @type {number[]} */ [begin], /** @type {number} */ at) => at > 0 && begin < letter.times[at - 1][1]).length,
        };
    }, { address: `${shared.address}${version}services.js`, jumps });
    assert.deepEqual(film, { jumps, together: 0 });
}));
