//! Where the VAGs of a body are.

use super::records::Vab;
use crate::bytes::{Cursor, Recorder, Result, Source};
use crate::codec::spu_adpcm::BLOCK;
use crate::formats::ps1::spu::{Extent, name_blocks};

/// A VAG: where its bytes are from the start of the body on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub start: u64,
    pub len: u64,
    /// Bytes that its size promises.
    pub promised: u64,
}

impl Place {
    /// Where the sound processor reads it from: whole blocks alone.
    fn fetched_at(self) -> u64 {
        self.start - self.start % BLOCK as u64
    }
}

/// The VAGs of a bank in its body, or in that of a companion.
#[derive(Clone, Debug)]
pub struct Body {
    pub source: Source,
    pub places: Vec<Place>,
    /// One past the last VAG.
    pub end: u64,
}

impl Body {
    /// As the sizes of a bank say; `source` is all of the body.
    pub fn of(vab: &Vab, source: Source) -> Self {
        let there = source.len();
        let mut at = vab.before_vags().min(there);
        let mut places = Vec::new();
        for promised in vab.vag_sizes() {
            let len = promised.min(there - at);
            places.push(Place { start: at, len, promised });
            at += len;
        }
        Self { source, places, end: at }
    }

    /// The bytes of a VAG as they are played.
    pub fn data(&self, place: Place) -> Source {
        let start = place.fetched_at();
        let found = self.source.member("blocks", start, place.start + place.len - start);
        found.unwrap_or_else(|| Source::from_bytes("blocks", Vec::new()))
    }

    /// What the flags make of a VAG.
    pub fn extent(&self, place: Place) -> Extent {
        Extent::of(self.data(place).bytes())
    }

    /// Names everything up to the cursor's limit, which is where the body ends.
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
