//! What a film is made of, whether or not its pictures can be decoded.

use serde::Serialize;

use crate::bytes::Span;

/// A film as a whole.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct VideoInfo {
    /// Its pictures.
    pub video: VideoTrack,
    /// Its tracks that hold sound.
    pub audio: Vec<Track>,
}

/// Pictures of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct VideoTrack {
    /// Pixels across.
    pub width: u32,
    /// Stored rows.
    pub height: u32,
    /// Rows as they are meant to be shown.
    pub shown_height: u32,
    /// Pictures that are shown.
    pub frames: u32,
    /// Microseconds that each is shown for.
    pub frame_us: u64,
    /// A frame more leads from the last picture to the first.
    pub ring: bool,
}

/// A track of sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Track {
    /// Number that the file gives it.
    pub track: u32,
    /// Frames of sound a second.
    pub rate: u32,
    /// 1 or 2.
    pub channels: u32,
    /// Bits of a sample.
    pub bits: u32,
    /// Bytes of all samples, decoded.
    pub bytes: u64,
    /// Samples are packed.
    pub packed: bool,
}

/// What is stored of one frame of a film.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FrameParts {
    /// All of it.
    #[serde(flatten)]
    pub all: Portion,
    /// Marks beside its size: 1 a key frame.
    pub marks: u32,
    /// Which parts it has: 1 a palette, 2 sound of track 0, 4 of track 1 and so on.
    pub types: u8,
    /// Its change of the palette.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub palette: Option<Portion>,
    /// Its sound, of each track.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sounds: Vec<TrackPortion>,
    /// Its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub video: Option<Portion>,
}

/// Bytes of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Portion {
    /// Where they start.
    pub offset: u64,
    /// How many there are.
    pub bytes: u64,
}

/// Bytes of a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TrackPortion {
    /// Number of the track.
    pub track: u32,
    /// Where they are.
    #[serde(flatten)]
    pub at: Portion,
}

impl From<Span> for Portion {
    fn from(span: Span) -> Self {
        Self { offset: span.start, bytes: span.len }
    }
}
