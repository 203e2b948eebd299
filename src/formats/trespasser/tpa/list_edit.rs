//! Adds, copies and removes sounds, identifiers, collisions and captions.

use std::collections::{HashMap, HashSet};

use super::records::{Bank, BankBlock, CollisionEntry, Id, SoundTarget, StaleHeader};
use crate::formats::list_edit::{Renumbered, copy, element, elements, list_of, unchangeable};
use crate::formats::trespasser::cau::{Cau, compression};
use crate::formats::trespasser::name_hash;
use crate::formats::{EditResult, ListChange, Refusal};
use crate::scene::{CodingUse, Recording, Replacement};

type Result<T> = EditResult<T>;

/// Applies a change to one of the lists of a bank.
pub(super) fn with_list(bank: &Bank, change: &ListChange<'_>) -> Result<Vec<u8>> {
    if bank.layout.stale != StaleHeader::default() {
        let why = "the header states wrong counts, so lists cannot be changed";
        return Err(Refusal(why.to_owned()));
    }
    let (list, paths) = match change {
        ListChange::Copy(paths) | ListChange::Remove(paths) => {
            let first = paths.first().map_or("", String::as_str);
            (list_of(paths).ok_or_else(|| unchangeable(first))?, *paths)
        }
        ListChange::Add { list, .. } => (*list, &[][..]),
    };
    let mut new = bank.clone();
    if let Some(sound) = captions_of(list) {
        let old = bank.sounds.get(sound).ok_or_else(|| unchangeable(list))?;
        let changed = old.with_captions(list, change)?;
        new.set_sound(sound, changed);
        return Ok(new.write()?);
    }
    let indices = |len| elements(paths, list, len).ok_or_else(|| unchangeable(list));
    match (list, change) {
        ("sounds", ListChange::Copy(_)) => new.copy_sounds(&indices(bank.sounds.len())?)?,
        ("sounds", ListChange::Remove(_)) => new.remove_sounds(&indices(bank.sounds.len())?)?,
        ("sounds", ListChange::Add { name, new: Some(what), .. }) => new.add_sound(name, what)?,
        ("sounds", ListChange::Add { .. }) => {
            return Err(Refusal("a sound can only be added from a WAV or FLAC file".to_owned()));
        }
        ("ids", ListChange::Remove(_)) => new.remove_ids(&indices(bank.ids.len())?)?,
        ("ids", ListChange::Copy(_)) => {
            let mut free = FreeIds::of(bank);
            for index in indices(bank.ids.len())? {
                if let Some(id) = bank.ids.get(index) {
                    let id = Id { id: free.take(id.id), ..id.clone() };
                    new.ids.push(id);
                }
            }
        }
        ("collisions", ListChange::Copy(_)) => {
            copy(&mut new.collisions, &indices(bank.collisions.len())?);
        }
        ("collisions", ListChange::Remove(_)) => {
            let gone = indices(bank.collisions.len())?;
            Renumbered::without(&gone).apply(&mut new.collisions);
        }
        _ => return Err(unchangeable(list)),
    }
    Ok(new.write()?)
}

/// The 3 of `sounds[3].captions.sections`.
fn captions_of(list: &str) -> Option<usize> {
    element(list.strip_suffix(".captions.sections")?, "sounds")
}

/// The IDs that are in use: for each, a later one that may be free.
struct FreeIds(HashMap<u32, u32>);

impl FreeIds {
    fn of(bank: &Bank) -> Self {
        Self(bank.ids.iter().map(|id| (id.id, id.id.wrapping_add(1))).collect())
    }

    /// Takes the first free ID from this one on; IDs must be unique.
    fn take(&mut self, id: u32) -> u32 {
        let mut free = id;
        while let Some(next) = self.0.get(&free).copied() {
            // Shortens the way for later requests.
            if let Some(further) = self.0.get(&next).copied() {
                self.0.insert(free, further);
            }
            free = next;
        }
        self.0.insert(free, free.wrapping_add(1));
        free
    }
}

impl Bank {
    /// Replaces a sound, and the copies of its header in the table of IDs.
    pub(super) fn set_sound(&mut self, index: usize, new: Cau) {
        let Some(sound) = self.sounds.get_mut(index) else { return };
        *sound = new;
        for id in self.ids.iter_mut().filter(|id| id.target.sound() == Some(index)) {
            (id.copy, id.stale_length) = (None, None);
        }
    }

