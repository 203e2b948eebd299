//! Matches bones of a file with clips to bones of a character (section 16.6).

use std::collections::{BTreeMap, HashMap};

use glam::Vec3;

use super::super::records::File;
use super::rig::Rig;

/// Maximum number of bones that are compared by position.
const MAX_COMPARED: usize = 512;

/// A skeleton with the names that identify its bones.
pub struct Bones<'a> {
    pub file: &'a File,
    /// Part names, by object.
    pub names: &'a BTreeMap<usize, String>,
}

impl Bones<'_> {
    fn len(&self) -> usize {
        self.file.objects.len()
    }

    fn parents(&self) -> Vec<Option<usize>> {
        Rig::new(self.file, BTreeMap::new()).parents
    }

    /// Positions of the objects, in world units and PlayStation axes.
    fn places(&self) -> Vec<Vec3> {
        self.file.objects.iter().map(|object| object.position.stored()).collect()
    }
}

/// Returns the bone of `clips` for each bone of `character`: by part names, or without names by the shape
/// of the skeletons. `None` if the skeletons do not match.
pub fn matching(character: &Bones<'_>, clips: &Bones<'_>) -> Option<Vec<Option<usize>>> {
    if character.names.is_empty() || clips.names.is_empty() {
        by_places(character, clips).or_else(|| by_parents(character, clips))
    } else {
        by_names(character, clips)
    }
}

/// Matches by the endings of part names: `RIGHT_SHIN` of `BURNQ_RIGHT_SHIN` moves `GLIFBERG_RIGHT_SHIN`
/// and every other part with this ending.
fn by_names(character: &Bones<'_>, clips: &Bones<'_>) -> Option<Vec<Option<usize>>> {
    let words = |name: &str| -> Vec<String> {
        name.split('_').map(str::to_ascii_lowercase).filter(|word| !word.is_empty()).collect()
    };
    let names: Vec<(usize, Vec<String>)> =
        clips.names.iter().map(|(bone, name)| (*bone, words(name))).collect();
    // Name of the skater for whom the clips were made.
    let owner = names.first().and_then(|(_, words)| words.first());
    let is_owned = names.iter().all(|(_, words)| words.len() > 1 && words.first() == owner);
    let mut by_ending: HashMap<&[String], usize> = HashMap::new();
    for (bone, words) in &names {
        let ending = words.get(usize::from(is_owned)..).unwrap_or_default();
        by_ending.entry(ending).or_insert(*bone);
    }
    let of_name = |name: &String| {
        let words = words(name);
        // The longest ending wins.
        (0..words.len()).find_map(|from| by_ending.get(words.get(from..)?).copied())
    };
    let found: Vec<_> =
        (0..character.len()).map(|bone| character.names.get(&bone).and_then(of_name)).collect();
    let mut moving: Vec<usize> = found.iter().copied().flatten().collect();
    moving.sort_unstable();
    moving.dedup();
    is_most(moving.len(), clips.len()).then_some(found)
}

/// Matches each bone to the nearest unused bone, if all are near and most have matching parents.
fn by_places(character: &Bones<'_>, clips: &Bones<'_>) -> Option<Vec<Option<usize>>> {
    let count = character.len();
    if count != clips.len() || count == 0 || count > MAX_COMPARED {
        return None;
    }
    let (places, others) = (character.places(), clips.places());
    let low = others.iter().copied().reduce(Vec3::min)?;
    let high = others.iter().copied().reduce(Vec3::max)?;
    let near = low.distance(high) / 8.0;
    let mut pairs: Vec<(f32, usize, usize)> = Vec::new();
    for (bone, place) in places.iter().enumerate() {
        for (other, at) in others.iter().enumerate() {
            let distance = place.distance(*at);
            if distance <= near {
                pairs.push((distance, bone, other));
            }
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    let mut found = vec![None; count];
    let mut is_used = vec![false; count];
    for (_, bone, other) in pairs {
        if let (Some(found @ None), Some(used @ false)) =
            (found.get_mut(bone), is_used.get_mut(other))
        {
            (*found, *used) = (Some(other), true);
        }
    }
    let (parents, others) = (character.parents(), clips.parents());
    let agrees = |(bone, other): (usize, &Option<usize>)| {
        let parent = parents.get(bone).copied().flatten();
        let counterpart = parent.and_then(|parent| found.get(parent).copied().flatten());
        other.is_some_and(|other| others.get(other).copied().flatten() == counterpart)
    };
    let agreeing = found.iter().enumerate().filter(|pair| agrees(*pair)).count();
    (found.iter().all(Option::is_some) && is_most(agreeing, count)).then_some(found)
}

/// Matches by index, if both hierarchies are equal.
fn by_parents(character: &Bones<'_>, clips: &Bones<'_>) -> Option<Vec<Option<usize>>> {
    let is_same = character.len() == clips.len() && character.parents() == clips.parents();
    is_same.then(|| (0..character.len()).map(Some).collect())
}

/// `true` for two thirds or more.
fn is_most(some: usize, all: usize) -> bool {
    some > 0 && 3 * some >= 2 * all
}
