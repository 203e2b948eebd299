//! Builds the scene of a skater with its bones.

use glam::{Mat4, Vec3};

use super::mesh::{self, SkaterMesh};
use super::records::{Bon, Version};
use crate::bytes::cp1252;
use crate::formats::Loaded;
use crate::formats::ms::dds::{self, Dds};
use crate::formats::sega::pvr;
use crate::scene::{
    Bone, BoneId, ColourScale, Joint, LayerKind, List, Material, MaterialId, Mesh, Node, NodeId,
    Origin, Scene, Skeleton, Skin, Style, Surface, Texture, UvSpace,
};

pub(super) fn build(file: &Loaded<Bon>) -> Scene {
    let name = file.source.stem().to_owned();
    let mut scene = Scene { name, style: Style::Clean, ..Scene::default() };
    scene.layer("Drawn", LayerKind::Drawn, true);
    let materials = materials(&mut scene, file);
    let bones = add_bones(&mut scene, file);
    for piece in mesh::pieces(&file.records) {
        add_piece(&mut scene, file, piece, &materials, &bones);
    }
    scene
}

/// Texture of a material; `None` if it has none or it cannot be displayed.
pub(super) fn texture(file: &Loaded<Bon>, material: usize) -> Option<Texture> {
    let stored = file.records.materials.get(material)?.texture.as_ref()?;
    let name = cp1252::decode(&stored.name);
    let part = file.span(&format!("materials[{material}].texture.file"));
    let origin = file.origin(format!("materials[{material}].texture"));
    let texture = match file.records.version {
        Version::One => pvr::inside(&file.source, part, name)?,
        _ => {
            let member = file.source.member("", part.start, part.len)?;
            let (surface, _) = Loaded::<Dds>::open(&member).ok()?;
            dds::texture(&surface, name)?
        }
    };
    Some(Texture { origin, ..texture })
}

fn materials(scene: &mut Scene, file: &Loaded<Bon>) -> Vec<MaterialId> {
    let mut made = Vec::new();
    for (index, stored) in file.records.materials.iter().enumerate() {
        let found = texture(file, index).map(|texture| scene.textures.push(texture));
        let surface = match (found, &stored.texture) {
            (Some(texture), _) => Surface::Textured { texture, palette: None },
            (None, Some(_)) => Surface::Missing(None),
            (None, None) => Surface::Plain,
        };
        made.push(scene.materials.push(Material {
            name: cp1252::decode(&stored.name),
            surface,
            uv: UvSpace::Fraction,
            tiled: stored.texture.as_ref().is_none_or(|texture| texture.address_u != 0),
            // The winding of strips is not documented.
            double_sided: true,
            colour: ColourScale::Modulate255,
            ..Material::PLAIN
        }));
    }
    made
}

/// Colour of a material.
fn colour(file: &Loaded<Bon>, material: usize) -> [u8; 3] {
    let Some(stored) = file.records.materials.get(material) else { return [u8::MAX; 3] };
    let byte = |part: f32| (part.clamp(0.0, 1.0) * 255.0).round() as u8;
    match (file.records.version, stored.tint, stored.colour) {
        (Version::One, [r, g, b, _], _) => [r, g, b].map(byte),
        (_, _, [r, g, b, _]) => [r, g, b],
    }
}

/// Scene position of a node; Dreamcast files do not store one.
fn place(position: [f32; 3]) -> Vec3 {
    let place = Vec3::from(position);
    if place.is_finite() { place } else { Vec3::ZERO }
}

/// Adds the nodes as bones and returns each with its position.
fn add_bones(scene: &mut Scene, file: &Loaded<Bon>) -> Vec<(NodeId, Vec3)> {
    let mut bones = List::default();
    let mut made: Vec<(NodeId, Vec3)> = Vec::new();
    for (path, node, parent) in file.records.all() {
        let above = parent.and_then(|parent| made.get(parent)).copied();
        let at = place(node.position);
        let local = Mat4::from_translation(at - above.map_or(Vec3::ZERO, |(_, at)| at));
        let (name, origin) = (node.name(), file.origin(path));
        let number = scene.nodes.push(Node {
            name: name.clone(),
            parent: above.map(|(node, _)| node),
            local,
            origin: origin.clone(),
            ..Node::default()
        });
        let parent = parent.map(BoneId::at);
        bones.push(Bone { name, node: number, parent, tail: Vec3::ZERO, origin });
        made.push((number, at));
    }
    let name = scene.name.clone();
    scene.skeletons.push(Skeleton { name, bones, origin: file.whole(), fallback: None });
    made
}

fn add_piece(
    scene: &mut Scene,
    file: &Loaded<Bon>,
    piece: SkaterMesh,
    materials: &[MaterialId],
    bones: &[(NodeId, Vec3)],
) {
    let joint = |(node, at): &(NodeId, Vec3)| Joint {
        node: *node,
        inverse_bind: Mat4::from_translation(-*at),
    };
    let is_needed = piece.faces.iter().any(|(_, material)| *material >= materials.len());
    let plain = || Material { name: "plain".to_owned(), double_sided: true, ..Material::PLAIN };
    let plain = if is_needed { scene.materials.push(plain()) } else { MaterialId::default() };
    let faces = piece.faces.into_iter().map(|(mut face, material)| {
        face.material = materials.get(material).copied().unwrap_or(plain);
        face.colours = [colour(file, material); 4];
        face
    });
    let is_whole = piece.path.is_empty();
    let path =
        |list: &str| if is_whole { list.to_owned() } else { format!("{}.{list}", piece.path) };
    let origin = if is_whole { file.whole() } else { file.origin(piece.path.as_str()) };
    let skin = Skin { joints: bones.iter().map(joint).collect(), influences: piece.follows };
    let mesh = scene.meshes.push(Mesh {
        name: piece.name.clone(),
        origin: origin.clone(),
        position_spans: file.spans(&path("vertices")),
        face_spans: if is_whole { file.spans("indices") } else { Default::default() },
        positions: piece.positions,
        normals: piece.normals,
        faces: faces.collect(),
        skin: (!bones.is_empty()).then_some(skin),
        ..Mesh::default()
    });
    let (name, mesh, origin): (String, _, Origin) = (piece.name, Some(mesh), origin);
    scene.nodes.push(Node { name, mesh, origin, ..Node::default() });
}
