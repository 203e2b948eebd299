//! Decodes the sound tracks from the frames (section 6).

use std::sync::Arc;

use super::chunk::Chunk;
use super::records::{Frames, Smk, Track};
use crate::codec::smacker::unpack;
use crate::scene::{Samples, SoundData};

/// Maximum unpacked size of a chunk, whatever its header states (section 10).
const MAX_UNPACKED: u64 = 16 << 20;
/// Minimum of the limit if the video's header states less.
const MIN_LIMIT: u64 = 4 << 20;
/// Maximum unpacked bytes per packed byte: a second of silence takes about twenty bytes.
const MAX_PER_BYTE: u64 = 8192;

/// Limit of the unpacked size of a packed chunk.
fn limit(sound: &[u8], track: Track) -> u64 {
    let by_header = u64::from(track.largest).clamp(MIN_LIMIT, MAX_UNPACKED);
    by_header.min(MAX_PER_BYTE * sound.len() as u64)
}

/// Number of sample frames in a chunk, which is given without its length field.
pub(super) fn frames_of(sound: &[u8], track: Track) -> u64 {
    let bytes = if track.is_bink() {
        0
    } else if track.is_packed() {
        // The first bit is 0 if there is no sound.
        let has_sound = sound.get(4).is_some_and(|first| first & 1 != 0);
        let declared = sound.first_chunk().map_or(0, |size| u32::from_le_bytes(*size));
        if has_sound { u64::from(declared).min(limit(sound, track)) } else { 0 }
    } else {
        sound.len() as u64
    };
    bytes / track.layout().frame() as u64
}

/// Unpacks a chunk to [`frames_of`] sample frames. Damaged parts are silent and described by the returned
/// message.
pub(super) fn samples_of(sound: &[u8], track: Track) -> (Vec<u8>, Option<&'static str>) {
    let layout = track.layout();
    // At most 16 MB, or the size of the chunk.
    let len = frames_of(sound, track) as usize * layout.frame();
    if !track.is_packed() {
        return (sound.get(..len).unwrap_or_default().to_vec(), None);
    }
    if len == 0 {
        return (Vec::new(), None);
    }
    let unpacked = unpack(sound, len);
    let declared = sound.first_chunk().map_or(0, |size| u32::from_le_bytes(*size));
    let (mut bytes, fault) = match unpacked.layout {
        Some(own) if own != layout => (Vec::new(), Some("has a different layout from its track")),
        _ if u64::from(declared) > len as u64 && unpacked.bytes.len() == len => {
            (unpacked.bytes, Some("exceeds the size limit or has an incomplete sample frame"))
        }
        _ if unpacked.is_damaged => {
            (unpacked.bytes, Some("is damaged: missing tree or truncated codes"))
        }
        _ => (unpacked.bytes, None),
    };
    bytes.resize(len, if layout.wide { 0 } else { 128 });
    (bytes, fault)
}

/// Track that is decoded on demand.
pub(super) struct LazyTrack {
    pub frames: Frames,
    pub types: Arc<[u8]>,
    pub index: usize,
    pub track: Track,
}

/// Amount of sound of a track in the video.
pub(super) struct TrackAmount {
    /// Number of sample frames.
    pub frames: u64,
    /// Stored size, including length fields.
    pub stored: u64,
}

impl LazyTrack {
    /// Track of a video with frames of these `types`.
    pub fn of(smk: &Smk, types: &Arc<[u8]>, index: usize) -> Self {
        let (frames, track) = (smk.frames.clone(), smk.header.track(index));
        Self { frames, types: types.clone(), index, track }
    }

    /// Number of frames and stored bytes of the track; `None` if it is absent.
    pub fn amount(&self) -> Option<TrackAmount> {
        let mut held = None;
        self.each(|sound| {
            let TrackAmount { frames, stored } =
                held.get_or_insert(TrackAmount { frames: 0, stored: 0 });
            *frames = frames.saturating_add(frames_of(sound, self.track));
            *stored += sound.len() as u64 + 4;
        });
        held.filter(|_| !self.track.is_absent())
    }

    /// Calls `f` with each chunk, without its length field.
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

impl SoundData for LazyTrack {
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
