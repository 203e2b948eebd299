//! Scene sound of a record.

use std::sync::Arc;

use super::coding::{Coding, LazySamples};
use super::records::{CAPTION_UNIT_MS, Cau};
use super::sound::below;
use crate::bytes::cp1252;
use crate::formats::Loaded;
use crate::scene::{Caption, Sound, SoundId};

/// Creates the scene's sound. `path` is its field path in `file`, empty for a separate file; `ids` name
/// it.
pub(in crate::formats::trespasser) fn sound<T>(
    cau: &Cau,
    file: &Loaded<T>,
    path: &str,
    name: String,
    ids: Vec<SoundId>,
) -> Sound {
    let header = &cau.header;
    let coding = Coding::of(header).ok();
    let bytes = cau.data_len();
    Sound {
        name,
        ids,
        channels: coding.map_or(0, |coding| coding.channels()),
        rate: header.rate.max(1),
        bits: coding.map_or(8, |coding| coding.bits()),
        frames: coding.map_or(0, |coding| coding.frames(bytes) as u64),
        expected_frames: coding.map_or(0, |coding| cau.expected_frames(coding)),
        codec: coding.map_or("unknown", |coding| coding.name()),
        stored_bytes: bytes as u64,
        looped: None,
        data: Arc::new(LazySamples { coding, data: cau.data.clone() }),
        captions: captions(cau, file, path),
        origin: if path.is_empty() { file.whole() } else { file.origin(path) },
    }
}

fn captions<T>(cau: &Cau, file: &Loaded<T>, path: &str) -> Vec<Caption> {
    let Some(captions) = &cau.captions else { return Vec::new() };
    let spans = file.spans(&below(path, "captions.sections"));
    let mut start_ms = 0u64;
    let caption = |(index, section): (usize, &super::Section)| {
        let end_ms = start_ms.saturating_add(u64::from(section.duration) * CAPTION_UNIT_MS);
        let text = cp1252::decode(&section.text).replace("\r\n", "\n").replace('\r', "\n");
        let start_ms = std::mem::replace(&mut start_ms, end_ms);
        Caption { start_ms, end_ms, text, origin: spans.origin(index) }
    };
    captions.sections.iter().enumerate().map(caption).collect()
}
