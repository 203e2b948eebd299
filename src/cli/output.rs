//! Output files: written under a temporary name and then renamed, so that none is incomplete, and never
//! over the input.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::bytes::{Origin, Source};
use crate::library::Library;
use crate::library::extract::write_with;

/// Writes `bytes` to `path`. Returns `false` if the file exists and `replace` is not set.
pub fn write_file(path: &Path, bytes: &[u8], replace: bool) -> io::Result<bool> {
    write_with(path, replace, |file| file.write_all(bytes))
}

/// The file on disk that contains `source`, at any depth.
pub fn disk_file(library: &Library, source: &Source) -> Option<PathBuf> {
    let mut source = source.clone();
    loop {
        if let Origin::File(path) = source.origin() {
            return Some(path.clone());
        }
        source = library.source(source.origin().holder()?)?;
    }
}

/// `true` if writing `output` would replace the file that contains `source`, even through links.
pub fn is_input(library: &Library, source: &Source, output: &Path) -> bool {
    // The check opens the file, and opening a pipe would block.
    let is_file = output.metadata().is_ok_and(|meta| meta.is_file());
    let is_same = |input| same_file::is_same_file(input, output).unwrap_or(false);
    is_file && disk_file(library, source).is_some_and(is_same)
}
