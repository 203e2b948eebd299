//! A disc as a document: the volume of an image, or the lines of a sheet.

use std::sync::Arc;

use super::contents;
use super::files::Files;
use super::iso9660;
use super::locate::{self, TrackLayout};
use super::sheet::companions::{FilesOfSheets, image_name, open_beside};
use super::sheet::{Sheet, ccd, cue, mds};
use super::sheet_tracks::OfSheet;
use super::track_list;
use super::tracks::{Track, TrackKind};
use super::volumes::Volumes;
use crate::bytes::{
    Cursor, Endian, NoRecorder, Problems, ReadError, Recorder, Result, Severity, Source,
};
use crate::container::{Context, Members};
use crate::formats::{
    Counts, Displayed, EditResult, FormatInfo, HasMembers, Head, Loaded, NewBytes, NewMembers,
    Operations, Probe, Records, Refusal, Rewritten,
};

/// A disc.
pub enum Disc {
    /// Opened by its image.
    Image(Box<Image>),
    /// Opened by a sheet; its files are companions.
    Sheet(Sheet),
    /// Track list without files.
    Tracks(Box<Files>),
}

/// A parsed image.
pub struct Image {
    volumes: Volumes,
    files: Files,
}

impl Records for Disc {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.iso9660",
        name: "Disc",
        extensions: &["cue", "ccd", "mds", "iso", "bin", "img", "mdf", "nrg"],
        versions: &[],
        can: &[],
    };
    const ROOT: &'static str = "Disc";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().with_members();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if let Some(kind) = SheetKind::of(head) {
            return Some(Probe { score: 95, reason: kind.name().to_owned() });
        }
        let Some(TrackLayout { sectors, is_moved }) = locate::find(head) else {
            return track_list::probe(head);
        };
        let mode = sectors.cue_mode();
        let reason = match is_moved {
            false => format!("volume descriptor in sector 16, {mode}"),
            true => format!("volume descriptor outside sector 16, {mode}"),
        };
        Some(Probe { score: if is_moved { 90 } else { 100 }, reason })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let head = Head::of(source);
        if let Some(found) = locate::find(&head).or_else(|| in_later_track(&head, source)) {
            return Ok(Disc::Image(Box::new(image(cur, source, found)?)));
        }
        // A file that was explicitly opened as a sheet may have any name.
        let is_cue = cue::is_cue(head.bytes).then_some(SheetKind::Cue);
        if let Some(kind) = SheetKind::of(&head).or(is_cue) {
            return Ok(Disc::Sheet(kind.read(cur)?));
        }
        if let Some(files) = track_list::read(cur, source) {
            return Ok(Disc::Tracks(Box::new(files?)));
        }
        Err(cur.fail(format_args!("missing volume descriptor: not a disc with files")))
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
}

impl Displayed for Loaded<Disc> {
    fn missing(&self, context: Context<'_>) -> Option<String> {
        let Disc::Sheet(sheet) = &self.records else { return None };
        let index = sheet.tracks.iter().position(|track| !track.is_audio()).unwrap_or(0);
        let name = image_name(sheet, sheet.tracks.get(index)?.file, &self.source);
        open_beside(sheet, index, &self.source, context).err().map(|looked_in| {
            format!("{}: the image {name:?} is missing ({looked_in})", self.source.name())
        })
    }
}

impl HasMembers for Loaded<Disc> {
    fn members(&self) -> Option<&dyn Members> {
        match &self.records {
            Disc::Image(image) => Some(&image.files),
            Disc::Tracks(files) => Some(&**files),
            Disc::Sheet(_) => None,
        }
    }

    fn companion_members(&self, context: Context<'_>) -> Option<(Box<dyn Members>, Problems)> {
        let Disc::Sheet(sheet) = &self.records else { return None };
        let of_sheet = OfSheet::open(sheet, &self.source, context);
        let (files, problems) = of_sheet.files(self.source.name());
        Some((Box::new(files), problems))
    }

    fn with_members(
        &self,
        context: Context<'_>,
        replaced: &NewMembers,
    ) -> EditResult<Vec<Rewritten>> {
        let of_sheet;
        let (volumes, is_sheet) = match &self.records {
            Disc::Image(image) => (&image.volumes, false),
            Disc::Sheet(sheet) => {
                of_sheet = OfSheet::open(sheet, &self.source, context);
                (&of_sheet.volumes, true)
            }
            Disc::Tracks(_) => return Err(no_files()),
        };
        let changed = volumes.with_files(replaced)?.into_iter();
        let rewritten = changed.map(|(image, patches)| {
            let beside = is_sheet.then(|| image.file_name().to_owned());
            Rewritten { beside, bytes: NewBytes::Patched(patches) }
        });
        Ok(rewritten.collect())
    }

