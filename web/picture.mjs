/** Takes the README's picture of the page, after it was built: `npm run picture` */
import { launchChromium, served } from "./tests/support.mjs";

const server = await served({});
const chrome = await launchChromium();
const page = await chrome.newPage({ viewport: { width: 1200, height: 675 }, colorScheme: "light", reducedMotion: "reduce" });
await page.goto(`${server.address}#watch?text=PEG%20SOLITAIRE`);
await page.getByRole("button", { name: "Step back" }).click();
await page.getByRole("heading", { level: 1 }).click();
// A few jumps before the end, the letters can be read and still play.
for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowLeft");
await page.screenshot({ path: new URL("../docs/pictures/page.png", import.meta.url).pathname });
await chrome.close();
server.close();
