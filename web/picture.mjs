/** Takes the pictures of the page and of the font in the documentation, after both were built: `npm run picture` */
import { launchChromium, pegfontFile, served } from "./tests/support.mjs";

/** The pictures by name: a route or a file, the part of the page in pixels, and what it shows when it is ready. */
const PICTURES = {
    page: { shown: "#watch?text=PEG%20SOLITAIRE", width: 1200, height: 728, ready: "canvas" },
    "page-play": { shown: "#play/letter/A?before=6", screen: 760, width: 760, height: 640, ready: "text=Fewest moves" },
    "page-design": { shown: "#design", screen: 1040, width: 1040, height: 532, ready: ".found li" },
    styles: { shown: "styles.html", screen: 640, width: 640, height: 150, ready: "table" },
};
/** What the browser remembers: an R is drawn in Design, and the visitor knows how to play. */
const KEPT = { "pegfont drawing": "11110100011000111110101001001010001", "pegfont lesson": 3 };

/** A word in both styles, at three sizes. */
const STYLES = `<!doctype html><meta charset="utf-8"><style>
@font-face { font-family: Peg; src: url(peg.woff2) format("woff2"); }
@font-face { font-family: Solid; src: url(solid.woff2) format("woff2"); }
body { margin: 12px; background: white; color: black; }
td { padding: 4px 12px; white-space: nowrap; font-family: Peg; }
td + td { font-family: Solid; }
</style><table>${[16, 24, 40].map((size) => `<tr style="font-size: ${size}px"><td>Solitaire<td>Solitaire`).join("")}</table>`;

const server = await served({
    "styles.html": STYLES,
    "peg.woff2": await pegfontFile("peg.woff2", "font", "export", "--ascii"),
    "solid.woff2": await pegfontFile("solid.woff2", "font", "export", "--ascii", "--solid"),
});
const chrome = await launchChromium();
for (const [name, { shown, screen = 1200, width, height, ready }] of Object.entries(PICTURES)) {
    const page = await chrome.newPage({ viewport: { width: screen, height }, colorScheme: "dark", reducedMotion: "reduce" });
    await page.addInitScript((kept) => Object.entries(kept).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))), KEPT);
    await page.goto(`${server.address}${shown}`);
    await page.waitForSelector(ready);
    await page.waitForTimeout(1000);
    const path = new URL(`../docs/pictures/${name}.png`, import.meta.url).pathname;
    await page.screenshot({ clip: { x: 0, y: 0, width, height }, path });
    await page.close();
}
await chrome.close();
server.close();
