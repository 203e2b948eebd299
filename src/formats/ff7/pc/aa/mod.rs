//! Final Fantasy VII `??aa`, `*.d`: the skeleton of a battle model of the PC version, or a stage.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0x00 | u32 | `kind`: 0 model, 1 stage |
//! | 0x0C | u32 | `bone_count`; 0 for a stage |
//! | 0x14 | u32 | `piece_count` of a stage |
//! | 0x18 | u32 | `texture_count` |
//! | 0x1C | u32 | `body_animation_count`, with empty slots |
//! | 0x20 | u32 | `first_weapon_section`: of the PlayStation's file |
//! | 0x24 | u32 | `weapon_count` |
//! | 0x28 | u32 | `weapon_animation_count` |
//! | 0x34 | 12 bytes each | `bones`: parent, length, whether it has a mesh |
//!
//! The root has no record; its rotation is rotation 0 of a frame. A model of one bone has one rotation,
//! the root's. Meshes, textures and animations are companion files, found by their [names](super::names).
//! Weapons are not attached to a bone; their animations move them in model space.
//!
//! There is no rest pose: all angles are in the animations. A model is displayed in the first pose of
//! animation 0. If no animation decodes, all angles are 0 and the skeleton is marked as a fallback.
//!
//! Known unknowns: words 1, 2, 4 and 11; kind 2, which one source assumes.
//!
//! Companion files are displayed like those of the PlayStation version: settings and scripts
//! ([`unit`](crate::formats::ff7::unit)), moving stages ([`motion`](crate::formats::ff7::stage::motion)).
//!
//! Counts: `bones` includes the root, as in the PlayStation version.
//!
//! Source: format document `ff7-pc.md`, sections 2.1 to 2.6.

mod scene;

pub(super) use scene::{OpenCompanions, build_with};

use crate::bytes::layout::{self, Layout, Pass};
use crate::bytes::{Cursor, Endian, Hint, Problems, Recorder, Result as Read, Source, Symbol};
use crate::container::Context;
use crate::formats::ff7::pc::names::Family;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report,
};
use crate::scene::Scene;

/// Bytes before the bones.
const HEADER: u64 = 52;
/// Bytes of a bone.
const BONE: u64 = 12;

const KINDS: &[Symbol] = &[Symbol { value: 0, name: "model" }, Symbol { value: 1, name: "stage" }];

crate::record! {
    pub struct Bone {
        /// Index of a preceding bone; -1 for the root.
        pub parent: i32,
        /// Distance to the start of its children along its z axis; negative.
        pub length: f32,
        /// Not 0 if the bone has a mesh file.
        pub mesh: u32,
    }
}

/// A skeleton.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Aa {
    pub kind: u32,
    /// Usually 1 and 1.
    pub unknown_04: [u32; 2],
    pub unknown_10: u32,
    pub piece_count: u32,
    pub texture_count: u32,
    pub body_animation_count: u32,
    /// Index of the first weapon animation's section in the PlayStation's file, where two sections
    /// precede the animations.
    pub first_weapon_section: u32,
    pub weapon_count: u32,
    pub weapon_animation_count: u32,
    pub unknown_2c: u32,
    /// Used by the game at run time.
    pub pointer: u32,
    pub bones: Vec<Bone>,
    /// Trailing bytes.
    pub rest: Vec<u8>,
}

impl Layout for Aa {
    const TYPE: &'static str = "Aa";
    const MIN_SIZE: u64 = HEADER;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: ()) -> Read<()> {
        pass.value(("kind", Hint::Enum(KINDS)), &mut self.kind)?;
        pass.value(("unknown_04", Hint::Hex), &mut self.unknown_04)?;
        let bones = pass.count::<u32>("bone_count", self.bones.len())?;
        pass.value(("unknown_10", Hint::Hex), &mut self.unknown_10)?;
        pass.value("piece_count", &mut self.piece_count)?;
        pass.value("texture_count", &mut self.texture_count)?;
        pass.value("body_animation_count", &mut self.body_animation_count)?;
        pass.value("first_weapon_section", &mut self.first_weapon_section)?;
        pass.value("weapon_count", &mut self.weapon_count)?;
        pass.value("weapon_animation_count", &mut self.weapon_animation_count)?;
        pass.value(("unknown_2c", Hint::Hex), &mut self.unknown_2c)?;
        pass.value(("pointer", Hint::Hex), &mut self.pointer)?;
        pass.run("bones", &mut self.bones, bones)?;
        pass.rest("rest", &mut self.rest)
    }
}

