//! Final Fantasy VII `*.a`: an animation of a field model of the PC version.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0x00 | u32 | `version` |
//! | 0x04 | u32 | `frame_count` |
//! | 0x08 | u32 | `bone_count` |
//! | 0x0C | u8 × 3 | `rotation_order`: 0 for x, 1 for y, 2 for z |
//! | 0x10 | 20 bytes | used by the game at run time |
//! | 0x24 | | `frames`: a rotation and a translation of the root, a rotation of each bone |
//!
//! Angles are in degrees, not packed and not interpolated. All known readers rotate about z, then x, then
//! y, and ignore the stored order; so does this one, which reports a different order.
//!
//! The animation is displayed on the first companion skeleton that has as many bones: the files of the
//! field, not this one, name the skeleton it belongs to.
//!
//! Source: format document `ff7-pc.md`, sections 5.3 and 5.4.

mod clip;
mod records;

pub(super) use clip::{Steps, offer};
pub use records::{A, Frame, Head as Header, Rotation, Translation};

use crate::bytes::{
    Cursor, Endian, Problems, Recorder, Result as Read, Severity, Source, count32, layout,
};
use crate::container::Context;
use crate::formats::ff7::pc::companions::CompanionFinder;
use crate::formats::ff7::pc::hrc::{Hrc, build_with};
use crate::formats::ff7::pc::materials::empty_scene;
use crate::formats::list_edit::{Elements, unchangeable};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, ListChange, Loaded,
    Operations, Probe, Records, Report,
};
use crate::scene::Scene;

/// The only known version.
pub const VERSION: u32 = 1;
/// About y, then x, then z.
const ORDER: [u8; 3] = [1, 0, 2];

impl Records for A {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.field_animation",
        name: "Final Fantasy VII field animation (PC)",
        extensions: &["a"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "A";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let header = Header::at(head.bytes)?;
        let is_named = head.has_extension(Self::INFO.extensions);
        let axes = header.rotation_order.iter().all(|axis| *axis <= 2) && header.unknown_0f == 0;
        let needed = header.needed();
        let score = match (header.version == VERSION && axes, head.len.checked_sub(needed)) {
            (true, Some(0)) if header.frame_count > 0 && header.rotation_order == ORDER => 97,
            (true, Some(0)) if header.frame_count > 0 || is_named => 72,
            (true, _) if is_named => 71,
            _ => return None,
        };
        let (frames, bones) = (header.frame_count, header.bone_count);
        Some(Probe { score, reason: format!("{frames} frames of {bones} bones") })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        let mut animation = Self::default();
        layout::read(cur, &mut animation, (), records::HEADER)?;
        Ok(animation)
    }

    fn sketch() -> Result<layout::Sketch, String> {
        layout::Sketch::of::<Self>()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("bones", self.head.bone_count);
        counts.set("animations", 1);
        counts.set("frames", self.frames.len());
    }

    fn is_usable(&self) -> bool {
        !self.frames.is_empty() || self.head.frame_count == 0
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let A { head, frames, rest } = &file.records;
        if head.version != VERSION {
            report.error("head.version", format!("unknown version {}; expected 1", head.version));
        }
        if head.rotation_order != ORDER {
            let [a, b, c] = head.rotation_order;
            let message = format!("rotation order {a} {b} {c}, but 1 0 2 is used");
            report.warning("head.rotation_order", message);
        }
        let odd = frames.iter().enumerate().filter(|(_, frame)| !frame.is_finite());
        let paths = odd.map(|(index, _)| format!("frames[{index}]"));
        report.first(
            Severity::Warning,
            paths,
            "an angle or a translation is not a number; read as 0",
        );
        if !rest.is_empty() && !report.is_cut() {
            report.note("rest", format!("{} unknown bytes after the last frame", rest.len()));
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<A> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let beside = CompanionFinder::new(context);
        let bones = self.records.head.bone_count;
        let found = beside.with_extension("hrc").iter().find_map(|name| {
            beside.read::<Hrc>(name).filter(|skeleton| skeleton.records.fits(bones))
        });
        let Some(skeleton) = found else {
            let mut problems = Problems::default();
            let message = format!("no companion skeleton with {bones} bones");
            problems.report(
                Severity::Warning,
                self.span("head.bone_count"),
                "head.bone_count",
                message,
            );
            return Some((empty_scene(self.source.stem()), problems));
        };
        let (scene, mut problems) =
            build_with(&skeleton, context, std::slice::from_ref(&self.source));
        let name = skeleton.source.file_name();
        let message = format!("displayed on {name}, the first skeleton with {bones} bones");
        problems.report(Severity::Note, self.span("head.bone_count"), "head.bone_count", message);
        Some((Scene { name: self.source.stem().to_owned(), ..scene }, problems))
    }
}

impl Editable for Loaded<A> {
    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        let mut new = self.kept()?.clone();
        let asked = Elements::of(change)?;
        match asked.list {
            "frames" => asked.apply(&mut new.frames)?,
            _ => return Err(unchangeable(asked.first())),
        }
        new.head.frame_count = count32(new.frames.len());
        new.write()
    }
}
