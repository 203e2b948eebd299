//! TotemTech `.TTXT` and `.TUSERDEFINE`: texts with a length prefix.
//!
//! A USERDEFINE has commands for scripts, separated by `;`; the engine ignores brackets. A TXT is plain
//! text, or a compiled script, which is shown as bytes.
//!
//! Source: format document `totem-level.md`, section 15.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Problems, Result, Shaped, Source, Span, cp1252};
use crate::container::Context;
use crate::formats::totem::blank;
use crate::formats::totem::resource::{Class, Resource, SEEN, Viewed, info, read_quick};
use crate::formats::{Counts, FormatInfo, Loaded};
use crate::scene::{Origin, Scene, Table};

/// A text with its length prefix.
pub(super) fn pass_text<P: Pass>(
    pass: &mut P,
    name: &'static str,
    text: &mut Vec<u8>,
) -> Result<()> {
    let len = pass.count::<u32>("length", text.len())?;
    match is_text(pass.ahead().get(..len).unwrap_or(text.as_slice())) {
        true if len > 0 => pass.text(name, text, len),
        _ => pass.bytes(name, text, len),
    }
}

/// `true` if all bytes are printable characters.
fn is_text(bytes: &[u8]) -> bool {
    let is_plain =
        |byte: &u8| *byte >= b' ' && *byte != 0x7F || matches!(*byte, b'\r' | b'\n' | b'\t');
    // A NUL may terminate the text.
    bytes.strip_suffix(b"\0").unwrap_or(bytes).iter().all(is_plain)
}

macro_rules! text_class {
    ($(#[$meta:meta])* $name:ident, $id:literal, $title:literal, $extension:literal) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq)]
        pub struct $name {
            pub text: Vec<u8>,
        }

        impl Layout for $name {
            const TYPE: &'static str = stringify!($name);
            const MIN_SIZE: u64 = 4;

            fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
                pass_text(pass, "text", &mut self.text)
            }
        }

        impl Class for $name {
            const INFO: FormatInfo = info($id, $title, &[$extension], SEEN);
            const ROOT: &'static str = stringify!($name);

            fn count(&self, counts: &mut Counts) {
                counts.set("texts", 1);
            }
        }

        impl Viewed for $name {
            fn scene(file: &Loaded<Resource<Self>>, _: Context<'_>) -> Option<(Scene, Problems)> {
                let mut scene = blank::scene(&file.source);
                scene.tables.extend(table(file, &file.records.body.text));
                Some((scene, Problems::default()))
            }
        }
    };
}

text_class! {
    /// A text.
    Txt, "totem.txt", "TotemTech text", "ttxt"
}

text_class! {
    /// Parameters for scripts.
    UserDefine, "totem.userdefine", "TotemTech script parameters", "tuserdefine"
}

/// Table with one row per line or command; `None` if the bytes are not text.
fn table<T: Class>(file: &Loaded<Resource<T>>, text: &[u8]) -> Option<Table> {
    let mut table = Table::new("Text", &["text"]);
    for (origin, line) in lines(text, file.span("text")) {
        table.row(origin, [line]);
    }
    table.with_rows()
}

/// The lines and commands of script parameters.
pub(super) fn parameters(source: &Source) -> Vec<(Origin, String)> {
    let Some(file) = read_quick::<UserDefine>(source) else { return Vec::new() };
    let text = &file.body.text;
    let start = file.platform.start().saturating_add(u32::SIZE);
    lines(text, Span::new(source.id(), start as u64, text.len() as u64))
}

/// The lines and commands of the text stored in `span`; empty if the bytes are not text.
fn lines(text: &[u8], span: Span) -> Vec<(Origin, String)> {
    let (mut lines, mut start) = (Vec::new(), span.start);
    let is_end = |byte: &u8| matches!(byte, b'\n' | b';' | 0);
    for part in text.split(is_end).filter(|_| is_text(text)) {
        let line = part.trim_ascii();
        if !line.is_empty() {
            let indent = part.len().saturating_sub(part.trim_ascii_start().len()) as u64;
            let at = Span::new(span.source, start.saturating_add(indent), line.len() as u64);
            lines.push((Origin::new(at, "text"), cp1252::decode(line)));
        }
        start = start.saturating_add(part.len() as u64).saturating_add(1);
    }
    lines
}
