//! TotemTech `.TMESH` (class MESH): triangle strips with collision shapes.
//!
//! | part | element |
//! |---|---|
//! | `link_hash`, in files that some tools extracted | 4 |
//! | `header`: bounding sphere and box, kind 6, flags | 100 |
//! | `vertices` | 12 |
//! | `texcoords`, `normals`: none on the PlayStation 2 | 8, 12 |
//! | `strips`: vertex numbers, material, order | varies, unaligned |
//! | `strip_groups`, with flag 4 | 4 a strip, no count |
//! | `strip_data`: texture coordinate and normal of each corner; none on the PlayStation 2 | varies |
//! | `materials`: name hashes | 4 |
//! | `spheres`, `cuboids`, `cylinders` to collide with | 16, 80, 36 |
//! | footer: a zero and `strip_order`, or `submeshes`, or both | varies |
//!
//! Every array has its count in front. Nothing is aligned. The scene's axes are the file's: Y up,
//! texture rows from the top. Corners keep the order that the format document calls R2, whose
//! front is counter-clockwise; where normals clearly contradict it, the mesh is drawn turned.
//!
//! Known unknowns: what strip groups and the strip order are for; what the vectors of the
//! PlayStation 2's sub-meshes mean; a fourth kind of collision shape, which is kept as bytes.
//!
//! Source: format document `totem-mesh.md`, sections 2 to 6, 8, 13; its foremost public source is
//! Jellonator/chum-world, `libchum/src/reader/mesh.rs`.

mod probe;
mod read;
mod records;
mod scene;
mod triangles;
mod validate;
mod write;

pub use read::{Places, RunPlace};
pub use records::{Cuboid, Cylinder, Footer, Mesh, Sphere, Strip, StripCorner, SubMesh};
pub(super) use scene::{add_mesh, face_fields};
pub use triangles::Triangle;
pub use validate::Facing;

use crate::bytes::{Cursor, NoRecorder, Problems, Result, Source, Tree};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::Scene;

/// The format.
pub struct MeshFormat;

static INFO: FormatInfo = FormatInfo {
    id: "totem.mesh",
    name: "TotemTech mesh",
    family: "totem",
    extensions: &["tmesh"],
    versions: &["GameCube", "PlayStation 2"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

impl Format for MeshFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        probe::probe(head)
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let platform = probe::platform(source.bytes(), source.len());
        let (tree, mut problems, read) =
            Tree::record(source, platform.endian, "Mesh", |cur| read::read(cur, platform));
        let (mesh, places) = read?;
        problems.extend(validate::validate(&mesh, &places, source.id()));
        let counts = count(&mesh);
        Ok(Document {
            format: &INFO,
            version: platform.name().to_owned(),
            source: source.clone(),
            tree,
            problems,
            counts,
            usable: true,
            content: Box::new(MeshFile { mesh, places, source: source.clone() }),
        })
    }
}

fn count(mesh: &Mesh) -> Counts {
    let mut counts = Counts::default();
    counts.set("vertices", mesh.vertices.len());
    counts.set("faces", mesh.triangle_count());
    // Stitches too: what is not drawn is counted all the same.
    counts.set("triangles", mesh.triangle_count());
    counts.set("materials", mesh.materials.len());
    counts.set("strips", mesh.strips.len());
    counts
}

/// Reads the records alone, for skins and tools.
pub fn parse(source: &Source) -> Result<(Mesh, Places, Problems)> {
    let platform = probe::platform(source.bytes(), source.len());
    let mut cur = Cursor::new(source, platform.endian, NoRecorder);
    let (mesh, places) = read::read(&mut cur, platform)?;
    Ok((mesh, places, cur.finish().1))
}

/// An opened mesh.
pub(super) struct MeshFile {
    pub mesh: Mesh,
    pub places: Places,
    pub source: Source,
}

impl MeshFile {
    /// Reads the records of a mesh beside another resource.
    pub fn open(source: &Source) -> Result<Self> {
        let (mesh, places, _) = parse(source)?;
        Ok(Self { mesh, places, source: source.clone() })
    }
}

impl Content for MeshFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        self.mesh.write()
    }
}
