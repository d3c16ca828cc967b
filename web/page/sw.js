/**
 * The service worker: keeps the whole page, so that it works offline. A new version fetches only the files that have changed, and waits:
 * a page that is open keeps its version until it is reloaded, and as long as another page of that version is open.
 */

const NAME = "pegfont-@VERSION@";

/** What every file must be, as the builder found it: names and checksums. The page itself has the empty name. All files but a few are in a folder
 * named after their version.
 * @type {Map<string, string>} */
const FILES = new Map(Object.entries("@FILES@"));

const FOLDER = new URL("./", location.href).pathname;

/** @type {any} */
const worker = self;

/** What a file is kept under: the same in all versions that have it.
 * @param {string} name */
const key = (name) => `./?${FILES.get(name)}`;

/** A file of this version, after what the visitor asked for. Of those outside of the version's folder, the browser's own cache may have older ones.
 * @param {string} name */
function fetched(name) {
    const cache = name.startsWith("@VERSION@/") ? "default" : "no-cache";
    return fetch(`./${name}`, { cache, integrity: FILES.get(name), priority: "low" });
}

worker.addEventListener("install", (/** @type {any} */ event) => {
    const keep = async () => {
        const cache = await caches.open(NAME);
        const each = [...FILES.keys()].map(async (name) => {
            const { body, headers } = (await caches.match(key(name))) ?? (await fetched(name));
            // Without the address it came from: its imports are of the folder in which it is asked for.
            await cache.put(key(name), new Response(body, { headers }));
        });
        await Promise.all(each);
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

// A page that has just begun asks the version that waits whether another page is open, and if not, tells it to take over.
worker.addEventListener("message", (/** @type {any} */ event) => {
    const answer = async () => {
        if (event.data === "take over") return worker.skipWaiting();
        const clients = await worker.clients.matchAll({ includeUncontrolled: true, type: "window" });
        const pages = clients.filter((/** @type {any} */ client) => client.url.startsWith(worker.registration.scope));
        event.source.postMessage(pages.length < 2);
    };
    event.waitUntil(answer());
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
