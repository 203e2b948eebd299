//! Draw ids of faces, and lookup of elements by bytes.

use super::{
    ColourTableId, Element, ElementGroup, FaceRef, Id, MeshId, NodeId, PaletteId, Scene, VideoId,
};
use crate::bytes::SourceId;

/// Draw ids of a scene's faces: the base of each instance.
#[derive(Clone, Debug, Default)]
pub struct DrawIds {
    /// First id of each node's faces, and the total at the end.
    bases: Vec<u32>,
}

impl DrawIds {
    /// Number of draw ids: one more than the last.
    pub fn total(&self) -> u32 {
        self.bases.last().copied().unwrap_or(0)
    }

    /// First draw id of the faces of `node`.
    pub fn base(&self, node: NodeId) -> Option<u32> {
        self.bases.get(node.index()).copied()
    }

    /// Draw id of a face; `None` if the node does not exist.
    pub fn id(&self, face: FaceRef) -> Option<u32> {
        self.base(face.node)?.checked_add(face.face)
    }

    /// Face with this draw id; `None` if it does not exist.
    pub fn face(&self, id: u32) -> Option<FaceRef> {
        let node = self.bases.partition_point(|base| *base <= id).checked_sub(1)?;
        // The last entry is the total, not a node.
        (node + 1 < self.bases.len())
            .then(|| FaceRef { node: Id::at(node), face: id - self.bases[node] })
    }
}

impl Scene {
    /// Assigns draw ids to the faces, node by node.
    pub fn draw_ids(&self) -> DrawIds {
        let mut bases = Vec::with_capacity(self.nodes.len() + 1);
        let mut next = 0u32;
        for node in &self.nodes {
            bases.push(next);
            let faces = self.mesh_of(node).map_or(0, |mesh| mesh.faces.len());
            next = next.saturating_add(u32::try_from(faces).unwrap_or(u32::MAX));
        }
        bases.push(next);
        DrawIds { bases }
    }
}

/// Finds the elements that own a byte, smallest first.
#[derive(Debug, Default)]
pub struct SceneIndex {
    /// (source, start, end, element or array) sorted by source and start; arrays are resolved on lookup,
    /// so that a hundred thousand faces need one entry per mesh.
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    source: SourceId,
    start: u64,
    end: u64,
    what: ElementRange,
}

#[derive(Debug, Clone, Copy)]
enum ElementRange {
    One(Element),
    Faces { mesh: MeshId },
    Vertices { mesh: MeshId },
    Entries { palette: PaletteId },
    Colours { table: ColourTableId },
    Frames { film: VideoId },
}

impl SceneIndex {
    /// Indexes all elements of a scene that have bytes.
    pub fn new(scene: &Scene) -> Self {
        let mut entries = Vec::new();
        let mut add = |span: crate::bytes::Span, what| {
            if span.len > 0 {
                let (start, end) = (span.start, span.end());
                entries.push(Entry { source: span.source, start, end, what });
            }
        };
        let groups = ElementGroup::all(scene).into_iter();
        // Helpers are in the lists of their layers, which may not exist.
        let groups = groups.filter(|group| !matches!(group, ElementGroup::Helpers(_)));
        let listed = groups.flat_map(|group| group.elements(scene));
        for (element, _) in listed {
            if let Some(thing) = scene.info(element) {
                add(thing.origin().span, ElementRange::One(element));
            }
        }
        for (i, mesh) in scene.meshes.pairs() {
            add(mesh.face_spans.all(), ElementRange::Faces { mesh: i });
            add(mesh.position_spans.all(), ElementRange::Vertices { mesh: i });
        }
        for (i, palette) in scene.palettes.pairs() {
            add(palette.entries.all(), ElementRange::Entries { palette: i });
        }
        for (i, table) in scene.colour_tables.pairs() {
            add(table.entries.all(), ElementRange::Colours { table: i });
        }
        for (i, film) in scene.films.pairs() {
            add(film.frame_spans.all(), ElementRange::Frames { film: i });
        }
        for (i, helper) in scene.helpers.pairs() {
            add(helper.origin.span, ElementRange::One(Element::Helper(i)));
        }
        for (t, table) in scene.tables.pairs() {
            // The first one represents its table in the group.
            for (r, row) in (0u32..).zip(&table.rows).skip(1) {
                add(row.origin.span, ElementRange::One(Element::Row { table: t, row: r }));
            }
        }
        for (sound, stored) in scene.sounds.pairs() {
            for (id, name) in (0u32..).zip(&stored.ids) {
                add(name.origin.span, ElementRange::One(Element::SoundId { sound, id }));
            }
            for (caption, text) in (0u32..).zip(&stored.captions) {
                add(text.origin.span, ElementRange::One(Element::Caption { sound, caption }));
            }
        }
        Self { entries }
    }

