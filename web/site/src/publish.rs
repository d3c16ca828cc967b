//! The folder `web/dist`: the static files, the service worker's list of files, and their sizes.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest as _, Sha256};

use crate::Places;
use crate::slim::slim;

/// Replaced in the service worker.
const FILES: &str = "/* @FILES@ */ {}";
const VERSION: &str = "@VERSION@";
/// Replaced in the page by the address where it is published: messengers show the picture of a link only if its address is whole.
const ADDRESS: &str = "@ADDRESS@";

/// Empties the folder.
pub(crate) fn begin(dist: &Path) -> Result<()> {
    let shown = dist.display();
    if dist.exists() {
        std::fs::remove_dir_all(dist).with_context(|| format!("can't empty {shown}"))?;
    }
    std::fs::create_dir_all(dist).with_context(|| format!("can't make {shown}"))
}

/// Copies the static files, scripts and style sheets without their comments.
pub(crate) fn copy_page(places: &Places, address: &str) -> Result<()> {
    let mut page = files(&places.page)?;
    for (name, bytes) in &mut page {
        let text = || std::str::from_utf8(bytes).with_context(|| format!("{name} is not a text"));
        *bytes = match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("js" | "css") => slim(text()?).into_bytes(),
            Some("html") => text()?.replace(ADDRESS, address).into_bytes(),
            _ => continue,
        };
    }
    write(&places.dist, &page)
}

/// Writes files into a folder.
pub(crate) fn write(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, bytes)?;
    }
    Ok(())
}

/// All files in a folder by their names, with `/` between the parts. Links aren't followed.
pub(crate) fn files(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(String::new(), folder.to_owned())];
    while let Some((prefix, folder)) = folders.pop() {
        let entries = std::fs::read_dir(&folder)
            .with_context(|| format!("can't read {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push((format!("{name}/"), entry.path()));
            } else if kind.is_file() {
                found.insert(name, std::fs::read(entry.path())?);
            }
        }
    }
    Ok(found)
}

/// Gives the service worker the checksums of all files and its version, and reports sizes.
pub(crate) fn finish(dist: &Path) -> Result<()> {
    // Types are for checking the page's scripts.
    let mut served = files(dist)?;
    served.retain(|name, _| !name.ends_with(".d.ts") && name != "sw.js");
    let checksum =
        |bytes: &[u8]| format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(bytes)));
    // The page itself is asked for without its name.
    let name = |name: &str| if name == "index.html" { String::new() } else { name.to_owned() };
    let checksums: BTreeMap<String, String> =
        served.iter().map(|(file, bytes)| (name(file), checksum(bytes))).collect();
    let checksums = serde_json::to_string(&checksums)?;
    let mut version = flate2::Crc::new();
    version.update(checksums.as_bytes());
    let path = dist.join("sw.js");
    let worker = std::fs::read_to_string(&path).context("the page has no service worker")?;
    let worker =
        worker.replace(FILES, &checksums).replace(VERSION, &format!("{:08x}", version.sum()));
    std::fs::write(&path, worker)?;
    println!("{:>9} {:>9} {:>9}", "bytes", "gzip", "brotli");
    let mut sums = [0; 3];
    for (name, bytes) in &served {
        let sizes = [bytes.len(), gzip(bytes)?, brotli(bytes)?];
        sums.iter_mut().zip(sizes).for_each(|(sum, size)| *sum += size);
        println!("{:>9} {:>9} {:>9}  {name}", sizes[0], sizes[1], sizes[2]);
    }
    println!("{:>9} {:>9} {:>9}  altogether", sums[0], sums[1], sums[2]);
    println!("built {}", dist.display());
    Ok(())
}

fn gzip(bytes: &[u8]) -> Result<usize> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    out.write_all(bytes)?;
    Ok(out.finish()?.len())
}

/// With the highest quality but two: the last step would save another tenth, in ten times the time.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams { quality: 9, ..Default::default() };
    brotli::BrotliCompress(&mut &*bytes, &mut out, &params)?;
    Ok(out.len())
}
