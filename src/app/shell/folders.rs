//! Where files are put that the user is not asked about.

use std::path::PathBuf;

pub fn home_folder() -> PathBuf {
    let home = std::env::var_os("HOME").or_else(|| std::env::var_os("USERPROFILE"));
    home.map(PathBuf::from).unwrap_or_default()
}

pub fn pictures_folder() -> PathBuf {
    let home = home_folder();
    let pictures = home.join("Pictures");
    if pictures.is_dir() { pictures } else { home }
}

/// `stem.png`, or `stem~2.png` and so on where that is taken.
pub fn free_name(folder: &std::path::Path, stem: &str, extension: &str) -> PathBuf {
    let name = |n: u32| match n {
        1 => folder.join(format!("{stem}.{extension}")),
        n => folder.join(format!("{stem}~{n}.{extension}")),
    };
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(1))
}
