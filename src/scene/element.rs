//! Naming things on the screen, and finding them from bytes.

use glam::Mat4;

use super::Scene;
use crate::bytes::SourceId;

/// One thing of a scene that can be selected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Element {
    Node(u32),
    Mesh(u32),
    Face(FaceRef),
    Vertex {
        mesh: u32,
        vertex: u32,
    },
    Texture(u32),
    Palette(u32),
    PaletteEntry {
        palette: u32,
        entry: u32,
    },
    ColourTable(u32),
    ColourEntry {
        table: u32,
        entry: u32,
    },
    Helper(u32),
    /// The sky that has no faces.
    Sky,
    Row {
        table: u32,
        row: u32,
    },
    Sound(u32),
    /// An identifier of a sound.
    SoundId {
        sound: u32,
        id: u32,
    },
    Caption {
        sound: u32,
        caption: u32,
    },
    Collision(u32),
    Bone {
        skeleton: u32,
        bone: u32,
    },
    Animation(u32),
    /// A morph target.
    Morph {
        mesh: u32,
        morph: u32,
    },
}

/// A face as placed: `node` is the instance, `face` its index in [`Mesh::faces`](super::Mesh).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FaceRef {
    pub node: u32,
    pub face: u32,
}

/// The draw ids of a scene's faces: the base of each instance.
#[derive(Clone, Debug, Default)]
pub struct DrawIds {
    /// First id of each node's faces, and the total at the end.
    bases: Vec<u32>,
}

impl DrawIds {
    pub fn total(&self) -> u32 {
        self.bases.last().copied().unwrap_or(0)
    }

    /// First id of node `node`'s faces.
    pub fn base(&self, node: u32) -> Option<u32> {
        self.bases.get(node as usize).copied()
    }

    pub fn id(&self, face: FaceRef) -> Option<u32> {
        self.base(face.node)?.checked_add(face.face)
    }

    pub fn face(&self, id: u32) -> Option<FaceRef> {
        let node = self.bases.partition_point(|base| *base <= id).checked_sub(1)?;
        // The last entry is the total, not a node.
        (node + 1 < self.bases.len())
            .then(|| FaceRef { node: node as u32, face: id - self.bases[node] })
    }
}

impl Scene {
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

    /// World transform of every node.
    pub fn world_transforms(&self) -> Vec<Mat4> {
        let mut world: Vec<Mat4> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let parent = node.parent.and_then(|p| world.get(p as usize)).copied();
            world.push(parent.unwrap_or(Mat4::IDENTITY) * node.local);
        }
        world
    }

    /// The node that an element is, or that was made of the same bytes as it: as a trigger's volume,
    /// the sky, or a row of a table.
    pub fn node_of(&self, element: Element) -> Option<u32> {
        let origin = match element {
            Element::Node(node) => return Some(node),
            Element::Helper(_) | Element::Sky | Element::Row { .. } => self.origin(element)?,
            _ => return None,
        };
        let found = self.nodes.iter().position(|node| node.origin == origin);
        let found = found.filter(|_| origin.span.len > 0)?;
        u32::try_from(found).ok()
    }

    /// The span and field path of an element.
    pub fn origin(&self, element: Element) -> Option<super::Origin> {
        Some(match element {
            Element::Node(i) => self.nodes.get(i as usize)?.origin.clone(),
            Element::Mesh(i) => self.meshes.get(i as usize)?.origin.clone(),
            Element::Face(face) => {
                let mesh = self.mesh_of(self.nodes.get(face.node as usize)?)?;
                mesh.face_spans.origin(mesh.faces.get(face.face as usize)?.index as usize)
            }
            Element::Vertex { mesh, vertex } => {
                self.meshes.get(mesh as usize)?.position_spans.origin(vertex as usize)
            }
            Element::Texture(i) => self.textures.get(i as usize)?.origin.clone(),
            Element::Palette(i) => self.palettes.get(i as usize)?.origin.clone(),
            Element::PaletteEntry { palette, entry } => {
                self.palettes.get(palette as usize)?.entries.origin(entry as usize)
            }
            Element::ColourTable(i) => self.colour_tables.get(i as usize)?.origin.clone(),
            Element::ColourEntry { table, entry } => {
                self.colour_tables.get(table as usize)?.entries.origin(entry as usize)
            }
            Element::Helper(i) => self.helpers.get(i as usize)?.origin.clone(),
            Element::Sky => self.sky.as_ref()?.origin.clone(),
            Element::Row { table, row } => {
                self.tables.get(table as usize)?.rows.get(row as usize)?.origin.clone()
            }
            Element::Sound(i) => self.sounds.get(i as usize)?.origin.clone(),
            Element::SoundId { sound, id } => {
                self.sounds.get(sound as usize)?.ids.get(id as usize)?.origin.clone()
            }
            Element::Caption { sound, caption } => {
                self.sounds.get(sound as usize)?.captions.get(caption as usize)?.origin.clone()
            }
            Element::Collision(i) => self.collisions.get(i as usize)?.origin.clone(),
            Element::Bone { skeleton, bone } => {
                self.skeletons.get(skeleton as usize)?.bones.get(bone as usize)?.origin.clone()
            }
            Element::Animation(i) => self.animations.get(i as usize)?.origin.clone(),
            Element::Morph { mesh, morph } => {
                self.meshes.get(mesh as usize)?.morphs.get(morph as usize)?.origin.clone()
            }
        })
    }
}

