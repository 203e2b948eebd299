//! Streams: sectors with one file number and channel, in file order.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::sector::{RESERVED, Shape, SubHeader};
use crate::bytes::{Source, count32};
use crate::codec::xa_adpcm::{self, GROUP, Layout};
use crate::scene::{Samples, SoundData};

/// Coding of a stream's sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    pub layout: Layout,
    pub rate: u32,
}

impl Coding {
    /// Decodes a coding; only the lowest bit of each field is used.
    pub fn of(coding: u8) -> Self {
        let layout = Layout { is_stereo: coding & 1 != 0, is_wide: coding & 0x10 != 0 };
        Self { layout, rate: if coding & 4 != 0 { 18_900 } else { 37_800 } }
    }

    /// Unused bits of `coding`.
    pub fn reserved(coding: u8) -> u8 {
        coding & RESERVED
    }
}

/// A stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Stream {
    pub file: u8,
    pub channel: u8,
    /// As stored.
    pub coding: u8,
    /// Indices of the stream's sectors.
    pub sectors: Vec<u32>,
    /// Number of sound groups in all sectors of the stream.
    pub groups: usize,
}

impl Stream {
    /// Streams of these sectors, ordered by their first sectors; `len` is the length of the file.
    pub fn all(shape: Shape, headers: &[SubHeader], len: u64) -> Vec<Self> {
        let mut streams: Vec<Self> = Vec::new();
        let mut open = HashMap::<(u8, u8), usize>::new();
        for (index, header) in headers.iter().enumerate().filter(|(_, header)| header.is_sound()) {
            let key = (header.file, header.channel);
            let coding = header.coding;
            let going = open.get(&key).copied();
            let going = going.filter(|at| streams.get(*at).is_some_and(|s| s.coding == coding));
            let at = going.unwrap_or(streams.len());
            if going.is_none() {
                let (file, channel) = key;
                streams.push(Self { file, channel, coding, sectors: Vec::new(), groups: 0 });
                open.insert(key, at);
            }
            if let Some(stream) = streams.get_mut(at) {
                stream.sectors.push(count32(index));
                stream.groups += groups_of(shape, *header, index, len);
            }
            if header.ends() {
                open.remove(&key);
            }
        }
        streams
    }

    pub fn how(&self) -> Coding {
        Coding::of(self.coding)
    }

    /// ID of the stream: file × 256 + channel.
    pub fn id(&self) -> u32 {
        u32::from(self.file) << 8 | u32::from(self.channel)
    }

    pub fn frames(&self) -> usize {
        self.groups.saturating_mul(self.how().layout.frames())
    }
}

/// Number of whole groups of a sector that are present in the file.
fn groups_of(shape: Shape, header: SubHeader, index: usize, len: u64) -> usize {
    let start = shape.header_at(index) + super::sector::SUBHEADERS;
    let there = usize::try_from(len).unwrap_or(usize::MAX).saturating_sub(start);
    header.sound_len().min(there) / GROUP
}

/// Bytes of the sound groups of a sector.
pub(super) fn groups(bytes: &[u8], shape: Shape, sector: usize) -> &[u8] {
    let at = shape.header_at(sector);
    let header = bytes.get(at..).and_then(|front| front.first_chunk::<4>());
    let len = header.map_or(0, |header| SubHeader::of(*header).sound_len());
    let start = at + super::sector::SUBHEADERS;
    let there = bytes.get(start..).unwrap_or(&[]);
    there.get(..len).unwrap_or(there)
}

/// Stream that is decoded on demand.
pub(super) struct LazyStream {
    pub stream: Stream,
    pub shape: Shape,
    pub source: Source,
}

impl LazyStream {
    /// Sound groups in stored order.
    pub fn groups(&self) -> impl Iterator<Item = &[u8]> {
        let bytes = self.source.bytes();
        let shape = self.shape;
        self.stream.sectors.iter().map(move |sector| groups(bytes, shape, *sector as usize))
    }
}

impl SoundData for LazyStream {
    fn decode(&self) -> Samples {
        Samples::I16(xa_adpcm::decode(self.stream.how().layout, self.groups()))
    }

    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        let parts = xa_adpcm::parts(self.stream.how().layout, self.groups());
        let _ = parts.map(Samples::I16).try_for_each(each);
    }
}
