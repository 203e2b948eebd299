//! Records to bytes, with every offset computed anew.

use super::read::length;
use super::records::{Bank, BankHeader, Id, IdEntry, Piece, Target};
use crate::bytes::{Endian, Shaped, Writer};

fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Bank {
    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        out.bytes(&[0; BankHeader::SIZE]);
        let mut sounds_at = vec![0; self.sounds.len()];
        let (mut ids_at, mut collisions_at) = (0, None);
        for piece in self.order() {
            if let Some((_, gap)) = self.layout.gaps.iter().find(|(before, _)| *before == piece) {
                out.bytes(gap);
            }
            let here = out.pos();
            match piece {
                Piece::Ids => {
                    ids_at = here;
                    out.bytes(&vec![0; self.ids.len() * IdEntry::SIZE]);
                }
                Piece::Sound(index) => {
                    if let (Some(sound), Some(at)) =
                        (self.sounds.get(index), sounds_at.get_mut(index))
                    {
                        *at = count(here);
                        sound.write(&mut out);
                    }
                }
                Piece::Collisions => {
                    collisions_at = Some(count(here));
                    out.all(&self.collisions);
                }
            }
        }
        out.bytes(&self.layout.tail);

        let mut bytes = out.finish();
        let stale = &self.layout.stale;
        let header = BankHeader {
            version: self.version,
            sound_count: stale.sound_count.unwrap_or(count(self.sounds.len())),
            ids_offset: stale.ids_offset.unwrap_or(count(ids_at)),
            collision_count: stale.collision_count.unwrap_or(count(self.collisions.len())),
            collisions_offset: stale
                .collisions_offset
                .or(collisions_at)
                .unwrap_or(count(bytes.len())),
            id_count: stale.id_count.unwrap_or(count(self.ids.len())),
        };
        overwrite(&mut bytes, 0, &header);
        for (index, id) in self.ids.iter().enumerate() {
            let entry = self.entry(id, &sounds_at);
            overwrite(&mut bytes, ids_at + index * IdEntry::SIZE, &entry);
        }
        bytes
    }

    /// The entry of an ID, once it is known where the sounds are.
    fn entry(&self, id: &Id, sounds_at: &[u32]) -> IdEntry {
        let sound = id.sound().and_then(|index| self.sounds.get(index));
        let used = sound.map(|sound| sound.written_header()).unwrap_or_default();
        let offset = match id.target {
            Target::Sound(index) => sounds_at.get(index).copied().unwrap_or(0),
            Target::Nowhere(offset) => offset,
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

    /// All pieces in file order: those that the layout names, then the others.
    fn order(&self) -> Vec<Piece> {
        let mut usual = vec![Piece::Ids];
        usual.extend((0..self.sounds.len()).map(Piece::Sound));
        if !self.collisions.is_empty() {
            usual.push(Piece::Collisions);
        }
        if self.layout.order.is_empty() {
            return usual;
        }
        let named: std::collections::HashSet<&Piece> = self.layout.order.iter().collect();
        let others = usual.iter().filter(|piece| !named.contains(piece));
        self.layout.order.iter().chain(others).copied().collect()
    }
}

fn overwrite<T: Shaped>(bytes: &mut [u8], at: usize, value: &T) {
    let mut new = Vec::with_capacity(T::SIZE);
    value.put(&mut new, Endian::Little);
    if let Some(place) = bytes.get_mut(at..at + new.len()) {
        place.copy_from_slice(&new);
    }
}
