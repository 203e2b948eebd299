//! Overwrites sectors of an image in place, with recomputed error detection and correction.

use std::collections::BTreeMap;

use super::correction;
use super::sectors::{Mode, RAW, Sectors, USER};
use crate::bytes::Source;
use crate::formats::{EditResult, Refusal};

/// Size of a raw sector.
const WHOLE: usize = RAW as usize;
/// Offsets of the submode in the sub-header and its copy.
const SUBMODES: [usize; 2] = [18, 22];

/// Changed sectors.
pub struct Patch<'a> {
    image: &'a Source,
    sectors: Sectors,
    changed: BTreeMap<u32, Sector>,
}

/// A sector in raw form; bytes that the image does not store are 0.
struct Sector {
    raw: [u8; WHOLE],
    /// Offset in the image.
    offset: u64,
}

impl<'a> Patch<'a> {
    /// A patch without changes, for an image with this sector layout.
    pub fn new(image: &'a Source, sectors: Sectors) -> Self {
        Self { image, sectors, changed: BTreeMap::new() }
    }

    /// Bytes of a raw sector before those that the image stores, and the offset of its user data.
    fn frame(&self) -> (usize, usize) {
        let before = usize::try_from(self.sectors.before).unwrap_or(0);
        match (self.sectors.mode, before) {
            (Mode::Two, 8) => (16, 24),
            (_, 0) => (16, 16),
            _ => (0, before),
        }
    }

    /// Bytes of a sector that the image stores, without subchannel.
    fn stored_len(&self) -> usize {
        usize::try_from(self.sectors.stride.min(RAW)).unwrap_or(WHOLE)
    }

    /// Sector `lba`, if it can store user data.
    fn sector(&mut self, lba: u32) -> EditResult<&mut Sector> {
        if !self.changed.contains_key(&lba) {
            let sector = self.read(lba)?;
            self.changed.insert(lba, sector);
        }
        self.changed.get_mut(&lba).ok_or_else(|| Refusal(format!("sector {lba} cannot be read")))
    }

    /// Refuses a sector of form 2, which cannot store plain user data.
    ///
    /// # Errors
    /// If the sector has form 2.
    pub fn check_form(&self, lba: u32) -> EditResult<()> {
        match self.sectors.subheader(self.image, lba) {
            Some(header) if header.is_form_2() => Err(Refusal(format!(
                "sector {lba} has form 2 (sound or video): such files cannot be replaced"
            ))),
            _ => Ok(()),
        }
    }

    fn read(&self, lba: u32) -> EditResult<Sector> {
        let missing = || Refusal(format!("sector {lba} is not in this image"));
        let offset = self.sectors.offset(lba).ok_or_else(missing)?;
        let (skipped, _) = self.frame();
        let mut raw = [0; WHOLE];
        let kept = raw.get_mut(skipped..skipped + self.stored_len()).ok_or_else(missing)?;
        let end = offset.checked_add(kept.len() as u64).ok_or_else(missing)?;
        if end > self.image.len() || self.image.read_at(offset, kept).is_err() {
            return Err(missing());
        }
        self.check_form(lba)?;
        let mode = raw.get(15).copied().unwrap_or(0);
        let meant = if self.sectors.mode == Mode::One { 1 } else { 2 };
        if self.sectors.before >= 16 && mode != meant {
            return Err(Refusal(format!(
                "expected mode {meant} in sector {lba}, found mode {mode}"
            )));
        }
        Ok(Sector { raw, offset })
    }

    /// Overwrites the user data of sector `lba` starting at byte `at`.
    ///
    /// # Errors
    /// If the image does not contain the sector, or it has another form.
    pub fn write(&mut self, lba: u32, at: usize, bytes: &[u8]) -> EditResult<()> {
        let (_, user) = self.frame();
        let end = usize::try_from(USER).unwrap_or(0) + user;
        let sector = self.sector(lba)?;
        let place = sector.raw.get_mut(user + at..end).and_then(|user| user.get_mut(..bytes.len()));
        let why =
            || format!("{} bytes at {at:#x} exceed the {USER} bytes of a sector", bytes.len());
        let place = place.ok_or_else(|| Refusal(why()))?;
        place.copy_from_slice(bytes);
        Ok(())
    }

    /// Marks sector `last` as the end of a file that ended with sector `was`, if sectors have such marks.
    ///
    /// # Errors
    /// See [`Patch::write`].
    pub fn end(&mut self, was: u32, last: u32) -> EditResult<()> {
        let Some(header) = self.sectors.subheader(self.image, was) else { return Ok(()) };
        let sector = self.sector(last)?;
        for at in SUBMODES {
            sector.raw.get_mut(at).into_iter().for_each(|byte| *byte |= header.submode & ENDS);
        }
        Ok(())
    }

    /// Changed bytes with their offsets in the image.
    pub fn finish(self) -> Vec<(u64, Vec<u8>)> {
        let ((skipped, user), kept) = (self.frame(), self.stored_len());
        let mode = self.sectors.mode;
        let patches = self.changed.into_values().map(|Sector { mut raw, offset }| {
            match mode {
                // Only user data is stored.
                _ if skipped == user => {}
                Mode::One => correction::mode_1(&mut raw),
                Mode::Two => correction::form_1(&mut raw),
            }
            (offset, raw.get(skipped..skipped + kept).unwrap_or(&[]).to_vec())
        });
        patches.collect()
    }
}

/// Submode bits: end of record, and end of file.
const ENDS: u8 = 0x81;
