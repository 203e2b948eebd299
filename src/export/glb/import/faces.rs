//! Finds changed faces and vertices.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use glam::{Vec2, Vec3};
use gltf_json::Index;

use super::super::attributes::{byte_of, light_of};
use super::corners::{Attributes, StoredFaces, Triangle};
use super::file::File;
use super::ids::Ids;
use super::skin::{Joints, NodeTransforms};
use super::stored_integer::NumberError;
use super::stored_triangle::StoredTriangle;
use super::unmerged::UnmergedTriangles;
use super::{Edited, is_near};
use crate::bytes::SourceId;
use crate::export::shape::{finite_2, fraction, full_channel, material};
use crate::scene::{ElementState, Face, Material, MeshId, Scene, Surface, UvSpace};

/// A corner of a face of the scene: mesh, face, corner.
type Corner = (MeshId, usize, usize);

/// Largest distance of two unit normals that count as the same: a tenth of a degree.
const SAME_NORMAL: f32 = 0.002;

/// Differences found so far.
#[derive(Default)]
struct Changes {
    positions: BTreeMap<(MeshId, usize), Vec3>,
    /// Changed normals, each with the vertex of one of its corners.
    normals: BTreeMap<(MeshId, usize), (usize, Vec3)>,
    coordinates: BTreeMap<Corner, Vec2>,
    colours: BTreeMap<Corner, [u8; 3]>,
    /// Changed face fields, by mesh, face, and number of the field.
    fields: BTreeMap<(MeshId, usize, usize), u32>,
    /// Vertices that are unchanged on at least one face.
    kept: HashSet<(MeshId, usize)>,
    /// Normals that are unchanged on at least one face.
    kept_normals: HashSet<(MeshId, usize)>,
    met: HashSet<(MeshId, usize)>,
    /// Number of values with contradictory changes.
    disputed: usize,
    /// Fields with fractional values, which an editor averaged.
    averaged: BTreeSet<(MeshId, usize, usize)>,
    /// Fields whose values cannot be stored, by reason.
    unfit: BTreeMap<&'static str, BTreeSet<(MeshId, usize, usize)>>,
    left: UnmergedTriangles,
}

/// Counts of faces that were encountered.
pub(super) struct FaceCounts {
    /// Faces of this file.
    pub known: usize,
    /// Triangles that belong to no known face, or have none of our attributes.
    pub strange: usize,
}

/// Compares all faces.
pub(super) fn compare(
    (scene, source): (&Scene, SourceId),
    file: &File<'_>,
    edited: &mut Edited,
) -> Result<FaceCounts, String> {
    let mut stored = StoredFaces::new(scene, source);
    let times = times(&stored, file)?;
    let stands = NodeTransforms::new((scene, source), file);
    let mut changes = Changes::default();
    for (number, mesh) in (0u32..).zip(&file.root.meshes) {
        let name = mesh.name.as_deref().unwrap_or("an unnamed mesh");
        let mut joints: Option<Joints> = None;
        let mut last = None;
        for primitive in &mesh.primitives {
            let ids = Ids::read(file, primitive)?;
            let triangles = ids.triangles(file, &stored, (name, primitive), &mut changes.left)?;
            let is_skinned = |(triangle, _): &(StoredTriangle, _)| {
                stored.triangles(triangle, None).any(|triangle| stored.is_skinned(triangle.mesh))
            };
            if joints.is_none() && triangles.iter().any(is_skinned) {
                joints = Some(Joints::read(file, &stands, Index::new(number))?);
            }
            let attributes = match triangles.is_empty() {
                true => continue,
                false => Attributes::read(file, scene, primitive)?,
            };
            for (triangle, vertices) in triangles {
                let once = times.get(&triangle).is_none_or(|times| *times < 2);
                let at = (&attributes, joints.as_ref());
                changes.add(&mut stored, at, (triangle, vertices), (once, &mut last));
            }
        }
    }
    let without: usize = changes.left.without.values().sum();
    let met = FaceCounts { known: changes.met.len(), strange: changes.left.foreign + without };
    changes.report(&stored, edited);
    Ok(met)
}

