//! ZIP archives: a directory at the end, which leads to the files before it.
//!
//! | part | layout |
//! |---|---|
//! | `files` | each a header of 30 bytes with name and extra field, then the packed bytes |
//! | `directory` | each 46 bytes, name, extra field, comment |
//! | `end_64`, `locator` | the same numbers as in `end` with 64 bits, where they do not fit |
//! | `end` | 22 bytes and a comment: number of entries, size and offset of the directory |
//!
//! Little-endian. The archive may stand behind other bytes, which its offsets count or not. Where
//! the directory is missing, files are found by their headers. Files are stored as they are or deflated; other methods and encrypted files are
//! listed, and not opened.
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
