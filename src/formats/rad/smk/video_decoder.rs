//! Decodes frames to pictures.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::chunk::Chunk;
use super::fields::Video;
use super::records::{Frames, SIZE, Smk};
use crate::bytes::{Tree, count32};
use crate::codec::smacker::{Codes, Picture, recolour};
use crate::scene::{FrameParts, Origin, Portion, TrackPortion, VideoDecoder, VideoFrame};

/// Pictures that are decoded on demand.
pub(super) struct LazyFrames {
    pub frames: Frames,
    /// Size of each frame, with two flag bits.
    pub sizes: Vec<u32>,
    pub types: Arc<[u8]>,
    /// `None` for a video that only has sound.
    pub video: Option<Video>,
    pub tree: Arc<Tree>,
    /// Unused copy of the trees, for reuse.
    spare: Mutex<Option<Codes>>,
}

impl LazyFrames {
    pub fn new(smk: &Smk, types: Arc<[u8]>, video: Option<Video>, tree: Arc<Tree>) -> Self {
        let (frames, sizes) = (smk.frames.clone(), smk.sizes.clone());
        Self { frames, sizes, types, video, tree, spare: Mutex::new(None) }
    }

    fn paint(&self, video: &Video, bytes: &[u8], still: &mut VideoFrame) -> bool {
        let spare = || self.spare.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = spare().take();
        let mut codes = taken.unwrap_or_else(|| video.trees.codes.clone());
        let mut picture = Picture::of(std::mem::take(&mut still.pixels), still.width);
        let is_whole = picture.paint(bytes, &mut codes, video.version);
        still.pixels = picture.into_pixels();
        *spare() = Some(codes);
        is_whole
    }
}

impl VideoDecoder for LazyFrames {
    fn advance(&self, frame: u32, still: &mut VideoFrame) -> bool {
        let index = frame as usize;
        let (bytes, types) = (self.frames.bytes(index), self.types.get(index).copied());
        let Some(types) = types.filter(|_| !bytes.is_empty()) else {
            // An empty frame leaves the picture unchanged; truncated frames are reported elsewhere.
            return index < self.frames.starts.len();
        };
        let chunk = Chunk::of(bytes, types);
        let mut is_whole = chunk.fault.is_none();
        if let Some(palette) = chunk.palette.and_then(|range| bytes.get(range)?.get(1..)) {
            let (colours, is_sound) = recolour(&still.colours, palette);
            still.colours = colours;
            is_whole &= is_sound;
        }
        let video = chunk.video.and_then(|range| bytes.get(range));
        match (video, &self.video) {
            (Some(bytes), Some(video)) => is_whole & self.paint(video, bytes, still),
            _ => false,
        }
    }

    fn block(&self, frame: u32, [x, y]: [u32; 2]) -> Option<Origin> {
        let index = frame as usize;
        let (bytes, types) = (self.frames.bytes(index), self.types.get(index)?);
        let video = Chunk::of(bytes, *types).video.and_then(|range| bytes.get(range))?;
        let part = self.video.as_ref()?.path_of(video, [x / 4, y / 4])?;
        let path = format!("frames[{frame}].{part}");
        Some(Origin::new(self.tree.span(&path)?, path))
    }

    fn parts(&self, frame: u32, offset: u64) -> FrameParts {
        let index = frame as usize;
        let (bytes, types) = (self.frames.bytes(index), self.types.get(index).copied());
        let types = types.unwrap_or(0);
        let portion = |range: &Range<usize>| Portion {
            offset: offset.saturating_add(range.start as u64),
            bytes: range.len() as u64,
        };
        let chunk = Chunk::of(bytes, types);
        let sounds = chunk.sounds.iter().enumerate();
        let sound = |(track, range): (usize, &Option<Range<usize>>)| {
            Some(TrackPortion { track: count32(track), at: portion(range.as_ref()?) })
        };
        FrameParts {
            all: portion(&(0..bytes.len())),
            marks: self.sizes.get(index).map_or(0, |size| size & !SIZE),
            types,
            palette: chunk.palette.as_ref().map(portion),
            sounds: sounds.filter_map(sound).collect(),
            video: chunk.video.as_ref().map(portion),
        }
    }
}
