//! Finds the companion files of a sheet, by the names in the sheet or by its own name.

use std::collections::HashSet;

use super::Sheet;
use crate::bytes::Source;
use crate::container::Context;

/// The files that the sheets of a folder refer to.
#[derive(Default)]
pub struct FilesOfSheets {
    /// Names in lower case.
    names: HashSet<String>,
    /// Names without extension of sheets whose file has the same one.
    stems: HashSet<String>,
}

impl FilesOfSheets {
    /// Adds the files of the sheet with the name `own`.
    pub fn add(&mut self, sheet: &Sheet, own: &str) {
        for (name, _) in &sheet.files {
            match name.is_empty() {
                true => self.stems.insert(stem(own)),
                false => self.names.insert(leaf(name).to_ascii_lowercase()),
            };
        }
    }

    /// `true` if a sheet refers to the file.
    pub fn contains(&self, file_name: &str) -> bool {
        self.names.contains(&file_name.to_ascii_lowercase())
            || self.stems.contains(&stem(file_name))
    }
}

/// Name without its extension, in lower case.
fn stem(name: &str) -> String {
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_lowercase()
}

/// Name without folders: folders in a sheet refer to the machine on which it was written.
fn leaf(name: &str) -> &str {
    name.rsplit(['/', '\\']).next().unwrap_or(name)
}

/// A relative path below the folder of the sheet, with `/` as separator; `None` if it has no folders or
/// leads elsewhere.
fn below(name: &str) -> Option<String> {
    let parts: Vec<&str> = name.split(['/', '\\']).filter(|part| *part != ".").collect();
    let is_below = |part: &&str| !matches!(*part, "" | "..") && !part.contains(':');
    (parts.len() > 1 && parts.iter().all(is_below)).then(|| parts.join("/"))
}

/// Name of a file of a sheet; if the sheet has none, it is derived from the sheet's own name.
pub fn image_name(sheet: &Sheet, file: usize, source: &Source) -> String {
    match sheet.files.get(file) {
        Some((name, _)) if !name.is_empty() => name.clone(),
        _ if source.file_name().to_lowercase().ends_with(".mds") => {
            format!("{}.mdf", source.stem())
        }
        _ => format!("{}.img", source.stem()),
    }
}

/// Opens the file of track `index`: by its name, or, for the first file, by the sheet's own name.
pub fn open_beside(
    sheet: &Sheet,
    index: usize,
    source: &Source,
    context: Context<'_>,
) -> Result<Source, String> {
    let file = sheet.tracks.get(index).map_or(0, |track| track.file);
    let name = sheet.files.get(file).map_or("", |(name, _)| name);
    let own = ["bin", "img", "iso", "mdf"].map(|ending| format!("{}.{ending}", source.stem()));
    let own = own.iter().filter(|_| file == 0).map(String::as_str);
    let mut looked_in = String::new();
    let inside = below(name);
    let names = inside.as_deref().into_iter().chain([leaf(name)]).chain(own);
    for name in names.filter(|name| !name.is_empty()) {
        match context.siblings.open(name) {
            Ok(found) if found.id() != source.id() => return Ok(found),
            Ok(_) => "the sheet refers to itself".clone_into(&mut looked_in),
            Err(miss) if looked_in.is_empty() => {
                looked_in = format!("looked in {}", miss.looked_in);
            }
            Err(_) => {}
        }
    }
    Err(looked_in)
}
