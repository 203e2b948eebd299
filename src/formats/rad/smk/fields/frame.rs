//! Fields of a frame, by chunk.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::super::chunk::Chunk;
use super::super::records::{Header, Smk, rate};
use super::video::Video;
use super::{palette, sound};
use crate::bytes::{Cursor, Element, Result, TreeRecorder};

/// Creates the fields of a frame on demand.
pub struct FrameFields {
    header: Header,
    types: Arc<[u8]>,
    video: Option<Video>,
}

impl FrameFields {
    pub fn new(smk: &Smk) -> Self {
        let video = Video::of(&smk.header, smk.trees.as_ref());
        Self { header: smk.header.clone(), types: smk.types.as_slice().into(), video }
    }
}

impl Element for FrameFields {
    fn type_name(&self) -> &'static str {
        "Frame"
    }

    fn context(&self) -> u64 {
        let Header { magic, width, height, audio_rates, .. } = &self.header;
        let layouts = audio_rates.map(|stored| stored & !rate::HERTZ);
        let mut hasher = DefaultHasher::new();
        (&self.types, magic, width / 4, height / 4, layouts).hash(&mut hasher);
        hasher.finish()
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        let (start, end) = (cur.pos(), cur.limit());
        let types = self.types.get(index).copied().unwrap_or(0);
        let chunk = Chunk::of(cur.slice(start, end), types);
        cur.element(index, "Frame", |cur| {
            cur.describe(|| self.in_words(index));
            if let Some(palette) = &chunk.palette {
                palette::fields(cur, start + palette.end as u64)?;
            }
            if chunk.sounds.iter().any(Option::is_some) {
                cur.array("sounds", |cur| {
                    for (track, sound) in chunk.sounds.iter().enumerate() {
                        let Some(sound) = sound else { continue };
                        let end = start + sound.end as u64;
                        cur.element(track, "SoundChunk", |cur| {
                            sound::fields(cur, self.header.track(track), end)
                        })?;
                    }
                    Ok(())
                })?;
            }
            if let (Some(_), Some(video)) = (&chunk.video, &self.video) {
                video.fields(cur, end)?;
            }
            cur.bytes_if_any("rest", end).map(drop)
        })
    }
}

impl FrameFields {
    fn in_words(&self, index: usize) -> String {
        if index as u64 >= u64::from(self.header.frame_count) {
            return "leads from the last picture to the first".to_owned();
        }
        let us = self.header.frame_us().saturating_mul(index as u64);
        format!("at {}.{:03} s", us / 1_000_000, us / 1000 % 1000)
    }
}
