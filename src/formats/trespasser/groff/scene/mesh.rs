//! Builds meshes from geometry: one per model, shared by its instances.

use std::collections::HashMap;

use glam::Vec3;

use super::super::body::Body;
use super::super::grf::geometry::{Geometry1, Geometry2, POLYGON_FLAGS, Polygon, polygon};
use super::super::grf::material::Mapping1;
use super::alpha::Cover;
use super::facts::Facts;
use super::level::{Level, LevelInstance};
use super::materials::{Slot, Textures};
use super::scene_builder::Draft;
use super::texture_sources::{TextureSource, TextureSources};
use super::transform::{direction, position};
use crate::formats::flag_bits;
use crate::scene::{
    Face, FaceField, LayerKind, MaterialId, Mesh, MeshId, NO_CORNER, PackedInts, Scene, TICKS,
    UvAnimatedFaces, UvAnimation,
};

/// Meshes of models, by the index of the model's section and its cover.
#[derive(Default)]
pub struct Meshes {
    list: HashMap<(usize, Cover), MeshId>,
    /// Texture sources of models without textures.
    borrowed: HashMap<usize, String>,
}

impl Meshes {
    /// The texture source of an instance, if the textures are not its own.
    pub fn textures_of(&self, instance: &LevelInstance) -> Option<&str> {
        self.borrowed.get(&instance.model?).map(String::as_str)
    }

    pub fn of(&self, level: &Level<'_>, instance: &LevelInstance) -> Option<MeshId> {
        self.list.get(&key(level, instance)?).copied()
    }
}

fn key(level: &Level<'_>, instance: &LevelInstance) -> Option<(usize, Cover)> {
    Some((instance.model?, Cover::of(level.facts(instance))))
}

/// The layers of faces that are never drawn.
#[derive(Clone, Copy)]
struct Hidden {
    occluders: u16,
    hidden: u16,
}

/// Builds the meshes of all models that instances use. The first instance decides how textures are named,
/// as in the game.
pub fn add_all(level: &Level<'_>, mut textures: Textures, draft: &mut Draft<'_>) -> Meshes {
    draft.scene.face_fields = fields();
    let hidden = Hidden {
        occluders: draft.scene.layer("Occluders", LayerKind::Invisible, false),
        hidden: draft.scene.layer("Hidden faces", LayerKind::Invisible, false),
    };
    let mut meshes = Meshes::default();
    let donors = TextureSources::of(level);
    for instance in &level.instances {
        let new = key(level, instance).filter(|key| !meshes.list.contains_key(key));
        let Some(key) = new else { continue };
        let donor = donors.for_instance(level, instance);
        let mut models = Models { level, textures: &mut textures, hidden, scene: &mut draft.scene };
        let Some(mesh) = models.of_model(key.1, instance, donor) else { continue };
        meshes.borrowed.extend(donor.map(|donor| (key.0, donor.name.clone())));
        meshes.list.insert(key, draft.scene.meshes.push(mesh));
    }
    textures.finish(draft);
    meshes
}

fn fields() -> Vec<FaceField> {
    vec![
        FaceField { name: "surface", bits: 32, flags: Vec::new() },
        FaceField { name: "flags", bits: 32, flags: flag_bits(POLYGON_FLAGS) },
        FaceField { name: FaceField::CORNERS, bits: 32, flags: Vec::new() },
    ]
}

/// Builds meshes of models.
struct Models<'a, 'b> {
    level: &'a Level<'b>,
    textures: &'a mut Textures,
    hidden: Hidden,
    scene: &'a mut Scene,
}

