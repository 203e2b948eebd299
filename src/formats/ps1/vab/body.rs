//! Locations of the VAGs in a body.

use super::records::Vab;
use crate::bytes::{Cursor, Recorder, Result, Source};
use crate::codec::spu_adpcm::BLOCK;
use crate::formats::ps1::spu::{Extent, name_blocks};

/// Location of a VAG, relative to the start of the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VagLocation {
    pub start: u64,
    pub len: u64,
    /// Expected size in bytes.
    pub declared: u64,
}

impl VagLocation {
    /// Start from which the sound processor reads: a block boundary.
    fn fetched_at(self) -> u64 {
        self.start - self.start % BLOCK as u64
    }
}

/// VAGs of a bank, in its own body or in that of a companion.
#[derive(Clone, Debug)]
pub struct Body {
    pub source: Source,
    pub places: Vec<VagLocation>,
    /// End offset of the last VAG.
    pub end: u64,
}

impl Body {
    /// Locates the VAGs by the sizes in the bank; `source` is the whole body.
    pub fn of(vab: &Vab, source: Source) -> Self {
        let there = source.len();
        let mut at = vab.before_vags().min(there);
        let mut places = Vec::new();
        for declared in vab.vag_sizes() {
            let len = declared.min(there - at);
            places.push(VagLocation { start: at, len, declared });
            at += len;
        }
        Self { source, places, end: at }
    }

    /// Bytes of a VAG as they are played.
    pub fn data(&self, place: VagLocation) -> Source {
        let start = place.fetched_at();
        let found = self.source.member("blocks", start, place.start + place.len - start);
        found.unwrap_or_else(|| Source::from_bytes("blocks", Vec::new()))
    }

    /// Extent of a VAG.
    pub fn extent(&self, place: VagLocation) -> Extent {
        Extent::of(self.data(place).bytes())
    }

    /// Names everything up to the cursor's limit, which is the end of the body.
    pub fn name<R: Recorder>(&self, cur: &mut Cursor<'_, R>) -> Result<()> {
        let start = cur.pos();
        let first = self.places.first().map_or(0, |place| place.start);
        cur.bytes_if_any("unused", start + first)?;
        cur.array("vags", |cur| {
            for (index, place) in self.places.iter().enumerate() {
                let end = start + place.start + place.len;
                cur.element(index, "Vag", |cur| match place.fetched_at() == place.start {
                    true => name_blocks(cur, end),
                    false => cur.bytes_if_any("data", end).map(drop),
                })?;
            }
            Ok(())
        })?;
        cur.bytes_or_padding(cur.limit()).map(drop)
    }
}
