//! Builds the scene of a sound.

use std::sync::Arc;

use super::channels::Channels;
use super::records::{Kind, Vag};
use crate::bytes::Source;
use crate::formats::Loaded;
use crate::formats::ps1::spu::{self, End, Extent, Named};
use crate::scene::{Samples, Sound, SoundData};

pub(super) fn sound(file: &Loaded<Vag>) -> Sound {
    let vag = &file.records;
    let origin = file.whole();
    let named =
        Named { name: file.source.stem().to_owned(), origin, ids: Vec::new(), rate: vag.rate() };
    match Channels::of(vag) {
        _ if vag.kind == Kind::Mono && vag.is_heard() => {
            spu::sound(named, vag.data.clone(), vag.extent())
        }
        Ok(channels) if vag.is_heard() => {
            let frames = channels.frames(vag.data.bytes()) as u64;
            let none = spu::sound(named, vag.data.clone(), UNHEARD);
            let looped = channels.loop_part(frames);
            let data = Arc::new(Interleaved { channels, data: vag.data.clone() });
            let channels = if channels.count == 1 { 1 } else { 2 };
            Sound { frames, expected_frames: frames, channels, looped, data, ..none }
        }
        _ => {
            Sound { channels: 0, codec: "unknown", ..spu::sound(named, vag.data.clone(), UNHEARD) }
        }
    }
}

const UNHEARD: Extent =
    Extent { blocks: 0, loop_start: None, end: End::Open, behind: 0, first_behind: None };

struct Interleaved {
    channels: Channels,
    data: Source,
}

impl SoundData for Interleaved {
    fn decode(&self) -> Samples {
        Samples::I16(self.channels.decode(self.data.bytes()))
    }
}