    /// Copies sounds, each with the next free ID until it is renamed.
    fn copy_sounds(&mut self, indices: &[usize]) -> Result<()> {
        let mut free = FreeIds::of(self);
        let mut first: HashMap<usize, usize> = HashMap::new();
        for (at, id) in self.ids.iter().enumerate() {
            if let Some(sound) = id.target.sound() {
                first.entry(sound).or_insert(at);
            }
        }
        for index in indices {
            let named = first.get(index).and_then(|at| self.ids.get(*at)).cloned();
            let pair = self.sounds.get(*index).cloned().zip(named);
            let (sound, id) = pair.ok_or_else(|| unchangeable(&format!("sounds[{index}]")))?;
            let target = SoundTarget::Sound(self.sounds.len());
            let id = Id { id: free.take(id.id), target, copy: None, stale_length: None, ..id };
            self.sounds.push(Cau { stale: false, front: None, ..sound });
            self.ids.push(id);
        }
        Ok(())
    }

    /// Adds a recording without attenuation, in the requested coding or else the most common one of the
    /// bank.
    fn add_sound(&mut self, name: &str, new: &Replacement) -> Result<()> {
        let Replacement::Recording(recording) = new else {
            return Err(Refusal("a sound can only be added from a WAV or FLAC file".to_owned()));
        };
        if name.is_empty() {
            return Err(Refusal(
                "the new sound needs a name, by which levels refer to it".to_owned(),
            ));
        }
        let id = name_hash(name);
        if let Some(known) = self.ids.iter().position(|known| known.id == id) {
            return Err(Refusal(format!("{name} is already the name of ids[{known}]")));
        }
        let target = SoundTarget::Sound(self.sounds.len());
        let coding = match recording.coding {
            CodingUse::Keep => self.usual_coding(),
            wanted => wanted,
        };
        self.sounds.push(Cau::of_recording(&Recording { coding, ..recording.clone() })?);
        let (stale_length, copy) = (None, None);
        self.ids.push(Id { id, target, attenuation: 0.0, volume: 0.0, stale_length, copy });
        Ok(())
    }

    /// The most common coding of the bank's sounds.
    fn usual_coding(&self) -> CodingUse {
        let is_packed = |sound: &&Cau| sound.header.compression == compression::ADPCM;
        let packed = self.sounds.iter().filter(is_packed).count();
        if packed * 2 > self.sounds.len() { CodingUse::Adpcm } else { CodingUse::Pcm }
    }

    /// Removes sounds, with all their IDs.
    fn remove_sounds(&mut self, gone: &[usize]) -> Result<()> {
        let removed: HashSet<usize> = gone.iter().copied().collect();
        let names = self.ids.iter().enumerate();
        let names: Vec<usize> = names
            .filter(|(_, id)| id.target.sound().is_some_and(|sound| removed.contains(&sound)))
            .map(|(index, _)| index)
            .collect();
        self.unheard(&names)?;
        Renumbered::without(&names).apply(&mut self.ids);
        let moved = Renumbered::without(gone);
        for id in &mut self.ids {
            if let SoundTarget::Sound(sound) = &mut id.target {
                *sound = moved.of(*sound).unwrap_or(*sound);
            }
        }
        moved.apply(&mut self.sounds);
        self.layout.pieces = self.layout.pieces.renamed(|piece| match piece {
            BankBlock::Sound(index) => moved.of(index).map(BankBlock::Sound),
            other => Some(other),
        });
        Ok(())
    }

    /// Removes IDs. Each sound must keep at least one.
    fn remove_ids(&mut self, gone: &[usize]) -> Result<()> {
        self.unheard(gone)?;
        let moved = Renumbered::without(gone);
        for (index, names) in self.ids_of().iter().enumerate() {
            let (Some(first), None) = (names.first(), names.iter().find_map(|id| moved.of(*id)))
            else {
                continue;
            };
            let why = format!(
                "ids[{first}] is the last name of sounds[{index}]: remove the sound instead"
            );
            return Err(Refusal(why));
        }
        moved.apply(&mut self.ids);
        Ok(())
    }

    /// Fails if one of these IDs is that of the replacement for missing sounds, or a collision uses it.
    fn unheard(&self, ids: &[usize]) -> Result<()> {
        let missing = name_hash("MISSING");
        let is_missing = |at: &&usize| self.ids.get(**at).is_some_and(|id| id.id == missing);
        if let Some(at) = ids.iter().find(is_missing) {
            let why =
                "is MISSING, which the game plays instead of missing sounds, and cannot be removed";
            return Err(Refusal(format!("ids[{at}] {why}")));
        }
        let of = |id: u32| ids.iter().find(|at| self.ids.get(**at).is_some_and(|own| own.id == id));
        let uses = |entry: &CollisionEntry| {
            let hits = entry.hits().into_iter().zip(["hit_1", "hit_2"]);
            let mut all = hits.chain(entry.slide().map(|slide| (slide, "slide")));
            all.find_map(|((id, _), field)| Some((*of(id)?, field)))
        };
        let user = self.collisions.iter().enumerate().find_map(|(at, e)| Some((at, uses(e)?)));
        match user {
            Some((at, (id, field))) => {
                Err(Refusal(format!("ids[{id}] is used by collisions[{at}].{field}")))
            }
            None => Ok(()),
        }
    }
}
