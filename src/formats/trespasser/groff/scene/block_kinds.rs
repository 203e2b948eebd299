//! Kinds of a scene's blocks, which follow from the classes of the level's instances.

use std::collections::HashSet;

use super::super::names::instance_hash;
use super::super::read::Parsed;
use super::super::scn::block_kinds::BlockKinds;
use super::super::scn::kind::{BlockKind, subsystem};
use super::super::scn::saved::SaveHeader;
use super::level::Level;

/// Save version of a scene without a header.
const USUAL_VERSION: i32 = 22;

/// The kinds of blocks in scenes of a level with this save version.
pub fn kinds_of_level(level: &Level<'_>, version: i32) -> BlockKinds {
    let expected = ExpectedKinds::of(level, version);
    let hashes = level.instances.iter().map(|instance| instance.hash);
    let hashes = hashes.chain(expected.parts.iter().copied());
    hashes.filter_map(|hash| Some((hash, expected.kind(hash)?.0))).collect()
}

/// Save version of a scene.
pub fn save_version(scene: &Parsed) -> i32 {
    scene.groff.first::<SaveHeader>().map_or(USUAL_VERSION, |header| header.version)
}

/// The kinds of blocks that a level determines.
pub struct ExpectedKinds<'a> {
    level: &'a Level<'a>,
    version: i32,
    /// Hashes of body parts, which have transforms like instances.
    parts: HashSet<u32>,
}

impl<'a> ExpectedKinds<'a> {
    /// The kinds of blocks in scenes of this save version.
    pub fn of(level: &'a Level<'_>, version: i32) -> Self {
        let parts = level.body_parts().iter().map(|name| instance_hash(name)).collect();
        Self { level, version, parts }
    }

    /// The kind of the block with this hash, with name and class of its instance.
    pub fn kind(&self, hash: u32) -> Option<(BlockKind, &'a str, &'a str)> {
        if subsystem(hash).is_some() {
            return None;
        }
        if self.parts.contains(&hash) {
            let kind = BlockKind::of_class("", false, self.version)?;
            return Some((kind, "a body part", ""));
        }
        let instance = self.level.by_hash(hash)?;
        let facts = self.level.facts(instance);
        let class = facts.class.as_deref().unwrap_or("");
        let kind = BlockKind::of_class(class, facts.has_expression, self.version)?;
        Some((kind, &instance.name, class))
    }
}
