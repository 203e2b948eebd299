//! Final Fantasy VII `*.p`: a mesh of the PC version, of a bone, a weapon, or a part of a stage.
//!
//! | part | bytes |
//! |---|---|
//! | `version`, counts, pointers | 128 |
//! | `vertices`, `normals`, `extra_points` | 12 each |
//! | `texcoords` | 8 each |
//! | `vertex_colours`, `polygon_colours`: B, G, R, A | 4 each |
//! | `edges` | 4 each |
//! | `polygons`: triangles | 24 each |
//! | `extra_polygons`, `extra_records`: unused | 24, 3 each |
//! | `states`: how groups are drawn | 100 each |
//! | `groups`: runs of polygons, vertices and texture coordinates | 56 each |
//! | `boxes` | 28 each |
//! | `normal_indices`: the normal of each vertex, if there are normals | 4 each |
//!
//! The vertices of a polygon are relative to the first of its group; its texture coordinates have the
//! same numbers, relative to the group's first. Vertex colours are baked light, and 255 leaves texels
//! unchanged; colours of polygons and edges are for editors. Group and render state have the same index.
//!
//! The model, or the resource of a field model, maps the texture numbers of groups to textures. The file
//! does not store which side is the front: it is derived from the normals, if there are any.
//!
//! Known unknowns: blend mode 3, the extra lists, most words of a render state.
//!
//! Source: format document `ff7-pc.md`, section 3.

mod check;
mod corners;
mod draw;
mod list_edit;
mod records;
mod scene;
mod write_back;

pub(super) use draw::{Key, MeshOwner, drawn, face_fields};
pub use records::{
    BoundingBox, COLOUR, CutBox, Group, HEADER, P, Point, Polygon, RenderState, STATES, ShortBox,
    TexCoord, VERSION, blend, state,
};
pub use scene::name_before;

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result as Read, Shaped, Source, layout};
use crate::container::Context;
use crate::formats::ff7::pc::names::{Role, has_role, probe_with_companions};
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, Fields, FormatInfo, Head, ListChange,
    Loaded, Operations, Probe, Records, Report,
};
use crate::scene::{ElementState, Scene};

fn is_mesh(role: Role) -> bool {
    matches!(role, Role::Part(_) | Role::Weapon(_))
}

/// Sizes of the parts according to the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DeclaredCounts {
    /// Size of everything up to the boxes.
    parts: u64,
    boxes: u64,
    /// Size of the normal indices.
    normals: u64,
    groups: u64,
}

impl DeclaredCounts {
    /// Reads the sizes from the header in these bytes, if it is valid.
    fn of(head: &Head<'_>) -> Option<Self> {
        let word = |index: usize| head.u32(4 * index).map(u64::from);
        if word(0)? != u64::from(VERSION) || word(1)? != 1 || word(2)? > 2 {
            return None;
        }
        // Vertices, normals, extra points, texture coordinates, vertex colours, edges, polygons with
        // their colours, extra polygons, extra records, render states, groups.
        let sizes = [12, 12, 12, 8, 4, 4, 28, 24, 3, 100, 56];
        let mut parts = HEADER;
        for (index, size) in sizes.into_iter().enumerate() {
            // Counts have 32 bits, so the sums fit into 64.
            parts += word(3 + index)? * size;
        }
        let normals = if word(15)? == 0 { 0 } else { word(3)? * 4 };
        Some(Self { parts, boxes: word(14)?, normals, groups: word(13)? })
    }

    /// `true` if the parts fill a file of this length, with any known variant of boxes and normals.
    fn is_kept(&self, len: u64) -> bool {
        let left = len.checked_sub(self.parts);
        left.is_some_and(|left| {
            let sizes = [BoundingBox::SIZE as u64, ShortBox::SIZE as u64];
            let whole = sizes.map(|size| self.boxes * size);
            let cut = (self.boxes * sizes[0]).checked_sub(16);
            let boxes = || whole.into_iter().chain(cut);
            boxes().any(|boxes| left == boxes || left == boxes + self.normals)
        })
    }
}

impl Records for P {
    const INFO: FormatInfo = FormatInfo {
        id: "ff7.pc.part",
        name: "Final Fantasy VII mesh (PC)",
        extensions: &["p"],
        versions: &[],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "P";
    const OPERATIONS: Operations<Self> =
        Operations::NONE.displayed().editable().claimed_beside(P::probe_with_companions);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let promise = DeclaredCounts::of(head)?;
        let is_named = head.has_extension(Self::INFO.extensions) || has_role(head.name, is_mesh);
        let score = match (promise.is_kept(head.len), promise.groups) {
            (true, 1..) => 97,
            (true, 0) if is_named || promise.parts > HEADER => 60,
            (false, _) if is_named => 75,
            (false, 1..) if (promise.parts..promise.parts * 2).contains(&head.len) => 40,
            _ => return None,
        };
        let groups = promise.groups;
        Some(Probe { score, reason: format!("version 1, {groups} groups, matching length") })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Read<Self> {
        let mut mesh = Self::default();
        layout::read(cur, &mut mesh, (), HEADER)?;
        Ok(mesh)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("models", 1);
        counts.set("vertices", self.vertices.len());
        counts.set("faces", self.polygons.len());
        counts.set("triangles", self.polygons.len());
    }

    fn is_usable(&self) -> bool {
        !self.vertices.is_empty() || self.polygons.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        check::check(&file.records, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl P {
    fn probe_with_companions(name: &str, is_there: &dyn Fn(&str) -> bool) -> Option<Probe> {
        probe_with_companions(name, is_there, is_mesh)
    }
}

impl Displayed for Loaded<P> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(self, context))
    }
}

impl Editable for Loaded<P> {
    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        list_edit::with_list(self.kept()?, change)?.write()
    }

    fn stored_as(&self, _: Context<'_>, path: &str, shown: &ElementState) -> EditResult<Fields> {
        write_back::stored_as(&self.records, path, shown)
    }
}