/// Number of occurrences of each triangle in all meshes.
fn times(
    stored: &StoredFaces<'_>,
    file: &File<'_>,
) -> Result<HashMap<StoredTriangle, u32>, String> {
    let mut times: HashMap<StoredTriangle, u32> = HashMap::new();
    for primitive in file.root.meshes.iter().flat_map(|mesh| &mesh.primitives) {
        let ids = Ids::read(file, primitive)?;
        let found =
            ids.triangles(file, stored, ("", primitive), &mut UnmergedTriangles::default())?;
        for (triangle, _) in found {
            *times.entry(triangle).or_default() += 1;
        }
    }
    Ok(times)
}

impl Changes {
    /// Compares a triangle with each mesh that is made from its face, first with the mesh `last` that the
    /// triangle before it belongs to. If it differs from all, it is a change of `last`; but not if there
    /// are several copies of it, or meshes of different shapes, since the original is unknown.
    fn add(
        &mut self,
        stored: &mut StoredFaces<'_>,
        attributes: (&Attributes, Option<&Joints>),
        (of, vertices): (StoredTriangle, [usize; 3]),
        (is_once, last): (bool, &mut Option<MeshId>),
    ) {
        let all: Vec<Triangle> = stored.triangles(&of, *last).collect();
        let Some(first) = all.first() else { return };
        if of.at.is_own {
            self.met.insert((first.mesh, first.face));
        }
        if all.len() == 1 && is_once && of.at.is_own {
            return self.triangle(stored, attributes, (*first, vertices));
        }
        for triangle in &all {
            let mut own = Self::default();
            own.triangle(stored, attributes, (*triangle, vertices));
            if own.is_empty() {
                if of.at.is_own {
                    self.met.insert((triangle.mesh, triangle.face));
                }
                self.kept.extend(own.kept);
                self.kept_normals.extend(own.kept_normals);
                *last = Some(triangle.mesh);
                return;
            }
        }
        match () {
            () if !of.at.is_own => self.left.companions += 1,
            () if stored.has_shapes(&of) => self.left.shapes += 1,
            () if !is_once => self.left.twice += 1,
            () => self.triangle(stored, attributes, (*first, vertices)),
        }
    }

    fn triangle(
        &mut self,
        stored: &mut StoredFaces<'_>,
        (attributes, joints): (&Attributes, Option<&Joints>),
        (triangle, vertices): (Triangle, [usize; 3]),
    ) {
        let joints = joints.filter(|_| stored.is_skinned(triangle.mesh));
        for (corner, vertex) in triangle.corners.into_iter().zip(vertices) {
            let now = attributes.position(vertex, joints);
            self.position(stored, (triangle, corner), now);
            self.normal(stored, (triangle, corner), attributes.normal(vertex, joints));
            self.corner(stored, attributes, (triangle, corner), vertex);
        }
        self.fields(stored, attributes, triangle, vertices);
    }

    fn is_empty(&self) -> bool {
        self.positions.is_empty()
            && self.normals.is_empty()
            && self.coordinates.is_empty()
            && self.colours.is_empty()
            && self.fields.is_empty()
            && self.averaged.is_empty()
            && self.unfit.is_empty()
    }

    /// Compares the position of a corner.
    fn position(
        &mut self,
        stored: &mut StoredFaces<'_>,
        (Triangle { mesh, face, .. }, corner): (Triangle, usize),
        now: Option<Vec3>,
    ) {
        let Some(face) = stored.face(mesh, face) else { return };
        let vertex = face.corners.get(corner).copied().unwrap_or_default() as usize;
        let Some((was, now)) = stored.position(mesh, vertex).zip(now) else { return };
        let unit = stored.unit(mesh);
        let is_same = |a: Vec3, b: Vec3| {
            let pairs = a.to_array().into_iter().zip(b.to_array());
            pairs.into_iter().all(|(a, b)| is_near(a, b, unit))
        };
        if is_same(was, now) {
            self.kept.insert((mesh, vertex));
        } else {
            let previous = self.positions.insert((mesh, vertex), now);
            self.disputed += usize::from(previous.is_some_and(|previous| !is_same(previous, now)));
        }
    }

