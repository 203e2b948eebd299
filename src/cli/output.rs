//! Files we write: under a temporary name and then renamed, so that none is ever half done, and never
//! over what is being read.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::bytes::{Origin, Source};
use crate::library::Library;
use crate::library::extract::write_with;

/// Writes `bytes` to `path`. False when something is there already and `replace` is not wanted.
pub fn write_file(path: &Path, bytes: &[u8], replace: bool) -> io::Result<bool> {
    write_with(path, replace, |file| file.write_all(bytes))
}

/// The file on disk that `source` comes from, however deep inside it.
pub fn disk_file(library: &Library, source: &Source) -> Option<PathBuf> {
    let mut source = source.clone();
    loop {
        if let Origin::File(path) = source.origin() {
            return Some(path.clone());
        }
        source = library.source(source.origin().holder()?)?;
    }
}

/// True when writing `output` would replace the file that `source` comes from, by whatever name: links
/// of both kinds lead to it, too.
pub fn is_input(library: &Library, source: &Source, output: &Path) -> bool {
    // It is opened to see that: a pipe would wait for somebody.
    let is_file = output.metadata().is_ok_and(|meta| meta.is_file());
    let is_same = |input| same_file::is_same_file(input, output).unwrap_or(false);
    is_file && disk_file(library, source).is_some_and(is_same)
}
