//! Paths on disk as text. The names of files need not be UTF-8: on Unix, bytes that are not are written `%FF`.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::path::Path;

/// The text of a path or name. Bytes that are not UTF-8 become a percent sign and two hexadecimal digits.
pub fn path_text(path: impl AsRef<OsStr>) -> String {
    let path = path.as_ref();
    path.to_str().map_or_else(|| escaped(path), str::to_owned)
}

/// The path on disk of this text, the reverse of [`path_text`]. For a new file, only its folder has to exist. A
/// file whose name really contains the escapes takes precedence.
pub fn disk_path(text: &str) -> Cow<'_, Path> {
    let plain = Path::new(text);
    let Some(path) = unescaped(text).filter(|_| !plain.exists()) else {
        return Cow::Borrowed(plain);
    };
    if path.exists() {
        return Cow::Owned(path);
    }
    let folder = plain.parent().and_then(Path::to_str).filter(|folder| !folder.is_empty());
    match (folder.map(disk_path), plain.file_name()) {
        (Some(Cow::Owned(folder)), Some(name)) => Cow::Owned(folder.join(name)),
        _ => Cow::Borrowed(plain),
    }
}

#[cfg(unix)]
fn escaped(path: &OsStr) -> String {
    use std::fmt::Write;
    use std::os::unix::ffi::OsStrExt;

    let mut text = String::new();
    for chunk in path.as_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

/// The path with its escapes replaced, if it has any.
#[cfg(unix)]
fn unescaped(text: &str) -> Option<std::path::PathBuf> {
    use std::os::unix::ffi::OsStringExt;

    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    let mut is_escaped = false;
    for part in parts {
        let digits =
            part.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match byte.filter(|byte| !byte.is_ascii()) {
            Some(byte) => {
                is_escaped = true;
                bytes.push(byte);
                bytes.extend_from_slice(part.get(2..).unwrap_or_default().as_bytes());
            }
            None => {
                bytes.push(b'%');
                bytes.extend_from_slice(part.as_bytes());
            }
        }
    }
    is_escaped.then(|| std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn escaped(path: &OsStr) -> String {
    path.to_string_lossy().into_owned()
}

#[cfg(not(unix))]
fn unescaped(_text: &str) -> Option<std::path::PathBuf> {
    None
}