    /// All elements that own the byte, the smallest first. A face occurs once per instance of its mesh.
    pub fn at(&self, scene: &Scene, source: SourceId, offset: u64) -> Vec<Element> {
        let mut found: Vec<(u64, Element)> = Vec::new();
        for entry in &self.entries {
            if entry.source != source || offset < entry.start || offset >= entry.end {
                continue;
            }
            let size = entry.end - entry.start;
            match entry.what {
                ElementRange::One(element) => found.push((size, element)),
                ElementRange::Faces { mesh } => found.extend(faces_at(scene, mesh, source, offset)),
                ElementRange::Vertices { mesh } => {
                    found.extend(vertex_at(scene, mesh, source, offset));
                }
                ElementRange::Entries { palette } => {
                    let spans = scene.palettes.get(palette).map(|p| &p.entries);
                    let entry = spans.and_then(|s| s.index_at(source, offset));
                    let element = |e| Element::PaletteEntry { palette, entry: e as u32 };
                    found.extend(entry.map(|e| (2, element(e))));
                }
                ElementRange::Frames { film } => {
                    let spans = scene.films.get(film).map(|film| &film.frame_spans);
                    let frame = spans.and_then(|spans| spans.index_at(source, offset));
                    let size = |at| spans.map_or(size, |spans| spans.get(at).len);
                    let element = |at| Element::Frame { film, frame: at as u32 };
                    found.extend(frame.map(|at| (size(at), element(at))));
                }
                ElementRange::Colours { table } => {
                    let spans = scene.colour_tables.get(table).map(|t| &t.entries);
                    let entry = spans.and_then(|s| s.index_at(source, offset));
                    let element = |e| Element::ColourEntry { table, entry: e as u32 };
                    found.extend(entry.map(|e| (4, element(e))));
                }
            }
        }
        // A bone and a sky are more specific than their node, and every element than its row of a table.
        found.sort_by_key(|(size, element)| {
            let order = match element {
                Element::Bone { .. } | Element::Sky => 0,
                Element::Row { .. } => 2,
                _ => 1,
            };
            (*size, order, *element)
        });
        found.dedup();
        found.into_iter().map(|(_, element)| element).collect()
    }
}

fn faces_at(scene: &Scene, mesh: MeshId, source: SourceId, offset: u64) -> Vec<(u64, Element)> {
    let Some(geometry) = scene.meshes.get(mesh) else { return Vec::new() };
    let Some(stored) = geometry.face_spans.index_at(source, offset) else { return Vec::new() };
    let size = geometry.face_spans.get(stored).len;
    // Faces are in stored order, so the list is sorted by index.
    let Some(face) = geometry.faces.position_of(stored) else { return Vec::new() };
    let placed = scene.nodes.pairs().filter(|(_, node)| node.mesh == Some(mesh));
    placed.map(|(node, _)| (size, Element::Face(FaceRef { node, face: face as u32 }))).collect()
}

fn vertex_at(scene: &Scene, mesh: MeshId, source: SourceId, offset: u64) -> Option<(u64, Element)> {
    let spans = &scene.meshes.get(mesh)?.position_spans;
    let vertex = spans.index_at(source, offset)?;
    Some((spans.get(vertex).len, Element::Vertex { mesh, vertex: u32::try_from(vertex).ok()? }))
}
