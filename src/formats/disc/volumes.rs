//! Volumes of a disc: one for each data track with files.

use std::collections::BTreeMap;

use super::in_place;
use super::iso9660::{self, Volume};
use super::sectors::Sectors;
use super::tracks::{Track, TrackKind};
use crate::bytes::{Cursor, Endian, NoRecorder, Problem, Problems, Severity, Source, Span};
use crate::formats::{EditResult, NewMembers, Refusal};

/// The volumes of a disc.
pub struct Volumes(Vec<OnDisc>);

/// A volume and its location.
pub struct OnDisc {
    pub volume: Volume,
    pub sectors: Sectors,
    pub image: Source,
    /// Path prefix of the volume's files: empty, or a folder.
    pub folder: String,
}

/// Changed bytes of an image, with their offsets.
type Patches = Vec<(u64, Vec<u8>)>;

impl Volumes {
    /// No volumes.
    pub fn none() -> Self {
        Self(Vec::new())
    }

    /// The first volume of a disc, whose files are at the top level.
    pub fn first(volume: Volume, sectors: Sectors, image: &Source) -> Self {
        Self(vec![OnDisc { volume, sectors, image: image.clone(), folder: String::new() }])
    }

    /// Adds the volumes of further data tracks. Files of all but the first are in a folder named after
    /// their track. Tracks without files are reported as problems.
    pub fn add(&mut self, tracks: &[Track], problems: &mut Problems) {
        for track in tracks {
            let TrackKind::Data(sectors) = track.kind else { continue };
            let Some(image) = track.image.as_ref().filter(|_| track.sectors > 0) else { continue };
            let start = |sectors: Sectors| sectors.user(sectors.descriptor(0));
            let is_known =
                |one: &OnDisc| one.image.id() == image.id() && start(one.sectors) == start(sectors);
            if self.0.iter().any(is_known) {
                continue;
            }
            let mut cur = Cursor::new(image, Endian::Little, NoRecorder);
            match iso9660::volume(&mut cur, sectors) {
                Ok((volume, _)) => {
                    problems.extend(cur.finish().1);
                    let folder = match self.0.is_empty() {
                        true => String::new(),
                        false => format!("Track {:02}/", track.number),
                    };
                    self.0.push(OnDisc { volume, sectors, image: image.clone(), folder });
                }
                // Video on a Video CD is referenced by files of the first track.
                Err(_) if self.leads_to(track) => {}
                Err(_) => {
                    let at = Span::new(image.id(), track.start.min(image.len()), 0);
                    let message = format!("track {} contains no readable files", track.number);
                    problems.push(Problem::new(Severity::Warning, at, "", message));
                }
            }
        }
    }

    /// `true` if a file of a volume starts in this track.
    fn leads_to(&self, track: &Track) -> bool {
        let Some(first) = track.lba.map(u64::from) else { return false };
        let sectors = first..first.saturating_add(track.sectors);
        let files = self.0.iter().flat_map(|one| &one.volume.files);
        let mut extents = files.flat_map(|file| &file.extents);
        extents.any(|extent| sectors.contains(&extent.lba.into()))
    }

    /// The volumes in the order of their tracks.
    pub fn list(&self) -> &[OnDisc] {
        &self.0
    }

    /// The changed images when files, given by their indices over all volumes, get these bytes.
    ///
    /// # Errors
    /// If a file has too few sectors, or shares them.
    pub fn with_files(&self, replaced: &NewMembers) -> EditResult<Vec<(&Source, Patches)>> {
        let mut changed: Vec<(&Source, Patches)> = Vec::new();
        let (mut start, mut taken) = (0, 0);
        for OnDisc { volume, sectors, image, .. } in &self.0 {
            let end = start + volume.files.len();
            let own = replaced.range(start..end).map(|(at, bytes)| (at - start, bytes.clone()));
            let own: BTreeMap<usize, Vec<u8>> = own.collect();
            start = end;
            if own.is_empty() {
                continue;
            }
            taken += own.len();
            let patches = in_place::with_files((volume, *sectors, image), &own)?;
            match changed.iter_mut().find(|(known, _)| known.id() == image.id()) {
                Some((_, all)) => all.extend(patches),
                None => changed.push((image, patches)),
            }
        }
        if taken < replaced.len() {
            return Err(Refusal("sound tracks cannot be replaced".to_owned()));
        }
        changed.iter_mut().for_each(|(_, patches)| patches.sort_by_key(|(at, _)| *at));
        Ok(changed)
    }
}