/// Finds the elements that own a byte, smallest first.
#[derive(Debug, Default)]
pub struct SceneIndex {
    /// (source, start, end, element or array) sorted by source and start; arrays are resolved on
    /// look-up, so that a hundred thousand faces cost one entry a mesh.
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    source: SourceId,
    start: u64,
    end: u64,
    what: What,
}

#[derive(Debug, Clone, Copy)]
enum What {
    One(Element),
    Faces { mesh: u32 },
    Vertices { mesh: u32 },
    Entries { palette: u32 },
    Colours { table: u32 },
}

impl SceneIndex {
    pub fn new(scene: &Scene) -> Self {
        let mut entries = Vec::new();
        let mut add = |span: crate::bytes::Span, what| {
            if span.len > 0 {
                let (start, end) = (span.start, span.end());
                entries.push(Entry { source: span.source, start, end, what });
            }
        };
        for (i, node) in (0u32..).zip(&scene.nodes) {
            add(node.origin.span, What::One(Element::Node(i)));
        }
        for (i, mesh) in (0u32..).zip(&scene.meshes) {
            add(mesh.origin.span, What::One(Element::Mesh(i)));
            add(mesh.face_spans.all(), What::Faces { mesh: i });
            add(mesh.position_spans.all(), What::Vertices { mesh: i });
            for (morph, target) in (0u32..).zip(&mesh.morphs) {
                add(target.origin.span, What::One(Element::Morph { mesh: i, morph }));
            }
        }
        for (i, texture) in (0u32..).zip(&scene.textures) {
            add(texture.origin.span, What::One(Element::Texture(i)));
        }
        for (i, palette) in (0u32..).zip(&scene.palettes) {
            add(palette.origin.span, What::One(Element::Palette(i)));
            add(palette.entries.all(), What::Entries { palette: i });
        }
        for (i, table) in (0u32..).zip(&scene.colour_tables) {
            add(table.origin.span, What::One(Element::ColourTable(i)));
            add(table.entries.all(), What::Colours { table: i });
        }
        for (i, helper) in (0u32..).zip(&scene.helpers) {
            add(helper.origin.span, What::One(Element::Helper(i)));
        }
        if let Some(sky) = &scene.sky {
            add(sky.origin.span, What::One(Element::Sky));
        }
        for (t, table) in (0u32..).zip(&scene.tables) {
            for (r, row) in (0u32..).zip(&table.rows) {
                add(row.origin.span, What::One(Element::Row { table: t, row: r }));
            }
        }
        for (sound, stored) in (0u32..).zip(&scene.sounds) {
            add(stored.origin.span, What::One(Element::Sound(sound)));
            for (id, name) in (0u32..).zip(&stored.ids) {
                add(name.origin.span, What::One(Element::SoundId { sound, id }));
            }
            for (caption, text) in (0u32..).zip(&stored.captions) {
                add(text.origin.span, What::One(Element::Caption { sound, caption }));
            }
        }
        for (s, skeleton) in (0u32..).zip(&scene.skeletons) {
            for (bone, stored) in (0u32..).zip(&skeleton.bones) {
                add(stored.origin.span, What::One(Element::Bone { skeleton: s, bone }));
            }
        }
        for (i, animation) in (0u32..).zip(&scene.animations) {
            add(animation.origin.span, What::One(Element::Animation(i)));
        }
        for (i, collision) in (0u32..).zip(&scene.collisions) {
            add(collision.origin.span, What::One(Element::Collision(i)));
        }
        Self { entries }
    }

