//! A mesh prepared for export: finite positions and faces with existing corners, grouped by material and
//! layer.

use std::sync::LazyLock;

use glam::{Vec2, Vec3};

use super::plan::{ModelContent, meshes_of};
use crate::scene::{
    Billboard, ColourScale, Face, Front, LayerKind, Material, MaterialId, Mesh, MeshId, NO_CORNER,
    Posed, Scene, Surface, UvSpace, Winding,
};

/// A mesh and its faces by material.
pub(super) struct Shape<'a> {
    /// Index in the scene.
    pub index: MeshId,
    pub mesh: &'a Mesh,
    /// Position of each vertex of the mesh; billboards face +Z.
    pub positions: Vec<Vec3>,
    /// Sorted by layer, then material.
    pub groups: Vec<Group>,
}

/// Faces with one material.
pub(super) struct Group {
    pub usage: MaterialUse,
    /// Faces with their index in the mesh, in order.
    pub faces: Vec<(usize, Face)>,
}

/// A material as used by faces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) struct MaterialUse {
    /// Layer, if the game does not draw it.
    pub layer: Option<u16>,
    pub material: MaterialId,
    /// Drawn two-sided regardless of the material, because the front of the mesh is uncertain.
    pub both_sides: bool,
}

/// Notes on data that could not be preserved.
pub(super) type Notes = Vec<String>;

/// Shapes of a target's meshes, in the order of the meshes: as stored, or in a pose.
pub(super) fn shapes<'a>(
    scene: &'a Scene,
    target: ModelContent,
    posed: Option<&Posed>,
    notes: &mut Notes,
) -> Vec<Shape<'a>> {
    let meshes = meshes_of(scene, target).into_iter();
    let shapes = meshes.map(|(index, mesh)| {
        let moved = posed.and_then(|posed| posed.moved(index));
        Shape::new(scene, index, mesh, moved.unwrap_or(&mesh.positions), notes)
    });
    shapes.collect()
}

impl<'a> Shape<'a> {
    fn new(
        scene: &'a Scene,
        index: MeshId,
        mesh: &'a Mesh,
        moved: &[Vec3],
        notes: &mut Notes,
    ) -> Self {
        let mut report = |count: usize, what: &str| {
            if count > 0 {
                notes.push(format!("model {}: {count} {what}", mesh.name));
            }
        };
        let odd = moved.iter().filter(|position| !position.is_finite()).count();
        report(odd, "positions are not finite and became 0");
        let positions = positions(mesh, moved);
        let sound = |face: &Face| {
            let corners = face.corners.get(..face.sides()).unwrap_or_default();
            corners.iter().all(|corner| (*corner as usize) < positions.len())
        };
        let faces: Vec<_> = mesh.faces.iter().enumerate().filter(|(_, f)| sound(f)).collect();
        report(mesh.faces.len() - faces.len(), "faces were left out: a corner does not exist");
        Self { index, mesh, groups: groups(scene, mesh, faces), positions }
    }

    /// Groups by part: first the drawn faces, then one part per other layer.
    pub(super) fn parts(&self) -> impl Iterator<Item = (Option<u16>, &[Group])> {
        let parts = self.groups.chunk_by(|a, b| a.usage.layer == b.usage.layer);
        parts.filter_map(|groups| Some((groups.first()?.usage.layer, groups)))
    }

    /// Name of a part: that of the mesh, with the layer's name if it is not drawn.
    pub(super) fn part_name(&self, scene: &Scene, layer: Option<u16>) -> String {
        with_layer(scene, &self.mesh.name, layer)
    }
}

pub(super) fn with_layer(scene: &Scene, name: &str, layer: Option<u16>) -> String {
    match layer.and_then(|layer| scene.layers.get(usize::from(layer))) {
        Some(layer) => format!("{name}.{}", layer.name),
        None => name.to_owned(),
    }
}

fn groups(scene: &Scene, mesh: &Mesh, faces: Vec<(usize, Face)>) -> Vec<Group> {
    let use_of = |face: &Face| MaterialUse {
        layer: undrawn_layer(scene, face.layer),
        material: face.material,
        both_sides: mesh.front != Front::Sure,
    };
    let mut keyed: Vec<(MaterialUse, (usize, Face))> =
        faces.into_iter().map(|(i, face)| (use_of(&face), (i, face))).collect();
    keyed.sort_by_key(|(usage, _)| *usage);
    keyed
        .chunk_by(|(a, _), (b, _)| a == b)
        .filter_map(|chunk| {
            let faces = chunk.iter().map(|(_, face)| *face).collect();
            Some(Group { usage: chunk.first()?.0, faces })
        })
        .collect()
}

