//! Videos: sequences of frames that are decoded from the previous ones.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;

use super::element::ElementInfo;
use super::property::{Properties, Value};
use super::{ColourTableId, Element, FrameParts, Origin, RecordingId, Scene, Spans};

/// A frame of a video.
#[derive(Clone, PartialEq, Eq)]
pub struct VideoFrame {
    /// Pixels across.
    pub width: u32,
    /// Index of each pixel, row by row, from the top.
    pub pixels: Vec<u8>,
    /// R, G, B of each index.
    pub colours: [[u8; 3]; 256],
    /// The data of this frame, or of an earlier one that it depends on, is damaged.
    pub is_damaged: bool,
}

impl VideoFrame {
    /// The picture before the first frame.
    pub fn black(width: u32, height: u32) -> Self {
        let pixels = vec![0; width as usize * height as usize];
        Self { width, pixels, colours: [[0; 3]; 256], is_damaged: false }
    }

    /// R, G, B of every pixel.
    pub fn rgb(&self) -> impl Iterator<Item = [u8; 3]> {
        // There are as many colours as a byte has values.
        self.pixels.iter().map(|pixel| self.colours[usize::from(*pixel)])
    }

    /// R, G, B, A of every pixel, with each row repeated `rows` times.
    pub fn rgba(&self, rows: u32) -> Vec<[u8; 4]> {
        let all: Vec<[u8; 4]> = self.rgb().map(|[r, g, b]| [r, g, b, 255]).collect();
        let each = all.chunks_exact((self.width as usize).max(1));
        each.flat_map(|row| row.repeat(rows as usize)).collect()
    }
}

/// Decodes the frames of a video, each from the previous one.
pub trait VideoDecoder: Send + Sync {
    /// Changes the picture of the previous frame into the picture of this frame. Returns `false` if
    /// the frame is damaged: then as much as possible is decoded.
    fn advance(&self, frame: u32, still: &mut VideoFrame) -> bool;

    /// Bytes and field of the data of a frame for the pixel at (x, y).
    fn block(&self, frame: u32, at: [u32; 2]) -> Option<Origin>;

    /// Components of a frame that starts at `offset` in the file.
    fn parts(&self, frame: u32, offset: u64) -> FrameParts;
}

/// A video with sound.
#[derive(Clone, Serialize)]
pub struct Video {
    /// Name in lists.
    pub name: String,
    /// Bytes and field path of the video.
    #[serde(flatten)]
    pub origin: Origin,
    /// Pixels across.
    pub width: u32,
    /// Stored rows.
    pub height: u32,
    /// Number of times that each row is displayed.
    pub rows: u32,
    /// Number of frames.
    pub frames: u32,
    /// Duration of a frame in microseconds; not 0.
    pub frame_us: u64,
    /// Bytes of each frame.
    #[serde(skip)]
    pub frame_spans: Spans,
    /// Sounds that start with the video, indices in [`Scene::sounds`].
    #[serde(serialize_with = "numbers")]
    pub tracks: Vec<RecordingId>,
    /// Palettes, and the frame at which each begins.
    #[serde(skip)]
    pub palettes: Vec<(u32, ColourTableId)>,
    /// Decoder of the frames.
    #[serde(skip)]
    pub data: Arc<dyn VideoDecoder>,
    /// Cache of decoded frames.
    #[serde(skip)]
    pub seen: Arc<FrameCache>,
}

fn numbers<S: serde::Serializer>(ids: &[RecordingId], out: S) -> Result<S::Ok, S::Error> {
    out.collect_seq(ids.iter().map(|id| id.number()))
}

impl fmt::Debug for Video {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, width, height, frames, .. } = self;
        write!(f, "Film({name}, {frames} frames of {width}×{height})")
    }
}

/// Cache of decoded frames, from which others can be reached quickly.
#[derive(Default)]
pub struct FrameCache(Mutex<CachedFrames>);

#[derive(Default)]
struct CachedFrames {
    /// One frame per interval.
    marks: BTreeMap<u32, VideoFrame>,
    last: Option<(u32, VideoFrame)>,
}

