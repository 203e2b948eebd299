//! Signatures of unsupported file types. A format without its own signature must not claim such a
//! file, however plausible its values are.

use super::Head;

/// First bytes of file types that are common among game files.
const SIGNATURES: &[&[u8]] = &[
    b"\x89PNG\r\n\x1A\n",
    b"GIF87a",
    b"GIF89a",
    b"\xFF\xD8\xFF",
    b"II*\0",
    b"MM\0*",
    b"8BPS",
    b"RIFF",
    b"RIFX",
    b"FORM",
    b"OggS",
    b"fLaC",
    b"ID3",
    b"MThd",
    b"BIKi",
    b"Rar!\x1A\x07",
    b"7z\xBC\xAF\x27\x1C",
    b"BZh9",
    b"\xFD7zXZ\0",
    b"MSCF",
    b"CISO",
    b"%PDF-",
    b"\x7FELF",
    b"PS-X EXE",
    b"SQLite format 3\0",
];

/// `true` if a file begins with the signature of an unsupported type.
pub(super) fn is_foreign(head: &Head<'_>) -> bool {
    SIGNATURES.iter().any(|signature| head.bytes.starts_with(signature)) || is_program(head)
}

/// A DOS or Windows program: two letters, and the offset of a valid second header.
fn is_program(head: &Head<'_>) -> bool {
    let second = head.u32(0x3C).filter(|_| head.bytes.starts_with(b"MZ"));
    second.is_some_and(|at| {
        let mark = head.at(at.into(), 2);
        matches!(mark.as_ref(), b"PE" | b"NE" | b"LE" | b"LX")
    })
}
