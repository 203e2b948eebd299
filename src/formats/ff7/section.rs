//! Sections of battle models and stages: read one by one, so that one that is damaged takes nothing
//! else with it.

use std::sync::Arc;

use super::animation::Animation;
use super::battle::model::Model;
use super::mesh::Mesh;
use super::stage::settings::Settings as StageSettings;
use super::unit::settings::Settings;
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Cursor, Recorder, Result as Read, Severity, Writer};
use crate::formats::Refusal;
use crate::formats::ps1::tim::Tim;
use crate::scene::Replacement;

/// What a section holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Section {
    /// The body of a battle model, or a weapon.
    Model(Model),
    Settings(Settings),
    Animation(Arc<Animation>),
    /// The settings of a stage, and the bytes of the section behind them.
    Stage(StageSettings, Vec<u8>),
    /// A part of a stage, and the bytes of its section behind it.
    Part(Mesh, Vec<u8>),
    Picture(Tim),
    /// Bytes of unknown meaning.
    Raw(Vec<u8>),
    /// Its offset leads outside.
    Nowhere,
    /// It could not be read, with the reason. It stays unread, and the file is not written.
    Broken(String),
}

impl Section {
    /// Writes it where `out` is.
    ///
    /// # Errors
    /// Where it was not read, or a list is longer than its count can say.
    pub fn write(&self, out: &mut Writer) -> Result<(), Refusal> {
        match self {
            Section::Model(model) => model.write(out)?,
            Section::Settings(settings) => settings.write(out)?,
            Section::Animation(animation) => animation.write(out),
            Section::Stage(settings, rest) => {
                out.shaped(settings);
                out.bytes(rest);
            }
            Section::Part(mesh, rest) => {
                mesh.clone().pass(&mut Writing::new(out), ())?;
                out.bytes(rest);
            }
            Section::Picture(tim) => tim.put(out),
            Section::Raw(bytes) => out.bytes(bytes),
            Section::Broken(why) => return Err(Refusal(why.clone())),
            Section::Nowhere => {}
        }
        Ok(())
    }
}

/// These sections with another picture in the TIM whose image has this path.
///
/// # Errors
/// Where there is none, or it cannot take the picture.
pub fn with_picture(
    sections: &[Section],
    path: &str,
    new: &Replacement,
) -> Result<Vec<Section>, Refusal> {
    let is_meant = |index: usize| path == format!("sections[{index}].image");
    let mut sections = sections.to_vec();
    let found = sections.iter_mut().enumerate().find(|(index, _)| is_meant(*index));
    let Some((_, Section::Picture(tim))) = found else {
        return Err(Refusal(format!("{path} is not a texture of this file")));
    };
    *tim = tim.with_picture(new)?;
    Ok(sections)
}

/// The bytes of a section; none for one that leads outside.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Extent {
    pub start: u64,
    pub end: u64,
}

impl Extent {
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }
}

/// A section to be read.
pub struct Wanted {
    pub index: usize,
    pub type_name: &'static str,
    /// What it is for, where that is known before.
    pub about: Option<String>,
    pub at: Extent,
}

/// Reads a section with `content`.
///
/// # Errors
/// Where sections nest too deeply; what is wrong with this one is said in [`Section::Broken`].
pub fn section<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    wanted: Wanted,
    content: impl FnOnce(&mut Cursor<'_, R>) -> Read<Section>,
) -> Read<Section> {
    let Wanted { index, type_name, about, at } = wanted;
    cur.within(at.start, at.end, |cur| {
        cur.element(index, type_name, |cur| {
            if let Some(about) = about {
                cur.describe(|| about);
            }
            if at.is_empty() {
                let message = format_args!("the section is empty");
                cur.problem(Severity::Warning, (at.start, 0), "", message);
                return Ok(Section::Raw(Vec::new()));
            }
            Ok(content(cur).unwrap_or_else(|error| {
                let why = error.0.to_string();
                cur.lose_because(format_args!("sections[{index}]: {why}"));
                cur.keep(error);
                Section::Broken(why)
            }))
        })
    })
}