    /// Compares the normal of a corner. Editors round normals more coarsely than positions.
    fn normal(
        &mut self,
        stored: &StoredFaces<'_>,
        (Triangle { mesh, face, .. }, corner): (Triangle, usize),
        now: Option<Vec3>,
    ) {
        let Some(face) = stored.face(mesh, face) else { return };
        let was = stored.normal(mesh, &face, corner);
        let Some(((number, was), now)) = was.zip(now) else { return };
        let is_same = |a: Vec3, b: Vec3| (a - b).length() <= SAME_NORMAL;
        if is_same(was, now) {
            self.kept_normals.insert((mesh, number));
        } else {
            let vertex = face.corners.get(corner).copied().unwrap_or_default() as usize;
            let previous = self.normals.insert((mesh, number), (vertex, now));
            self.disputed +=
                usize::from(previous.is_some_and(|(_, previous)| !is_same(previous, now)));
        }
    }

    /// Compares the texture coordinates and colour of a corner with a vertex of the GLB.
    fn corner(
        &mut self,
        stored: &StoredFaces<'_>,
        attributes: &Attributes,
        (triangle, corner): (Triangle, usize),
        vertex: usize,
    ) {
        let Triangle { mesh, face: at, .. } = triangle;
        let Some(face) = stored.face(mesh, at) else { return };
        let look = material(stored.scene, face.material);
        if let Some(now) = coordinates(stored, attributes, (look, &face, corner), vertex) {
            self.coordinates.insert((mesh, at, corner), now);
        }
        if let Some(now) = colour(attributes, (look, &face, corner), vertex) {
            self.colours.insert((mesh, at, corner), now);
        }
    }

    fn fields(
        &mut self,
        stored: &StoredFaces<'_>,
        attributes: &Attributes,
        Triangle { mesh, face, .. }: Triangle,
        vertices: [usize; 3],
    ) {
        let values = stored.scene.meshes.get(mesh).map(|mesh| &mesh.face_values);
        for (number, whole) in &attributes.fields {
            let was = values.and_then(|values| values.get(*number)?.get(face));
            let Some(was) = was else { continue };
            let own = (mesh, face, *number);
            match whole.one_of(vertices, was) {
                Ok(now) if was != now => {
                    let previous = self.fields.insert(own, now);
                    self.disputed += usize::from(previous.is_some_and(|previous| previous != now));
                }
                Ok(_) => {}
                Err(NumberError::Averaged) => _ = self.averaged.insert(own),
                Err(NumberError::Several) => {
                    let why = "different on the corners of one face, which stores a single value";
                    self.unfit.entry(why).or_default().insert(own);
                }
                Err(NumberError::Unstorable) => {
                    let why = "not a non-negative whole number";
                    self.unfit.entry(why).or_default().insert(own);
                }
            }
        }
    }

