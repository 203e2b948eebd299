//! Messages of the system in plain words.

use std::io::{Error, ErrorKind};

/// The reason of a system error, without its number or the name of a temporary file.
pub fn io_message(error: &Error) -> String {
    let reason = match error.kind() {
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your quota of disk space is used up",
        ErrorKind::FileTooLarge => "the file would be larger than the system permits",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::InvalidFilename => {
            "the name or path is too long, or has characters that the disk does not permit"
        }
        _ => {
            let text = error.to_string();
            return text.split(" (os error").next().unwrap_or(&text).to_owned();
        }
    };
    reason.to_owned()
}
