/** Sends a file with a link, the way the device does. Browsers share only soon after a click, and to make a film may take longer. */

/** What the button says when the file is made and the click was forgotten. */
const NOW = "Send it now";

/** The type of a film. */
export const MP4 = "video/mp4";

/** Whether the device shares films. */
export const sharesFilms = () => Boolean(navigator.canShare?.({ files: [new File([], "film.mp4", { type: MP4 })] }));

/** Shares a file, which is made first unless it was made before.
 * @param {ShareData} what  the file is of
 * @param {() => Promise<File | null>} make
 * @param {HTMLButtonElement} share  the button that was pressed
 * @param {import("./services.js").Services} services */
export async function shareFile(what, make, share, services) {
    const isSecond = share.textContent === NOW;
    const name = (share.dataset.name ??= share.textContent ?? "");
    const making = make();
    share.disabled = true;
    share.textContent = "Making it …";
    const file = await making;
    share.disabled = false;
    share.textContent = name;
    if (document.activeElement === document.body) share.focus();

    const whole = { ...what, files: file ? [file] : [] };
    if (!file || !navigator.canShare?.(whole)) return services.send(what, share);
    if (await isShared(whole)) return;
    // A browser that refuses soon after a click doesn't share files.
    if (isSecond) return services.send(what, share);
    share.textContent = NOW;
    share.classList.add("main");
    services.announce(`It is made. ${NOW}.`);
}

/** Whether something was shared, or the visitor left it: not if the browser has forgotten the click.
 * @param {ShareData} what */
async function isShared(what) {
    try {
        await navigator.share(what);
    } catch (error) {
        return !(error instanceof DOMException && error.name === "NotAllowedError");
    }
    return true;
}