impl Aa {
    /// `true` for a stage: parts without a skeleton.
    pub fn is_stage(&self) -> bool {
        self.bones.is_empty()
    }

    /// Rotations per frame: those of the root and of the bones; a single bone has none.
    pub fn rotations(&self) -> usize {
        if self.bones.len() == 1 { 1 } else { self.bones.len().saturating_add(1) }
    }

    /// The parent of bone `index`; `None` for the root. Anything but a preceding bone counts as the root.
    pub fn parent(&self, index: usize) -> Option<usize> {
        let parent = usize::try_from(self.bones.get(index)?.parent).ok()?;
        (parent < index).then_some(parent)
    }
}

impl Records for Aa {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.skeleton",
        name: "Final Fantasy VII battle skeleton (PC)",
        extensions: &["d"],
        versions: &["model", "stage"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Aa";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().titled(Aa::title);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let word = |index: usize| head.u32(4 * index);
        let (kind, bones) = (word(0)?, word(3)?);
        let ones = word(1)? == 1 && word(2)? == 1;
        let len = HEADER + BONE * u64::from(bones);
        // The counts of a skeleton are small, even if the rest of the file is damaged.
        let sane = [4, 5, 6, 7, 8, 9, 10].into_iter().all(|at| word(at).is_some_and(|n| n < 1000));
        let parents = (0..bones.min(1000) as usize).all(|bone| {
            let parent = head.u32(52 + 12 * bone).map(|parent| parent as i32);
            parent.is_some_and(|parent| i64::from(parent) < i64::from(bones))
        });
        if kind > 2 || bones > 1000 || !ones || !sane || head.len < len {
            return None;
        }
        let score = match (head.len == len, parents) {
            (true, true) => 97,
            (true, false) => 80,
            _ => 60,
        };
        let what = if bones == 0 { "a stage" } else { "a model" };
        Some(Probe { score, reason: format!("{what}, {bones} bones") })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        let mut skeleton = Self::default();
        layout::read(cur, &mut skeleton, (), HEADER)?;
        Ok(skeleton)
    }

    fn sketch() -> Result<layout::Sketch, String> {
        layout::Sketch::of::<Self>()
    }

    fn version(&self) -> String {
        if self.is_stage() { "stage" } else { "model" }.to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("bones", if self.is_stage() { 0 } else { self.bones.len() + 1 });
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let skeleton = &file.records;
        for (index, bone) in skeleton.bones.iter().enumerate() {
            let path = |field: &str| format!("bones[{index}].{field}");
            if bone.parent != -1 && skeleton.parent(index).is_none() {
                let parent = bone.parent;
                let message =
                    format!("parent {parent} does not precede bone {index}; the root is used");
                report.warning(path("parent"), message);
            }
            if !bone.length.is_finite() {
                report.warning(path("length"), "the length is not a number; read as 0");
            }
        }
        if skeleton.kind > 1 {
            let kind = skeleton.kind;
            report.note("kind", format!("unknown kind {kind}; expected 0 (model) or 1 (stage)"));
        }
        let is_stage = skeleton.kind == 1;
        if !report.is_cut() && is_stage != skeleton.is_stage() && skeleton.kind < 2 {
            let what = if skeleton.is_stage() { "model without bones" } else { "stage with bones" };
            report.warning("kind", what);
        }
        if !skeleton.rest.is_empty() && !report.is_cut() {
            let count = skeleton.rest.len();
            report.note("rest", format!("{count} unknown bytes after the last bone"));
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Aa {
    fn title(head: &Head<'_>) -> Option<String> {
        let (family, _) = Family::of(head.name)?;
        let bones = head.u32(12)?;
        family.title(bones == 0).map(str::to_owned)
    }
}

impl Displayed for Loaded<Aa> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(build_with(self, context, OpenCompanions::default()))
    }
}
