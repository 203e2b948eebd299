//! Files that somebody gives to be taken in: never longer than such a thing can be.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The bytes of a file of at most `most`; a longer one is too long for `what`. Of a device, which
/// never ends, nothing is read.
pub(super) fn read(file: &Path, most: u64, what: &str) -> Result<Vec<u8>, String> {
    let in_words = |error: std::io::Error| error.to_string();
    let meta = std::fs::metadata(file).map_err(in_words)?;
    if !meta.is_file() {
        return Err("this is no file".to_owned());
    }
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(in_words)?;
    // It may grow while it is read.
    opened.take(most.saturating_add(1)).read_to_end(&mut bytes).map_err(in_words)?;
    match bytes.len() as u64 > most {
        true => Err(format!("more than {most} bytes are too many for {what}")),
        false => Ok(bytes),
    }
}
