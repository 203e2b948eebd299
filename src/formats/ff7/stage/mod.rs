//! Final Fantasy VII battle stages.
//!
//! The unpacked content of `STAGEnn.LZS`.
//!
//! | section | content |
//! |---|---|
//! | 0 | `settings`, 8 bytes: the type, the number of the first object, six bytes of 0 |
//! | 1 | the ground, a mesh block in the stage's space (see [`mesh`](super::mesh)) |
//! | 2 to 4 | layers of the sky |
//! | up to the first object | more of the ground |
//! | up to the last but one | objects, which the game sorts by depth |
//! | last | the TIM |
//!
//! Bit 31 of a section's offset adds the whole part to the background. The roles are those of types 1 and
//! 5; the other types move some parts ([`motion`]), and type 2, an elevator, has no sky. The shade of the
//! polygons is baked light.
//!
//! Known unknowns: settings bytes 2 to 7.
//!
//! Source: format document `ff7-battle.md`, section 8.

mod list_edit;
pub mod motion;
mod read;
mod scene;
pub mod settings;

use super::directory::{self, Directory};
use super::mesh::Mesh;
use super::names;
use super::section;
pub use super::section::Section;
use super::write_back;
use crate::bytes::{Cursor, Problems, Recorder, Result as Read, Shaped, Source};
use crate::container::Context;
use crate::formats::ps1::tim;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, Fields, FormatInfo, Head, ListChange,
    Loaded, Operations, Probe, Records, Report,
};
use crate::scene::{ElementState, Replacement, Scene};
pub use settings::{Settings, TYPES};

/// The type of stages that scroll vertically.
const ELEVATOR: u8 = 2;

/// Role of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Settings,
    Ground,
    Sky,
    Background,
    Object,
    Picture,
}

impl Role {
    /// Role of section `index` of `count`.
    pub fn of(index: usize, count: usize, settings: &Settings) -> Self {
        let first_object = settings.first_object;
        match index {
            2..=4 if index + 1 < count && settings.kind == ELEVATOR => Role::Background,
            0 => Role::Settings,
            _ if index + 1 == count => Role::Picture,
            1 => Role::Ground,
            2..=4 => Role::Sky,
            _ if index < usize::from(first_object) => Role::Background,
            _ => Role::Object,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Role::Settings => "settings",
            Role::Ground => "ground",
            Role::Sky => "sky",
            Role::Background => "background",
            Role::Object => "object",
            Role::Picture => "picture",
        }
    }
}

/// A stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    pub directory: Directory,
    pub sections: Vec<Section>,
}

impl Records for Stage {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.stage",
        name: "Final Fantasy VII battle stage",
        extensions: &["bin"],
        versions: &["0", "1", "2", "3", "4", "5"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Stage";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().editable().titled(Stage::title);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let count = directory::sections_of(head.bytes)?;
        let offset = |index| directory::offset_of(head.bytes, index);
        let (settings, ground, picture) = (offset(0)?, offset(1)?, offset(count - 1)?);
        if ground - settings != Settings::SIZE || picture as u64 >= head.len {
            return None;
        }
        let kind = *head.bytes.get(settings)?;
        // The picture may be beyond the bytes that a probe sees.
        let (score, what) = match head.u32(picture) {
            Some(tim::ID) => (100, "TIM in the last section"),
            Some(_) => return None,
            None => (80, "picture beyond the probed bytes"),
        };
        Some(Probe { score, reason: format!("{count} sections, type {kind}, {what}") })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        read::stage(cur)
    }

    fn version(&self) -> String {
        let kind = self.settings().map(|settings| settings.kind.to_string());
        let known = |kind: &String| Self::INFO.versions.contains(&kind.as_str());
        kind.filter(known).unwrap_or_default()
    }

    fn count(&self, counts: &mut Counts) {
        let sum = |count: fn(&Mesh) -> usize| self.parts().map(|(_, mesh)| count(mesh)).sum();
        let (vertices, faces, triangles): (usize, usize, usize) =
            (sum(|mesh| mesh.vertices.len()), sum(Mesh::faces), sum(Mesh::triangles));
        counts.set("sections", self.sections.len());
        counts.set("models", self.parts().count());
        counts.set("vertices", vertices);
        counts.set("faces", faces);
        counts.set("triangles", triangles);
        if let Some(Section::Picture(tim)) = self.sections.last() {
            tim.count(counts);
        }
    }

    fn is_usable(&self) -> bool {
        self.parts().any(|(_, mesh)| mesh.faces() > 0)
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        for (index, mesh) in file.records.parts() {
            mesh.check(&format!("sections[{index}]"), report);
        }
    }

    /// Writes the file, with recomputed offsets.
    fn write(&self) -> EditResult<Vec<u8>> {
        self.directory.write(&self.sections)
    }
}

impl Stage {
    fn title(head: &Head<'_>) -> Option<String> {
        names::of(head.name).map(str::to_owned)
    }
}

impl Displayed for Loaded<Stage> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }
}

impl Editable for Loaded<Stage> {
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        let sections = section::with_picture(&self.records.sections, path, new)?;
        self.records.directory.write(&sections)
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        let Stage { directory, sections } = self.kept()?;
        let (directory, sections) = list_edit::with_list(directory, sections, change)?;
        directory.write(&sections)
    }

    fn stored_as(&self, _: Context<'_>, path: &str, shown: &ElementState) -> EditResult<Fields> {
        write_back::stored_as(&self.records.sections, path, shown)
    }
}

impl Stage {
    pub fn settings(&self) -> Option<&Settings> {
        match self.sections.first()? {
            Section::Stage(settings, _) => Some(settings),
            _ => None,
        }
    }

    /// Role of section `index`.
    pub fn role(&self, index: usize) -> Role {
        let settings = self.settings().copied().unwrap_or_default();
        Role::of(index, self.sections.len(), &settings)
    }

    /// The meshes with their section indices.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &Mesh)> {
        self.sections.iter().enumerate().filter_map(|(index, section)| match section {
            Section::Part(mesh, _) => Some((index, mesh)),
            _ => None,
        })
    }
}
