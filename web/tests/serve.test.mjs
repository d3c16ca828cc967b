/** The command that serves the page: types, the folder and nothing else, and a taken port. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { symlink, unlink } from "node:fs/promises";
import { request } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { dist, site, version } from "./support.mjs";

/** Serves the built page. @param {number} port */
function serve(port) {
    return spawn(site, ["serve", "--no-build", "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
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

test("the page is served on the loopback address, and nothing else; hostile visitors hold up nobody", async () => {
    await symlink("/etc/passwd", `${dist}/link.txt`);
    const server = serve(0);
    try {
        const [line] = await once(server.stdout, "data");
        const port = Number(String(line).match(/http:\/\/127\.0\.0\.1:(\d+)\//)?.[1]);
        assert.ok(port > 0, String(line));
        /** @type {[string, string][]} */
        const types = [["/", "text/html; charset=utf-8"], [`/${version}app.js?x`, "text/javascript; charset=utf-8"], [`/${version}wasm/watch_bg.wasm`, "application/wasm"]];
        for (const [path, type] of types) {
            const answer = await asked(port, path);
            assert.deepEqual([answer.status, answer.type], [200, type]);
            assert.ok(answer.bytes > 0);
        }
        for (const path of ["/../Cargo.toml", "/%2e%2e/README.md", "/nothing", "//etc/passwd"]) {
            assert.equal((await asked(port, path)).status, 404, path);
        }
        assert.deepEqual(await asked(port, `/${version}app.js`, "HEAD"), { status: 200, type: "text/javascript; charset=utf-8", bytes: 0 });
        const other = serve(port);
        let message = "";
        for await (const part of other.stderr) message += part;
        assert.match(message, /can't listen on port \d+: .*; choose another with --port/);
        // One promises a body that no memory has room for, one never reads what it asked for, one says nothing, one never ends its head.
        const heads = ["POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\nx", `GET /${version}wasm/files_bg.wasm HTTP/1.1\r\nHost: a\r\n\r\n`, "", `GET / HTTP/1.1\r\nX: ${"x".repeat(1 << 16)}`, "\0\r\n\r\n"];
        const visitors = heads.map((head) => connect(port, "127.0.0.1").on("error", () => {}).pause());
        visitors.forEach((visitor, number) => visitor.write(heads[number]));
        assert.equal((await asked(port, "/")).status, 200);
        assert.equal((await asked(port, "/", "POST")).status, 405);
        assert.equal((await asked(port, "/link.txt")).status, 404);
        for (const visitor of visitors) visitor.destroy();
        assert.equal(server.exitCode, null);
    } finally {
        server.kill();
        await unlink(`${dist}/link.txt`);
    }
});
