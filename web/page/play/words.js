/** Numbers and words for people. */

/** A count and its unit: `1 jump`, `2,345 jumps`.
 * @param {number | string} count  a number, or digits if it is large
 * @param {string} unit */
export function counted(count, unit) {
    const number = BigInt(count);
    return `${grouped(number)} ${unit}${number === 1n ? "" : "s"}`;
}

/** A number with commas.
 * @param {bigint | number | string} number */
export const grouped = (number) => BigInt(number).toLocaleString("en");

/** A large number, short: `1.6 × 10^14`.
 * @param {string} digits */
export function large(digits) {
    if (digits.length <= 7) return grouped(digits);
    const [factor, power] = Number(digits).toExponential(1).split("e+");
    const raised = [...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
    return `${factor} × 10${raised}`;
}

/** A number of bytes: `68 MiB`.
 * @param {number} bytes */
export const mebibytes = (bytes) => `${Math.round(bytes / (1 << 20))} MiB`;
