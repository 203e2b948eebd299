//! Palettes, pictures and sounds.
//!
//! | files | content |
//! |---|---|
//! | `words` | channel words such as `r5g5b5s1` |
//! | `coding`, `storage`, `pixels` | codings of texels, their location in the data, and their decoding |
//! | `palettes`, `pictures` | palettes and textures of a scene |
//! | `sounds` | sounds of a scene |
//! | `entries` | evaluation of the entries |

mod coding;
mod entries;
mod palettes;
mod pictures;
mod pixels;
mod sounds;
mod storage;
mod words;

pub(super) use pictures::Pictures;
pub(super) use words::Words;

use coding::Coding;
use palettes::{Colours, Palette};
use pictures::{Hole, Picture};

use crate::bytes::Span;
use crate::ksy::value::Blob;
use crate::scene::Origin;

/// Bytes of a field.
#[derive(Clone, Debug)]
pub struct FieldBytes {
    /// The bytes.
    pub bytes: Blob,
    /// The field; for processed bytes the packed one.
    pub origin: Origin,
    /// The bytes are those of the file, so that each has an offset.
    pub is_stored: bool,
}

impl FieldBytes {
    /// Span of `len` bytes from `offset`; the whole field if the bytes were processed.
    fn span(&self, offset: u64, len: u64) -> Span {
        let field = self.origin.span;
        match self.is_stored {
            true => Span::new(field.source, field.start.saturating_add(offset), len),
            false => field,
        }
    }
}

/// A problem of a picture or sound.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// The key of the entry.
    pub key: &'static str,
    /// One sentence.
    pub message: String,
}
