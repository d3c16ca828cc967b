/** The command that serves the page: types, the folder and nothing else, and a taken port. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const program = process.env.PEGFONT_SITE ?? fileURLToPath(new URL("../../target/release/pegfont-site", import.meta.url));

/** Serves the built page. @param {number} port */
function serve(port) {
    return spawn(program, ["serve", "--no-build", "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
}

/** The answer to a request, with its path as it is written. @param {number} port @param {string} path @param {string} [method]
 * @returns {Promise<{status: number | undefined, type: string | undefined, bytes: number}>} */
function asked(port, path, method = "GET") {
    return new Promise((done, failed) => {
        const sent = request({ host: "127.0.0.1", port, path, method }, async (response) => {
            let bytes = 0;
            for await (const chunk of response) bytes += chunk.length;
            done({ status: response.statusCode, type: response.headers["content-type"], bytes });
        });
        sent.on("error", failed).end();
    });
}

test("the page is served on the loopback address, and nothing else", async () => {
    const server = serve(0);
    try {
        const [line] = await once(server.stdout, "data");
        const port = Number(String(line).match(/http:\/\/127\.0\.0\.1:(\d+)\//)?.[1]);
        assert.ok(port > 0, String(line));
        /** @type {[string, string][]} */
        const types = [["/", "text/html; charset=utf-8"], ["/app.js?x", "text/javascript; charset=utf-8"], ["/wasm/watch_bg.wasm", "application/wasm"]];
        for (const [path, type] of types) {
            const answer = await asked(port, path);
            assert.deepEqual([answer.status, answer.type], [200, type]);
            assert.ok(answer.bytes > 0);
        }
        for (const path of ["/../Cargo.toml", "/%2e%2e/README.md", "/nothing", "//etc/passwd"]) {
            assert.equal((await asked(port, path)).status, 404, path);
        }
        assert.deepEqual(await asked(port, "/app.js", "HEAD"), { status: 200, type: "text/javascript; charset=utf-8", bytes: 0 });
        const other = serve(port);
        let message = "";
        for await (const part of other.stderr) message += part;
        assert.match(message, /can't listen on port \d+: .*; choose another with --port/);
    } finally {
        server.kill();
    }
});