impl Models<'_, '_> {
    /// The mesh of the model of `instance`, perhaps with the textures of another one.
    fn of_model(
        &mut self,
        cover: Cover,
        instance: &LevelInstance,
        donor: Option<&TextureSource<'_>>,
    ) -> Option<Mesh> {
        let (level, hidden) = (self.level, self.hidden);
        let object = level.object(instance)?;
        let name = level.model_name(instance).to_owned();
        let (section, body) = level.geometry(instance)?;
        let facts = level.facts(instance);
        let over = self.textures.over(cover, self.scene);
        let plain = self.textures.plain(facts, self.scene);
        let path = format!("sections[{section}]");
        let spans = |name: &str| level.file.spans(&format!("{path}.{name}"));
        let mut mesh = Mesh {
            id: super::super::instance_hash(&name),
            origin: level.file.origin(&path),
            face_values: vec![PackedInts::default(); self.scene.face_fields.len()],
            ..Mesh::default()
        };
        match body {
            Body::Geometry1(geometry) => {
                let own = level.groff().get::<Mapping1>(object.mapping);
                // A model without textures usually still has its own coordinates.
                let others = donor.map(|donor| donor.mapping);
                let mapping = own.filter(|own| donor.is_none() || !own.points.is_empty());
                let mapping = mapping.or(others);
                let handle = others.or(mapping).map_or(0, |mapping| mapping.material);
                let of = donor.and_then(|donor| level.instance(donor.instance)).unwrap_or(instance);
                let slots = self.textures.slots(level, handle, &name, level.facts(of), self.scene);
                mesh.uv_animations = flows(level, facts, &slots);
                (mesh.position_spans, mesh.face_spans) = (spans("vertices"), spans("faces"));
                mesh.normal_spans = spans("corner_normals");
                Maker { plain, slots, over, hidden }.triangles(geometry, mapping, &mut mesh);
            }
            Body::Geometry2(geometry) => {
                let slots = self.textures.slots(level, geometry.material, &name, facts, self.scene);
                mesh.uv_animations = flows(level, facts, &slots);
                (mesh.position_spans, mesh.face_spans) = (spans("points"), spans("polygons"));
                mesh.normal_spans = spans("vertices");
                Maker { plain, slots, over, hidden }.polygons(geometry, &mut mesh);
            }
            _ => return None,
        }
        mesh.name = name;
        Some(mesh)
    }
}

/// Scrolling of a model's texture coordinates.
fn flows(level: &Level<'_>, facts: &Facts, slots: &[Slot]) -> Vec<UvAnimation> {
    let Some(animated) = &facts.animated else { return Vec::new() };
    let own = slots.iter().enumerate().filter(|(slot, _)| animated.applies_to(*slot));
    let Some((delta, entry)) = animated.scroll else { return Vec::new() };
    let flow = |(_, slot): (usize, &Slot)| UvAnimation {
        faces: UvAnimatedFaces::Material(slot.material),
        scroll: delta.map(|second| second / TICKS),
        course: None,
        turns: 0.0,
        round: 0,
        grain: 0.0,
        origin: level.entry_origin(entry),
    };
    own.map(flow).collect()
}

struct Maker {
    plain: MaterialId,
    slots: Vec<Slot>,
    /// Replaces the slots of all faces.
    over: Option<Slot>,
    hidden: Hidden,
}

/// Replaces coordinates that are not finite. Row 0 of a texture is v = 0 in the file and in the scene.
pub fn sound(u: f32, v: f32) -> [f32; 2] {
    [u, v].map(|part| if part.is_finite() { part } else { 0.0 })
}

impl Maker {
    /// The face with stored index `index`, with its slot and coordinates; and `true` if it
    /// occludes.
    fn face(&self, index: usize, surface: u32, default: [u8; 3]) -> (Face, bool) {
        let slot = self.over.as_ref().or_else(|| self.slots.get(surface as usize));
        let colour = slot.map_or(default, |slot| slot.colour);
        let face = Face {
            colours: [colour; 4],
            material: slot.map_or(self.plain, |slot| slot.material),
            index: u32::try_from(index).unwrap_or(u32::MAX),
            ..Face::default()
        };
        (face, slot.is_some_and(|slot| slot.occludes))
    }

    fn layer(&self, occludes: bool, flags: u32) -> u16 {
        if occludes || flags & polygon::OCCLUDES != 0 {
            self.hidden.occluders
        } else if flags & polygon::HIDDEN != 0 {
            self.hidden.hidden
        } else {
            0
        }
    }

    fn triangles(&self, geometry: &Geometry1, mapping: Option<&Mapping1>, mesh: &mut Mesh) {
        mesh.positions = geometry.vertices.iter().map(|point| position(*point)).collect();
        mesh.normals = geometry.corner_normals.iter().map(|n| direction(*n)).collect();
        let default = geometry.colour.map(|c| u8::try_from(c).unwrap_or(u8::MAX));
        let mut faces = Vec::with_capacity(geometry.faces.len());
        for (index, stored) in geometry.faces.iter().enumerate() {
            let corners = stored.corners();
            let surface = mapping.and_then(|m| m.surfaces.get(index)).copied();
            let values = [surface.unwrap_or(u32::MAX), 0, 3];
            if corners.iter().any(|corner| *corner as usize >= mesh.positions.len()) {
                mesh.undrawn.push(values.to_vec());
                continue;
            }
            let (mut face, occludes) = self.face(index, surface.unwrap_or(u32::MAX), default);
            let uvs = mapping.and_then(|m| m.faces.get(index)).map(|points| points.corners());
            for (corner, position) in corners.into_iter().enumerate() {
                face.corners[corner] = position;
                let normal = 3 * index + corner;
                if normal < mesh.normals.len() {
                    face.normals[corner] = normal as u32;
                }
                let point = uvs.and_then(|uvs| mapping?.points.get(uvs[corner] as usize));
                face.uvs[corner] = point.map_or([0.0; 2], |point| sound(point.u, point.v));
            }
            face.layer = self.layer(occludes, 0);
            let normal = geometry.face_normals.get(index).map(|normal| direction(*normal));
            if is_turned(&corners, mesh, normal) {
                face.corners.swap(1, 2);
                face.normals.swap(1, 2);
                face.uvs.swap(1, 2);
            }
            faces.push((face, values));
        }
        mesh.add_faces(&faces);
    }

