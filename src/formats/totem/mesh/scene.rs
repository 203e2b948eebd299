//! Converts meshes to scenes. Axes and triangles are unchanged.

mod faces;
mod shapes;

pub(in crate::formats::totem) use faces::face_fields;

use glam::Mat4;

use super::Facing;
use super::records::Mesh;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::totem::blank;
use crate::formats::totem::materials::SceneMaterials;
use crate::formats::totem::maths::finite;
use crate::scene::{Id, Mesh as SceneMesh, Node, Scene, Table};

/// Builds the mesh, its collision shapes and its tables.
pub(super) fn build(file: &Loaded<Mesh>, context: Context<'_>) -> (Scene, Problems) {
    let mut scene = blank::scene(&file.source);
    scene.face_fields = face_fields(file.records.strips.len());
    let mut looks = SceneMaterials::new(context);
    let name = scene.name.clone();
    add_mesh(&mut scene, &mut looks, file, &name);
    shapes::add(&mut scene, file);
    shapes::add_hull(&mut scene, file);
    shapes::add_bounds(&mut scene, file);
    scene.tables.extend(strip_table(file, &looks));
    scene.tables.extend(submesh_table(file));
    scene.tables.extend(submesh_rows(file));
    (scene, looks.problems)
}

/// Adds the mesh of a file with an instance, and returns its id.
pub(in crate::formats::totem) fn add_mesh(
    scene: &mut Scene,
    looks: &mut SceneMaterials<'_>,
    file: &Loaded<Mesh>,
    name: &str,
) -> Id<SceneMesh> {
    let index = make_mesh(scene, looks, file, name);
    let origin = file.origin("header");
    let node = Node {
        name: name.to_owned(),
        mesh: Some(index),
        local: Mat4::IDENTITY,
        origin,
        ..Node::default()
    };
    scene.nodes.push(node);
    index
}

/// Adds the mesh of a file without an instance.
pub(in crate::formats::totem) fn make_mesh(
    scene: &mut Scene,
    looks: &mut SceneMaterials<'_>,
    file: &Loaded<Mesh>,
    name: &str,
) -> Id<SceneMesh> {
    let mesh = &file.records;
    let mut made = SceneMesh {
        name: name.to_owned(),
        origin: file.whole(),
        positions: mesh.vertices.iter().map(|p| finite(*p)).collect(),
        position_spans: file.spans("vertices"),
        normal_spans: file.spans("normals"),
        normals: mesh.normals.iter().map(|n| finite(*n).normalize_or_zero()).collect(),
        front: Facing::of(mesh).front(),
        ..SceneMesh::default()
    };
    faces::add(scene, looks, file, &mut made);
    scene.meshes.push(made)
}

/// Table with one row per strip.
fn strip_table(file: &Loaded<Mesh>, looks: &SceneMaterials<'_>) -> Option<Table> {
    let mesh = &file.records;
    let columns = ["strip", "corners", "order", "material", "group", "name"];
    let mut table = Table::new("Strips", &columns);
    for (index, strip) in mesh.strips.iter().enumerate() {
        let hash = mesh.material_of(strip).and_then(|at| mesh.materials.get(at)).copied();
        let group = mesh.strip_groups.get(index);
        let cells = [
            index.to_string(),
            strip.vertex_ids.len().to_string(),
            strip.tri_order.to_string(),
            strip.material.to_string(),
            group.map_or(String::new(), i32::to_string),
            hash.map_or(String::new(), |hash| looks.resources.name(hash)),
        ];
        table.row(file.origin(format!("strips[{index}]")), cells);
    }
    table.with_rows()
}

/// Table of the vectors of a PlayStation 2 mesh: four numbers each, with unknown meaning.
fn submesh_table(file: &Loaded<Mesh>) -> Option<Table> {
    let list = file.records.footer.submeshes.as_deref().unwrap_or(&[]);
    let columns = ["sub-mesh", "material", "vector", "x", "y", "z", "w"];
    let mut table = Table::new("Sub-meshes", &columns);
    for (index, submesh) in list.iter().enumerate() {
        for (number, value) in submesh.values.iter().enumerate() {
            let mut cells =
                vec![index.to_string(), submesh.material.to_string(), number.to_string()];
            cells.extend(value.iter().map(f32::to_string));
            let origin = file.origin(format!("submeshes[{index}].values[{number}]"));
            table.row(origin, cells);
        }
    }
    table.with_rows()
}

/// Table of the sub-meshes' numbers, read as four consecutive rows, since the order of the numbers is
/// unknown. The rows are the columns of the table.
fn submesh_rows(file: &Loaded<Mesh>) -> Option<Table> {
    let list = file.records.footer.submeshes.as_deref().unwrap_or(&[]);
    let columns = ["sub-mesh", "material", "number", "row 0", "row 1", "row 2", "row 3"];
    let mut table = Table::new("Sub-meshes as rows", &columns);
    for (index, submesh) in list.iter().enumerate() {
        let count = submesh.values.len();
        let numbers = submesh.values.as_flattened();
        for number in 0..count {
            let mut cells =
                vec![index.to_string(), submesh.material.to_string(), number.to_string()];
            let row = |row: usize| numbers.get(row * count + number).map(f32::to_string);
            cells.extend((0..4).map(|at| row(at).unwrap_or_default()));
            // The first of the four.
            let origin =
                file.origin(format!("submeshes[{index}].values[{}][{}]", number / 4, number % 4));
            table.row(origin, cells);
        }
    }
    table.with_rows()
}

/// Material index and name hash of a strip; the hash is 0 if there is none.
pub(super) fn material_hash(mesh: &Mesh, strip: &super::Strip) -> (usize, u32) {
    let index = mesh.material_of(strip);
    let hash = index.and_then(|index| mesh.materials.get(index)).copied().unwrap_or(0);
    (index.unwrap_or(0), hash)
}
