//! Neversoft `*.trg`: the nodes of a level: rails, restarts, pickups, triggers, and what they do.
//!
//! For Apocalypse and Tony Hawk's Pro Skater 1–4 on the PlayStation and the PC (minor version 0),
//! Spider-Man 1–2 and Mat Hoffman's Pro BMX (minor version 1). It lies beside the level:
//! `<base>_t.trg`.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | 4 bytes | `magic`, "_TRG" |
//! | 4 | u16 | `major`, 2 |
//! | 6 | u16 | `minor`, 0 or 1 |
//! | 8 | u32 | `node_count` |
//! | 12 | u32 × count | `offsets` of the nodes, increasing |
//! | … | nodes | `nodes`, each up to the next one's offset |
//!
//! A node is a `u16` type and fields that depend on it (see [`node`]): links (a `u16` count and as
//! many node indices), a position (3 × i32, 20.12, after fill to a multiple of 4), angles, and
//! commands (opcodes with operands up to 0xFFFF, see [`opcodes`]) or a script (see [`script`]).
//! Space: X right, Y down, Z forward, in the units of the level.
//!
//! Known unknowns: the words after the flags of a rail in THPS1 and after pickups (`surplus`),
//! node type 16, the operands of most Spider-Man commands (an unknown command ends the decoding of
//! its node), the operands of most script words, whether commands 0x69 and 0x6A have one.
//!
//! Counts: `objects` are all nodes, `instances` those with a place.
//!
//! Source: format document `neversoft-psx.md`, sections 17, 18 and 22–24.

pub mod command;
pub mod kinds;
pub mod node;
pub mod opcodes;
pub mod pieces;
mod plan;
mod port;
mod query;
mod read;
mod scene;
pub mod script;
mod tables;
mod write;

pub use command::{Command, Commands, Operand, Region};
pub use node::{Body, Broken, Node};
pub use pieces::{Angles, Links, Position, Text};
pub use port::Stored;
pub use query::PlacedModel;
pub use read::read;
pub use scene::{Surroundings, add_helpers, add_helpers_in};
pub use script::{Script, ScriptItem, Taken};

use crate::bytes::{Endian, Problems, ReadError, Source, Tree};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::{Scene, Style};

/// The first four bytes of every file.
pub const MAGIC: [u8; 4] = *b"_TRG";
/// Where the table of offsets starts.
const TABLE: usize = 12;

/// A trigger file.
#[derive(Clone, Debug, PartialEq)]
pub struct Trg {
    pub major: u16,
    /// 0 Apocalypse and THPS, 1 Spider-Man and Mat Hoffman.
    pub minor: u16,
    /// In the order of the table, which is what links count by.
    pub nodes: Vec<Node>,
    /// Indices of the nodes in the order they are stored in, where that is not the table's.
    pub order: Vec<u32>,
    /// Bytes between the table and the first node.
    pub gap: Vec<u8>,
    /// What is missing from a file that ends too early.
    pub cut: Option<String>,
}

/// The format.
pub struct TrgFormat;

static INFO: FormatInfo = FormatInfo {
    id: "neversoft.trg",
    name: "Neversoft level triggers",
    family: "neversoft",
    extensions: &["trg"],
    versions: &["2.0", "2.1"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for TrgFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        if !head.bytes.starts_with(&MAGIC) {
            return None;
        }
        let (major, minor, count) = (head.u16(4)?, head.u16(6)?, head.u32(8)?);
        let end = TABLE as u64 + u64::from(count) * 4;
        let (score, flaw) = if major != 2 {
            (30, format!("major version {major}"))
        } else if end > head.len {
            (60, "fewer bytes than offsets".to_owned())
        } else if count > 0 && head.u32(TABLE).is_some_and(|first| u64::from(first) != end) {
            (80, "the first node does not follow the table".to_owned())
        } else {
            (100, format!("version 2.{minor}"))
        };
        Some(Probe { score, reason: format!("\"_TRG\", {count} nodes, {flaw}") })
    }

    fn open(&self, source: &Source) -> Result<Document, ReadError> {
        let (tree, problems, trg) = Tree::record(source, Endian::Little, "Trg", read::trg);
        let trg = trg?;
        let mut counts = Counts::default();
        counts.set("objects", trg.nodes.len());
        counts.set("instances", trg.nodes.iter().filter(|n| n.position().is_some()).count());
        let version = format!("{}.{}", trg.major, trg.minor);
        let version =
            if INFO.versions.contains(&version.as_str()) { version } else { String::new() };
        let read_any = trg.nodes.iter().any(|node| node.is_stored() && node.broken.is_none());
        Ok(Document {
            format: &INFO,
            version,
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: read_any || trg.nodes.is_empty(),
            content: Box::new(TrgContent { trg, source: source.clone() }),
        })
    }
}

struct TrgContent {
    trg: Trg,
    source: Source,
}

impl Content for TrgContent {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.stem().to_owned();
        let mut scene = Scene { name, style: Style::Ps1, ..Scene::default() };
        scene.layer("Drawn", crate::scene::LayerKind::Drawn, true);
        let around = Surroundings { names: context.names, ..Surroundings::default() };
        add_helpers_in(&self.trg, self.source.id(), &mut scene, &around);
        Some((scene, Problems::default()))
    }

    fn write(&self) -> Result<Vec<u8>, Refusal> {
        match &self.trg.cut {
            Some(what) => Err(Refusal(what.clone())),
            None => Ok(self.trg.write()),
        }
    }
}
