//! Displays a material on a lit square.

use glam::{Mat4, Vec3};

use super::MaterialFile;
use crate::bytes::Problems;
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::totem::blank;
use crate::formats::totem::materials::SceneMaterials;
use crate::scene::{CornerRefs, Face, Faces, Id, Mesh, Node, Scene, Table};

/// Builds the square with the material, and a table of its bitmaps.
pub(super) fn build(file: &Loaded<MaterialFile>, context: Context<'_>) -> (Scene, Problems) {
    let material = &file.records.material;
    let mut scene = blank::scene(&file.source);
    let mut looks = SceneMaterials::new(context);
    let name = scene.name.clone();
    let texture = file.origin("material.texture");
    let look = looks.add(&mut scene, name.clone(), *material, &texture);
    let corners = [[-0.5, 0.5], [-0.5, -0.5], [0.5, 0.5], [0.5, -0.5]];
    let uvs = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]];
    let face = Face {
        corners: [0, 1, 2, 3],
        normals: [0; 4],
        colours: [look.colour(Vec3::Z); 4],
        colour_refs: CornerRefs::None,
        uvs: uvs.map(|uv| look.uv(uv)),
        material: look.index,
        layer: look.layer,
        index: 0,
    };
    let origin = file.whole();
    scene.meshes.push(Mesh {
        name: name.clone(),
        origin: origin.clone(),
        positions: corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
        normals: vec![Vec3::Z],
        faces: Faces::from_iter([face]),
        ..Mesh::default()
    });
    let local = Mat4::IDENTITY;
    scene.nodes.push(Node { name, mesh: Some(Id::new(0)), local, origin, ..Node::default() });
    let mut table = Table::new("Bitmaps", &["use", "hash", "bitmap"]);
    let named = [
        ("texture", material.texture, texture),
        ("reflection", material.reflection, file.origin("material.reflection")),
    ];
    for (what, hash, origin) in named.into_iter().filter(|(_, hash, _)| *hash != 0) {
        table.row(origin, [what.to_owned(), format!("{hash:08X}"), looks.resources.name(hash)]);
    }
    scene.tables.extend(table.with_rows());
    (scene, looks.problems)
}
