//! Sections of battle models and stages. Each is read separately, so that a damaged one does not affect
//! the others.

use std::sync::Arc;

use super::animation::Animation;
use super::battle::model::Model;
use super::mesh::Mesh;
use super::stage::settings::Settings as StageSettings;
use super::unit::settings::Settings;
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Cursor, Recorder, Result as Read, Severity, Writer};
use crate::formats::ps1::tim::Tim;
use crate::formats::{EditResult, Refusal};
use crate::scene::Replacement;

/// Content of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Section {
    /// The body of a battle model, or a weapon.
    Model(Model),
    Settings(Settings),
    Animation(Arc<Animation>),
    /// The settings of a stage, and the bytes after them.
    Stage(StageSettings, Vec<u8>),
    /// A part of a stage, and the bytes after its mesh.
    Part(Mesh, Vec<u8>),
    Picture(Tim),
    /// Bytes of unknown meaning.
    Raw(Vec<u8>),
    /// The offset points outside the file.
    Nowhere,
    /// The section could not be read, for this reason. A file with such a section cannot be written.
    Broken(String),
}

impl Section {
    /// Writes the section at the end of `out`.
    ///
    /// # Errors
    /// If it was not read, or a list is too long for its count.
    pub fn write(&self, out: &mut Writer) -> EditResult<()> {
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

/// Copies of the sections, with the picture of the TIM image at this path replaced.
///
/// # Errors
/// If there is no such image, or it cannot store the picture.
pub fn with_picture(
    sections: &[Section],
    path: &str,
    new: &Replacement,
) -> EditResult<Vec<Section>> {
    let is_meant = |index: usize| path == format!("sections[{index}].image");
    let mut sections = sections.to_vec();
    let found = sections.iter_mut().enumerate().find(|(index, _)| is_meant(*index));
    let Some((_, Section::Picture(tim))) = found else {
        return Err(Refusal(format!("{path} is not a texture of this file")));
    };
    *tim = tim.with_picture(new)?;
    Ok(sections)
}

/// Byte range of a section; empty if its offset points outside the file.
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

/// A section to read.
pub struct SectionRequest {
    pub index: usize,
    pub type_name: &'static str,
    /// Purpose of the section, if known before it is read.
    pub about: Option<String>,
    pub at: Extent,
}

/// Reads a section with `content`.
///
/// # Errors
/// If sections nest too deeply. Other errors are stored in [`Section::Broken`].
pub fn section<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    wanted: SectionRequest,
    content: impl FnOnce(&mut Cursor<'_, R>) -> Read<Section>,
) -> Read<Section> {
    let SectionRequest { index, type_name, about, at } = wanted;
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
