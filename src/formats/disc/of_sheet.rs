//! The tracks that a sheet leads to, as their data is.

use super::files::Files;
use super::iso9660;
use super::sectors::{self, Sectors};
use super::sheet::beside::{image_name, open_beside};
use super::sheet::{Sheet, SheetTrack, StoredAs};
use super::tracks::{Track, TrackKind};
use crate::bytes::{Cursor, Endian, NoRecorder, Problem, Problems, Severity, Source, Span};
use crate::container::Context;
use crate::formats::Head;

/// The image with the files of a sheet, and how its sectors lie.
pub(super) fn data_of(
    sheet: &Sheet,
    source: &Source,
    context: Context<'_>,
) -> Option<(Sectors, Source)> {
    (0..sheet.tracks.len()).find_map(|index| {
        let image = open_beside(sheet, index, source, context).ok()?;
        match made(sheet, index, Some(&image), 0, &mut Problems::default()).kind {
            TrackKind::Data(sectors) => Some((sectors, image)),
            TrackKind::Audio { .. } => None,
        }
    })
}

/// What a sheet leads to.
pub(super) fn of_sheet(sheet: &Sheet, source: &Source, context: Context<'_>) -> (Files, Problems) {
    let mut problems = Problems::default();
    let mut tracks = Vec::new();
    let mut told = Vec::new();
    // Sectors of the disc before the current file.
    let (mut before, mut file) = (0u64, None);
    let mut pregaps = 0u64;
    let mut data = None;
    for (index, track) in sheet.tracks.iter().enumerate() {
        let image = open_beside(sheet, index, source, context);
        if let Err(looked_in) = &image
            && !told.contains(&track.file)
        {
            told.push(track.file);
            let name = image_name(sheet, track.file, source);
            let message = format!("the file {name:?} is missing ({looked_in})");
            problems.push(Problem::new(Severity::Warning, Span::default(), "", message));
        }
        let image = image.ok();
        if file.is_some_and(|file| file != track.file) {
            let last: Option<&Track> = tracks.last();
            before += last.map_or(0, |last: &Track| {
                last.image.as_ref().map_or(0, |image| image.len() / last.stride.max(1))
            });
        }
        file = Some(track.file);
        pregaps += track.pregap;
        let lba = track.lba.map_or(before + track.start() + pregaps, u64::from);
        let made = made(sheet, index, image.as_ref(), lba, &mut problems);
        if let (TrackKind::Data(sectors), None) = (made.kind, &data) {
            data = made.image.clone().map(|image| (sectors, image));
        }
        tracks.push(made);
    }
    let volume = data.as_ref().and_then(|(sectors, image)| {
        let mut cur = Cursor::new(image, Endian::Little, NoRecorder);
        let volume = iso9660::volume(&mut cur, *sectors);
        let volume = cur.or_keep(volume);
        problems.extend(cur.finish().1);
        volume.map(|(volume, _)| volume)
    });
    let data = volume.as_ref().zip(data.as_ref());
    let data = data.map(|(volume, (sectors, image))| (volume, *sectors, image));
    let files = Files::new(source.name(), data, &tracks, &mut problems);
    (files, problems)
}

/// Track `index` of a sheet, as its data is.
fn made(
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
        let message = format!("the sound in {} is packed, and is not read", image.file_name());
        problems.push(Problem::new(Severity::Warning, image.span(), "", message));
    }
    // Sectors count from the first sample.
    let (first, len) = samples.flatten().unwrap_or((0, 0));
    let start = sheet.offset(index, track.start()).and_then(|at| at.checked_add(first));
    let start = start.unwrap_or(u64::MAX).min(len);
    let image = image.filter(|_| samples.flatten().is_some());
    let mut stride = track.stride;
    let mut mode = track.mode.clone();
    let kind = if track.is_audio() {
        TrackKind::Audio { is_big: stored == StoredAs::Motorola }
    } else {
        let found = image.and_then(|image| sectors::find(&Head::of(image)));
        let sectors = found.map_or(Sectors { stride, ..Sectors::COOKED }, |found| found.sectors);
        if let (Some(image), Some(_)) = (image, found_mode(&sectors, &mode)) {
            let message = format!(
                "the sheet says {mode}, the data of track {} is {}",
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
    let (number, image) = (track.number, image.cloned());
    Track { number, kind, mode, image, start, stride, sectors, lba: u32::try_from(lba).ok() }
}

/// Start and end of what a file stores: of a WAV file of its samples; `None` of packed sound.
fn samples(image: &Source, stored: StoredAs) -> Option<(u64, u64)> {
    let whole = (0, image.len());
    match stored {
        StoredAs::Binary | StoredAs::Motorola => Some(whole),
        StoredAs::Packed => None,
        StoredAs::Wave => {
            let mut cur = Cursor::new(image, Endian::Little, NoRecorder);
            cur.seek(12).ok()?;
            // Chunks: a name, a size, as many bytes, and one more where that is odd.
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

/// Chunks of a WAV file that are looked at.
const MAX_CHUNKS: usize = 64;

/// The mode of the data, where the sheet says another one.
fn found_mode(sectors: &Sectors, said: &str) -> Option<String> {
    let is = sectors.cue_mode();
    let said = said.replace("CDI/", "MODE2/");
    let said = match said.as_str() {
        "MODE1_RAW" => "MODE1/2352",
        "MODE2_RAW" => "MODE2/2352",
        other => other,
    };
    (said != is).then_some(is)
}
