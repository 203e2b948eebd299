//! Files and sound tracks of a disc as members of a container.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cdda;
use super::game::{START_FILE, serial};
use super::iso9660::{File, xa};
use super::sectors::{RAW, Sectors, USER, WITH_SUBHEADER};
use super::tracks::{Track, TrackKind, swapped};
use super::volumes::{OnDisc, Volumes};
use crate::bytes::{Pieces, Problem, Problems, ReadError, Severity, Source, Span};
use crate::container::{DiscFacts, DiscTrack, Distinct, Member, Members, SectorGrid, join};
use crate::formats::ps1::xa::SubHeader;

/// Number of sectors at the start of a file whose form is read: in a stream, some of them contain
/// sound.
const ASKED_FOR_FORM: u64 = 32;
/// Number of sectors at the start of a stream whose channel is read: enough for all channels to
/// occur.
const ASKED_FOR_CHANNELS: u64 = 64;
/// Maximum size of a start file that is read.
const MAX_START_FILE: u64 = 16 * 1024;

/// Files and sound tracks of a disc.
pub struct Files {
    /// Path prefix of the members.
    shown: String,
    list: Vec<Member>,
    stored: Vec<MemberLocation>,
    facts: DiscFacts,
    names: Distinct,
}

/// Location of a member's bytes.
struct MemberLocation {
    pieces: Pieces,
    /// Sectors that contain the bytes, if known.
    grid: Option<SectorGrid>,
    /// Byte order of the samples, for a sound track.
    sound: Option<ByteOrder>,
    /// Description of missing data.
    lack: Option<String>,
    /// Description of a defect of a complete file.
    flaw: Option<String>,
    /// Channels of the sound in the member's sectors.
    channels: Vec<u8>,
}

/// Byte order of samples.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    fn of(is_big: bool) -> Self {
        if is_big { Self::Big } else { Self::Little }
    }
}

impl Files {
    /// Collects the files of the volumes and then the sound tracks. Missing data is reported as problems.
    pub fn new(shown: &str, volumes: &Volumes, tracks: &[Track], problems: &mut Problems) -> Self {
        let mut files = Self {
            shown: shown.to_owned(),
            list: Vec::new(),
            stored: Vec::new(),
            facts: DiscFacts::default(),
            names: Distinct::default(),
        };
        let mut grid = None;
        for OnDisc { volume, sectors, image, folder } in volumes.list() {
            let disc = Disc { sectors: *sectors, image, tracks, is_xa: volume.is_xa };
            for file in &volume.files {
                let path = files.names.path(format!("{folder}{}", file.path));
                files.add(path, disc.stored(file), &file.field, problems);
            }
            if grid.is_none() {
                grid = Some(sectors.grid());
                files.facts.volume.clone_from(&volume.name);
                files.facts.serial = files.serial();
            }
        }
        for track in tracks {
            files.facts.tracks.push(DiscTrack {
                number: track.number,
                mode: track.mode.clone(),
                sectors: track.sectors,
            });
            let TrackKind::Audio { is_big } = track.kind else { continue };
            let path = files.names.path(format!("Track {:02}.cdda", track.number));
            let pieces = track.sound(0, None);
            // Both problems were already reported with the sheet.
            let lack = match &pieces {
                None => Some("its file is missing".to_owned()),
                Some(_) if track.sectors == 0 => Some("its file ends before the track".to_owned()),
                Some(_) => None,
            };
            let pieces = pieces.unwrap_or_else(none);
            let (sound, flaw) = (Some(ByteOrder::of(is_big)), None);
            files.push(
                path,
                MemberLocation { pieces, grid, sound, lack, flaw, channels: Vec::new() },
            );
        }
        files
    }

    fn add(&mut self, path: String, stored: MemberLocation, field: &str, problems: &mut Problems) {
        for lack in stored.lack.iter().chain(&stored.flaw) {
            let at = stored.pieces.runs().first();
            let span = at.map_or(Span::default(), |run| Span::new(run.from.id(), run.start, 0));
            let message = format!("{path}: {lack}");
            problems.push(Problem::new(Severity::Warning, span, field, message));
        }
        self.push(path, stored);
    }

    fn push(&mut self, path: String, stored: MemberLocation) {
        self.list.push(Member { path, size: stored.pieces.total(), span: stored.pieces.span() });
        self.stored.push(stored);
    }

    fn serial(&self) -> Option<String> {
        let is_start = |member: &Member| member.path.eq_ignore_ascii_case(START_FILE);
        let index = self.list.iter().position(is_start)?;
        let stored = self.stored.get(index)?;
        let start = Source::in_pieces("", stored.pieces.part(0, MAX_START_FILE));
        serial(start.bytes())
    }
}

fn none() -> Pieces {
    Pieces::new([])
}

impl Members for Files {
    fn list(&self) -> &[Member] {
        &self.list
    }

    fn open(&self, index: usize) -> Result<Source, ReadError> {
        let found = self.list.get(index).zip(self.stored.get(index));
        let Some((member, stored)) = found else {
            let message = format!("the disc has no file {index}");
            return Err(Problem::new(Severity::Error, Span::default(), "", message).into());
        };
        let name = join(&self.shown, &member.path);
        let pieces = stored.pieces.clone();
        let mut source = Source::in_pieces(name.clone(), pieces);
        if stored.sound == Some(ByteOrder::Big) {
            source = source.decoded(name, "cdda", swapped(source.bytes().to_vec()));
        } else if let Some(grid) = stored.grid {
            source = source.attaching(Arc::new(grid));
        }
        Ok(match stored.sound {
            Some(_) => source.attaching(Arc::new(cdda::STATED)),
            None => source,
        })
    }

