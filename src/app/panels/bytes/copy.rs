//! Formats bytes as text for the clipboard.

use std::fmt::Write;

/// A notation for the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyAs {
    Hex,
    C,
    Rust,
    Python,
    Dump,
    Text,
}

/// Largest selection that is copied as text, which takes up to six characters per byte.
pub const MAX_BYTES: u64 = 4 << 20;

impl CopyAs {
    pub const ALL: [CopyAs; 6] =
        [CopyAs::Hex, CopyAs::C, CopyAs::Rust, CopyAs::Python, CopyAs::Dump, CopyAs::Text];

    pub fn name(self) -> &'static str {
        match self {
            CopyAs::Hex => "Hex",
            CopyAs::C => "C array",
            CopyAs::Rust => "Rust array",
            CopyAs::Python => "Python bytes",
            CopyAs::Dump => "Hex dump",
            CopyAs::Text => "Raw text",
        }
    }

    /// Formats `bytes`, which start at offset `start` of their source, in this notation.
    pub fn format(self, bytes: &[u8], start: u64) -> String {
        let count = bytes.len();
        let numbers = || lines(bytes, |line| format!("    {},", join(line, "0x", ", ")));
        match self {
            CopyAs::Hex => join(bytes, "", " "),
            CopyAs::C => format!("const unsigned char data[{count}] = {{\n{}\n}};", numbers()),
            CopyAs::Rust => format!("const DATA: [u8; {count}] = [\n{}\n];", numbers()),
            CopyAs::Python => {
                let text = lines(bytes, |line| format!("    b\"{}\"", join(line, "\\x", "")));
                format!("data = (\n{text}\n)")
            }
            CopyAs::Dump => dump(bytes, start),
            CopyAs::Text => bytes.iter().map(|b| printable(*b).unwrap_or('.')).collect(),
        }
    }
}

/// Character of a printable byte.
pub fn printable(byte: u8) -> Option<char> {
    (byte.is_ascii_graphic() || byte == b' ').then_some(byte as char)
}

fn join(bytes: &[u8], before: &str, between: &str) -> String {
    let mut out = String::with_capacity(bytes.len() * (2 + before.len() + between.len()));
    for (i, byte) in bytes.iter().enumerate() {
        if i > 0 {
            out.push_str(between);
        }
        // Writing to a string cannot fail.
        let _ = write!(out, "{before}{byte:02x}");
    }
    out
}

fn lines(bytes: &[u8], line: impl Fn(&[u8]) -> String) -> String {
    bytes.chunks(16).map(line).collect::<Vec<_>>().join("\n")
}

fn dump(bytes: &[u8], start: u64) -> String {
    let mut out = String::new();
    for (offset, line) in (start..).step_by(16).zip(bytes.chunks(16)) {
        let halves: Vec<String> = line.chunks(8).map(|half| join(half, "", " ")).collect();
        let text: String = line.iter().map(|b| printable(*b).unwrap_or('.')).collect();
        let _ = writeln!(out, "{offset:08x}  {:<48}  |{text}|", halves.join("  "));
    }
    out
}
