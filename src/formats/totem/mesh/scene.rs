//! Records to the neutral model. Axes and triangles stay as they are stored.

mod faces;
mod shapes;

pub(in crate::formats::totem) use faces::face_fields;

use glam::Mat4;

use super::Facing;
use super::records::Mesh;
use crate::bytes::{Problems, count32};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::totem::looks::{self, Looks};
use crate::scene::{Mesh as SceneMesh, Node, Scene, Table, TableRow};

/// The mesh, its collision shapes, and its tables.
pub(super) fn build(file: &Loaded<Mesh>, context: Context<'_>) -> (Scene, Problems) {
    let mut scene = looks::scene(&file.source);
    scene.face_fields = face_fields(file.records.strips.len());
    let mut looks = Looks::new(context);
    let name = scene.name.clone();
    add_mesh(&mut scene, &mut looks, file, &name);
    shapes::add(&mut scene, file);
    scene.tables.extend(strip_table(file, &looks));
    scene.tables.extend(submesh_table(file));
    (scene, looks.problems)
}

/// Adds the mesh of a file with an instance of it, whose number is returned.
pub(in crate::formats::totem) fn add_mesh(
    scene: &mut Scene,
    looks: &mut Looks<'_>,
    file: &Loaded<Mesh>,
    name: &str,
) -> u32 {
    let mesh = &file.records;
    let mut made = SceneMesh {
        name: name.to_owned(),
        origin: file.whole(),
        positions: mesh.vertices.iter().map(|p| finite(*p)).collect(),
        position_spans: file.spans("vertices"),
        normals: mesh.normals.iter().map(|n| finite(*n).normalize_or_zero()).collect(),
        front: Facing::of(mesh).front(),
        ..SceneMesh::default()
    };
    faces::add(scene, looks, file, &mut made);
    let index = count32(scene.meshes.len());
    scene.meshes.push(made);
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

fn finite(v: [f32; 3]) -> glam::Vec3 {
    let v = glam::Vec3::from(v);
    glam::Vec3::select(v.is_finite_mask(), v, glam::Vec3::ZERO)
}

/// One row a strip.
fn strip_table(file: &Loaded<Mesh>, looks: &Looks<'_>) -> Option<Table> {
    let mesh = &file.records;
    let columns = ["strip", "corners", "order", "material", "group", "name"];
    let row = |(index, strip): (usize, &super::Strip)| {
        let hash = mesh.material_of(strip).and_then(|at| mesh.materials.get(at)).copied();
        let group = mesh.strip_groups.get(index);
        TableRow {
            cells: vec![
                index.to_string(),
                strip.vertex_ids.len().to_string(),
                strip.tri_order.to_string(),
                strip.material.to_string(),
                group.map_or(String::new(), i32::to_string),
                hash.map_or(String::new(), |hash| looks.resources.name(hash)),
            ],
            origin: file.origin(format!("strips[{index}]")),
        }
    };
    let rows: Vec<TableRow> = mesh.strips.iter().enumerate().map(row).collect();
    table("Strips", &columns, rows)
}

/// The vectors of a PlayStation 2 mesh, of which nothing is known but that there are four numbers
/// each.
fn submesh_table(file: &Loaded<Mesh>) -> Option<Table> {
    let list = file.records.footer.submeshes.as_deref().unwrap_or(&[]);
    let mut rows = Vec::new();
    for (index, submesh) in list.iter().enumerate() {
        for (number, value) in submesh.values.iter().enumerate() {
            let mut cells =
                vec![index.to_string(), submesh.material.to_string(), number.to_string()];
            cells.extend(value.iter().map(f32::to_string));
            let origin = file.origin(format!("submeshes[{index}].values[{number}]"));
            rows.push(TableRow { cells, origin });
        }
    }
    table("Sub-meshes", &["sub-mesh", "material", "vector", "x", "y", "z", "w"], rows)
}

fn table(name: &str, columns: &[&str], rows: Vec<TableRow>) -> Option<Table> {
    let columns = columns.iter().map(|column| (*column).to_owned()).collect();
    (!rows.is_empty()).then(|| Table { name: name.to_owned(), columns, rows })
}

/// The name hash of a strip's material, 0 for none.
fn material_hash(mesh: &Mesh, strip: &super::Strip) -> (usize, u32) {
    let index = mesh.material_of(strip);
    let hash = index.and_then(|index| mesh.materials.get(index)).copied().unwrap_or(0);
    (index.unwrap_or(0), hash)
}
