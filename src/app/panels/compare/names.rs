//! Names of the files of a comparison.

use crate::app::model::State;
use crate::app::model::document::comparison::ComparedFile;
use crate::app::model::document::{paths, tabs::names_of};

/// The names of the other and the open file of the comparison; `None` without one, or if folders are compared.
pub fn of_comparison(state: &State) -> Option<[String; 2]> {
    let path = state.document_path()?;
    match state.comparing.other()? {
        ComparedFile::File(other) => Some(of_files(state, [other, path])),
        ComparedFile::Saved => {
            let name = state.library.display_name(path);
            Some([format!("{name} (saved)"), format!("{name} (with unsaved changes)")])
        }
        ComparedFile::Folders { .. } => None,
    }
}

/// The names of two files, with as many folders as make them different.
pub fn of_files(state: &State, files: [&str; 2]) -> [String; 2] {
    let names = files.map(|file| state.library.display_name(file));
    let [a, b] = &names;
    if a != b || files[0] == files[1] {
        return names;
    }
    let long = names_of(&files);
    let with_folders = |(name, (long, file)): (String, (&String, &str))| {
        let folders = long.strip_suffix(paths::name(file)).unwrap_or_default();
        format!("{folders}{name}")
    };
    let [one, two] = names;
    let mut all = [one, two].into_iter().zip(long.iter().zip(files)).map(with_folders);
    [all.next().unwrap_or_default(), all.next().unwrap_or_default()]
}
