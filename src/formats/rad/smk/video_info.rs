//! Properties of a video, from its header and its tables.

use std::sync::Arc;

use super::records::{Smk, TRACKS};
use super::sound;
use crate::bytes::count32;
use crate::scene::{AudioTrack, VideoInfo, VideoTrack};

pub(super) fn of(smk: &Smk) -> VideoInfo {
    let header = &smk.header;
    let video = VideoTrack {
        width: header.width,
        height: header.height,
        shown_height: header.height.saturating_mul(header.rows()),
        frames: smk.shown_frames(),
        frame_us: header.frame_us(),
        ring: header.has_ring(),
    };
    let types: Arc<[u8]> = smk.types.as_slice().into();
    VideoInfo { video, audio: (0..TRACKS).filter_map(|index| track(smk, &types, index)).collect() }
}

/// Sound track, if the video has sound for it.
fn track(smk: &Smk, types: &Arc<[u8]>, index: usize) -> Option<AudioTrack> {
    let sound = sound::LazyTrack::of(smk, types, index);
    let held = sound.amount()?;
    let layout = sound.track.layout();
    Some(AudioTrack {
        track: count32(index),
        rate: sound.track.rate(),
        channels: if layout.stereo { 2 } else { 1 },
        bits: if layout.wide { 16 } else { 8 },
        bytes: held.frames.saturating_mul(layout.frame() as u64),
        packed: sound.track.is_packed(),
    })
}
