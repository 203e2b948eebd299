//! Table of the sections.

use crate::formats::Loaded;
use crate::formats::ff7::battle::roles::Role;
use crate::formats::ff7::battle::{Battle, Section};
use crate::scene::{Table, TableRow};

impl Loaded<Battle> {
    /// Lists the role and content of each section.
    pub(super) fn section_table(&self) -> Table {
        let row = |(index, role, section): (usize, Role, &Section)| {
            let (what, about) = match (role, section) {
                (_, Section::Nowhere) => ("nowhere", String::new()),
                (_, Section::Broken(why)) => ("unreadable", why.clone()),
                (Role::Body, Section::Model(model)) => {
                    ("body", format!("{} bones, {}", model.bones.len(), model.faces_in_words()))
                }
                (Role::Weapon(_), Section::Model(model)) => ("weapon", model.faces_in_words()),
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
                origin: self.origin(format!("sections[{index}]")),
            }
        };
        let rows = self.records.with_roles().map(row).collect();
        Table { rows, ..Table::new("Sections", &["section", "holds", "about"]) }
    }
}