    /// Every element that owns the byte, the smallest first. A face comes once for each instance
    /// of its mesh.
    pub fn at(&self, scene: &Scene, source: SourceId, offset: u64) -> Vec<Element> {
        let mut found: Vec<(u64, Element)> = Vec::new();
        for entry in &self.entries {
            if entry.source != source || offset < entry.start || offset >= entry.end {
                continue;
            }
            let size = entry.end - entry.start;
            match entry.what {
                What::One(element) => found.push((size, element)),
                What::Faces { mesh } => found.extend(faces_at(scene, mesh, source, offset)),
                What::Vertices { mesh } => found.extend(vertex_at(scene, mesh, source, offset)),
                What::Entries { palette } => {
                    let spans = scene.palettes.get(palette as usize).map(|p| &p.entries);
                    let entry = spans.and_then(|s| s.index_at(source, offset));
                    let element = |e| Element::PaletteEntry { palette, entry: e as u32 };
                    found.extend(entry.map(|e| (2, element(e))));
                }
                What::Colours { table } => {
                    let spans = scene.colour_tables.get(table as usize).map(|t| &t.entries);
                    let entry = spans.and_then(|s| s.index_at(source, offset));
                    let element = |e| Element::ColourEntry { table, entry: e as u32 };
                    found.extend(entry.map(|e| (4, element(e))));
                }
            }
        }
        // A bone and a sky say more than the node that they are.
        found.sort_by_key(|(size, element)| {
            (*size, !matches!(element, Element::Bone { .. } | Element::Sky), *element)
        });
        found.dedup();
        found.into_iter().map(|(_, element)| element).collect()
    }
}

fn faces_at(scene: &Scene, mesh: u32, source: SourceId, offset: u64) -> Vec<(u64, Element)> {
    let Some(geometry) = scene.meshes.get(mesh as usize) else { return Vec::new() };
    let Some(stored) = geometry.face_spans.index_at(source, offset) else { return Vec::new() };
    let size = geometry.face_spans.get(stored).len;
    // Faces keep their stored order, so the list is sorted by it.
    let Ok(face) = geometry.faces.binary_search_by_key(&stored, |face| face.index as usize) else {
        return Vec::new();
    };
    (0u32..)
        .zip(&scene.nodes)
        .filter(|(_, node)| node.mesh == Some(mesh))
        .map(|(node, _)| (size, Element::Face(FaceRef { node, face: face as u32 })))
        .collect()
}

fn vertex_at(scene: &Scene, mesh: u32, source: SourceId, offset: u64) -> Option<(u64, Element)> {
    let spans = &scene.meshes.get(mesh as usize)?.position_spans;
    let vertex = spans.index_at(source, offset)?;
    Some((spans.get(vertex).len, Element::Vertex { mesh, vertex: u32::try_from(vertex).ok()? }))
}
