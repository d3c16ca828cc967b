/** Takes the pictures of the page in the documentation, after it was built: `npm run picture` */
import { launchChromium, served } from "./tests/support.mjs";

/** The pictures by name: a route, the part of the page in pixels, and what it shows when it is ready. */
const PICTURES = {
    page: { route: "watch?text=PEG%20SOLITAIRE", width: 1200, height: 728, ready: "canvas" },
    "page-play": { route: "play/letter/A?before=6", width: 708, height: 548, ready: "text=Par, the fewest moves" },
    "page-design": { route: "design", screen: 1040, width: 1040, height: 532, ready: ".found li" },
};
/** What the browser remembers: an R is drawn in Design, and the visitor knows how to play. */
const KEPT = { "pegfont drawing": "11110100011000111110101001001010001", "pegfont lesson": 3 };

const server = await served({});
const chrome = await launchChromium();
for (const [name, { route, screen = 1200, width, height, ready }] of Object.entries(PICTURES)) {
    const page = await chrome.newPage({ viewport: { width: screen, height }, colorScheme: "dark", reducedMotion: "reduce" });
    await page.addInitScript((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))), KEPT);
    await page.goto(`${server.address}#${route}`);
    await page.waitForSelector(ready);
    await page.waitForTimeout(1000);
    const path = new URL(`../docs/pictures/${name}.png`, import.meta.url).pathname;
    await page.screenshot({ clip: { x: 0, y: 0, width, height }, path });
    await page.close();
}
await chrome.close();
server.close();
