//! A sound as the neutral model has it.

use std::sync::Arc;

use super::coding::{Coding, Stored};
use super::read::{Place, promised_frames};
use super::records::{CAPTION_UNIT_MS, Cau, VERSION};
use crate::bytes::{Source, Span};
use crate::codec::cp1252;
use crate::scene::{Caption, Origin, Sound, SoundId};

/// The neutral sound. `path` is its field path, empty for a file of its own; `ids` name it.
pub(in crate::formats::trespasser) fn sound(
    cau: &Cau,
    place: &Place,
    source: &Source,
    path: &str,
    name: String,
    ids: Vec<SoundId>,
) -> Sound {
    let header = &cau.header;
    let coding = Coding::of(header).ok();
    let span = Span::new(source.id(), place.start, place.end.saturating_sub(place.start));
    let bytes = cau.data.bytes().len();
    Sound {
        name,
        ids,
        channels: coding.map_or(0, |coding| coding.channels()),
        rate: header.rate.max(1),
        bits: coding.map_or(8, |coding| coding.bits()),
        frames: coding.map_or(0, |coding| coding.frames(bytes) as u64),
        promised_frames: coding.map_or(0, |coding| promised_frames(header, coding)),
        codec: coding.map_or("unknown", |coding| coding.name()),
        stored_bytes: bytes as u64,
        looped: false,
        data: Arc::new(Stored { coding, data: cau.data.clone() }),
        captions: captions(cau, place, path),
        origin: Origin::new(span, path),
    }
}

fn captions(cau: &Cau, place: &Place, path: &str) -> Vec<Caption> {
    let sections = match &cau.captions {
        Some(captions) if cau.header.version >= VERSION => captions.sections.as_slice(),
        _ => &[],
    };
    let mut start_ms = 0u64;
    let mut captions = Vec::with_capacity(sections.len());
    for (index, section) in sections.iter().enumerate() {
        let end_ms = start_ms.saturating_add(u64::from(section.duration) * CAPTION_UNIT_MS);
        let mut origin = place.captions.origin(index);
        if !path.is_empty() {
            origin.path = format!("{path}.{}", origin.path);
        }
        let text = cp1252::decode(&section.text).replace("\r\n", "\n").replace('\r', "\n");
        captions.push(Caption { start_ms, end_ms, text, origin });
        start_ms = end_ms;
    }
    captions
}
