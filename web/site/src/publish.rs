//! The folder `web/dist`: the static files, the service worker's list of files, and their sizes.
//! All that a page loads is in a folder named after a checksum of its contents, so a page never
//! gets files of two versions.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use pegfont_film::sheet::{LANGUAGES, Language};
use sha2::{Digest as _, Sha256};

use crate::Folders;
use crate::bundle::{self, Scripts};

/// Replaced in the service worker.
const FILES: &str = "\"@FILES@\"";
/// Replaced in the page and the service worker; and the name of the folder until its contents are
/// known.
pub(crate) const VERSION: &str = "@VERSION@";
/// What others ask for by name, or the browser by itself. `peg-font.js` and the icons are written
/// here, too.
const ROOT: [&str; 3] = ["index.html", "manifest.webmanifest", "sw.js"];
/// The file of the web component `<peg-font>`, which other pages ask for by name.
pub(crate) const COMPONENT: &str = "peg-font.js";
/// Where the scripts are that only the component imports.
const PARTS_OF_COMPONENT: &str = "peg-font/";
/// Replaced in the page by the address where it is published: messengers show the picture of a link
/// only if its address is whole.
const ADDRESS: &str = "@ADDRESS@";

/// Files by their names, with `/` between the parts.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// Empties the folder.
pub(crate) fn begin(dist: &Path) -> Result<()> {
    let shown = dist.display();

    if dist.exists() {
        std::fs::remove_dir_all(dist).with_context(|| format!("can't empty {shown}"))?;
    }
    std::fs::create_dir_all(dist).with_context(|| format!("can't make {shown}"))
}

/// Replaced in a script by the rule of the game in all languages of puzzle sheets, as JSON.
const RULES: &str = "\"@RULES@\"";

/// Copies the static files, scripts without their comments and blanks.
pub(crate) fn copy_page(folders: &Folders, address: &str) -> Result<()> {
    let languages = LANGUAGES.iter().map(|(code, text)| {
        Language::parse(text).map(|language| (*code, language.rules.join(" ")))
    });
    let rules: BTreeMap<_, _> = languages.collect::<Result<_, _>>()?;
    let rules = serde_json::to_string(&rules)?;

    let mut page = files(&folders.page)?;
    join_scripts(&mut page)?;
    page.retain(|name, _| !is_of_component(name));

    for (name, bytes) in &mut page {
        let text = || std::str::from_utf8(bytes).with_context(|| format!("{name} is not a text"));
        *bytes = match name.rsplit_once('.').map(|(_, ending)| ending) {
            Some("js") => minified(text()?)?.replace(RULES, &rules).into_bytes(),
            Some("html") => text()?.replace(ADDRESS, address).into_bytes(),
            _ => continue,
        };
    }

    let (root, versioned) = page
        .into_iter()
        .partition(|(name, _)| ROOT.contains(&name.as_str()));
    write(&folders.dist, &root)?;
    write(&folders.dist.join(VERSION), &versioned)
}

/// Whether a file is a part of the component, which the page doesn't need.
fn is_of_component(name: &str) -> bool {
    name == COMPONENT || name.starts_with(PARTS_OF_COMPONENT)
}

/// The page's script, which is joined with all that the first view needs; and the worker's, which
/// must not run the page's.
const ENTRY: &str = "app.js";
const WORKER: &str = "worker.js";

/// Joins scripts, so that the first view takes fewer requests.
fn join_scripts(page: &mut Files) -> Result<()> {
    let scripts = scripts(page)?;
    let worker = bundle::joined(&scripts, WORKER)?;
    let first = bundle::joined(&scripts, ENTRY)?;

    for (name, script) in first.stand_ins(ENTRY) {
        page.insert(name, script.into_bytes());
    }
    page.insert(ENTRY.to_owned(), first.as_module().into_bytes());
    page.insert(WORKER.to_owned(), worker.script.into_bytes());
    Ok(())
}

/// The scripts among files.
pub(crate) fn scripts(files: &Files) -> Result<Scripts> {
    let mut scripts = Scripts::new();
    for (name, bytes) in files {
        if name.ends_with(".js") {
            let text = std::str::from_utf8(bytes);
            let text = text.with_context(|| format!("{name} is not a text"))?;
            scripts.insert(name.clone(), text.to_owned());
        }
    }
    Ok(scripts)
}

/// A script without its comments and blanks.
pub(crate) fn minified(script: &str) -> Result<String> {
    let script = minifier::js::minify(script).map_err(|error| anyhow!("a script: {error}"))?;
    Ok(script.to_string())
}

/// The modules of the last build, by their names.
pub(crate) fn modules(dist: &Path) -> Result<Files> {
    let all = files(dist)?;

    let name = |path: &str| path.split_once("/wasm/").map(|(_, name)| name.to_owned());
    Ok(all
        .into_iter()
        .filter_map(|(path, bytes)| Some((name(&path)?, bytes)))
        .collect())
}

/// Writes files into a folder.
pub(crate) fn write(folder: &Path, files: &Files) -> Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        std::fs::write(path, bytes)?;
    }

    Ok(())
}

/// All files in a folder. Links aren't followed.
pub(crate) fn files(folder: &Path) -> Result<Files> {
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

/// Names the version, gives the service worker the checksums of all files, and reports sizes.
pub(crate) fn finish(dist: &Path) -> Result<()> {
    let contents = serde_json::to_string(&checksums(&files(&dist.join(VERSION))?))?;
    let digest = Sha256::digest(contents);
    let version: String = digest[..4]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    std::fs::rename(dist.join(VERSION), dist.join(&version))?;

    fill(&dist.join("index.html"), VERSION, &version)?;
    let mut served = files(dist)?;
    served.remove("sw.js");
    let worker = dist.join("sw.js");
    fill(&worker, FILES, &serde_json::to_string(&checksums(&served))?)?;
    fill(&worker, VERSION, &version)?;

    println!("{:>9} {:>9}", "bytes", "brotli");
    let mut sums = [0; 2];
    for (name, bytes) in &served {
        let sizes = [bytes.len(), brotli(bytes)?];
        sums.iter_mut()
            .zip(sizes)
            .for_each(|(sum, size)| *sum += size);
        println!("{:>9} {:>9}  {name}", sizes[0], sizes[1]);
    }
    println!("{:>9} {:>9}  altogether", sums[0], sums[1]);
    println!("built {}", dist.display());
    Ok(())
}

/// The checksums of files. The page itself is asked for without its name.
fn checksums(files: &Files) -> BTreeMap<&str, String> {
    let asked = |name| if name == "index.html" { "" } else { name };
    let checksum = |bytes| format!("sha256-{}", BASE64_STANDARD.encode(Sha256::digest(bytes)));

    files
        .iter()
        .map(|(name, bytes)| (asked(name.as_str()), checksum(bytes)))
        .collect()
}

/// Replaces a part of a file.
fn fill(path: &Path, place: &str, text: &str) -> Result<()> {
    let shown = path.display();
    let file = std::fs::read_to_string(path).with_context(|| format!("can't read {shown}"))?;
    ensure!(file.contains(place), "{shown} has no place for {place}");

    Ok(std::fs::write(path, file.replace(place, text))?)
}

/// With the highest quality but two: the last step would save another tenth, in ten times the time.
fn brotli(bytes: &[u8]) -> Result<usize> {
    let mut out = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality: 9,
        ..Default::default()
    };

    brotli::BrotliCompress(&mut &*bytes, &mut out, &params)?;
    Ok(out.len())
}
