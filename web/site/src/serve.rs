//! Serves the built page on the loopback address, for a look and for the tests. What is not in the folder does not exist.

use std::path::Path;

use anyhow::{Result, anyhow};
use tiny_http::{Header, Method, Request, Response, Server};

use crate::publish::files;

/// Serves a folder until the program is stopped. It is read once.
pub(crate) fn serve(dist: &Path, port: u16) -> Result<()> {
    let mut files = files(dist)?;
    if let Some(index) = files.get("index.html").cloned() {
        files.insert(String::new(), index);
    }
    let server = Server::http(("127.0.0.1", port)).map_err(|error| {
        anyhow!("can't listen on port {port}: {error}; choose another with --port")
    })?;
    println!("the page is at http://{}/ until you press Ctrl-C", server.server_addr());
    for request in server.incoming_requests() {
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        let name = path.trim_start_matches('/').to_owned();
        // A visitor who leaves early is no reason to stop.
        let _ = match files.get(&name) {
            Some(bytes) => answer(request, bytes, mime(&name)),
            None => request.respond(Response::from_string("Not found").with_status_code(404)),
        };
    }
    Ok(())
}

fn answer(request: Request, bytes: &[u8], mime: &str) -> std::io::Result<()> {
    let headers = [
        ("Content-Type", mime),
        ("Cache-Control", "no-cache"),
        ("X-Content-Type-Options", "nosniff"),
    ];
    let headers = headers.iter().filter_map(|(name, value)| Header::from_bytes(*name, *value).ok());
    let body = if *request.method() == Method::Head { &[] } else { bytes };
    let response = Response::new(200.into(), headers.collect(), body, Some(body.len()), None);
    request.respond(response)
}

/// The type of a file by its name.
fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("html", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "gif" => "image/gif",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
