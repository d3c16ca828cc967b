/**
 * The service worker: keeps the whole page, so that it works offline. A new version replaces the old one as a whole, and fetches only the
 * files that have changed.
 */

const NAME = "pegfont-@VERSION@";

/** What every file must be, as the builder found it: names and checksums. The page itself has the empty name.
 * @type {Map<string, string>} */
const FILES = new Map(Object.entries(/* @FILES@ */ {}));

const FOLDER = new URL("./", location.href).pathname;

/** @type {any} */
const worker = self;

/** What a file is kept under.
 * @param {string} name */
const key = (name) => `./${name}?${FILES.get(name)}`;

worker.addEventListener("install", (/** @type {any} */ event) => {
    const keep = async () => {
        const cache = await caches.open(NAME);
        const each = [...FILES].map(async ([name, integrity]) => {
            // Past the browser's own cache, which may have a file of an older version.
            const file = (await caches.match(key(name))) ?? (await fetch(`./${name}`, { cache: "no-cache", integrity }));
            await cache.put(key(name), file);
        });
        await Promise.all(each);
        await worker.skipWaiting();
    };
    event.waitUntil(keep());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
    const tidy = async () => {
        const names = await caches.keys();
        const old = names.filter((name) => name.startsWith("pegfont-") && name !== NAME);
        await Promise.all(old.map((name) => caches.delete(name)));
        await worker.clients.claim();
    };
    event.waitUntil(tidy());
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { origin, pathname } = new URL(event.request.url);
    const name = pathname.slice(FOLDER.length).replace(/^index\.html$/, "");
    if (event.request.method !== "GET" || origin !== location.origin || !pathname.startsWith(FOLDER) || !FILES.has(name)) return;
    const answer = async () => {
        const cache = await caches.open(NAME);
        return (await cache.match(key(name))) ?? fetch(event.request);
    };
    event.respondWith(answer());
});
