//! Builds the scene of the streams.

use std::sync::Arc;

use super::Xa;
use super::streams::{LazyStream, Stream};
use crate::formats::Loaded;
use crate::scene::{NameHash, Scene, Sound, SoundId};

pub(super) fn build(file: &Loaded<Xa>) -> Scene {
    let xa = &file.records;
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    scene.sounds = xa.streams.iter().map(|stream| sound(file, stream)).collect::<Vec<_>>().into();
    scene
}

/// Field path of the first sector of a stream.
pub(super) fn path(xa: &Xa, stream: &Stream) -> String {
    let first = stream.sectors.first().copied().unwrap_or(0) as usize;
    let whole = xa.shape.front() + (first + 1) * xa.shape.stride();
    match whole as u64 <= xa.source.len() {
        true => format!("sectors[{first}]"),
        false => "cut_sector".to_owned(),
    }
}

fn sound(file: &Loaded<Xa>, stream: &Stream) -> Sound {
    let xa = &file.records;
    let origin = file.origin(path(xa, stream));
    let id = SoundId {
        name: NameHash { hash: stream.id(), known: Vec::new() },
        attenuation: 0.0,
        volume_db: 0.0,
        origin: origin.clone(),
    };
    let (coding, frames) = (stream.how(), stream.frames() as u64);
    let data = LazyStream { stream: stream.clone(), shape: xa.shape, source: file.source.clone() };
    Sound {
        name: format!("file {}, channel {}", stream.file, stream.channel),
        origin,
        ids: vec![id],
        codec: if coding.layout.is_wide { "XA ADPCM, 8 bits" } else { "XA ADPCM" },
        channels: if coding.layout.is_stereo { 2 } else { 1 },
        rate: coding.rate,
        bits: 16,
        frames,
        expected_frames: frames,
        stored_bytes: (stream.groups * crate::codec::xa_adpcm::GROUP) as u64,
        looped: None,
        data: Arc::new(data),
        captions: Vec::new(),
    }
}
