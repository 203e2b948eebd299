//! A terrain as the neutral model has it: a mesh for each level of detail, and its heights.
//!
//! The game's axes (x right, y to the back, z up, metres) become (x, z, −y). Texture coordinates
//! are fractions of the whole square, (x / size, y / size), as the game has them.

use std::collections::HashMap;
use std::sync::Arc;

use glam::{Mat4, Vec3};

use super::records::{TREE_BIT, TREE_WORD};
use super::terrain::{Step, Terrain, Triangle, triangles};
use crate::bytes::{Source, Span};
use crate::codec::zerotree::Heights;
use crate::scene::{
    Choice, CornerRefs, Face, Faces, HeightField, LayerKind, Light, Material, Mesh, NO_CORNER,
    Node, Origin, Scene, Spans, Style, Surface, Texture, Variant, VariantOption,
};

/// Dry grass; the game's colours come from a level's textures.
pub const GROUND: [u8; 3] = [172, 168, 140];

pub(super) fn build(terrain: &Terrain, source: &Source) -> Scene {
    let mut meshes = levels(terrain, source);
    // The finest comes last; it is the one that is shown.
    meshes.reverse();
    with_levels(terrain, source, meshes)
}

/// The finest level alone, of a terrain that was made of another file: the bytes of squares are
/// nowhere.
pub fn plain_scene(terrain: &Terrain, source: &Source) -> Scene {
    let mut mesh = finest_mesh(terrain, source);
    (mesh.face_spans, mesh.origin.path) = (Spans::default(), String::new());
    with_levels(terrain, source, vec![(terrain.finest(), mesh)])
}

fn with_levels(terrain: &Terrain, source: &Source, meshes: Vec<(u32, Mesh)>) -> Scene {
    let name = source.stem().to_owned();
    let origin = Origin::new(source.span(), "");
    let mut scene = Scene {
        name: name.clone(),
        style: Style::Clean,
        metres_per_unit: Some(1.0),
        materials: vec![ground()],
        light: Some(Light::daylight()),
        height_fields: vec![HeightField {
            name: format!("{name} heights"),
            vertices: terrain.heights().len() as u64,
            data: Arc::new(terrain.clone()),
            origin: origin.clone(),
        }],
        ..Scene::default()
    };
    let drawn = scene.layer("Terrain", LayerKind::Drawn, true);
    let mut options = Vec::new();
    for (index, (smallest, mut mesh)) in (0u32..).zip(meshes) {
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
        options.push(VariantOption { name: detail, nodes: vec![index], origin: Origin::default() });
        scene.nodes.push(Node {
            name: mesh.name.clone(),
            local: Mat4::IDENTITY,
            mesh: Some(index),
            layer,
            origin: origin.clone(),
            ..Node::default()
        });
        scene.meshes.push(mesh);
    }
    if options.len() > 1 {
        let name = "Level of detail".to_owned();
        scene.variants.push(Variant { name, choice: Choice::Step, options, chosen: Some(0) });
    }
    scene
}

/// Lays a base texture over the whole square.
pub(super) fn cover(scene: &mut Scene, texture: Texture) {
    let index = u32::try_from(scene.textures.len()).unwrap_or(u32::MAX);
    scene.textures.push(texture);
    for material in &mut scene.materials {
        material.surface = Surface::Textured { texture: index, palette: None };
    }
    for mesh in &mut scene.meshes {
        mesh.faces.update(|_, face| face.colours = [[u8::MAX; 3]; 4]);
    }
}

/// What a terrain without textures is drawn with.
pub fn ground() -> Material {
    Material { name: "ground".to_owned(), double_sided: true, lit: true, ..Material::PLAIN }
}

/// Every level of detail, coarsest first, with the steps of its smallest squares.
fn levels(terrain: &Terrain, source: &Source) -> Vec<(u32, Mesh)> {
    let mut meshes = Vec::new();
    terrain.wtd.tree.each_level(terrain.wtd.root, |smallest, heights| {
        let triangles = triangles(&terrain.wtd, heights, smallest);
        meshes.push((smallest, mesh(terrain, heights, &triangles, source)));
    });
    meshes
}

/// The finest level as a mesh of material 0 on layer 0, for a level that places it.
pub fn finest_mesh(terrain: &Terrain, source: &Source) -> Mesh {
    mesh(terrain, terrain.heights(), &terrain.triangles(), source)
}

fn mesh(terrain: &Terrain, heights: &Heights, triangles: &[Triangle], source: &Source) -> Mesh {
    let rows = heights.rows();
    let mut numbers: HashMap<Step, u32> = HashMap::with_capacity(rows.len());
    let mut positions = Vec::with_capacity(rows.len());
    for (number, (x, y, z)) in (0u32..).zip(rows) {
        numbers.insert((x, y), number);
        let [x, y, z] = terrain.world((x, y), z).map(|v| v as f32);
        positions.push(Vec3::new(x, z, -y));
    }
    let faces: Faces =
        triangles.iter().map(|triangle| face(terrain.size(), &numbers, triangle)).collect();
    Mesh {
        origin: Origin::new(source.span(), "squares"),
        normals: normals(&positions, &faces),
        positions,
        faces,
        face_spans: spans(terrain, source),
        ..Mesh::default()
    }
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
        material: 0,
        layer: 0,
        index: triangle.square,
    }
}

/// None are stored: the mean of the faces around, by area.
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

/// The words in which the squares begin.
fn spans(terrain: &Terrain, source: &Source) -> Spans {
    let squares = &terrain.wtd.tree.squares;
    let word = |start: u64| ((TREE_BIT + start) / 32 * 4).saturating_sub(TREE_WORD);
    let starts: Vec<u32> = squares
        .iter()
        .map(|square| u32::try_from(word(square.start)).unwrap_or(u32::MAX))
        .collect();
    let end = if squares.is_empty() { TREE_WORD } else { source.len().max(TREE_WORD) };
    let Span { source, .. } = source.span();
    Spans::table(source, TREE_WORD, end, starts.into(), "squares".to_owned())
}
