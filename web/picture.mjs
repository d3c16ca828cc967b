/** Takes the README's picture of the page, after it was built: `npm run picture` */
import { launchChromium, served } from "./tests/support.mjs";

const server = await served({});
const chrome = await launchChromium();
const page = await chrome.newPage({ viewport: { width: 1200, height: 744 }, colorScheme: "dark", reducedMotion: "reduce" });
await page.goto(`${server.address}#watch?text=PEG%20SOLITAIRE`);
await page.waitForTimeout(1000);
// Down to the buttons.
await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 728 }, path: new URL("../docs/pictures/page.png", import.meta.url).pathname });
await chrome.close();
server.close();