/// The layer, unless it is drawn.
fn undrawn_layer(scene: &Scene, layer: u16) -> Option<u16> {
    let kind = scene.layers.get(usize::from(layer))?.kind;
    (kind != LayerKind::Drawn).then_some(layer)
}

/// Positions of a mesh as they are exported: billboards face +Z, and all numbers are finite.
pub(super) fn positions(mesh: &Mesh, moved: &[Vec3]) -> Vec<Vec3> {
    let mut positions: Vec<Vec3> = moved.iter().map(|p| finite(*p)).collect();
    for billboard in &mesh.billboards {
        let position = billboard_position(&positions, billboard);
        if let (Some(position), Some(slot)) =
            (position, positions.get_mut(billboard.vertex as usize))
        {
            *slot = finite(position);
        }
    }
    positions
}

/// Position of a billboard vertex for a viewer far away on +Z.
fn billboard_position(positions: &[Vec3], billboard: &Billboard) -> Option<Vec3> {
    let anchor = *positions.get(billboard.anchor as usize)?;
    let mate = *positions.get(billboard.mate as usize)?;
    // An axis that points at the viewer does not determine the direction.
    let side = (mate - anchor).cross(Vec3::Z).try_normalize().unwrap_or(Vec3::X);
    Some(anchor + billboard.half_width * side)
}

/// Replaces components that are not finite with 0.
pub(super) fn finite(v: Vec3) -> Vec3 {
    Vec3::select(v.is_finite_mask(), v, Vec3::ZERO)
}

/// Corner numbers of a face's triangles, counter-clockwise seen from the front.
pub(super) fn triangle_corners(face: &Face, winding: Winding) -> &'static [usize] {
    match (winding, face.is_triangle()) {
        (Winding::CounterClockwise, true) => &[0, 1, 2],
        (Winding::CounterClockwise, false) => &[0, 1, 2, 2, 1, 3],
        (Winding::Clockwise, true) => &[0, 2, 1],
        (Winding::Clockwise, false) => &[0, 2, 1, 2, 3, 1],
    }
}

/// Unit normal of a face's front, from its first three corners.
pub(super) fn flat_normal(face: &Face, winding: Winding, positions: &[Vec3]) -> Vec3 {
    let at = |corner: usize| {
        let index = face.corners.get(corner).copied().unwrap_or(NO_CORNER);
        positions.get(index as usize).copied().unwrap_or_default()
    };
    let (a, b, c) = match winding {
        Winding::CounterClockwise => (at(0), at(1), at(2)),
        Winding::Clockwise => (at(0), at(2), at(1)),
    };
    (b - a).cross(c - a).try_normalize().unwrap_or(Vec3::Y)
}

/// Stored unit normal of a corner.
pub(super) fn stored_normal(mesh: &Mesh, face: &Face, corner: usize) -> Option<Vec3> {
    let normal = *mesh.normals.get(*face.normals.get(corner)? as usize)?;
    normal.try_normalize()
}

/// Intensity of a stored colour byte, from 0 to 1.
pub(super) fn shown_channel(material: &Material, byte: u8) -> f32 {
    full_channel(material).map_or(1.0, |full| (f32::from(byte) / f32::from(full)).min(1.0))
}

/// Stored colour byte that counts as full intensity: 128 on modulated faces. `None` if colours do not
/// count.
pub(super) fn full_channel(material: &Material) -> Option<u8> {
    match (material.surface, material.colour) {
        (Surface::Plain, _) | (_, ColourScale::Modulate255) => Some(255),
        (_, ColourScale::Modulate128) => Some(128),
        (_, ColourScale::Raw) => None,
    }
}

/// Converts a stored texture coordinate to a fraction of a picture of `width` × `height` texels.
pub(super) fn fraction(material: &Material, uv: [f32; 2], width: u32, height: u32) -> Vec2 {
    let stored = finite_2(uv);
    match material.uv {
        // An integer refers to the centre of a texel.
        UvSpace::Texels => (stored + 0.5) / Vec2::new(width as f32, height as f32),
        UvSpace::Fraction => stored,
    }
}

/// Replaces components that are not finite with 0.
pub(super) fn finite_2(v: [f32; 2]) -> Vec2 {
    let v = Vec2::from(v);
    Vec2::select(v.is_finite_mask(), v, Vec2::ZERO)
}

/// Material of faces whose material does not exist.
static PLAIN: LazyLock<Material> =
    LazyLock::new(|| Material { double_sided: true, ..Material::PLAIN });

pub(super) fn material(scene: &Scene, index: MaterialId) -> &Material {
    scene.materials.get(index).unwrap_or(&PLAIN)
}

/// Scale from scene units to metres; 1 if the unit is unknown.
pub(super) fn metres(scene: &Scene) -> f32 {
    scene.metres_per_unit.filter(|metres| metres.is_normal() && *metres > 0.0).unwrap_or(1.0)
}
