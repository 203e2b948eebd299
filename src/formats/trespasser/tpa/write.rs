//! Writes banks, with all offsets recomputed.

use super::records::{Bank, BankBlock, BankHeader, Id, IdEntry, SoundTarget, length};
use crate::bytes::{Endian, Gap, Result, Shaped, Writer, count32};

impl Bank {
    /// Writes the file.
    ///
    /// # Errors
    /// When a sound cannot be stored.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.bytes(&[0; BankHeader::SIZE]);
        let mut sounds_at = vec![0; self.sounds.len()];
        let (mut ids_at, mut collisions_at) = (0, None);
        let mut usual = vec![BankBlock::Ids];
        usual.extend((0..self.sounds.len()).map(BankBlock::Sound));
        usual.extend((!self.collisions.is_empty()).then_some(BankBlock::Collisions));
        for piece in self.layout.pieces.order(usual.into_iter()) {
            self.layout.pieces.write_gap(piece, &Gap::NONE, &mut out);
            let here = out.pos();
            match piece {
                BankBlock::Ids => {
                    ids_at = here;
                    out.bytes(&vec![0; self.ids.len() * IdEntry::SIZE]);
                }
                BankBlock::Sound(index) => {
                    if let (Some(sound), Some(at)) =
                        (self.sounds.get(index), sounds_at.get_mut(index))
                    {
                        *at = count32(here);
                        sound.write(&mut out)?;
                    }
                }
                BankBlock::Collisions => {
                    collisions_at = Some(count32(here));
                    out.all(&self.collisions);
                }
            }
        }
        out.bytes(&self.layout.pieces.tail);
        let stale = &self.layout.stale;
        let header = BankHeader {
            version: self.version,
            sound_count: stale.sound_count.unwrap_or(count32(self.sounds.len())),
            ids_offset: stale.ids_offset.unwrap_or(count32(ids_at)),
            collision_count: stale.collision_count.unwrap_or(count32(self.collisions.len())),
            collisions_offset: stale
                .collisions_offset
                .or(collisions_at)
                .unwrap_or(count32(out.pos())),
            id_count: stale.id_count.unwrap_or(count32(self.ids.len())),
        };
        out.overwrite(0, &header);
        for (index, id) in self.ids.iter().enumerate() {
            let entry = self.entry(id, &sounds_at);
            out.overwrite(ids_at + index * IdEntry::SIZE, &entry);
        }
        Ok(out.finish())
    }

    /// The entry of an ID, for sounds at these offsets.
    fn entry(&self, id: &Id, sounds_at: &[u32]) -> IdEntry {
        let sound = id.target.sound().and_then(|index| self.sounds.get(index));
        let used = sound.map(|sound| sound.written_header()).unwrap_or_default();
        let offset = match id.target {
            SoundTarget::Sound(index) => sounds_at.get(index).copied().unwrap_or(0),
            SoundTarget::Nowhere(offset) => offset,
        };
        IdEntry {
            id: id.id,
            offset,
            length: id.stale_length.unwrap_or(sound.map_or(0, |_| length(&used))),
            attenuation: id.attenuation,
            volume: id.volume,
            header: id.copy.unwrap_or(used),
        }
    }
}
