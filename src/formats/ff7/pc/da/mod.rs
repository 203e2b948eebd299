//! Final Fantasy VII `??da`, `*.a00`: the animations of a battle model of the PC version.
//!
//! | part | type | field |
//! |---|---|---|
//! | 0 | u32 | `animation_count` |
//! | each | u32 | `rotation_count` of a frame, which is not reliable |
//! | | u32 | `frame_count`, likewise |
//! | | u32 | `size` of the rest |
//! | | | an animation of the PlayStation ([`animation`](crate::formats::ff7::animation)), or a placeholder of fewer than 11 bytes |
//!
//! The animations of the body come first, then those of its weapon; the companion skeleton
//! ([`aa`](super::aa)) gives the number of each. The number of rotations is derived from the stream, or
//! the stored one if that fails.
//!
//! The model is displayed if its skeleton is a companion. Packs without one (`blaver.a00` and others of
//! `magic.lgp`) are limit breaks of any playable character: only a table of the animations is displayed.
//!
//! Source: format document `ff7-pc.md`, sections 2.4 and 2.5.

mod read;
mod records;

pub use records::{Body, Da, Packed};

use super::aa::{Aa, OpenCompanions, build_with};
use super::companions::CompanionFinder;
use super::materials::empty_scene;
use super::names::{Family, Role, probe_with_companions};
use crate::bytes::{Cursor, Problems, Recorder, Result as Read, Severity, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report,
};
use crate::scene::{Scene, Table};

use records::{HEADER, SMALLEST};

impl Records for Da {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.animation",
        name: "Final Fantasy VII battle animations (PC)",
        extensions: &["a00"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Da";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().claimed_beside(Da::probe_with_companions);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let count = head.u32(0).filter(|count| (1..=1000).contains(count))?;
        let mut at = 4u64;
        let (mut seen, mut real) = (0u32, 0u32);
        while seen < count {
            let Some(from) = usize::try_from(at).ok().filter(|from| from + 17 <= head.bytes.len())
            else {
                break;
            };
            let (rotations, size) = (head.u32(from)?, u64::from(head.u32(from + 8)?));
            let frames = head.u32(from + 4)?;
            let (stream, key) = (head.u16(from + 14)?, *head.bytes.get(from + 16)?);
            let is_real = size >= SMALLEST;
            // The stream fits into the size; without a frame count its size field is two bytes earlier.
            let fits = u64::from(stream) + 5 <= size || u64::from(head.u16(from + 12)?) + 5 == size;
            let is_sane = rotations <= 256 && frames <= 0xFFFF && size < 1 << 24;
            if !is_sane
                || is_real && (!fits || key > 11 && u64::from(head.u16(from + 12)?) + 5 != size)
            {
                return None;
            }
            real += u32::from(is_real);
            at += HEADER + size;
            seen += 1;
        }
        let score = match (at == head.len && seen == count, seen, real) {
            (true, _, 1..) => 96,
            (false, 3.., 1..) if at > head.bytes.len() as u64 && at <= head.len => 90,
            (true, ..) if head.has_extension(&["a00"]) => 70,
            _ => return None,
        };
        Some(Probe { score, reason: format!("{count} consecutive animations") })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        read::pack(cur)
    }

    fn count(&self, counts: &mut Counts) {
        let animations = || self.animations.iter().filter_map(Packed::animation);
        counts.set("animations", animations().count());
        counts.set("frames", animations().map(|animation| animation.frames()).sum::<usize>());
    }

    fn is_usable(&self) -> bool {
        let mut animations = self.animations.iter().filter_map(Packed::animation);
        self.animations.is_empty() || animations.any(|animation| animation.frames() > 0)
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let all = file.records.animations.iter().enumerate();
        let odd = all.filter(|(_, packed)| {
            packed.animation().is_some_and(|own| packed.rotation_count as usize != own.bones)
        });
        let paths = odd.map(|(index, _)| format!("animations[{index}].rotation_count"));
        report.first(
            Severity::Note,
            paths,
            "the count differs from the rotations in the stream, which are used",
        );
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.to_bytes())
    }
}

impl Da {
    fn probe_with_companions(name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        probe_with_companions(name, is_there, |role| role == Role::Animations)
    }
}

impl Displayed for Loaded<Da> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let family = Family::of(self.source.file_name());
        let skeleton = family.and_then(|(family, _)| family.name(Role::Skeleton));
        let beside = CompanionFinder::new(context);
        let found = skeleton.as_deref().and_then(|name| beside.read::<Aa>(name));
        let (mut scene, problems) = match found {
            Some(skeleton) => build_with(
                &skeleton,
                context,
                OpenCompanions { pack: Some(self), ..OpenCompanions::default() },
            ),
            None => {
                let mut problems = Problems::default();
                let name = skeleton.as_deref().unwrap_or("skeleton with the same name");
                let message =
                    format!("companion file not found: {name}; the animated bones are unknown");
                problems.report(Severity::Note, self.source.span(), "", message);
                (empty_scene(self.source.file_name()), problems)
            }
        };
        scene.name = self.source.file_name().to_owned();
        scene.tables.push(table(self));
        Some((scene, problems))
    }
}

/// Table of the animations.
fn table(file: &Loaded<Da>) -> Table {
    let mut table = Table::new("Animations", &["number", "frames", "rotations", "precision"]);
    for (index, packed) in file.records.animations.iter().enumerate() {
        let cells = match packed.animation() {
            Some(animation) => {
                let left_out = animation.key();
                [animation.frames().to_string(), animation.bones.to_string(), left_out.to_string()]
            }
            None => ["empty".to_owned(), String::new(), String::new()],
        };
        let cells: Vec<String> = [index.to_string()].into_iter().chain(cells).collect();
        table.row(file.origin(format!("animations[{index}]")), cells);
    }
    table
}
