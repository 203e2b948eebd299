//! Stored components of a video, including videos that cannot be decoded.

use serde::Serialize;

use crate::bytes::Span;

/// Description of a video.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VideoInfo {
    /// Picture stream.
    pub video: VideoTrack,
    /// Tracks with sound.
    pub audio: Vec<Track>,
}

/// Pictures of a video.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VideoTrack {
    /// Pixels across.
    pub width: u32,
    /// Stored rows.
    pub height: u32,
    /// Displayed number of rows.
    pub shown_height: u32,
    /// Number of displayed frames.
    pub frames: u32,
    /// Duration of a frame in microseconds.
    pub frame_us: u64,
    /// An additional frame leads from the last picture to the first.
    pub ring: bool,
}

/// A track of sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// Number according to the file.
    pub track: u32,
    /// Sample rate.
    pub rate: u32,
    /// 1 or 2.
    pub channels: u32,
    /// Bits per sample.
    pub bits: u32,
    /// Size of all decoded samples in bytes.
    pub bytes: u64,
    /// Samples are compressed.
    pub packed: bool,
}

/// Components of one frame of a video.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameParts {
    /// The whole frame.
    #[serde(flatten)]
    pub all: Portion,
    /// Flags that are stored with the frame's size; 1: key frame.
    pub marks: u32,
    /// Component flags; 1: palette, 2: sound of track 0, 4: sound of track 1, and so on.
    pub types: u8,
    /// Palette change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub palette: Option<Portion>,
    /// Sound of each track.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sounds: Vec<TrackPortion>,
    /// Picture data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<Portion>,
}

/// A span of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Portion {
    /// Offset of the first byte.
    pub offset: u64,
    /// Number of bytes.
    pub bytes: u64,
}

/// A span of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TrackPortion {
    /// Number of the track.
    pub track: u32,
    /// Bytes of the portion.
    #[serde(flatten)]
    pub at: Portion,
}

impl From<Span> for Portion {
    fn from(span: Span) -> Self {
        Self { offset: span.start, bytes: span.len }
    }
}
