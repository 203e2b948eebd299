//! Groups assets with equal content, and textures that differ only in their colours.

use std::collections::HashMap;

use serde::Serialize;

use crate::index::Kind;
use crate::index::facts::Asset;

/// Maximum number of groups that the pages list, largest first.
const MAX_GROUPS: usize = 5_000;
/// Maximum number of members of a group that are listed.
const MAX_MEMBERS: usize = 200;

/// Collects duplicates.
#[derive(Default)]
pub struct Duplicates {
    equal: HashMap<(Kind, u128), Vec<u64>>,
    /// Recoloured textures by the hash of their texels: each with the hash of texels and colours.
    recoloured: HashMap<u128, Vec<(u128, u64)>>,
}

/// Duplicates, by their numbers in the list of their kind.
#[derive(Serialize)]
pub struct Group {
    kind: &'static str,
    /// Equal texels with different colours, instead of equal content.
    recoloured: bool,
    /// Number of members, of which the first are listed.
    count: usize,
    members: Vec<u64>,
}

impl Duplicates {
    /// Adds an asset with its number in the list of its kind.
    pub fn add(&mut self, asset: &Asset, number: u64) {
        let Some(content) = asset.content else { return };
        self.equal.entry((asset.kind, content.hash)).or_default().push(number);
        if let Some(texels) = asset.texels {
            self.recoloured.entry(texels.hash).or_default().push((content.hash, number));
        }
    }

    /// The groups of two or more, largest first.
    pub fn groups(self) -> Vec<Group> {
        let equal = self.equal.into_iter().map(|((kind, _), members)| group(kind, false, members));
        let recoloured = self.recoloured.into_values().map(|members| {
            let mut met = std::collections::HashSet::new();
            let distinct = members.into_iter().filter(|(content, _)| met.insert(*content));
            group(Kind::Texture, true, distinct.map(|(_, number)| number).collect())
        });
        let mut all: Vec<Group> = equal.chain(recoloured).filter(|group| group.count > 1).collect();
        all.sort_by_key(|group| {
            (
                std::cmp::Reverse(group.count),
                group.kind,
                group.recoloured,
                group.members.first().copied(),
            )
        });
        all.truncate(MAX_GROUPS);
        all
    }
}

fn group(kind: Kind, recoloured: bool, mut members: Vec<u64>) -> Group {
    members.sort_unstable();
    let count = members.len();
    members.truncate(MAX_MEMBERS);
    Group { kind: kind.name(), recoloured, count, members }
}
