//! Final Fantasy VII `??ab`: settings and action scripts of a battle model of the PC version, identical
//! to section 1 of the PlayStation's file; for a stage, its 8 bytes of settings.
//!
//! Source: format document `ff7-pc.md`, section 1.1; `ff7-battle.md`, sections 3.1 and 8.

mod records;

pub use records::Ab;

use super::aa::{Aa, OpenCompanions, build_with};
use super::companions::CompanionFinder;
use super::materials::empty_scene;
use super::names::{Family, Role, probe_with_companions};
use crate::bytes::{
    Cursor, Endian, Problems, Recorder, Result as Read, Severity, Shaped, Source, Writer,
};
use crate::container::Context;
use crate::formats::ff7::list_edit::in_settings;
use crate::formats::ff7::script::{ENEMY_SCRIPTS, PLAYER_SCRIPTS};
use crate::formats::ff7::stage;
use crate::formats::ff7::unit::settings;
use crate::formats::list_edit::{Elements, unchangeable};
use crate::formats::{
    Capability, Displayed, EditResult, Editable, FormatInfo, Head, ListChange, Loaded, Operations,
    Probe, Records,
};
use crate::scene::Scene;

/// Bytes of the settings of a stage.
const STAGE: u64 = stage::Settings::SIZE as u64;

impl Records for Ab {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.settings",
        name: "Final Fantasy VII battle settings (PC)",
        extensions: &[],
        versions: &["model", "stage"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Ab";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().editable().claimed_beside(Ab::probe_with_companions);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let actions = settings::script_count(head.bytes)?;
        if !matches!(actions, ENEMY_SCRIPTS | PLAYER_SCRIPTS) {
            return None;
        }
        let table = settings::Head::SIZE..settings::Head::SIZE + 4 * actions;
        let is_inside = |at: usize| {
            head.u32(at).is_some_and(|offset| {
                u64::from(offset) >= table.end as u64 && u64::from(offset) < head.len
            })
        };
        let leads = table.clone().step_by(4).filter(|at| is_inside(*at)).count();
        let reason = format!("{actions} actions, each with a script");
        (leads == actions).then_some(Probe { score: 85, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        if cur.remaining() == STAGE {
            return cur.record("settings").map(Ab::Stage);
        }
        settings::settings(cur).map(|model| Ab::Model(Box::new(model)))
    }

    fn version(&self) -> String {
        if matches!(self, Ab::Stage(_)) { "stage" } else { "model" }.to_owned()
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        match self {
            Ab::Model(settings) => settings.write(&mut out)?,
            Ab::Stage(settings) => out.shaped(settings),
        }
        Ok(out.finish())
    }
}

impl Ab {
    fn probe_with_companions(name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        probe_with_companions(name, is_there, |role| role == Role::Settings)
    }
}

impl Displayed for Loaded<Ab> {
    /// The model or stage of these settings, if its skeleton is a companion; otherwise only the scripts.
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let name = self.source.file_name();
        let family = Family::of(name).map(|(family, _)| family);
        let skeleton = family.and_then(|family| family.name(Role::Skeleton));
        let found =
            skeleton.as_deref().and_then(|name| CompanionFinder::new(context).read::<Aa>(name));
        if let Some(skeleton) = found {
            let given = OpenCompanions { settings: Some(self), ..OpenCompanions::default() };
            return Some(build_with(&skeleton, context, given));
        }
        let mut problems = Problems::default();
        let skeleton = skeleton.as_deref().unwrap_or("skeleton with the same name");
        let message =
            format!("companion file not found: {skeleton}; the animated bones are unknown");
        problems.report(Severity::Note, self.source.span(), "", message);
        let mut scene = empty_scene(name);
        self.apply(&mut scene, None, &[]);
        Some((scene, problems))
    }
}

impl Editable for Loaded<Ab> {
    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        let mut new = self.kept()?.clone();
        let asked = Elements::of(change)?;
        match &mut new {
            Ab::Model(settings) => in_settings(settings, asked.list, &asked)?,
            Ab::Stage(_) => return Err(unchangeable(asked.first())),
        }
        new.write()
    }
}
