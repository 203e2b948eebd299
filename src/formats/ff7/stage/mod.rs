//! Final Fantasy VII battle stages.
//!
//! What `STAGEnn.LZS` unpacks to.
//!
//! | section | holds |
//! |---|---|
//! | 0 | `settings`, 8 bytes: the type, the number of the first object, six bytes of 0 |
//! | 1 | the ground, a mesh block in the stage's space (see [`mesh`](super::mesh)) |
//! | 2 to 4 | layers of the sky |
//! | up to the first object | more of the ground |
//! | up to the last but one | objects, which the game sorts by depth |
//! | last | the TIM |
//!
//! Bit 31 of a section's offset adds the whole part to what is behind it. The roles are those of the
//! types 1 and 5; the other types move some parts. The shade of the polygons is baked light.
//!
//! Known unknowns: settings bytes 2 to 7.
//!
//! Source: format document `ff7-battle.md`, section 8.

mod read;
mod scene;

pub use read::Place;

use super::directory::{self, Directory};
use super::mesh::Mesh;
use super::sections::Unread;
use crate::bytes::{
    Cursor, Endian, Hint, NoRecorder, Problems, Result as Read, Source, Symbol, Tree, Writer,
};
use crate::container::Context;
use crate::formats::ps1::tim::Tim;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// Kinds of stages.
pub const TYPES: &[Symbol] = &[
    Symbol { value: 0, name: "scrolls horizontally" },
    Symbol { value: 1, name: "stands still" },
    Symbol { value: 2, name: "scrolls vertically" },
    Symbol { value: 3, name: "lifestream" },
    Symbol { value: 4, name: "parts turn" },
    Symbol { value: 5, name: "stands still" },
];

crate::record! {
    /// Section 0.
    pub struct Settings {
        pub kind: u8 => Hint::Enum(TYPES),
        /// The parts from this one on are objects.
        pub first_object: u8,
        pub unknown_02: [u8; 6],
    }
}

/// What a part is for.
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
    /// Of section `index` of `count`.
    pub fn of(index: usize, count: usize, first_object: u8) -> Self {
        match index {
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

/// What a section holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Section {
    Settings(Settings, Vec<u8>),
    /// A mesh, and the bytes of its section behind it.
    Part(Mesh, Vec<u8>),
    Picture(Tim),
    Raw(Vec<u8>),
    /// Its offset leads outside.
    Nowhere,
    /// It could not be read, with the reason.
    Broken(String),
}

/// A stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    pub directory: Directory,
    pub sections: Vec<Section>,
}

/// The format.
pub struct StageFormat;

static INFO: FormatInfo = FormatInfo {
    id: "ff7.stage",
    name: "Final Fantasy VII battle stage",
    family: "ff7",
    extensions: &["bin"],
    versions: &["0", "1", "2", "3", "4", "5"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

/// Bytes of section 0.
const SETTINGS: usize = 8;

impl Format for StageFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let count = directory::sections_of(head.bytes)?;
        let offset = |index| directory::offset_of(head.bytes, index);
        let (settings, ground, picture) = (offset(0)?, offset(1)?, offset(count - 1)?);
        if ground - settings != SETTINGS || picture as u64 >= head.len {
            return None;
        }
        let kind = *head.bytes.get(settings)?;
        // The picture may lie behind what a probe sees.
        let (score, what) = match head.u32(picture) {
            Some(crate::formats::ps1::tim::ID) => (100, "a TIM at the end"),
            Some(_) => return None,
            None => (80, "a picture far behind"),
        };
        Some(Probe { score, reason: format!("{count} sections, type {kind}, {what}") })
    }

    fn open(&self, source: &Source) -> Read<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, "Stage", read::stage);
        let (stage, places) = read?;
        let kind = stage.settings().map(|settings| settings.kind.to_string());
        let known = |kind: &String| INFO.versions.contains(&kind.as_str());
        let usable = stage.parts().any(|(_, mesh)| mesh.faces() > 0);
        Ok(Document {
            format: &INFO,
            version: kind.filter(known).unwrap_or_default(),
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts: stage.counts(),
            usable,
            content: Box::new(StageFile { stage, places, source: source.clone() }),
        })
    }
}

/// Reads the records alone, for tools and benchmarks.
pub fn parse(source: &Source) -> Read<(Stage, Vec<Place>, Problems)> {
    let mut cur = Cursor::new(source, Endian::Little, NoRecorder);
    let (stage, places) = read::stage(&mut cur)?;
    Ok((stage, places, cur.finish().1))
}

impl Stage {
    pub fn settings(&self) -> Option<&Settings> {
        match self.sections.first()? {
            Section::Settings(settings, _) => Some(settings),
            _ => None,
        }
    }

    /// What section `index` is for.
    pub fn role(&self, index: usize) -> Role {
        let first_object = self.settings().map_or(0, |settings| settings.first_object);
        Role::of(index, self.sections.len(), first_object)
    }

    /// The meshes with the numbers of their sections.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &Mesh)> {
        self.sections.iter().enumerate().filter_map(|(index, section)| match section {
            Section::Part(mesh, _) => Some((index, mesh)),
            _ => None,
        })
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        let sum = |count: fn(&Mesh) -> usize| self.parts().map(|(_, mesh)| count(mesh)).sum();
        let (vertices, faces, triangles): (usize, usize, usize) =
            (sum(|mesh| mesh.vertices.len()), sum(Mesh::faces), sum(Mesh::triangles));
        counts.set("sections", self.sections.len());
        counts.set("models", self.parts().count());
        counts.set("vertices", vertices);
        counts.set("faces", faces);
        counts.set("triangles", triangles);
        if let Some(Section::Picture(tim)) = self.sections.last() {
            tim.count(&mut counts);
        }
        counts
    }

    /// The file, offsets computed anew.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        self.directory.write(&self.sections, Section::write)
    }
}

impl Section {
    fn write(&self, out: &mut Writer) -> Result<(), String> {
        match self {
            Section::Settings(settings, rest) => {
                out.shaped(settings);
                out.bytes(rest);
            }
            Section::Part(mesh, rest) => {
                if let Some(cut) = &mesh.cut {
                    return Err(cut.clone());
                }
                mesh.write(out);
                out.bytes(rest);
            }
            Section::Picture(tim) => tim.write(out),
            Section::Raw(bytes) => out.bytes(bytes),
            Section::Broken(why) => return Err(why.clone()),
            Section::Nowhere => {}
        }
        Ok(())
    }
}

impl From<Unread> for Section {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Empty => Section::Raw(Vec::new()),
            Unread::Broken(why) => Section::Broken(why),
        }
    }
}

/// An opened stage.
struct StageFile {
    stage: Stage,
    places: Vec<Place>,
    source: Source,
}

impl Content for StageFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((scene::build(self), Problems::default()))
    }

    fn write(&self) -> Result<Vec<u8>, Refusal> {
        self.stage.write()
    }
}
