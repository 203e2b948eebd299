//! Builds the scene of a video.

use std::sync::Arc;

use super::chunk::Chunk;
use super::fields;
use super::records::{Smk, TRACKS};
use super::{sound, video_decoder};
use crate::bytes::count32;
use crate::codec::smacker::{BLACK, recolour};
use crate::formats::Loaded;
use crate::scene::{ColourTable, RecordingId, Scene, Sound, Spans, Video};

pub(super) fn build(file: &Loaded<Smk>) -> Scene {
    let smk = &file.records;
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    let types: Arc<[u8]> = smk.types.as_slice().into();
    let (tracks, sounds): (Vec<_>, Vec<_>) =
        (0..TRACKS).filter_map(|index| sound_of(file, &types, index)).unzip();
    scene.sounds = sounds.into();
    let palettes = palettes(file, &mut scene);
    let video = fields::Video::of(&smk.header, smk.trees.as_ref());
    let can_be_seen = video.is_some() && smk.shown_frames() > 0;
    let data = video_decoder::LazyFrames::new(smk, types, video, file.tree.clone());
    if can_be_seen {
        scene.films.push(Video {
            name: scene.name.clone(),
            origin: file.whole(),
            width: smk.header.width,
            height: smk.header.height,
            rows: smk.header.rows(),
            frames: smk.shown_frames(),
            frame_us: smk.header.frame_us(),
            frame_spans: file.spans("frames"),
            tracks: (0..count32(tracks.len())).map(RecordingId::new).collect(),
            palettes,
            data: Arc::new(data),
            seen: Arc::default(),
        });
    }
    scene
}

/// Adds each palette in the file as a table; returns it with its frame.
fn palettes(file: &Loaded<Smk>, scene: &mut Scene) -> Vec<(u32, crate::scene::ColourTableId)> {
    let smk = &file.records;
    let mut colours = BLACK;
    let mut found = Vec::new();
    for (frame, types) in smk.types.iter().enumerate().filter(|(_, types)| **types & 1 != 0) {
        let bytes = smk.frames.bytes(frame);
        let Some(range) = Chunk::of(bytes, *types).palette else { continue };
        let Some(chunk) = bytes.get(range).and_then(|chunk| chunk.get(1..)) else { continue };
        colours = recolour(&colours, chunk).0;
        let frame = count32(frame);
        found.push((frame, scene.colour_tables.next_id()));
        scene.colour_tables.push(ColourTable {
            name: format!("frame {frame}"),
            origin: file.origin(format!("frames[{frame}].palette")),
            colours: Arc::new(colours),
            alphas: Vec::new(),
            textures: Some(Vec::new()),
            entries: Spans::default(),
        });
    }
    found
}

/// Sound of a track, if the video has any for it.
fn sound_of(file: &Loaded<Smk>, types: &Arc<[u8]>, index: usize) -> Option<(usize, Sound)> {
    let data = sound::LazyTrack::of(&file.records, types, index);
    let sound::TrackAmount { frames, stored } = data.amount()?;
    let track = data.track;
    let layout = track.layout();
    let channels = if layout.stereo { 2 } else { 1 };
    let sound = Sound {
        name: format!("{}_track{index}", file.source.stem()),
        origin: file.origin(format!("header.audio_rates[{index}]")),
        ids: Vec::new(),
        codec: match (track.is_bink(), track.is_packed()) {
            (true, _) => "Bink",
            (_, true) => "Smacker",
            _ => "PCM",
        },
        channels: if track.is_bink() { 0 } else { channels },
        rate: track.rate().max(1),
        bits: if layout.wide { 16 } else { 8 },
        frames,
        expected_frames: frames,
        stored_bytes: stored,
        looped: None,
        data: Arc::new(data),
        captions: Vec::new(),
    };
    Some((index, sound))
}
