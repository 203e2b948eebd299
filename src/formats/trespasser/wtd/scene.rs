//! Scene of a terrain: a mesh for each level of detail, and its heights.
//!
//! The game's axes (x right, y to the back, z up, metres) become (x, z, −y). Texture coordinates are
//! fractions of the whole square, (x / size, y / size), as in the game.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::terrain::{Step, Terrain, Triangle, triangles};
use crate::bytes::Source;
use crate::codec::zerotree::Heights;
use crate::formats::Loaded;
use crate::scene::{
    Choice, CornerRefs, Face, Faces, HeightField, Id, LayerKind, Light, List, Material, Mesh,
    NO_CORNER, Node, Origin, Scene, Style, Surface, Texture, Variant, VariantOption,
};

/// Dry grass; in the game, colours come from a level's textures.
pub const GROUND: [u8; 3] = [172, 168, 140];

pub(super) fn build(file: &Loaded<Terrain>) -> Scene {
    let Terrain { wtd, .. } = &file.records;
    let mut meshes = Vec::new();
    wtd.tree.each_level(wtd.root, |smallest, heights| {
        let triangles = triangles(wtd, heights, smallest);
        meshes.push((smallest, stored(mesh(&file.records, heights, &triangles), file)));
    });
    // The finest comes last, and is visible.
    meshes.reverse();
    with_levels(&file.records, &file.source, meshes)
}

/// The finest level only, for a terrain built from another file: squares have no bytes.
pub fn plain_scene(terrain: &Terrain, source: &Source) -> Scene {
    let mesh = mesh(terrain, terrain.heights(), &terrain.triangles());
    let mesh = Mesh { origin: Origin::new(source.span(), ""), ..mesh };
    with_levels(terrain, source, vec![(terrain.finest(), mesh)])
}

fn with_levels(terrain: &Terrain, source: &Source, meshes: Vec<(u32, Mesh)>) -> Scene {
    let name = source.stem().to_owned();
    let origin = Origin::new(source.span(), "");
    let mut scene = Scene {
        name: name.clone(),
        style: Style::Clean,
        metres_per_unit: Some(1.0),
        materials: vec![ground()].into(),
        light: Some(Light::daylight()),
        height_fields: vec![HeightField {
            name: format!("{name} heights"),
            vertices: terrain.heights().len() as u64,
            data: Arc::new(terrain.clone()),
            origin: origin.clone(),
        }]
        .into(),
        ..Scene::default()
    };
    let drawn = scene.layer("Terrain", LayerKind::Drawn, true);
    let mut options = List::default();
    for (index, (smallest, mut mesh)) in meshes.into_iter().enumerate() {
        let steps = terrain.wtd.parameters.world_x_scale.abs() * smallest as f32;
        let detail = format!("squares of {steps} m and more");
        let layer = if index == 0 {
            mesh.name = name.clone();
            drawn
        } else {
            mesh.name = format!("{name}, {detail}");
            let layer = scene.layer("Coarser levels", LayerKind::LevelOfDetail, true);
            mesh.faces.update(|_, face| face.layer = layer);
            layer
        };
        let node = scene.nodes.push(Node {
            name: mesh.name.clone(),
            local: Mat4::IDENTITY,
            mesh: Some(scene.meshes.next_id()),
            layer,
            origin: origin.clone(),
            ..Node::default()
        });
        options.push(VariantOption { name: detail, nodes: vec![node], ..VariantOption::default() });
        scene.meshes.push(mesh);
    }
    if options.len() > 1 {
        let name = "Level of detail".to_owned();
        let chosen = Some(Id::new(0));
        scene.variants.push(Variant { name, choice: Choice::Step, options, chosen });
    }
    scene
}

/// Lays a base texture over the whole square.
pub(super) fn cover(scene: &mut Scene, texture: Texture) {
    let texture = scene.textures.push(texture);
    for material in &mut scene.materials {
        material.surface = Surface::Textured { texture, palette: None };
    }
    for mesh in &mut scene.meshes {
        mesh.faces.update(|_, face| face.colours = [[u8::MAX; 3]; 4]);
    }
}

/// Material of a terrain without textures.
pub fn ground() -> Material {
    Material { name: "ground".to_owned(), double_sided: true, lit: true, ..Material::PLAIN }
}

/// The finest level as a mesh of material 0 on layer 0, for a level that uses it.
pub fn finest_mesh(file: &Loaded<Terrain>) -> Mesh {
    let terrain = &file.records;
    stored(mesh(terrain, terrain.heights(), &terrain.triangles()), file)
}

/// Adds the spans of its squares to the mesh.
fn stored(mesh: Mesh, file: &Loaded<Terrain>) -> Mesh {
    let face_spans = file.spans("squares");
    Mesh { origin: Origin::new(face_spans.all(), "squares"), face_spans, ..mesh }
}

fn mesh(terrain: &Terrain, heights: &Heights, triangles: &[Triangle]) -> Mesh {
    let rows = heights.rows();
    let mut numbers: HashMap<Step, u32> = HashMap::with_capacity(rows.len());
    let mut positions = Vec::with_capacity(rows.len());
    for (number, (x, y, z)) in (0u32..).zip(rows) {
        numbers.insert((x, y), number);
        let [x, y, z] = terrain.world((x, y), z).map(|v| v as f32);
        // Finite scales may be too large for the product.
        let point = Vec3::new(x, z, -y);
        positions.push(if point.is_finite() { point } else { Vec3::ZERO });
    }
    let faces: Faces =
        triangles.iter().map(|triangle| face(terrain.size(), &numbers, triangle)).collect();
    Mesh { normals: normals(&positions, &faces), positions, faces, ..Mesh::default() }
}

fn face(size: u32, numbers: &HashMap<Step, u32>, triangle: &Triangle) -> Face {
    let [a, b, c] = triangle.corners.map(|corner| numbers.get(&corner).copied().unwrap_or(0));
    let uv = |(x, y): Step| [x as f32 / size as f32, y as f32 / size as f32];
    let [u, v, w] = triangle.corners.map(uv);
    Face {
        corners: [a, b, c, NO_CORNER],
        normals: [a, b, c, NO_CORNER],
        colours: [GROUND; 4],
        colour_refs: CornerRefs::None,
        uvs: [u, v, w, w],
        material: Id::new(0),
        layer: 0,
        index: triangle.square,
    }
}

/// Normals are not stored: the mean of the adjacent faces, weighted by area.
fn normals(positions: &[Vec3], faces: &Faces) -> Vec<Vec3> {
    let mut normals = vec![Vec3::ZERO; positions.len()];
    let at = |corner: u32| positions.get(corner as usize).copied().unwrap_or_default();
    for face in faces {
        let [a, b, c, _] = face.corners;
        let normal = (at(b) - at(a)).cross(at(c) - at(a));
        for corner in [a, b, c] {
            if let Some(sum) = normals.get_mut(corner as usize) {
                *sum += normal;
            }
        }
    }
    normals.into_iter().map(|normal| normal.normalize_or(Vec3::Y)).collect()
}
