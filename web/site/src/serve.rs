//! Serves the built page on the loopback address, for a look and for the tests. What is not in the
//! folder does not exist.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use tiny_http::{Method, Request, Response, Server, StatusCode};

use crate::publish::{Files, files};

/// Serves a folder until the program is stopped. It is read once.
pub(crate) fn serve(dist: &Path, port: u16) -> Result<()> {
    let mut files = files(dist)?;
    if let Some(index) = files.get("index.html").cloned() {
        files.insert(String::new(), index);
    }

    let server = Server::http(("127.0.0.1", port)).map_err(|error| {
        anyhow!("can't listen on port {port}: {error}; choose another with --port")
    })?;
    println!(
        "the page is at http://{}/ until you press Ctrl-C",
        server.server_addr()
    );

    let files = Arc::new(files);
    for request in server.incoming_requests() {
        let files = Arc::clone(&files);
        // A visitor who doesn't listen holds up nobody else.
        std::thread::Builder::new().spawn(move || answer(request, &files))?;
    }
    Ok(())
}

/// Answers a visitor, who may have left.
fn answer(request: Request, files: &Files) {
    let name = request
        .url()
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
        .trim_start_matches('/');

    let is_reading = matches!(request.method(), Method::Get | Method::Head);
    let (status, mime, body) = match files.get(name) {
        Some(bytes) if is_reading => (200, mime(name), bytes.as_slice()),
        _ => (
            if is_reading { 404 } else { 405 },
            "text/plain",
            b"Not found".as_slice(),
        ),
    };

    let headers = [
        &format!("Content-Type: {mime}"),
        "X-Content-Type-Options: nosniff",
        "Cache-Control: no-cache",
    ];
    let headers = headers
        .into_iter()
        .filter_map(|header| header.parse().ok())
        .collect();

    let response = Response::new(StatusCode(status), headers, body, Some(body.len()), None);
    let _ = request.respond(response);
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
