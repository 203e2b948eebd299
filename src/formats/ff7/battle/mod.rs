//! Final Fantasy VII battle models: enemies, playable characters, their animations and weapons.
//!
//! The unpacked content of `ENEMYnnn.LZS`, `CLOUD.LZS` and similar files. The frog inside the battle
//! program has the same structure without a picture.
//!
//! | section | enemy | playable character |
//! |---|---|---|
//! | 0 | skeleton and meshes ([`model`]) | same |
//! | 1 | settings and action scripts ([`unit`](super::unit), [`script`](super::script)) | same |
//! | 2 … | animations ([`animation`](super::animation)); with a weapon 16, then the weapon's | 52, then the weapons' |
//! | last | the weapon if there is one, the TIM | the TIM, 16 weapons |
//!
//! There is no rest pose: all angles are in the animations. A file is displayed in the first pose of
//! animation 0. If no animation decodes, all angles are 0 and the skeleton is marked as a fallback.
//!
//! Known unknowns: byte 3 of the settings, operands of some opcodes.
//!
//! Counts: `models` counts the body and the weapons; `bones` those of the body, including its root;
//! `animations` the stored ones, including the weapon's, without empty slots; `frames` their frames.
//!
//! Sources: format documents `ff7-battle.md`, sections 3 to 7, and `ff7-action-scripts.md`.

pub mod model;
mod read;
pub mod roles;
mod scene;

use std::sync::Arc;

use super::animation::Animation;
use super::directory::{self, Directory};
use super::list_edit;
use super::names;
use super::script::{ENEMY_SCRIPTS, PLAYER_SCRIPTS};
use super::section;
pub use super::section::Section;
use super::unit::settings::{self, Settings};
use super::write_back;
use crate::bytes::{Cursor, Problems, Recorder, Result as Read, Shaped, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, Fields, FormatInfo, Head, ListChange,
    Loaded, Operations, Probe, Records, Report,
};
use crate::scene::{ElementState, Replacement, Scene};
use model::{BoneRecord, Model};
use roles::{Kind, Role, Roles};

/// A battle model.
#[derive(Clone, Debug, PartialEq)]
pub struct Battle {
    pub directory: Directory,
    pub roles: Roles,
    pub sections: Vec<Section>,
}

impl Records for Battle {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.battle",
        name: "Final Fantasy VII battle model",
        extensions: &["bin"],
        versions: &["enemy", "armed enemy", "playable character", "embedded model"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Battle";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().editable().titled(Battle::title);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let count = directory::sections_of(head.bytes)?;
        let offset = |index| directory::offset_of(head.bytes, index);
        let (skeleton, settings) = (offset(0)?, offset(1)?);
        let bones = directory::word(head.bytes, skeleton)? as usize;
        // The bone records must fit into the section; the root has no parent.
        let fits = bones < 256 && skeleton + u32::SIZE + BoneRecord::SIZE * (bones + 1) <= settings;
        if !fits || settings as u64 > head.len || head.u16(skeleton + 4)? != 0 {
            return None;
        }
        let actions = settings::script_count(head.bytes.get(settings..).unwrap_or(&[]));
        let known = matches!(actions, Some(ENEMY_SCRIPTS | PLAYER_SCRIPTS));
        let score = if known { 95 } else { 50 };
        let actions = actions.map_or("no script table".to_owned(), |n| format!("{n} actions"));
        let reason = format!("{count} sections, {} bones, {actions}", bones + 1);
        Some(Probe { score, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        read::battle(cur)
    }

    /// The kind, or empty if it is uncertain.
    fn version(&self) -> String {
        let kind = Some(self.roles.kind).filter(|_| self.roles.doubt.is_none());
        kind.map_or("", Kind::name).to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("sections", self.sections.len());
        counts.set("models", self.models().count());
        counts.set("bones", self.body().map_or(0, |body| body.bones.len()));
        counts.set("vertices", self.models().map(Model::vertices).sum::<usize>());
        counts.set("faces", self.models().map(Model::faces).sum::<usize>());
        counts.set("triangles", self.models().map(Model::triangles).sum::<usize>());
        counts.set("animations", self.animations().count());
        counts.set("frames", self.frames());
        for section in &self.sections {
            if let Section::Picture(tim) = section {
                tim.count(counts);
            }
        }
    }

    fn is_usable(&self) -> bool {
        self.body().is_some_and(|body| body.faces() > 0) || self.frames() > 0
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        for (index, role, section) in file.records.with_roles() {
            if let Section::Model(model) = section {
                let path = format!("sections[{index}]");
                model.check(&path, report);
                if matches!(role, Role::Weapon(_)) {
                    model.check_weapon(&path, report);
                }
            }
        }
        file.records.check_scripts(report);
    }

    /// Writes the file, with recomputed offsets.
    fn write(&self) -> EditResult<Vec<u8>> {
        self.directory.write(&self.sections)
    }
}

impl Battle {
    fn title(head: &Head<'_>) -> Option<String> {
        names::of(head.name).map(str::to_owned)
    }
}

impl Displayed for Loaded<Battle> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }
}

