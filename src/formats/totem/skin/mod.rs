//! TotemTech `.TSKIN` (class SKIN): which bones move which vertices of which meshes.
//!
//! | part | element |
//! |---|---|
//! | `header`: as a mesh has, kind 3 | 100 |
//! | `meshes`: name hashes | 4 |
//! | `zero` | 4 |
//! | `groups`: a bone's name hash and its `sections`: a mesh, weights of vertices and of normals | varies |
//! | `has_animations`, then `animations`: symbol and name hash | 1, 8 |
//! | `unknown_lists`: vertices and normals | varies |
//!
//! Every array has its count in front; nothing is aligned. There is neither a hierarchy nor a
//! bind pose: bones are nodes of the level, which other resources hold. The meshes are shown as
//! they are stored.
//!
//! Known unknowns: `zero`, which is 0; what the last lists are for.
//!
//! Source: format document `totem-mesh.md`, section 11.

mod probe;
mod read;
mod records;
mod scene;
mod write;

pub use read::Places;
pub use records::{AnimationRef, Group, Section, Skin, UnknownList, Weight};

use crate::bytes::{Problem, Problems, Result, Severity, Source, Span, Tree};
use crate::container::Context;
use crate::formats::totem::{Platform, kind};
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct SkinFormat;

static INFO: FormatInfo = FormatInfo {
    id: "totem.skin",
    name: "TotemTech skin",
    family: "totem",
    extensions: &["tskin"],
    versions: &["GameCube", "PlayStation 2"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for SkinFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        probe::probe(head, head.has_extension(INFO.extensions))
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let platform = Platform::of_kind(source.bytes(), kind::SKIN).unwrap_or_default();
        let (tree, mut problems, read) =
            Tree::record(source, platform.endian, "Skin", |cur| read::read(cur, platform));
        let (skin, places) = read?;
        problems.extend(validate(&skin, &places, source));
        let mut counts = Counts::default();
        counts.set("bones", skin.groups.len());
        if let Some(animations) = &skin.animations {
            counts.set("animations", animations.len());
        }
        Ok(Document {
            format: &INFO,
            version: platform.name().to_owned(),
            source: source.clone(),
            tree,
            problems,
            counts,
            usable: true,
            content: Box::new(SkinFile { skin, places, source: source.clone() }),
        })
    }
}

/// Numbers that lead nowhere, and weights that are none.
fn validate(skin: &Skin, places: &Places, source: &Source) -> Problems {
    let mut problems = Problems::default();
    let mut say = |severity, at: u64, field: String, message: String| {
        let span = Span::new(source.id(), at, 4);
        problems.push(Problem { severity, span, available: None, field, message });
    };
    if skin.zero != 0 {
        let message = format!("{} where only 0 was seen", skin.zero);
        say(Severity::Note, places.zero, "zero".to_owned(), message);
    }
    for (g, group) in skin.groups.iter().enumerate() {
        let at = places.groups.get(g).copied().unwrap_or_default();
        for (s, section) in group.sections.iter().enumerate() {
            let field = |name: &str| format!("groups[{g}].sections[{s}].{name}");
            let count = skin.meshes.len();
            if usize::from(section.mesh) >= count {
                let message = format!("mesh {} of {count} does not exist", section.mesh);
                say(Severity::Error, at, field("mesh"), message);
            }
            let odd = |weight: &Weight| !weight.weight.is_finite() || weight.weight < 0.0;
            if let Some(w) = section.vertices.iter().position(odd) {
                let message = "the weight is not a number from 0 up".to_owned();
                say(Severity::Error, at, field(&format!("vertices[{w}].weight")), message);
            }
        }
    }
    problems
}

/// An opened skin.
struct SkinFile {
    skin: Skin,
    places: Places,
    source: Source,
}

impl Content for SkinFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.skin.write()
    }
}