    fn polygons(&self, geometry: &Geometry2, mesh: &mut Mesh) {
        mesh.positions = geometry.points.iter().map(|point| position(*point)).collect();
        mesh.normals = geometry.vertices.iter().map(|v| direction(v.normal)).collect();
        let [_, red, green, blue] = geometry.default_colour.to_be_bytes();
        // Polygons may share corners; this limits their total by the size of the file.
        let mut left = 4 * geometry.references.len() + 16;
        let mut faces = Vec::with_capacity(geometry.polygons.len());
        for (index, stored) in geometry.polygons.iter().enumerate() {
            let values = [stored.surface, stored.flags, stored.corner_count];
            let corners = self.corners(geometry, stored).filter(|corners| corners.len() <= left);
            let Some(mut corners) = corners else {
                mesh.undrawn.push(values.to_vec());
                continue;
            };
            left -= corners.len();
            let (mut face, occludes) = self.face(index, stored.surface, [red, green, blue]);
            face.layer = self.layer(occludes, stored.flags);
            let outline: Vec<u32> = corners.iter().map(|corner| corner.position).collect();
            if is_turned(&outline, mesh, Some(direction(stored.normal))) {
                corners.reverse();
            }
            fan(&corners, face, |face| faces.push((face, values)));
        }
        mesh.add_faces(&faces);
    }

    /// The corners of a polygon; `None` if they form no face.
    fn corners(&self, geometry: &Geometry2, stored: &Polygon) -> Option<Vec<Corner>> {
        let references = geometry.corners(stored).filter(|all| all.len() >= 3)?;
        let corner = |index: &u32| {
            let vertex = geometry.vertices.get(*index as usize)?;
            let is_there = (vertex.point as usize) < geometry.points.len();
            is_there.then(|| Corner {
                position: vertex.point,
                normal: *index,
                uv: sound(vertex.u, vertex.v),
            })
        };
        references.iter().map(corner).collect()
    }
}

/// A corner of a polygon.
pub struct Corner {
    pub position: u32,
    pub normal: u32,
    pub uv: [f32; 2],
}

/// Splits a polygon into quads, and a triangle if the number of corners is odd, all from the first
/// corner; other properties are those of `face`.
pub fn fan(corners: &[Corner], face: Face, mut push: impl FnMut(Face)) {
    let Some((first, rest)) = corners.split_first() else { return };
    let mut at = 0;
    while let Some(piece) = rest.get(at..(at + 3).min(rest.len())).filter(|piece| piece.len() > 1) {
        let mut part = face;
        // Strip order: around the edge, with the last two swapped.
        let order: &[usize] = if piece.len() == 3 { &[1, 3, 2] } else { &[1, 2] };
        // Clears the fourth corner, which `face` may have.
        (part.corners, part.normals) = ([NO_CORNER; 4], [NO_CORNER; 4]);
        let placed = std::iter::once((0, first)).chain(order.iter().copied().zip(piece));
        for (corner, placed) in placed {
            part.corners[corner] = placed.position;
            part.normals[corner] = placed.normal;
            part.uvs[corner] = placed.uv;
        }
        push(part);
        at += 2;
    }
}

/// `true` if corners run clockwise as seen against the stored normal.
fn is_turned(corners: &[u32], mesh: &Mesh, normal: Option<Vec3>) -> bool {
    let at = |corner: &u32| mesh.positions.get(*corner as usize).copied().unwrap_or_default();
    let origin = corners.first().map_or(Vec3::ZERO, at);
    let mut sum = Vec3::ZERO;
    for pair in corners.windows(2) {
        if let [a, b] = pair {
            sum += (at(a) - origin).cross(at(b) - origin);
        }
    }
    normal.is_some_and(|normal| sum.dot(normal) < 0.0)
}
