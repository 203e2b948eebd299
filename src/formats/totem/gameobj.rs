//! TotemTech `.TGAMEOBJ` (class GAMEOBJ): prefabs, which scripts place later. Each has a class, its name
//! twice, and the content of a [NODE](super::node). They are not in the world. No header.
//!
//! The length of a prefab is not stored, so reading stops at an unknown record.
//!
//! Source: format document `totem-level.md`, section 15.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result};
use crate::formats::totem::node::{Node, RecordNesting};
use crate::formats::totem::resource::{Class, Resource, SEEN, info};
use crate::formats::totem::{CLASSES, class};
use crate::formats::{Counts, FormatInfo, Loaded, Report};
use crate::layout;

layout! {
    /// A prefab: a node that a script may place.
    pub struct Prefab in RecordNesting {
        pub class: u32 => Hint::Enum(CLASSES),
        pub name: u32 => Hint::Name,
        /// Repeats the name.
        pub link: u32 => Hint::Name,
        pub node: Node,
    }
}

/// Prefabs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameObj {
    pub nodes: Vec<Prefab>,
}

impl Layout for GameObj {
    const TYPE: &'static str = "GameObj";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.counted_in::<u32, _, _>("node_count", "nodes", &mut self.nodes, RecordNesting::LIST)?;
        Ok(())
    }
}

impl Class for GameObj {
    const INFO: FormatInfo = info("totem.gameobj", "TotemTech prefabs", &["tgameobj"], SEEN);
    const ROOT: &'static str = "GameObj";
    const LISTS: &'static [&'static str] = &["nodes"];

    fn count(&self, counts: &mut Counts) {
        counts.set("objects", self.nodes.len());
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        for (at, prefab) in file.records.body.nodes.iter().enumerate() {
            if prefab.class != class::NODE {
                let message = "expected a node";
                report.warning(format!("nodes[{at}].class"), message);
            }
        }
    }
}
