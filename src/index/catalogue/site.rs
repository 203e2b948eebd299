//! Writes the files of the site.

use std::collections::HashSet;
use std::fmt;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use image::RgbaImage;
use serde::Serialize;
use serde_json::json;
use xxhash_rust::xxh3::xxh3_64;

use crate::container::io_message;
use crate::library::timestamp;

const PAGE: &str = include_str!("../../../assets/catalogue/index.html");
const STYLE: &str = include_str!("../../../assets/catalogue/style.css");
const SCRIPT: &str = include_str!("../../../assets/catalogue/script.js");
/// File that identifies a folder as a catalogue.
const MARK: &str = "data/lists.js";
/// Beginning of that file.
const BEGINNING: &str = "catalogue.take(\"lists\",";
/// Rows per script.
const ROWS: u64 = 2_000;

/// Message that states why the catalogue could not be written.
#[derive(Debug)]
pub struct SiteError(String);

impl SiteError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    fn of(path: &Path, error: &std::io::Error) -> Self {
        Self(format!("{}: {}", path.display(), io_message(error)))
    }
}

impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SiteError {}

/// The output folder.
pub struct Site {
    folder: PathBuf,
    pictures: HashSet<u64>,
}

impl Site {
    /// Creates the folder, or empties an older catalogue.
    pub fn new(folder: &Path) -> Result<Self, SiteError> {
        let fail = |error| SiteError::of(folder, &error);
        let is_empty = match fs::read_dir(folder) {
            Ok(mut entries) => entries.next().is_none(),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => true,
            Err(error) => return Err(fail(error)),
        };
        let is_ours =
            || fs::read(folder.join(MARK)).is_ok_and(|mark| mark.starts_with(BEGINNING.as_bytes()));
        if !is_empty && !is_ours() {
            let message = "it contains files other than a catalogue; choose another folder";
            return Err(SiteError(format!("{}: {message}", folder.display())));
        }
        for part in ["data", "pictures"] {
            let part = folder.join(part);
            if part.exists() {
                fs::remove_dir_all(&part).map_err(|error| SiteError::of(&part, &error))?;
            }
            fs::create_dir_all(&part).map_err(|error| SiteError::of(&part, &error))?;
        }
        let site = Self { folder: folder.to_owned(), pictures: HashSet::new() };
        // Identifies the folder as a catalogue even if it is not completed.
        site.write(MARK, format!("{BEGINNING}0,null);\n").as_bytes())?;
        Ok(site)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), SiteError> {
        let path = self.folder.join(name);
        fs::write(&path, bytes).map_err(|error| SiteError::of(&path, &error))
    }

    /// Writes a picture, equal ones only once; returns its name.
    pub fn picture(&mut self, picture: &RgbaImage) -> Result<String, SiteError> {
        let [width, height] = [picture.width(), picture.height()].map(u64::from);
        let hash = xxh3_64(picture.as_raw()) ^ (width << 32 | height).wrapping_mul(0x9E37_79B1);
        let name = format!("pictures/{hash:016x}.png");
        if self.pictures.insert(hash) {
            let path = self.folder.join(&name);
            picture
                .save(&path)
                .map_err(|error| SiteError(format!("{}: {error}", path.display())))?;
        }
        Ok(name)
    }

    /// Number of pictures written.
    pub fn pictures(&self) -> u64 {
        self.pictures.len() as u64
    }

    /// Writes data that the pages load by name.
    pub fn data(&mut self, name: &str, what: &impl Serialize) -> Result<(), SiteError> {
        let json = serde_json::to_string(what).map_err(|error| SiteError(error.to_string()))?;
        self.write(&format!("data/{name}.js"), script(name, 0, &json).as_bytes())
    }

    /// Writes the pages and finally the list of lists, which completes the catalogue.
    pub fn end(&mut self, roots: &[&str], lists: &[CompletedList]) -> Result<(), SiteError> {
        self.write("index.html", PAGE.as_bytes())?;
        self.write("style.css", STYLE.as_bytes())?;
        self.write("script.js", SCRIPT.as_bytes())?;
        let lists: serde_json::Map<String, serde_json::Value> = lists
            .iter()
            .map(|list| (list.name.to_owned(), json!({"rows": list.rows, "scripts": list.scripts})))
            .collect();
        let version = env!("CARGO_PKG_VERSION");
        let made = timestamp::now();
        let json = json!({"roots": roots, "made": made, "version": version, "lists": lists});
        self.write(MARK, script("lists", 0, &json.to_string()).as_bytes())
    }
}

/// Script that passes JSON to the pages.
fn script(name: &str, number: u64, json: &str) -> String {
    format!("catalogue.take({name:?},{number},{json});\n")
}

/// A list that is stored in several script files.
pub struct List {
    name: &'static str,
    rows: u64,
    now: Option<(PathBuf, BufWriter<File>)>,
}

/// A completed list.
pub struct CompletedList {
    name: &'static str,
    rows: u64,
    scripts: u64,
}

impl List {
    /// An empty list.
    pub fn new(name: &'static str) -> Self {
        Self { name, rows: 0, now: None }
    }

    /// Writes a row and returns its number.
    pub fn push(&mut self, site: &mut Site, row: &impl Serialize) -> Result<u64, SiteError> {
        let json = serde_json::to_string(row).map_err(|error| SiteError(error.to_string()))?;
        if self.rows.is_multiple_of(ROWS) {
            self.close()?;
            let number = self.rows / ROWS;
            let path = site.folder.join(format!("data/{}-{number}.js", self.name));
            let file = File::create(&path).map_err(|error| SiteError::of(&path, &error))?;
            let mut file = BufWriter::new(file);
            write!(file, "catalogue.take({:?},{number},[\n{json}", self.name)
                .map_err(|error| SiteError::of(&path, &error))?;
            self.now = Some((path, file));
        } else if let Some((path, file)) = &mut self.now {
            write!(file, ",\n{json}").map_err(|error| SiteError::of(path, &error))?;
        }
        self.rows += 1;
        Ok(self.rows - 1)
    }

    fn close(&mut self) -> Result<(), SiteError> {
        let Some((path, mut file)) = self.now.take() else { return Ok(()) };
        let written = file.write_all(b"\n]);\n").and_then(|()| file.flush());
        written.map_err(|error| SiteError::of(&path, &error))
    }

    /// Completes the list.
    pub fn end(mut self, _: &mut Site) -> Result<CompletedList, SiteError> {
        self.close()?;
        Ok(CompletedList { name: self.name, rows: self.rows, scripts: self.rows.div_ceil(ROWS) })
    }
}
