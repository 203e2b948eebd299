//! A disc as a document: of an image the fields of its volume, of a sheet its lines.

use std::collections::BTreeMap;

use super::contents;
use super::files::Files;
use super::in_place;
use super::iso9660::{self, Volume};
use super::only_tracks;
use super::sectors::{self, Found, Sectors};
use super::sheet::beside::{image_name, names_file, open_beside};
use super::sheet::{Sheet, SheetTrack, StoredAs, ccd, cue, mds};
use super::tracks::{Track, TrackKind};
use crate::bytes::{
    Cursor, Endian, NoRecorder, Problem, Problems, ReadError, Recorder, Result, Severity, Source,
    Span,
};
use crate::container::{Context, Members};
use crate::formats::{
    Counts, FormatInfo, Head, Loaded, NewBytes, Probe, Records, Refusal, Rewritten,
};

/// A disc.
pub enum Disc {
    /// Opened by its image.
    Image(Box<Image>),
    /// Opened by a sheet, whose files lie beside it.
    Sheet(Sheet),
    /// Unpacked to tracks without files.
    Tracks(Box<Files>),
}

/// An image that was read.
pub struct Image {
    pub volume: Volume,
    files: Files,
}

impl Records for Disc {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.iso9660",
        name: "Disc",
        extensions: &["cue", "ccd", "mds", "iso", "bin", "img", "mdf"],
        versions: &[],
        can: &[],
    };
    const ROOT: &'static str = "Disc";

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if let Some(kind) = SheetKind::of(head) {
            return Some(Probe { score: 95, reason: kind.name().to_owned() });
        }
        let Some(Found { sectors, is_moved }) = sectors::find(head) else {
            return only_tracks::probe(head);
        };
        let mode = sectors.cue_mode();
        let reason = match is_moved {
            false => format!("a volume descriptor in sector 16, {mode}"),
            true => format!("a volume descriptor, but not in sector 16, {mode}"),
        };
        Some(Probe { score: if is_moved { 90 } else { 100 }, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let head = Head::of(source);
        if let Some(found) = sectors::find(&head) {
            return Ok(Disc::Image(Box::new(image(cur, source, found)?)));
        }
        // Whoever says that it is a sheet may call it what he likes.
        let is_cue = cue::is_cue(head.bytes).then_some(SheetKind::Cue);
        if let Some(kind) = SheetKind::of(&head).or(is_cue) {
            return Ok(Disc::Sheet(kind.read(cur)?));
        }
        if let Some(files) = only_tracks::read(cur, source) {
            return Ok(Disc::Tracks(Box::new(files?)));
        }
        Err(cur.fail(format_args!("there is no volume descriptor: this is no disc with files")))
    }

    fn count(&self, counts: &mut Counts) {
        let files = match self {
            Disc::Image(image) => &image.files,
            Disc::Tracks(files) => files,
            Disc::Sheet(sheet) => return counts.set("tracks", sheet.tracks.len()),
        };
        counts.set("members", files.list().len());
        counts.set("tracks", files.disc().map_or(0, |disc| disc.tracks.len()));
    }

    fn members(file: &Loaded<Self>) -> Option<&dyn Members> {
        match &file.records {
            Disc::Image(image) => Some(&image.files),
            Disc::Tracks(files) => Some(&**files),
            Disc::Sheet(_) => None,
        }
    }

    fn members_beside(
        file: &Loaded<Self>,
        context: Context<'_>,
    ) -> Option<(Box<dyn Members>, Problems)> {
        let Disc::Sheet(sheet) = &file.records else { return None };
        let (files, problems) = of_sheet(sheet, &file.source, context);
        Some((Box::new(files), problems))
    }

    fn with_members(
        file: &Loaded<Self>,
        context: Context<'_>,
        replaced: &BTreeMap<usize, Vec<u8>>,
    ) -> std::result::Result<Vec<Rewritten>, Refusal> {
        let (beside, patches) = match &file.records {
            Disc::Image(image) => {
                let found = sectors::find(&Head::of(&file.source)).ok_or_else(no_files)?;
                let data = (&image.volume, found.sectors, &file.source);
                (None, in_place::with_files(data, replaced)?)
            }
            Disc::Sheet(sheet) => {
                let (sectors, image) =
                    data_of(sheet, &file.source, context).ok_or_else(no_files)?;
                let mut cur = Cursor::new(&image, Endian::Little, NoRecorder);
                let (volume, _) = iso9660::volume(&mut cur, sectors)?;
                let patches = in_place::with_files((&volume, sectors, &image), replaced)?;
                (Some(image.file_name().to_owned()), patches)
            }
            Disc::Tracks(_) => return Err(no_files()),
        };
        Ok(vec![Rewritten { beside, bytes: NewBytes::Patched(patches) }])
    }

    /// A disc is entered through its sheet where there is one.
    fn is_entered(file: &Loaded<Self>, context: Context<'_>) -> bool {
        let Disc::Image(_) = &file.records else { return true };
        let names = context.siblings.names().into_iter();
        let is_sheet = |name: &str| name.rsplit_once('.').is_some_and(|(_, e)| is_sheet_ending(e));
        let mut sheets = names.filter(|name| is_sheet(name));
        !sheets.any(|name| {
            let sheet = context.siblings.open(&name).ok().and_then(|source| read_sheet(&source));
            sheet.is_some_and(|sheet| names_file(&sheet, &name, file.source.file_name()))
        })
    }

    fn missing(file: &Loaded<Self>, context: Context<'_>) -> Option<String> {
        let Disc::Sheet(sheet) = &file.records else { return None };
        let index = sheet.tracks.iter().position(|track| !track.is_audio()).unwrap_or(0);
        let name = image_name(sheet, sheet.tracks.get(index)?.file, &file.source);
        open_beside(sheet, index, &file.source, context).err().map(|looked_in| {
            format!("{}: the image {name:?} is missing ({looked_in})", file.source.name())
        })
    }
}