impl Editable for Loaded<Battle> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        let sections = section::with_picture(&self.records.sections, path, new)?;
        self.records.directory.write(&sections)
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        let Battle { directory, sections, .. } = self.kept()?;
        let mut sections = sections.clone();
        list_edit::in_model(&mut sections, change)?;
        directory.write(&sections)
    }

    fn stored_as(&self, _: Context<'_>, path: &str, shown: &ElementState) -> EditResult<Fields> {
        write_back::stored_as(&self.records.sections, path, shown)
    }
}

impl Battle {
    pub fn kind(&self) -> Kind {
        self.roles.kind
    }

    /// Sections with their roles.
    pub fn with_roles(&self) -> impl Iterator<Item = (usize, Role, &Section)> {
        let roles = self.roles.roles.iter().copied();
        roles.zip(&self.sections).enumerate().map(|(index, (role, section))| (index, role, section))
    }

    pub fn body(&self) -> Option<&Model> {
        match self.sections.first() {
            Some(Section::Model(model)) => Some(model),
            _ => None,
        }
    }

    /// The settings, if they were read.
    pub fn settings(&self) -> Option<&Settings> {
        self.sections.iter().find_map(|section| match section {
            Section::Settings(settings) => Some(settings),
            _ => None,
        })
    }

    /// Reports animations that scripts start and that do not exist.
    fn check_scripts(&self, report: &mut Report<'_>) {
        let there = self.body_animations();
        let Some(settings) = self.settings() else { return };
        let actions = settings.actions();
        // Scripts that no action runs are not checked.
        let is_run = |piece: usize| actions.get(piece).is_some_and(|own| !own.is_empty());
        for (piece, script) in settings.scripts().filter(|(piece, _)| is_run(*piece)) {
            let missing = script.steps.iter().enumerate().filter_map(|(index, step)| {
                let number = step.animation().filter(|number| usize::from(*number) >= there)?;
                Some((format!("sections[1].scripts[{piece}].steps[{index}]"), number))
            });
            for (path, number) in missing {
                report.warning(path, format!("missing animation {number}: the body has {there}"));
            }
        }
    }

    /// Number of animations of the body, including empty slots.
    fn body_animations(&self) -> usize {
        self.roles.roles.iter().filter(|role| matches!(role, Role::Animation(_))).count()
    }

    fn models(&self) -> impl Iterator<Item = &Model> {
        self.sections.iter().filter_map(|section| match section {
            Section::Model(model) => Some(model),
            _ => None,
        })
    }

    /// Stored animations, including the weapon's, without empty slots.
    fn animations(&self) -> impl Iterator<Item = &Arc<Animation>> {
        self.sections.iter().filter_map(|section| match section {
            Section::Animation(animation) if !animation.is_empty() => Some(animation),
            _ => None,
        })
    }

    fn frames(&self) -> usize {
        self.animations().map(|animation| animation.frames()).sum()
    }
}
