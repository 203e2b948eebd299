//! Default folders for files that are written without asking the user.

use std::path::PathBuf;

use crate::app::model::Settings;
use crate::app::model::document::paths::home_folder;

pub fn pictures_folder() -> PathBuf {
    let home = home_folder();
    let pictures = home.join("Pictures");
    if pictures.is_dir() { pictures } else { home }
}

/// The last folder for pictures, otherwise the user's.
pub fn chosen_folder(settings: &Settings) -> String {
    match settings.pictures.is_empty() {
        true => pictures_folder().to_string_lossy().into_owned(),
        false => settings.pictures.clone(),
    }
}

/// `stem.png`, or `stem~2.png` and so on if that name is taken.
pub fn free_name(folder: &std::path::Path, stem: &str, extension: &str) -> PathBuf {
    let name = |n: u32| match n {
        1 => folder.join(format!("{stem}.{extension}")),
        n => folder.join(format!("{stem}~{n}.{extension}")),
    };
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
}
