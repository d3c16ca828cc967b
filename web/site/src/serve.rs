//! Serves the built page on the loopback address, for a look and for the tests. What is not in the folder does not exist. Every visitor has a
//! thread, and the time and the room for one short request; a body is never read.

use std::collections::BTreeMap;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};

use crate::publish::files;

/// The most bytes of a request's head.
const MOST_HEAD: u64 = 16 << 10;

/// How long a visitor may be silent, or not listen.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most visitors at the same time; more are turned away.
const MOST_VISITORS: usize = 64;

type Files = BTreeMap<String, Vec<u8>>;

/// Serves a folder until the program is stopped. It is read once.
pub(crate) fn serve(dist: &Path, port: u16) -> Result<()> {
    let mut files = files(dist)?;
    if let Some(index) = files.get("index.html").cloned() {
        files.insert(String::new(), index);
    }
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|error| {
        anyhow!("can't listen on port {port}: {error}; choose another with --port")
    })?;
    println!("the page is at http://{}/ until you press Ctrl-C", listener.local_addr()?);
    let files = Arc::new(files);
    for visitor in listener.incoming().flatten() {
        let files = Arc::clone(&files);
        if Arc::strong_count(&files) > MOST_VISITORS {
            continue;
        }
        // Without a thread, the visitor is turned away. One who leaves early is no reason to stop.
        let _ = std::thread::Builder::new().spawn(move || receive(&visitor, &files));
    }
    Ok(())
}

/// Answers a visitor's request.
fn receive(mut visitor: &TcpStream, files: &Files) -> io::Result<()> {
    visitor.set_read_timeout(Some(PATIENCE))?;
    visitor.set_write_timeout(Some(PATIENCE))?;
    let mut head = Vec::new();
    let mut lines = BufReader::new(visitor.take(MOST_HEAD));
    while lines.read_until(b'\n', &mut head)? > 2 {}
    let request = String::from_utf8_lossy(&head);
    let mut words = request.split_whitespace();
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let name = target.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
    let (status, mime, body) = match (method, files.get(name)) {
        ("GET" | "HEAD", Some(bytes)) => ("200 OK", mime(name), bytes.as_slice()),
        ("GET" | "HEAD", None) => ("404 Not Found", "text/plain", b"Not found".as_slice()),
        _ => ("405 Method Not Allowed", "text/plain", b"Not allowed".as_slice()),
    };
    write!(
        visitor,
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {}\r\nCache-Control: no-cache\r\n\
         X-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    )?;
    visitor.write_all(if method == "HEAD" { &[] } else { body })
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
