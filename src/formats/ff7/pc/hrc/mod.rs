//! Final Fantasy VII `*.hrc`: the skeleton of a field model of the PC version, a text file.
//!
//! ```text
//! :HEADER_BLOCK 2
//! :SKELETON cloud
//! :BONES 2
//!
//! hip
//! root
//! 5.5
//! 1 AAAB
//!
//! chest
//! hip
//! 4.25
//! 0
//! ```
//!
//! Each bone has four lines: its name, the name of its parent, its length, and the number and names of
//! its resources ([`rsd`](super::rsd)). A skeleton with 0 bones still lists one. The listed names are
//! used, not the number before them.
//!
//! The meshes of the resources are displayed, with every companion animation that has as many bones: the
//! files of the field, not this one, name the animations that belong to it.
//!
//! Source: format document `ff7-pc.md`, sections 5.1 and 5.4.

mod scene;
pub mod text;

pub(super) use scene::build_with;
pub use text::{Bone, Directive, Hrc};

use crate::bytes::layout::{self, Layout, Reading};
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::Scene;

/// Bytes of a text that a probe reads.
const LOOKED_AT: usize = 4096;

impl Records for Hrc {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.hrc",
        name: "Final Fantasy VII field skeleton (PC)",
        extensions: &["hrc"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Hrc";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let start = head.bytes.get(..LOOKED_AT).unwrap_or(head.bytes);
        let text = text::read(start);
        let has = |keyword: &str| text.directive(keyword).is_some();
        let score = match (has(":HEADER_BLOCK"), has(":SKELETON"), has(":BONES")) {
            (_, true, true) => 95,
            (true, ..) | (_, true, _) | (.., true) if head.has_extension(&["hrc"]) => 70,
            _ => return None,
        };
        Some(Probe { score, reason: format!("{} bones", text.bones.len()) })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut text = Self::default();
        text.pass(&mut Reading { cur }, ())?;
        Ok(text)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("bones", self.bones.len());
    }

    fn is_usable(&self) -> bool {
        !self.bones.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let text = &file.records;
        let declared = text.declared();
        let there = text.bones.len();
        if declared.is_some_and(|declared| declared != there && !(declared == 0 && there == 1)) {
            let at = text.directives.iter().position(|d| d.is(":BONES")).unwrap_or(0);
            let declared = declared.unwrap_or(0);
            let message = format!("expected {declared} bones, found {there}");
            report.warning(format!("directives[{at}].value"), message);
        }
        for (index, (bone, limb)) in text.bones.iter().zip(text.limbs()).enumerate() {
            let path = |field: &str| format!("bones[{index}].{field}");
            if bone.resource_count.text.is_empty() {
                report.warning(path("name"), "missing lines of this bone");
                continue;
            }
            if limb.parent.is_none() && !bone.is_at_root() {
                let message =
                    format!("unknown parent: no preceding bone is named {}", bone.parent.lossy());
                report.warning(path("parent"), message);
            }
            if bone.stored_length().is_none() {
                report.warning(path("length"), "the length is not a number; read as 0");
            }
            let (declared, there) = (bone.declared(), bone.resources().count());
            if declared != Some(there) {
                let declared = bone.resource_count.lossy();
                let message = format!("expected {declared} resources, found {there}");
                report.warning(path("resource_count"), message);
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Hrc> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<Hrc> {
    fn is_text(&self) -> bool {
        true
    }
}
