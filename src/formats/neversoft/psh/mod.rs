//! Neversoft's `*.psh`: the names of a character's parts, a C header for its `.psx`.
//!
//! ```text
//! #define HAWKPART_PELVIS 0
//! //   parent: Scene Root
//! #define HAWKPART_CHEST 1
//! //   parent: PELVIS
//! ```
//!
//! The number is the object index. Parents are also stored in the `.psx`, which takes precedence. All
//! other lines are preserved unchanged.
//!
//! The parts are displayed as bones at the positions of the objects of the companion `.psx`.
//!
//! Source: format document `neversoft-psx.md`, section 16.5.

mod scene;
pub mod text;

use std::collections::BTreeSet;

pub use text::{Line, NamedPart, Psh};

use super::hash::file_name;
use crate::bytes::layout::{self, Layout, Reading};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, HashesNames, Head, Loaded,
    Operations, Probe, Records, Report,
};
use crate::scene::Scene;

/// Number of bytes that a probe examines.
const LOOKED_AT: usize = 4096;

impl Records for Psh {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.psh",
        name: "Neversoft part names",
        extensions: &["psh"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Header";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable().hashes_names();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let start = head.bytes.get(..LOOKED_AT).unwrap_or(head.bytes);
        let parts = Psh::of(start).parts();
        let with_parents = parts.iter().filter(|part| part.parent.is_some()).count();
        let score = match (parts.len(), with_parents, head.has_extension(Self::INFO.extensions)) {
            (0, ..) => return None,
            (_, 1.., true) => 95,
            (_, 0, true) => 80,
            (_, 1.., false) => 60,
            _ => return None,
        };
        let reason = format!("{} defined parts, {with_parents} with parents", parts.len());
        Some(Probe { score, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut header = Self::default();
        header.pass(&mut Reading { cur }, ())?;
        Ok(header)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("bones", self.parts().len());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let parts = file.records.parts();
        let names: BTreeSet<String> =
            parts.iter().map(|part| part.name.to_ascii_lowercase()).collect();
        let mut numbers = BTreeSet::new();
        for part in &parts {
            let path = format!("lines[{}].number", part.line);
            match part.number {
                None => report.error(path, format!("expected the number of part {}", part.name)),
                Some(number) if !numbers.insert(number) => {
                    report
                        .warning(path, format!("number {number} is already used by another part"));
                }
                Some(_) => {}
            }
            let is_lost = |name: &&str| !names.contains(&name.to_ascii_lowercase());
            if let (Some((line, _)), Some(name)) = (&part.parent, part.parent().filter(is_lost)) {
                report.warning(
                    format!("lines[{line}].parent"),
                    format!("unknown parent part {name}"),
                );
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Psh> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<Psh> {
    fn is_text(&self) -> bool {
        true
    }
}

impl HashesNames for Loaded<Psh> {
    /// Calls `learn` with the names of this file and of the character's file: both begin with the stem of
    /// its symbols.
    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        let Some(stem) = self.records.stem() else { return };
        for name in ["psh", "psx"].map(|extension| format!("{stem}.{extension}")) {
            learn(file_name(name.as_bytes()), &name);
        }
    }
}
