//! TotemTech `.TSKIN` (class SKIN): weights of bones for the vertices of meshes.
//!
//! | part | element |
//! |---|---|
//! | `header`: as in a mesh, kind 3 | 100 |
//! | `meshes`: name hashes | 4 |
//! | `zero` | 4 |
//! | `groups`: a bone's name hash and its `sections`: a mesh, weights of vertices and of normals | varies |
//! | `has_animations`, then `animations`: symbol and name hash | 1, 8 |
//! | `unknown_lists`: vertices and normals | varies |
//!
//! Every array is preceded by its count; nothing is aligned. There is neither a hierarchy nor a bind pose:
//! bones are in the node that displays the skin. If that node is a companion the skin is displayed with the
//! bones, otherwise its meshes are displayed as stored.
//!
//! Known unknowns: `zero`, which is 0; the purpose of the last lists.
//!
//! Source: format document `totem-mesh.md`, section 11.

mod probe;
mod records;

pub use records::{AnimationRef, Group, Section, Skin, UnknownList, Weight};

use crate::bytes::layout;
use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Shaped, Source};
use crate::container::Context;
use crate::formats::totem::{Header, Platform, kind, level};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report,
};
use crate::scene::Scene;

/// Storage variant of a skin file.
fn platform(source: &Source) -> Platform {
    let stated = Platform::stated(source);
    stated.or_else(|| Platform::of_kind(source.bytes(), kind::SKIN)).unwrap_or_default()
}

impl Records for Skin {
    const INFO: FormatInfo = FormatInfo {
        id: "totem.skin",
        name: "TotemTech skin",
        extensions: &["tskin"],
        versions: &["GameCube", "PlayStation 2"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Skin";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        probe::probe(head, head.has_extension(Self::INFO.extensions))
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn form(source: &Source) -> (Endian, &'static str) {
        (platform(source).endian, Self::ROOT)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let mut skin = Self { platform: platform(source), ..Self::default() };
        layout::read(cur, &mut skin, (), Header::SIZE as u64)?;
        Ok(skin)
    }

    fn sketch() -> std::result::Result<layout::Sketch, String> {
        layout::Sketch::of::<Self>()
    }

    fn version(&self) -> String {
        self.platform.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("bones", self.groups.len());
        if self.has_animations != 0 {
            counts.set("animations", self.animations.len());
        }
    }

    /// Reports invalid mesh indices and weights.
    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        let skin = &file.records;
        if skin.zero != 0 {
            report.note("zero", format!("expected 0, found {}", skin.zero));
        }
        let count = skin.meshes.len();
        for (g, group) in skin.groups.iter().enumerate() {
            for (s, section) in group.sections.iter().enumerate() {
                let path = format!("groups[{g}].sections[{s}]");
                if usize::from(section.mesh) >= count {
                    let message =
                        format!("mesh index {} outside the list of {count}", section.mesh);
                    report.error(format!("{path}.mesh"), message);
                }
                let odd = |weight: &Weight| !weight.weight.is_finite() || weight.weight < 0.0;
                if let Some(w) = section.vertices.iter().position(odd) {
                    let message = "the weight is negative or not a number";
                    report.error(format!("{path}.vertices[{w}].weight"), message);
                }
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }
}

impl Displayed for Loaded<Skin> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(level::of_skin(self, context))
    }
}
