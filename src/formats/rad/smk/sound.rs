//! Tracks: what the frames hold of one, from the first on (section 6).

use std::sync::Arc;

use super::chunk::Chunk;
use super::records::{Frames, Smk, Track};
use crate::codec::smacker::unpack;
use crate::scene::{Samples, SoundData};

/// Bytes that a chunk unpacks to at most, whatever its header says (section 10).
const MOST: u64 = 16 << 20;
/// As many are believed where the header of the film says less.
const LEAST_MOST: u64 = 4 << 20;
/// Bytes that one byte stands for at most: a second of silence takes about twenty.
const MOST_A_BYTE: u64 = 8192;

/// Bytes that a packed chunk may unpack to.
fn limit(sound: &[u8], track: Track) -> u64 {
    let by_header = u64::from(track.largest).clamp(LEAST_MOST, MOST);
    by_header.min(MOST_A_BYTE * sound.len() as u64)
}

/// Frames of sound of a chunk, which begins behind its length.
pub(super) fn frames_of(sound: &[u8], track: Track) -> u64 {
    let bytes = if track.is_bink() {
        0
    } else if track.is_packed() {
        // The first bit says whether there is any.
        let has_sound = sound.get(4).is_some_and(|first| first & 1 != 0);
        let said = sound.first_chunk().map_or(0, |size| u32::from_le_bytes(*size));
        if has_sound { u64::from(said).min(limit(sound, track)) } else { 0 }
    } else {
        sound.len() as u64
    };
    bytes / track.layout().frame() as u64
}

/// What a chunk unpacks to, as many frames as [`frames_of`] says; silence for what is damaged, which
/// is told beside it.
pub(super) fn samples_of(sound: &[u8], track: Track) -> (Vec<u8>, Option<&'static str>) {
    let layout = track.layout();
    // At most 16 MB, or the bytes that are there.
    let len = frames_of(sound, track) as usize * layout.frame();
    if !track.is_packed() {
        return (sound.get(..len).unwrap_or_default().to_vec(), None);
    }
    if len == 0 {
        return (Vec::new(), None);
    }
    let unpacked = unpack(sound, len);
    let said = sound.first_chunk().map_or(0, |size| u32::from_le_bytes(*size));
    let (mut bytes, fault) = match unpacked.layout {
        Some(own) if own != layout => (Vec::new(), Some("has another layout than its track")),
        _ if u64::from(said) > len as u64 && unpacked.bytes.len() == len => {
            (unpacked.bytes, Some("unpacks to more than it may, or to no whole frames"))
        }
        _ if unpacked.is_damaged => {
            (unpacked.bytes, Some("is damaged: a tree or bits are missing"))
        }
        _ => (unpacked.bytes, None),
    };
    bytes.resize(len, if layout.wide { 0 } else { 128 });
    (bytes, fault)
}

/// A track that is decoded when it is wanted.
pub(super) struct Stored {
    pub frames: Frames,
    pub types: Arc<[u8]>,
    pub index: usize,
    pub track: Track,
}

/// What the film holds of a track.
pub(super) struct Held {
    /// Frames of sound.
    pub frames: u64,
    /// Bytes as they are stored, with the lengths.
    pub stored: u64,
}

impl Stored {
    /// A track of a film whose frames hold `types`.
    pub fn of(smk: &Smk, types: &Arc<[u8]>, index: usize) -> Self {
        let (frames, track) = (smk.frames.clone(), smk.header.track(index));
        Self { frames, types: types.clone(), index, track }
    }

    /// How much sound there is; `None` where there is none of the track.
    pub fn held(&self) -> Option<Held> {
        let mut held = None;
        self.each(|sound| {
            let Held { frames, stored } = held.get_or_insert(Held { frames: 0, stored: 0 });
            *frames = frames.saturating_add(frames_of(sound, self.track));
            *stored += sound.len() as u64 + 4;
        });
        held.filter(|_| !self.track.is_absent())
    }

    /// Calls `f` with each chunk, behind its length.
    pub fn each(&self, mut f: impl FnMut(&[u8])) {
        for (frame, types) in self.types.iter().enumerate() {
            if types >> (self.index + 1) & 1 == 0 {
                continue;
            }
            let bytes = self.frames.bytes(frame);
            let sound = Chunk::of(bytes, *types).sound(bytes, self.index).and_then(|s| s.get(4..));
            sound.into_iter().for_each(&mut f);
        }
    }
}

impl SoundData for Stored {
    fn decode(&self) -> Samples {
        let mut all = Vec::new();
        self.each(|sound| all.extend(samples_of(sound, self.track).0));
        if !self.track.layout().wide {
            return Samples::U8(all);
        }
        let (samples, _) = all.as_chunks();
        Samples::I16(samples.iter().map(|sample| i16::from_le_bytes(*sample)).collect())
    }
}