    /// Reports the differences, element by element.
    fn report(self, stored: &StoredFaces<'_>, edited: &mut Edited) {
        let Self { positions, coordinates, colours, fields, .. } = &self;
        let torn = positions.keys().filter(|vertex| self.kept.contains(vertex)).count();
        for ((mesh, vertex), position) in positions {
            stored.report_vertex(edited, *mesh, *vertex, *position);
        }
        let split = self.normals.keys().filter(|normal| self.kept_normals.contains(normal)).count();
        for (normal, to) in &self.normals {
            stored.report_normal(edited, *normal, *to);
        }
        let of = |corner: &Corner| (corner.0, corner.1);
        let faces: BTreeSet<_> = coordinates.keys().map(of).collect();
        for (mesh, at) in faces {
            let Some(face) = stored.face(mesh, at) else { continue };
            let corner = |(corner, (vertex, was)): (usize, (u32, Vec2))| {
                let now = coordinates.get(&(mesh, at, corner)).copied();
                (vertex, now.unwrap_or_else(|| finite_2(was.to_array())))
            };
            let shown =
                ElementState::TexCoords(face.tex_coords().enumerate().map(corner).collect());
            stored.report_face(edited, mesh, at, shown);
        }
        let faces: BTreeSet<_> = colours.keys().map(of).collect();
        for (mesh, at) in faces {
            let Some(face) = stored.face(mesh, at) else { continue };
            let corner = |corner: usize| colours.get(&(mesh, at, corner)).copied();
            let shown = ElementState::Colours((0..face.sides()).map(corner).collect());
            stored.report_face(edited, mesh, at, shown);
        }
        for ((mesh, face, number), value) in fields {
            if let Some(origin) = stored.origin(*mesh, *face) {
                edited.fields.push((origin, *number, *value));
            }
        }
        edited.leave(torn, "vertex", "moved on only some faces: all faces follow");
        edited.leave(split, "normal", "changed on only some faces: all faces follow");
        let why = "not a whole number, probably averaged by an editor: the stored value is kept";
        edited.leave(self.averaged.len(), "value", why);
        for (why, fields) in &self.unfit {
            let names: BTreeSet<String> =
                fields.iter().map(|own| stored.field_name(own.2)).collect();
            let names: Vec<String> = names.into_iter().collect();
            edited.unfit.push(format!("{} of {} faces: {why}", names.join(", "), fields.len()));
        }
        edited.leave(self.disputed, "value", "contradictory: the last one counts");
        edited.leave(stored.missing_faces(&self.met), "face", "missing, but nothing is removed");
        self.left.report(edited);
    }
}

/// Texture coordinates of a corner, in the unit of its material, if they changed.
fn coordinates(
    stored: &StoredFaces<'_>,
    attributes: &Attributes,
    (look, face, corner): (&Material, &Face, usize),
    vertex: usize,
) -> Option<Vec2> {
    let uv = *face.uvs.get(corner)?;
    let size = match look.surface {
        Surface::Textured { texture, .. } => {
            stored.scene.textures.get(texture).map(|texture| (texture.width, texture.height))
        }
        Surface::Plain | Surface::Missing(_) | Surface::Faulty(_) => None,
    };
    let differ = |was: Vec2, now: Vec2| !(is_near(was.x, now.x, 1.0) && is_near(was.y, now.y, 1.0));
    let size = match look.uv {
        UvSpace::Texels => size,
        UvSpace::Fraction => Some((1, 1)),
    };
    let Some((width, height)) = size else {
        let now = attributes.stored_coordinates(vertex)?;
        return differ(finite_2(uv), now).then_some(now);
    };
    let now = Vec2::from_array(attributes.coordinates.as_ref()?.vector(vertex)?);
    differ(fraction(look, uv, width, height), now).then(|| match look.uv {
        UvSpace::Texels => now * Vec2::new(width as f32, height as f32) - 0.5,
        UvSpace::Fraction => now,
    })
}

/// Colour of a corner, if it changed. A byte above full intensity is retained while its light is full.
fn colour(
    attributes: &Attributes,
    (look, face, corner): (&Material, &Face, usize),
    vertex: usize,
) -> Option<[u8; 3]> {
    let was = *face.colours.get(corner)?;
    let counts = full_channel(look).is_some() && !look.lit;
    let light = attributes.light.as_ref().filter(|_| counts);
    let by_light = light.and_then(|light| light.vector::<3>(vertex)).map(|light| {
        let shown = |byte: u8| byte_of(look, light_of(look, byte));
        let channel = |at: usize| {
            let (was, now) = (was[at], byte_of(look, light[at]));
            if shown(was) == now { was } else { now }
        };
        [channel(0), channel(1), channel(2)]
    });
    let by_number = || attributes.stored_colour(vertex);
    by_light.filter(|now| *now != was).or_else(by_number).filter(|now| *now != was)
}
