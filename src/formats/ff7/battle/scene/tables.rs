//! Tables: what each section is, and what each action does.

use super::scripts::script_path;
use crate::bytes::Span;
use crate::formats::Loaded;
use crate::formats::ff7::battle::roles::Role;
use crate::formats::ff7::battle::settings::Target;
use crate::formats::ff7::battle::{Battle, Section};
use crate::formats::ff7::script::{Told, action_name, in_words};
use crate::scene::{Origin, Table, TableRow};

impl Loaded<Battle> {
    /// What each section is.
    pub(super) fn section_table(&self) -> Table {
        let row = |(index, role, section): (usize, Role, &Section)| {
            let (what, about) = match (role, section) {
                (_, Section::Nowhere) => ("nowhere", String::new()),
                (_, Section::Broken(why)) => ("unreadable", why.clone()),
                (Role::Body, Section::Model(model)) => {
                    ("body", format!("{} bones, {} polygons", model.bones.len(), model.faces()))
                }
                (Role::Weapon(_), Section::Model(model)) => {
                    ("weapon", format!("{} polygons", model.faces()))
                }
                (_, Section::Settings(settings)) => {
                    ("settings", format!("{} actions", settings.scripts.len()))
                }
                (_, Section::Animation(animation)) => {
                    let body = matches!(role, Role::Animation(_));
                    let what = if body { "animation" } else { "weapon animation" };
                    let frames = animation.frames();
                    let about = if animation.is_empty() {
                        "empty".into()
                    } else {
                        format!("{frames} frames")
                    };
                    (what, about)
                }
                (_, Section::Picture(tim)) => ("picture", tim.kind().name().to_owned()),
                _ => ("unknown", String::new()),
            };
            TableRow {
                cells: vec![index.to_string(), what.to_owned(), about],
                origin: match section {
                    Section::Model(_) | Section::Animation(_) | Section::Picture(_) => {
                        self.origin(format!("sections[{index}]"))
                    }
                    _ => path_alone(format!("sections[{index}]")),
                },
            }
        };
        let rows = self.records.with_roles().map(row).collect();
        Table { rows, ..Table::new("Sections", &["section", "holds", "about"]) }
    }

    /// Which script each action runs.
    pub(super) fn script_table(&self, told: &[Told<'_>]) -> Option<Table> {
        let found = self.records.settings()?;
        let count = found.scripts.len();
        let row = |(action, target): (usize, &Target)| {
            let (script, frames, about) = match target {
                Target::Piece(index) => {
                    let path = script_path(*index);
                    let told = told.iter().find(|told| told.path == path);
                    let frames = told.map_or(0, |told| told.played.shots.len());
                    let about = told.map_or(String::new(), |told| in_words(told.script));
                    (format!("scripts[{index}]"), frames.to_string(), about)
                }
                Target::Stale(offset) => {
                    (format!("{offset:#x}"), "0".to_owned(), "nothing".to_owned())
                }
            };
            let name = action_name(action, count).to_owned();
            TableRow {
                cells: vec![action.to_string(), name, script, frames, about],
                origin: path_alone(format!("sections[1].script_offsets[{action}]")),
            }
        };
        let rows = found.scripts.iter().enumerate().map(row).collect();
        let columns = ["action", "name", "script", "frames", "does"];
        Some(Table { rows, ..Table::new("Actions", &columns) })
    }
}

/// The origin of a row that exports name by its field alone, without its bytes.
fn path_alone(path: String) -> Origin {
    Origin::new(Span::default(), path)
}
