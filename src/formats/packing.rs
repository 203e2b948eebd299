//! Packs files that are not packed yet.

use super::ea::refpack::{self, RefPack};
use super::ff7::lzs::{self, Lzs};
use super::ms::szdd::{self, Szdd};
use super::trespasser::spz::{self, Spz};
use super::{EditResult, Refusal, Wrapper, by_id};
use crate::bytes::Source;

/// A kind of packing that can be chosen for any file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Trespasser's packed pixel files.
    Spz,
    /// Microsoft's `COMPRESS.EXE`.
    Szdd,
    /// Final Fantasy VII.
    Lzs,
    /// Electronic Arts.
    RefPack,
}

impl Packing {
    /// All kinds.
    pub const ALL: [Self; 4] = [Packing::Spz, Packing::Szdd, Packing::Lzs, Packing::RefPack];

    /// The packing that the extension of a file name indicates.
    pub fn of_name(name: &str) -> Option<Self> {
        if name.ends_with('_') {
            return Some(Packing::Szdd);
        }
        let (_, extension) = name.rsplit_once('.')?;
        Self::ALL.into_iter().find(|packing| {
            let known = match packing {
                Packing::Spz => Spz::INFO.extensions,
                Packing::Szdd => &[],
                Packing::Lzs => Lzs::INFO.extensions,
                Packing::RefPack => RefPack::INFO.extensions,
            };
            known.iter().any(|known| known.eq_ignore_ascii_case(extension))
        })
    }

    /// See [`Decoded::codec`](super::Decoded::codec).
    pub fn codec(self) -> &'static str {
        match self {
            Packing::Spz => Spz::CODEC,
            Packing::Szdd => Szdd::CODEC,
            Packing::Lzs => Lzs::CODEC,
            Packing::RefPack => RefPack::CODEC,
        }
    }

    fn format(self) -> &'static str {
        match self {
            Packing::Spz => Spz::INFO.id,
            Packing::Szdd => Szdd::INFO.id,
            Packing::Lzs => Lzs::INFO.id,
            Packing::RefPack => RefPack::INFO.id,
        }
    }

    /// Packs `plain`, a file called `name`, into a file that will be called `packed_name`, and verifies
    /// that it unpacks to the same bytes.
    ///
    /// # Errors
    /// When the file is empty or too large to be unpacked again.
    pub fn pack(self, plain: &[u8], name: &str, packed_name: &str) -> EditResult<Vec<u8>> {
        let refuse = |why: String| Refusal(format!("{}: {why}", self.codec()));
        if plain.is_empty() {
            return Err(refuse("the file is empty".to_owned()));
        }
        if plain.len() as u64 > self.max_size() {
            let (len, max) = (plain.len(), self.max_size());
            return Err(refuse(format!("expected at most {max} bytes to pack, found {len}")));
        }
        let packed = match self {
            Packing::Spz => spz::pack(plain),
            Packing::Szdd => szdd::pack(plain, last_character(name, packed_name)),
            Packing::Lzs => lzs::wrap(plain),
            Packing::RefPack => refpack::pack(plain),
        };
        let again = Source::from_bytes(packed_name, packed.clone());
        let again = by_id(self.format()).and_then(|format| format.open(&again).ok());
        let inside = again.as_ref().and_then(|again| again.content.packed().decoded());
        match inside.is_some_and(|inside| inside.source.bytes() == plain) {
            true => Ok(packed),
            false => Err(refuse("packed data does not unpack to the same bytes".to_owned())),
        }
    }

    /// Maximum number of bytes that readers accept.
    fn max_size(self) -> u64 {
        match self {
            Packing::Spz => spz::MAX_SIZE.into(),
            _ => u32::MAX.into(),
        }
    }
}

/// The character that the packed name replaces by an underscore: the last one of an extension of three
/// letters (`level.grf` → `level.gr_`); 0 if the name keeps it.
fn last_character(name: &str, packed_name: &str) -> u8 {
    let extension = |name: &str| name.rsplit_once('.').map(|(_, extension)| extension.to_owned());
    let pair = extension(name).zip(extension(packed_name));
    let Some((plain, packed)) = pair.filter(|(plain, _)| plain.is_ascii()) else { return 0 };
    let is_same =
        |stem: &str| plain.get(..stem.len()).is_some_and(|p| p.eq_ignore_ascii_case(stem));
    match (packed.strip_suffix('_'), plain.as_bytes()) {
        (Some(stem), [_, _, last]) if stem.len() == 2 && is_same(stem) => *last,
        _ => 0,
    }
}