/// Reads the volume of an image, and names what else is in it.
fn image<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source, found: Found) -> Result<Image> {
    let Found { sectors, is_moved } = found;
    let known: Option<&Vec<Track>> = source.attached();
    let tracks = match known {
        Some(known) => known.iter().map(|track| track.in_image(source, sectors)).collect(),
        None => vec![Track::alone(source, sectors)],
    };
    if is_moved {
        let at = sectors.user(sectors::DESCRIPTORS).unwrap_or(0);
        let message = format_args!("the volume descriptor is not where the sectors' times put it");
        cur.problem(Severity::Warning, (at, 0), "", message);
    }
    let (volume, claimed) = iso9660::volume(cur, sectors)?;
    contents::name(cur, &volume, sectors, claimed);
    let mut problems = Problems::default();
    let files = Files::new(source.name(), Some((&volume, sectors, source)), &tracks, &mut problems);
    for problem in problems.iter() {
        cur.keep(ReadError::from(problem.into_owned()));
    }
    Ok(Image { volume, files })
}

/// Kinds of sheets.
#[derive(Clone, Copy)]
enum SheetKind {
    Cue,
    Ccd,
    Mds,
}

impl SheetKind {
    /// By what the file begins with; a cue sheet has no mark but its words and its name.
    fn of(head: &Head<'_>) -> Option<Self> {
        if head.bytes.starts_with(mds::MAGIC) {
            Some(Self::Mds)
        } else if ccd::is_ccd(head.bytes) {
            Some(Self::Ccd)
        } else {
            (head.has_extension(&["cue"]) && cue::is_cue(head.bytes)).then_some(Self::Cue)
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Cue => "a cue sheet",
            Self::Ccd => "a sheet of CloneCD",
            Self::Mds => "a media descriptor",
        }
    }

    fn read<R: Recorder>(self, cur: &mut Cursor<'_, R>) -> Result<Sheet> {
        match self {
            Self::Cue => cue::read(cur),
            Self::Ccd => ccd::read(cur),
            Self::Mds => mds::read(cur),
        }
    }
}

fn is_sheet_ending(ending: &str) -> bool {
    ["cue", "ccd", "mds"].iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// The sheet in a file beside an image, if it is one.
fn read_sheet(source: &Source) -> Option<Sheet> {
    let kind = SheetKind::of(&Head::of(source))?;
    kind.read(&mut Cursor::new(source, Endian::Little, NoRecorder)).ok()
}

fn no_files() -> Refusal {
    Refusal("a sound track cannot be replaced".to_owned())
}

/// The image with the files of a sheet, and how its sectors lie.
fn data_of(sheet: &Sheet, source: &Source, context: Context<'_>) -> Option<(Sectors, Source)> {
    (0..sheet.tracks.len()).find_map(|index| {
        let image = open_beside(sheet, index, source, context).ok()?;
        match made(sheet, index, Some(&image), 0, &mut Problems::default()).kind {
            TrackKind::Data(sectors) => Some((sectors, image)),
            TrackKind::Audio { .. } => None,
        }
    })
}

/// What a sheet leads to.
fn of_sheet(sheet: &Sheet, source: &Source, context: Context<'_>) -> (Files, Problems) {
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