/// Number of frames between two cached ones.
const STEP: u32 = 64;
/// Maximum size of the cached frames in bytes.
const MAX_KEPT: u64 = 64 << 20;

impl Video {
    /// Frame at `us` microseconds after the start; the last one beyond the end.
    pub fn frame_at(&self, us: u64) -> u32 {
        let frame = u32::try_from(us / self.frame_us.max(1)).unwrap_or(u32::MAX);
        frame.min(self.frames.saturating_sub(1))
    }

    /// Start time of a frame in microseconds.
    pub fn start_us(&self, frame: u32) -> u64 {
        self.frame_us.saturating_mul(frame.into())
    }

    /// Duration of all frames in microseconds.
    pub fn duration_us(&self) -> u64 {
        self.start_us(self.frames)
    }

    /// Components of each frame.
    pub fn parts(&self) -> impl Iterator<Item = FrameParts> {
        (0..self.frames).map(|frame| {
            let origin = self.frame_spans.origin(frame as usize);
            self.data.parts(frame, origin.span.start)
        })
    }

    /// Displayed number of rows.
    pub fn shown_height(&self) -> u32 {
        self.height.saturating_mul(self.rows)
    }

    /// Palette of a frame.
    pub fn palette_of(&self, frame: u32) -> Option<ColourTableId> {
        let after = self.palettes.partition_point(|(first, _)| *first <= frame);
        self.palettes.get(after.checked_sub(1)?).map(|(_, table)| *table)
    }

    /// Picture of a frame. Frames between it and the nearest cached one are decoded.
    pub fn still(&self, frame: u32) -> VideoFrame {
        let frame = frame.min(self.frames.saturating_sub(1));
        let nearest = self.lock_cache().nearest(frame);
        let (next, mut still) = match nearest {
            Some((at, still)) => (at + 1, still),
            None => (0, VideoFrame::black(self.width, self.height)),
        };
        let step = self.step();
        for at in next..=frame {
            still.is_damaged |= !self.data.advance(at, &mut still);
            if at.is_multiple_of(step) {
                self.lock_cache().marks.insert(at, still.clone());
            }
        }
        self.lock_cache().last = Some((frame, still.clone()));
        still
    }

    fn lock_cache(&self) -> std::sync::MutexGuard<'_, CachedFrames> {
        self.seen.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of frames between two cached ones; more for large pictures.
    fn step(&self) -> u32 {
        let one = u64::from(self.width) * u64::from(self.height);
        let marks = (MAX_KEPT / one.max(1)).max(1);
        let least = u64::from(self.frames).div_ceil(marks);
        u32::try_from(least).unwrap_or(u32::MAX).max(STEP)
    }
}

impl CachedFrames {
    /// The last cached picture up to a frame. The one that was decoded last is moved out.
    fn nearest(&mut self, frame: u32) -> Option<(u32, VideoFrame)> {
        let mark = self.marks.range(..=frame).next_back();
        let at = mark.map(|(at, _)| *at);
        let is_nearer = |(last, _): &(u32, VideoFrame)| *last <= frame && Some(*last) >= at;
        self.last.take_if(|last| is_nearer(last)).or_else(|| {
            self.marks.range(..=frame).next_back().map(|(at, still)| (*at, still.clone()))
        })
    }
}

impl ElementInfo for Video {
    fn origin(&self) -> &Origin {
        &self.origin
    }

    fn name(&self, _: &Scene, _: Element) -> String {
        self.name.clone()
    }

    fn detail(&self, _: &Scene, _: Element) -> Value {
        Value::Counted(self.frames.into(), ["frame", "frames"])
    }

    fn facts<'a>(&'a self, _: &'a Scene, _: Element) -> Properties<'a> {
        let rate = 1e6 / self.frame_us as f64;
        vec![
            ("Video", self.name.as_str().into()),
            ("Size", format!("{}×{}", self.width, self.shown_height()).into()),
            ("Frames", Value::Count(self.frames.into())),
            ("Rate", format!("{rate:.2} per second").into()),
            ("Tracks", self.tracks.len().to_string().into()),
        ]
    }
}
