//! Resolves the tracks of a sheet to their data.

use super::files::Files;
use super::locate;
use super::sectors::Sectors;
use super::sheet::companions::{image_name, open_beside};
use super::sheet::{Sheet, SheetTrack, StoredAs};
use super::tracks::{Track, TrackKind};
use super::volumes::Volumes;
use crate::bytes::{Cursor, Endian, NoRecorder, Problem, Problems, Severity, Source, Span};
use crate::container::Context;
use crate::formats::Head;

/// Tracks and volumes that a sheet refers to.
pub(super) struct OfSheet {
    pub tracks: Vec<Track>,
    pub volumes: Volumes,
    pub problems: Problems,
}

impl OfSheet {
    /// Opens the companion files of a sheet, and reads their volumes.
    pub fn open(sheet: &Sheet, source: &Source, context: Context<'_>) -> Self {
        let mut problems = Problems::default();
        let tracks = tracks(sheet, source, context, &mut problems);
        let mut volumes = Volumes::none();
        volumes.add(&tracks, &mut problems);
        Self { tracks, volumes, problems }
    }

    /// Members of the disc, and all problems.
    pub fn files(mut self, shown: &str) -> (Files, Problems) {
        let files = Files::new(shown, &self.volumes, &self.tracks, &mut self.problems);
        (files, self.problems)
    }
}

/// The tracks of a sheet.
fn tracks(
    sheet: &Sheet,
    source: &Source,
    context: Context<'_>,
    problems: &mut Problems,
) -> Vec<Track> {
    let mut tracks: Vec<Track> = Vec::new();
    let mut reported = Vec::new();
    // Number of sectors before the current file.
    let (mut before, mut file) = (0u64, None);
    let mut pregaps = 0u64;
    for (index, track) in sheet.tracks.iter().enumerate() {
        let image = open_beside(sheet, index, source, context);
        if let Err(looked_in) = &image
            && !reported.contains(&track.file)
        {
            reported.push(track.file);
            let name = image_name(sheet, track.file, source);
            let message = format!("the file {name:?} is missing ({looked_in})");
            problems.push(Problem::new(Severity::Warning, Span::default(), "", message));
        }
        let image = image.ok();
        if file.is_some_and(|file| file != track.file) {
            before += tracks.last().map_or(0, |last| {
                last.image.as_ref().map_or(0, |image| image.len() / last.stride.max(1))
            });
        }
        file = Some(track.file);
        pregaps += track.pregap;
        let lba = track.lba.map_or(before + track.start() + pregaps, u64::from);
        tracks.push(resolve_track(sheet, index, image.as_ref(), lba, problems));
    }
    tracks
}

/// Resolves track `index` of a sheet.
fn resolve_track(
    sheet: &Sheet,
    index: usize,
    image: Option<&Source>,
    lba: u64,
    problems: &mut Problems,
) -> Track {
    let empty = SheetTrack::default();
    let track = sheet.tracks.get(index).unwrap_or(&empty);
    let stored = sheet.files.get(track.file).map_or(StoredAs::Binary, |(_, stored)| *stored);
    let samples = image.map(|image| samples(image, stored));
    if let (Some(image), Some(None)) = (image, samples) {
        let message = format!("compressed sound in {} is not supported", image.file_name());
        problems.push(Problem::new(Severity::Warning, image.span(), "", message));
    }
    // Sectors are relative to the first sample.
    let (first, len) = samples.flatten().unwrap_or((0, 0));
    let start = sheet.offset(index, track.start()).and_then(|at| at.checked_add(first));
    let start = start.unwrap_or(u64::MAX);
    let image = image.filter(|_| samples.flatten().is_some());
    if let Some(image) = image.filter(|_| start >= len) {
        let message = format!(
            "track {} starts at byte {start}, but {} ends at {len}",
            track.number,
            image.file_name()
        );
        problems.push(Problem::new(Severity::Warning, Span::new(image.id(), len, 0), "", message));
    }
    let start = start.min(len);
    let lba = u32::try_from(lba).ok();
    let mut stride = track.stride;
    let mut mode = track.mode.clone();
    let kind = if track.is_audio() {
        TrackKind::Audio { is_big: stored == StoredAs::Motorola }
    } else {
        let found = image.and_then(|image| {
            let head = Head::of(image);
            let own = locate::find_track(&head, start, lba.unwrap_or(0));
            // Some sheets give a wrong start for the first track.
            own.or_else(|| locate::find(&head).filter(|_| index == 0))
        });
        let sectors = found.map_or_else(|| unknown(start, stride), |found| found.sectors);
        if let (Some(image), Some(_)) = (image, found_mode(&sectors, &mode)) {
            let message = format!(
                "the sheet gives {mode}, but the data of track {} is {}",
                track.number,
                sectors.cue_mode()
            );
            problems.push(Problem::new(Severity::Warning, image.span(), "", message));
        }
        (mode, stride) = (sectors.cue_mode(), sectors.stride);
        TrackKind::Data(sectors)
    };
    let end = sheet.end(index).and_then(|end| end.checked_add(first)).unwrap_or(len).min(len);
    let sectors = end.saturating_sub(start).div_ceil(stride.max(1));
    let sectors = sectors.min(track.length.unwrap_or(u64::MAX));
    let (number, image) = (track.number, image.cloned());
    Track { number, kind, mode, image, start, stride, sectors, lba }
}

/// Sector layout of a data track without a volume.
fn unknown(start: u64, stride: u64) -> Sectors {
    Sectors { zero: i64::try_from(start).unwrap_or(0), stride, ..Sectors::COOKED }
}

/// Start and end of the data in a file; in a WAV file, of the samples. `None` for compressed sound.
fn samples(image: &Source, stored: StoredAs) -> Option<(u64, u64)> {
    let whole = (0, image.len());
    match stored {
        StoredAs::Binary | StoredAs::Motorola => Some(whole),
        StoredAs::Packed => None,
        StoredAs::Wave => {
            let mut cur = Cursor::new(image, Endian::Little, NoRecorder);
            cur.seek(12).ok()?;
            // Chunks: a name, a size, the data, and a padding byte if the size is odd.
            for _ in 0..MAX_CHUNKS {
                let name = cur.bytes("name", 4).ok()?;
                let size = u64::from(cur.get::<u32>("size").ok()?);
                let start = cur.pos();
                if name == b"data" {
                    return Some((start, start.saturating_add(size).min(image.len())));
                }
                cur.seek(start.checked_add(size)?.checked_next_multiple_of(2)?).ok()?;
            }
            None
        }
    }
}

/// Maximum number of chunks of a WAV file that are read.
const MAX_CHUNKS: usize = 64;

/// The mode of the data, if it differs from the sheet's.
fn found_mode(sectors: &Sectors, declared: &str) -> Option<String> {
    let is = sectors.cue_mode();
    if declared == "DATA" {
        return None;
    }
    let declared = declared.replace("CDI/", "MODE2/");
    let declared = match declared.as_str() {
        "MODE1_RAW" => "MODE1/2352",
        "MODE2_RAW" => "MODE2/2352",
        other => other,
    };
    (declared != is).then_some(is)
}
