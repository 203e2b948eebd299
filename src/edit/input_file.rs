//! Reads input files with a size limit.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Reads a file of at most `most` bytes; a longer one is reported as too long for `what`. Devices, which
/// have no end, are not read.
pub(super) fn read(file: &Path, most: u64, what: &str) -> Result<Vec<u8>, String> {
    let in_words = |error: std::io::Error| error.to_string();
    let meta = std::fs::metadata(file).map_err(in_words)?;
    if !meta.is_file() {
        return Err("not a file".to_owned());
    }
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(in_words)?;
    // The file may grow while it is read.
    opened.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(in_words)?;
    match bytes.len() as u64 > most {
        true => Err(format!("the file exceeds the maximum of {most} bytes for {what}")),
        false => Ok(bytes),
    }
}