    fn channels(&self, index: usize) -> &[u8] {
        self.stored.get(index).map_or(&[], |stored| &stored.channels)
    }

    fn missing_reason(&self, index: usize) -> Option<&str> {
        self.stored.get(index)?.lack.as_deref()
    }

    fn flaw(&self, index: usize) -> Option<&str> {
        self.stored.get(index)?.flaw.as_deref()
    }

    fn disc(&self) -> Option<&DiscFacts> {
        Some(&self.facts)
    }
}

/// A disc as the context for locating a file.
struct Disc<'a> {
    sectors: Sectors,
    image: &'a Source,
    tracks: &'a [Track],
    is_xa: bool,
}

impl Disc<'_> {
    fn stored(&self, file: &File) -> MemberLocation {
        if let Some(lack) = &file.lack {
            let (pieces, lack) = (none(), Some(lack.clone()));
            let (grid, sound, flaw) = (None, None, None);
            return MemberLocation { pieces, grid, sound, lack, flaw, channels: Vec::new() };
        }
        if file.xa & xa::AUDIO != 0
            && let Some(stored) = self.sound(file)
        {
            return stored;
        }
        let is_stream = self.is_stream(file);
        let mut runs = Vec::new();
        let (mut declared, mut lack, mut flaw) = (0u64, None, None);
        let mut grid = None;
        for extent in &file.extents {
            let count = u64::from(extent.size).div_ceil(USER);
            let (sectors, image) = self.holder(extent.lba);
            grid = grid.or(Some(sectors.grid()));
            let run = if is_stream {
                declared += count * WITH_SUBHEADER;
                sectors.with_subheaders(image, extent.lba, count)
            } else {
                declared += u64::from(extent.size);
                sectors.cooked(image, extent.lba, extent.size.into())
            };
            runs.extend(run);
        }
        let pieces = Pieces::new(runs);
        if pieces.total() < declared {
            let sector = file.extents.first().map_or(0, |extent| extent.lba);
            let there = pieces.total();
            lack = Some(format!(
                "the image contains {there} of its {declared} bytes, which start at sector {sector}"
            ));
        } else if !self.sectors.has_subheaders() && self.is_xa && file.xa & xa::FORM_2 != 0 {
            flaw =
                Some("the image contains only 2048 of 2324 bytes of each sound sector".to_owned());
        }
        let channels = if is_stream { self.channels(file) } else { Vec::new() };
        MemberLocation { pieces, grid, sound: None, lack, flaw, channels }
    }

    /// The data track that contains sector `lba` of the disc. Directories of a later session also refer
    /// to files of earlier ones.
    fn holder(&self, lba: u32) -> (Sectors, &Source) {
        let own = (self.sectors, self.image);
        if lba >= self.sectors.first {
            return own;
        }
        let found = self.tracks.iter().find_map(|track| {
            let TrackKind::Data(sectors) = track.kind else { return None };
            let (image, from) = (track.image.as_ref()?, lba.checked_sub(track.lba?)?);
            let layout = Sectors { first: 0, ..sectors };
            (u64::from(from) < track.sectors).then_some((layout, image))
        });
        found.unwrap_or(own)
    }

    /// A file that refers to a part of a sound track; its size counts 2048 bytes per sector.
    fn sound(&self, file: &File) -> Option<MemberLocation> {
        let extent = file.extents.first()?;
        let count = u64::from(extent.size).div_ceil(USER);
        let found = self.tracks.iter().rev().find_map(|track| {
            let TrackKind::Audio { is_big } = track.kind else { return None };
            let from = extent.lba.checked_sub(track.lba?)?;
            Some((track.sound(from.into(), Some(count)), is_big))
        });
        let (pieces, is_big) = found?;
        let sound = Some(ByteOrder::of(is_big));
        let pieces = pieces.unwrap_or_else(none);
        let is_short = pieces.total() < count.saturating_mul(RAW);
        let lack = is_short.then(|| format!("some of its {count} sound sectors are missing"));
        Some(MemberLocation { pieces, grid: None, sound, lack, flaw: None, channels: Vec::new() })
    }

    /// Numbers of the sound channels in the file's first sectors.
    fn channels(&self, file: &File) -> Vec<u8> {
        let headers = self.subheaders(file, ASKED_FOR_CHANNELS);
        // Sound of another coding, such as that of Video CDs, sets reserved bits.
        let is_xa =
            |header: &SubHeader| header.is_form_2() && header.is_sound() && header.is_plausible();
        let sounds = headers.filter(is_xa);
        BTreeSet::from_iter(sounds.map(|header| header.channel)).into_iter().collect()
    }

    /// `true` if any of the file's first sectors has form 2. The sectors are more reliable than the
    /// attributes of the directory, which are wrong on many discs.
    fn is_stream(&self, file: &File) -> bool {
        self.subheaders(file, ASKED_FOR_FORM).any(SubHeader::is_form_2)
    }

    /// Sub-headers of the file's first sectors, at most `most`.
    fn subheaders(&self, file: &File, most: u64) -> impl Iterator<Item = SubHeader> {
        let extent = file.extents.first();
        let first = extent.map_or(0, |extent| extent.lba);
        let (own, image) = self.holder(first);
        let there = extent.filter(|_| own.has_subheaders()).map_or(0, |extent| {
            let count = u64::from(extent.size).div_ceil(USER).min(most);
            count.min(own.stored_sectors(image, extent.lba))
        });
        let sectors = 0..u32::try_from(there).unwrap_or(0);
        sectors.filter_map(move |sector| own.subheader(image, first.saturating_add(sector)))
    }
}
