//! TotemTech `.TMESH` (class MESH): triangle strips with collision shapes.
//!
//! | part | element |
//! |---|---|
//! | `link_hash`, in files that some tools extracted | 4 |
//! | `header`: bounding sphere and box, kind 6, flags | 100 |
//! | `vertices` | 12 |
//! | `texcoords`, `normals`: none on the PlayStation 2 | 8, 12 |
//! | `strips`: vertex indices, material, order | varies, unaligned |
//! | `strip_groups`, with flag 4 | 4 per strip, no count |
//! | `strip_data`: texture coordinate and normal of each corner; none on the PlayStation 2 | varies |
//! | `materials`: name hashes | 4 |
//! | `spheres`, `cuboids`, `cylinders` for collision | 16, 80, 36 |
//! | footer: a zero and `strip_order`, or `submeshes`, or both | varies |
//!
//! Every array is preceded by its count. Nothing is aligned. The scene's axes are the file's: Y up,
//! texture rows from the top. Corners keep the order that the format document calls R2, in which front
//! faces are counter-clockwise; if normals clearly contradict it, the mesh is drawn with reversed faces.
//!
//! Known unknowns: the purpose of strip groups and strip order; the meaning of the vectors in the
//! PlayStation 2's sub-meshes; a fourth kind of collision shape, which is stored as bytes.
//!
//! Source: format document `totem-mesh.md`, sections 2 to 6, 8, 13; its main public source is
//! Jellonator/chum-world, `libchum/src/reader/mesh.rs`.

mod footer;
mod list_edit;
mod probe;
mod records;
mod scene;
mod triangles;
mod validate;
mod write_back;

pub use footer::{Footer, SubMesh};
pub use records::{Cuboid, Cylinder, Mesh, Sphere, Strip, StripCorner, StripData};
pub(super) use scene::{face_fields, make_mesh};
pub use triangles::Triangle;
pub use validate::Facing;

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Shaped, Source, layout};
use crate::container::Context;
use crate::formats::totem::{Header, Platform};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, Fields, FormatInfo, Head, ListChange,
    Loaded, Operations, Probe, Records, Report,
};
use crate::scene::{ElementState, Scene};

fn platform(source: &Source) -> Platform {
    probe::platform(source.bytes(), source.len())
}

impl Records for Mesh {
    const INFO: FormatInfo = FormatInfo {
        id: "totem.mesh",
        name: "TotemTech mesh",
        extensions: &["tmesh"],
        versions: &["GameCube", "PlayStation 2"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Mesh";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        probe::probe(head)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn form(source: &Source) -> (Endian, &'static str) {
        (platform(source).endian, Self::ROOT)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let mut mesh = Self { platform: platform(source), ..Self::default() };
        layout::read(cur, &mut mesh, (), Header::SIZE as u64)?;
        Ok(mesh)
    }

    fn version(&self) -> String {
        self.platform.name().to_owned()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("vertices", self.vertices.len());
        counts.set("faces", self.triangle_count());
        // Includes degenerate triangles, which are not drawn.
        counts.set("triangles", self.triangle_count());
        counts.set("materials", self.materials.len());
        counts.set("strips", self.strips.len());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        validate::check(&file.records, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, self.platform.endian, ())?)
    }
}

impl Displayed for Loaded<Mesh> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<Mesh> {
    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        list_edit::with_list(self.kept()?, change)?.write()
    }

    fn stored_as(
        &self,
        context: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> EditResult<Fields> {
        write_back::stored_as(&self.records, context, path, shown)
    }
}
