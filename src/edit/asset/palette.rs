//! Palette files, and the edit operations that apply their colours.

use crate::bytes::Tree;
use crate::edit::EditOp;
use crate::edit::colour::coloured;
use crate::scene::Spans;

/// The colours of a palette file in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Colours(Vec<[u8; 3]>);

/// Maximum number of colours of a palette.
const MAX_COLOURS: usize = 256;

impl Colours {
    /// Reads JASC and GIMP palettes (text), RIFF palettes and Adobe colour tables (binary). `None` for
    /// another file.
    pub fn read(bytes: &[u8]) -> Option<Result<Self, String>> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        // Names may be in any code page; numbers are the same in all.
        let text = || String::from_utf8_lossy(bytes);
        Some(if bytes.starts_with(b"JASC-PAL") {
            jasc(&text())
        } else if bytes.starts_with(b"GIMP Palette") {
            lines(&text(), 1)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"PAL ") {
            riff(bytes).ok_or_else(|| "truncated RIFF palette".to_owned())
        } else if matches!(bytes.len(), 768 | 772) {
            Ok(adobe(bytes))
        } else {
            return None;
        })
    }

    /// The texels of a picture, row by row.
    ///
    /// # Errors
    /// A message, if there are too many for a palette.
    pub fn of_texels(texels: &[[u8; 4]]) -> Result<Self, String> {
        if texels.len() > MAX_COLOURS {
            let count = texels.len();
            return Err(format!(
                "the picture has {count} texels; a palette has at most {MAX_COLOURS}"
            ));
        }
        Ok(Self(texels.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect()))
    }

    /// Edit operations that apply the colours to these palette entries. An entry that already has its
    /// colour is unchanged; others keep their alpha (or STP bit).
    ///
    /// # Errors
    /// A message, if the number of colours differs, or entries are not stored in the file.
    pub fn orders(
        &self,
        tree: &Tree,
        (entries, wanted): (&Spans, usize),
    ) -> Result<Vec<EditOp>, String> {
        let count = self.0.len();
        // Tables of 256 entries are padded with black.
        let filled = self.0.get(wanted..).is_some_and(|rest| rest.iter().all(|c| *c == [0; 3]));
        if entries.get(0).len == 0 {
            return Err("its entries are not stored in this file".to_owned());
        }
        if count < wanted || count > wanted && !(count == MAX_COLOURS && filled) {
            return Err(format!("expected {wanted} colours, found {count}"));
        }
        let entry = |(entry, rgb): (usize, &[u8; 3])| {
            coloured(tree, &entries.origin(entry).path, *rgb, None)
        };
        let orders = self.0.iter().take(wanted).enumerate().map(entry);
        Ok(orders.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

/// Version, number of entries, and entries.
fn jasc(text: &str) -> Result<Colours, String> {
    let declared = text.lines().nth(2).and_then(|line| line.trim().parse::<usize>().ok());
    let colours = lines(text, 3)?;
    match declared.filter(|declared| *declared != colours.0.len()) {
        None => Ok(colours),
        Some(declared) => Err(format!("expected {declared} colours, found {}", colours.0.len())),
    }
}

/// `r g b` lines after the first `first` lines; comments and names are skipped.
fn lines(text: &str, first: usize) -> Result<Colours, String> {
    let mut colours = Vec::new();
    for (number, line) in text.lines().enumerate().skip(first) {
        let is_head = line.starts_with(['#', 'N', 'C']) || line.trim().is_empty();
        if is_head {
            continue;
        }
        let mut numbers = line.split_whitespace().map(str::parse::<u8>);
        let mut next = || numbers.next().and_then(Result::ok);
        let colour = next().zip(next()).zip(next());
        let ((r, g), b) = colour
            .ok_or_else(|| format!("line {}: expected three numbers from 0 to 255", number + 1))?;
        colours.push([r, g, b]);
        if colours.len() > MAX_COLOURS {
            return Err(format!("more than {MAX_COLOURS} colours"));
        }
    }
    Ok(Colours(colours))
}

/// Four bytes per entry after `data`, the size, a version and the number of entries.
fn riff(bytes: &[u8]) -> Option<Colours> {
    let (count, entries) = bytes.get(22..)?.split_first_chunk()?;
    let count = usize::from(u16::from_le_bytes(*count));
    let entries = entries.get(..count.checked_mul(4)?)?;
    Some(Colours(entries.as_chunks::<4>().0.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect()))
}

/// 256 entries of three bytes, optionally followed by the number of used ones.
fn adobe(bytes: &[u8]) -> Colours {
    let (table, end) = bytes.split_at(768.min(bytes.len()));
    let declared = end.first_chunk().map(|count| usize::from(u16::from_be_bytes(*count)));
    let count = declared.filter(|count| (1..=MAX_COLOURS).contains(count)).unwrap_or(MAX_COLOURS);
    Colours(table.as_chunks::<3>().0.iter().take(count).copied().collect())
}
