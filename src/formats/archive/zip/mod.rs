//! ZIP archives: a directory at the end, which points to the files before it.
//!
//! | part | layout |
//! |---|---|
//! | `files` | each a header of 30 bytes with name and extra field, then the packed bytes |
//! | `directory` | each 46 bytes, name, extra field, comment |
//! | `end_64`, `locator` | the same numbers as in `end` with 64 bits, if they do not fit |
//! | `end` | 22 bytes and a comment: number of entries, size and offset of the directory |
//!
//! Little-endian. Other bytes may precede the archive; its offsets may or may not include them. If the
//! directory is missing, files are found by their headers. Files are stored or deflated; files with other
//! methods and encrypted files are listed, but cannot be opened.
//!
//! Source: APPNOTE.TXT of PKWARE.

mod files;
mod inflate;
mod names;
mod read;
mod records;
mod replace;
mod scan;

pub use read::Archive;
