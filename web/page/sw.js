/** The service worker: keeps the whole page, so that it works offline. A new version replaces the old one as a whole. */

const NAME = "pegfont-@VERSION@";

/** All files of the page; the builder writes the list.
 * @type {string[]} */
const FILES = /* @FILES@ */ [];

/** @type {any} */
const worker = self;

worker.addEventListener("install", (/** @type {any} */ event) => {
    const keep = async () => {
        const cache = await caches.open(NAME);
        // Past the browser's own cache, which may have files of an older version.
        await cache.addAll(["./", ...FILES].map((file) => new Request(file, { cache: "no-cache" })));
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
    if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
    const answer = async () => {
        const cache = await caches.open(NAME);
        return (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
    };
    event.respondWith(answer());
});
