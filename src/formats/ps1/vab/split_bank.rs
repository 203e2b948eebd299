//! A bank in two files: `.vh` and `.vb`.

use super::body::Body;
use crate::bytes::{Source, Span};
use crate::codec::spu_adpcm::BLOCK;
use crate::container::Siblings;
use crate::scene::Origin;

/// Opens the other file of a bank in two files.
pub(super) fn companion(name: &str, siblings: &dyn Siblings) -> Option<Source> {
    siblings.open(name).ok().filter(|source| !source.is_empty())
}

/// File name of the sounds for a header.
pub(super) fn sounds_beside(source: &Source) -> String {
    format!("{}.vb", source.stem())
}

/// File name of the header for the sounds called `name`.
pub(super) fn header_beside(name: &str) -> Option<String> {
    let (stem, extension) = name.rsplit_once('.')?;
    extension.eq_ignore_ascii_case("vb").then(|| format!("{stem}.vh"))
}

/// Origin of a VAG in a file of sounds: its bytes and its first block.
pub(super) fn origin_beside(body: &Body, index: usize) -> Origin {
    let place = body.places.get(index);
    let (start, len) = place.map_or((0, 0), |place| (place.start, place.len));
    let span = Span::new(body.source.id(), start, len);
    // A VAG without a whole block has no field.
    let path = match len < BLOCK as u64 {
        true => String::new(),
        false => format!("blocks[{}]", start / BLOCK as u64),
    };
    Origin::new(span, path)
}
