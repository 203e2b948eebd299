//! Sounds of other opened banks with the same identifiers. An identifier is only unique within its bank:
//! elsewhere the same one may name another recording.

use std::collections::HashMap;
use std::sync::Arc;

use crate::app::model::document::paths;
use crate::library::Library;
use crate::scene::{Scene, Sound};

/// The other banks, by identifier.
#[derive(Default)]
pub struct OtherBanks {
    same_ids: HashMap<u32, Vec<SameId>>,
    /// Number of collisions that play an identifier which their own bank does not contain.
    users: HashMap<u32, usize>,
}

/// A sound of another bank under the same identifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SameId {
    /// Name of the bank.
    pub bank: String,
    /// Path of the bank.
    pub path: String,
    /// Field path of the sound in the bank.
    pub field: String,
    /// `true` if it is the same recording, byte for byte, including captions.
    pub is_same: bool,
}

impl OtherBanks {
    /// Compares a bank with others, given with their paths. Slow.
    pub fn new(library: &Library, own: &Scene, others: &[(String, Arc<Scene>)]) -> Self {
        let ids = own.sounds.iter().flat_map(|sound| sound.ids.iter().map(move |id| (id, sound)));
        let own: HashMap<u32, &Sound> = ids.map(|(id, sound)| (id.name.hash, sound)).collect();
        let mut found = Self::default();
        for (path, scene) in others {
            for sound in &scene.sounds {
                for id in sound.ids.iter().map(|id| id.name.hash) {
                    let Some(mine) = own.get(&id) else { continue };
                    let is_same = is_same(library, mine, sound);
                    let (bank, path) = (paths::name(path).to_owned(), path.clone());
                    let field = sound.origin.path.clone();
                    let other = SameId { bank, path, field, is_same };
                    found.same_ids.entry(id).or_default().push(other);
                }
            }
            let played = scene.collisions.iter().flat_map(|collision| collision.sounds());
            for foreign in played.filter(|played| played.sound.is_none()) {
                *found.users.entry(foreign.name.hash).or_default() += 1;
            }
        }
        found
    }

    /// Sounds of other banks that share an identifier with `sound`.
    pub fn same_ids<'a>(&'a self, sound: &'a Sound) -> impl Iterator<Item = &'a SameId> {
        sound.ids.iter().filter_map(|id| self.same_ids.get(&id.name.hash)).flatten()
    }

    /// Number of collisions of other banks that play `sound`.
    pub fn users(&self, sound: &Sound) -> usize {
        sound.ids.iter().filter_map(|id| self.users.get(&id.name.hash)).sum()
    }
}

fn is_same(library: &Library, one: &Sound, other: &Sound) -> bool {
    let [one, other] = [one, other].map(|sound| sound.origin.span);
    match (library.source(one.source), library.source(other.source)) {
        (Some(mine), Some(theirs)) => mine.slice(one) == theirs.slice(other) && one.len > 0,
        _ => false,
    }
}