    /// `false` for an image with a sheet, which lists the members instead.
    fn is_entered(&self, context: Context<'_>) -> bool {
        let Disc::Image(_) = &self.records else { return true };
        let made = context.siblings.of_folder("files of sheets", &|| {
            let names = context.siblings.names();
            let is_sheet =
                |name: &str| name.rsplit_once('.').is_some_and(|(_, e)| is_sheet_ending(e));
            let mut all = FilesOfSheets::default();
            for name in names.iter().filter(|name| is_sheet(name)) {
                let sheet = context.siblings.open(name).ok().and_then(|source| read_sheet(&source));
                sheet.iter().for_each(|sheet| all.add(sheet, name));
            }
            Arc::new(all)
        });
        let listed = made.downcast_ref::<FilesOfSheets>();
        listed.is_none_or(|listed| !listed.contains(self.source.file_name()))
    }
}

/// Reads the volume of an image, and names its other content.
fn image<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    found: TrackLayout,
) -> Result<Image> {
    let TrackLayout { sectors, is_moved } = found;
    let tracks = match track_list::known(source) {
        Some(known) => in_image(&known, source),
        None => vec![Track::alone(source, sectors)],
    };
    if is_moved {
        let at = sectors.user(sectors.descriptor(0)).unwrap_or(0);
        let message =
            format_args!("the volume descriptor is not at the position given by the sector times");
        cur.problem(Severity::Warning, (at, 0), "", message);
    }
    let (volume, claimed) = iso9660::volume(cur, sectors)?;
    contents::name(cur, &volume, sectors, claimed);
    let mut problems = Problems::default();
    let mut volumes = Volumes::first(volume, sectors, source);
    volumes.add(&tracks, &mut problems);
    let files = Files::new(source.name(), &volumes, &tracks, &mut problems);
    for problem in problems.iter() {
        cur.keep(ReadError::from(problem.into_owned()));
    }
    Ok(Image { volumes, files })
}

/// The volume of the first track that has one, if the tracks are known.
fn in_later_track(head: &Head<'_>, source: &Source) -> Option<TrackLayout> {
    track_list::known(source)?.iter().find_map(|track| {
        let TrackKind::Data(_) = track.kind else { return None };
        locate::find_track(head, track.start, track.lba.unwrap_or(0))
    })
}

/// The known tracks of an image, each data track with the sector layout of its volume.
fn in_image(known: &[Track], source: &Source) -> Vec<Track> {
    let head = Head::of(source);
    let layout = |track: &Track| {
        let TrackKind::Data(_) = track.kind else { return None };
        Some(locate::find_track(&head, track.start, track.lba.unwrap_or(0))?.sectors)
    };
    known.iter().map(|track| track.in_image(source, layout(track))).collect()
}

/// Kinds of sheets.
#[derive(Clone, Copy)]
enum SheetKind {
    Cue,
    Ccd,
    Mds,
}

impl SheetKind {
    /// Identifies a sheet by its first bytes; a cue sheet is recognised only by its keywords and its
    /// name.
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
            Self::Cue => "cue sheet",
            Self::Ccd => "CloneCD sheet",
            Self::Mds => "media descriptor",
        }
    }

    fn read<R: Recorder>(self, cur: &mut Cursor<'_, R>) -> Result<Sheet> {
        let sheet = match self {
            Self::Cue => cue::read(cur),
            Self::Ccd => ccd::read(cur),
            Self::Mds => mds::read(cur),
        }?;
        // If a line is invalid, that problem already explains the missing tracks.
        if sheet.tracks.is_empty() && !cur.has_problem() {
            let message = format_args!("the sheet has no tracks");
            cur.problem(Severity::Error, (0, 0), "", message);
        }
        Ok(sheet)
    }
}

fn is_sheet_ending(ending: &str) -> bool {
    ["cue", "ccd", "mds"].iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Reads the sheet in a companion file, if it is one.
fn read_sheet(source: &Source) -> Option<Sheet> {
    let kind = SheetKind::of(&Head::of(source))?;
    kind.read(&mut Cursor::new(source, Endian::Little, NoRecorder)).ok()
}

fn no_files() -> Refusal {
    Refusal("sound tracks cannot be replaced".to_owned())
}
