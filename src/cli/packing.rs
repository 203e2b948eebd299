//! Packing of an output file, derived from the extension of its name.

use super::session::Session;
use crate::bytes::Source;
use crate::formats::{Packing, Refusal};
use crate::library::Opened;

/// The packing of an output called `name`, for an input with these codecs, outermost first:
/// `Some(None)` if it is not packed, `None` if the packing does not change.
pub fn packing_of_name(name: &str, own: &[&str]) -> Option<Option<Packing>> {
    // The game reads these files unpacked; other extensions are used for packed and unpacked files.
    let wanted = match name.to_ascii_lowercase().ends_with(".swp") {
        true => None,
        false => Some(Packing::of_name(name)?),
    };
    changed(wanted, own)
}

/// The packing, unless the outermost codec is this one already.
pub fn changed(wanted: Option<Packing>, own: &[&str]) -> Option<Option<Packing>> {
    (wanted.map(Packing::codec).as_ref() != own.first()).then_some(wanted)
}

/// Codecs of all packings of a file, outermost first.
pub fn codecs(opened: &Opened) -> Vec<&'static str> {
    let own = opened.document.content.packed().decoded();
    opened.wrapped().into_iter().chain(own.map(|inside| inside.codec)).collect()
}

/// The content for an output called `name`, with another packing.
pub fn pack(
    session: &Session,
    (path, inside): (&str, &Source),
    name: &str,
    packing: Option<Packing>,
) -> Result<Vec<u8>, String> {
    let (max, len) = (u64::from(u32::MAX), inside.len());
    if len > max {
        return Err(format!("expected at most {max} bytes unpacked, found {len}"));
    }
    let plain = inside.bytes();
    let Some(packing) = packing else { return Ok(plain.to_vec()) };
    let packed = packing.pack(plain, inside.file_name(), name);
    let packed = packed.map_err(|Refusal(why)| why)?;
    let (new, old, codec) = (packed.len(), plain.len(), packing.codec());
    session.notify(format_args!("{path}: packed as {codec} ({new} bytes, {old} unpacked)"));
    Ok(packed)
}
