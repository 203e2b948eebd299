//! Recordings of frame sequences: an animated picture, a PNG for each frame, or a video.

use std::io::Cursor;
use std::path::{Path, PathBuf};

use image::{ExtendedColorType, ImageFormat};
use tempfile::NamedTempFile;

use super::exporter::{Kind, Maker, NotWritten};
use super::naming::numbered;
use super::sequences::Moving;
use super::{Job, Subject, ffmpeg};
use crate::scene::FrameRenderer;

/// Extensions of videos that FFmpeg writes.
pub const VIDEOS: [&str; 3] = ["mp4", "webm", "mkv"];

/// Endings of the names of recordings.
pub const ENDINGS: &str = ".png, .gif, .apng, .mp4, .webm or .mkv";

/// Files of a recording.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recording {
    /// A GIF or an APNG.
    Animated(Kind),
    /// A PNG for each frame.
    Pictures,
    /// A video, written by FFmpeg.
    Video,
}

impl Recording {
    /// The recording with the extension of this file name; without an extension, pictures.
    pub fn of(output: &Path) -> Option<Self> {
        let Some(extension) = output.extension() else { return Some(Self::Pictures) };
        let extension = extension.to_str()?.to_ascii_lowercase();
        match &*extension {
            "png" => Some(Self::Pictures),
            video if VIDEOS.contains(&video) => Some(Self::Video),
            other => {
                let kind = other.parse().ok();
                let is_animated = |kind: &Kind| matches!(kind.name(), "gif" | "apng");
                kind.filter(is_animated).map(Self::Animated)
            }
        }
    }
}

/// Contents of a file of a recording.
pub enum FileContents<'a> {
    /// The whole file.
    Bytes(&'a [u8]),
    /// A complete temporary file in the folder of the output.
    Temporary(NamedTempFile),
}

/// Writes a file of a recording.
pub type SaveFile<'a> = dyn Fn(&Path, FileContents<'_>) -> Result<(), String> + 'a;

/// Writes a recording of a subject to `output`, or with numbers next to it. `save` writes a file.
pub(super) fn record(
    job: &Job<'_>,
    painter: Option<&dyn FrameRenderer>,
    subject: Subject,
    output: &Path,
    save: &SaveFile<'_>,
) -> Result<(), String> {
    let recording =
        Recording::of(output).ok_or_else(|| format!("expected a file name ending in {ENDINGS}"))?;
    if let Recording::Animated(kind) = recording {
        return save(output, FileContents::Bytes(&job.bytes(painter, subject, kind)?));
    }
    let mut maker = Maker::alone(job, painter);
    let moving = Moving::of(&mut maker, subject);
    let written = moving.and_then(|moving| match recording {
        Recording::Video => {
            let video = ffmpeg::encode(&moving, output)?;
            Ok(save(output, FileContents::Temporary(video))?)
        }
        _ => pictures(&moving, output, save),
    });
    written.map_err(|reason| match reason {
        NotWritten::Limit(why) => why,
        NotWritten::Data => maker.notes.join("; "),
    })
}

/// Writes each frame as a separate file.
fn pictures(moving: &Moving<'_>, output: &Path, save: &SaveFile<'_>) -> Result<(), NotWritten> {
    for at in 0..moving.count {
        let (picture, _) = moving.picture(at)?;
        let ((width, height), mut png) = (picture.size(), Cursor::new(Vec::new()));
        let (pixels, colours) = (picture.rgb(), ExtendedColorType::Rgb8);
        image::write_buffer_with_format(
            &mut png,
            &pixels,
            width,
            height,
            colours,
            ImageFormat::Png,
        )
        .map_err(|error| error.to_string())?;
        save(&one_of(output, at, moving.count), FileContents::Bytes(&png.into_inner()))?;
    }
    Ok(())
}

/// File name of a frame: `turn.07.png` for `turn.png`.
fn one_of(output: &Path, at: u32, count: u32) -> PathBuf {
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!("{}.png", numbered(&stem, at, count)))
}
