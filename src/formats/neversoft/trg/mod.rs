//! Neversoft `*.trg`: the nodes of a level: rails, restarts, pickups, triggers, and their commands.
//!
//! For Apocalypse and Tony Hawk's Pro Skater 1–4 on the PlayStation and the PC (minor version 0),
//! Spider-Man 1–2 and Mat Hoffman's Pro BMX (minor version 1). It is a companion of the level:
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
//! A node is a `u16` type and fields that depend on it (see [`node`]): links (a `u16` count and as many
//! node indices), a position (3 × i32, after padding to a multiple of 4), angles, and commands (opcodes
//! with operands up to 0xFFFF, see [`opcodes`]) or a script (see [`script`]). Positions: X right, Y down,
//! Z forward, in whole world units, while objects of the level store 4096ths.
//!
//! Known unknowns: the words after the flags of a rail in THPS1 and after pickups (`surplus`), the number
//! at the end of a pickup, the effect of a light's numbers, node type 16, the operands of most Spider-Man
//! commands (an unknown command ends the decoding of its node), the operands of most script words,
//! whether commands 0x69 and 0x6A have one.
//!
//! Counts: `objects` are all nodes, `instances` those with a position.
//!
//! Source: format document `neversoft-psx.md`, sections 17, 18 and 22–24.

pub mod command;
mod file;
pub mod kinds;
mod list_edit;
mod listing;
pub mod node;
pub mod opcodes;
pub mod pieces;
mod plan;
mod query;
mod read;
mod requests;
mod scene;
pub mod script;
mod shapes;
mod tables;
mod unknown;
mod write;
mod write_back;

pub use command::{Command, Commands, Operand, Region};
pub use file::{MAGIC, Trg};
pub use node::{Body, Node};
pub use pieces::{Angles, Links, Location, Position, Text};
pub use query::{Pickup, PlacedModel};
pub use requests::{Hiding, Named, Orders, Players};
pub use scene::{GameMode, ModeElements, Surroundings, VisibleLayers, add_helpers};
pub use script::{OperandValue, Script, ScriptItem};

use super::hash::{file_name, model_name};
use super::psx;
use crate::bytes::layout::element_span;
use crate::bytes::{Cursor, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, Fields, FormatInfo, HashesNames, Head,
    ListChange, Loaded, Operations, Probe, Records, Report,
};
use crate::scene::{ElementState, Scene};
use file::{Header, TABLE};

impl Records for Trg {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.trg",
        name: "Neversoft level triggers",
        extensions: &["trg"],
        versions: &["2.0", "2.1"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Trg";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable().hashes_names();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        if !head.bytes.starts_with(&MAGIC) {
            return None;
        }
        let (major, minor, count) = (head.u16(4)?, head.u16(6)?, head.u32(8)?);
        let (end, _) = element_span::<u32>(TABLE, count as usize, "");
        let (score, flaw) = if major != 2 {
            (30, format!("major version {major}"))
        } else if end > head.len {
            (60, "fewer bytes than offsets".to_owned())
        } else if count > 0 && head.u32(TABLE as usize).is_some_and(|first| u64::from(first) != end)
        {
            (80, "the first node does not follow the table".to_owned())
        } else {
            (100, format!("version 2.{minor}"))
        };
        Some(Probe { score, reason: format!("\"_TRG\", {count} nodes, {flaw}") })
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        read::read(cur)
    }

    fn version(&self) -> String {
        let version = format!("{}.{}", self.major, self.minor);
        if Self::INFO.versions.contains(&version.as_str()) { version } else { String::new() }
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("objects", self.nodes.len());
        counts.set("instances", self.nodes.iter().filter(|n| n.position().is_some()).count());
    }

    fn is_usable(&self) -> bool {
        let is_read = |node: &Node| node.is_stored() && node.broken.is_none();
        self.nodes.is_empty() || self.nodes.iter().any(is_read)
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let nodes = &file.records.nodes;
        for (index, node) in nodes.iter().enumerate() {
            for (i, link) in node.links().iter().enumerate() {
                let path = || format!("nodes[{index}].links[{i}]");
                if usize::from(*link) >= nodes.len() {
                    let count = nodes.len();
                    let message = format!("links to unknown node {link}; the file has {count}");
                    report.warning(path(), message);
                } else if usize::from(*link) == index {
                    report.note(path(), "the node links to itself");
                }
            }
        }
        unknown::report(nodes, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.to_bytes()?)
    }
}

impl Displayed for Loaded<Trg> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(psx::level_of(self, context))
    }
}

impl Editable for Loaded<Trg> {
    fn stored_as(&self, _: Context<'_>, path: &str, shown: &ElementState) -> EditResult<Fields> {
        write_back::stored_as(&self.records, path, shown)
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        list_edit::with_list(self.kept()?, change)
    }
}

impl HashesNames for Loaded<Trg> {
    /// Names of files in commands, and of files that belong to the level by naming rule.
    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        let mut known = |name: &str| learn(file_name(name.to_ascii_lowercase().as_bytes()), name);
        for players in [Players::One, Players::Two] {
            let orders = self.records.orders(players);
            let files = [orders.spool_env(), orders.spool_in(), orders.obj_file()];
            files.iter().flatten().for_each(|named| known(&psx::file_of(&named.name)));
            for level in orders.spool_env() {
                psx::names_by_rule(&level.name).iter().for_each(|name| known(name));
            }
        }
    }

    fn name_hash(&self, name: &str) -> Option<u32> {
        Some(model_name(name.as_bytes()))
    }
}
