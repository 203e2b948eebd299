//! Displays named sprites (section 10.5) as animated squares, side by side.
//!
//! The frame rate is defined in the game's code, not in the file: an assumed rate is used.

use glam::{Mat4, Vec2, Vec3};

use super::super::chunk::{Body, Sprite, SpriteFrame};
use super::super::records::File;
use super::materials::FACE_FIELDS;
use crate::bytes::count32;
use crate::formats::Loaded;
use crate::scene::{
    ColourScale, Face, FlipFrame, Flipbook, Material, MaterialId, Mesh, Node, PackedInts, Scene,
    Surface, TICKS,
};

/// Ticks per frame.
const TICKS_A_FRAME: f32 = 4.0;
/// World units between two sprites.
const GAP: f32 = 8.0;
/// Maximum width of a row of sprites.
const ROW: f32 = 1024.0;
/// Side of a picture that was not found.
const UNKNOWN: f32 = 32.0;

/// Adds the sprites of `file`; `surfaces` are those of its texture names.
pub fn add(scene: &mut Scene, file: &Loaded<File>, surfaces: &[Surface]) {
    if !file.records.shows_sprites() {
        return;
    }
    let (mut corner, mut row) = (Vec2::ZERO, 0.0f32);
    for (chunk, stored) in file.records.chunks().iter().enumerate() {
        let Body::Sprites(sprites) = &stored.body else { continue };
        for (index, sprite) in sprites.iter().enumerate() {
            let path = format!("chunks[{chunk}].sprites[{index}]");
            let book = pages(file, sprite, &path, surfaces);
            let Some(size) = book.first().map(|page| size_of(scene, page.surface)) else {
                continue;
            };
            if corner.x > 0.0 && corner.x + size.x > ROW {
                corner = Vec2::new(0.0, corner.y - row - GAP);
                row = 0.0;
            }
            let material = add_book(scene, file, &path, sprite.name(), book);
            let square = Square { material, corner, size };
            square.add(scene, file, &path, sprite.name());
            corner.x += size.x + GAP;
            row = row.max(size.y);
        }
    }
}

/// Frames of a sprite.
fn pages(file: &Loaded<File>, sprite: &Sprite, path: &str, surfaces: &[Surface]) -> Vec<FlipFrame> {
    let page = |(index, frame): (usize, &SpriteFrame)| {
        let surface = usize::try_from(frame.texture).ok().and_then(|texture| surfaces.get(texture));
        FlipFrame {
            name: format!("picture {}", frame.texture),
            surface: surface.copied().unwrap_or(Surface::Missing(None)),
            origin: file.origin(format!("{path}.frames[{index}]")),
        }
    };
    sprite.frames.iter().enumerate().map(page).collect()
}

/// Width and height: a texel is one world unit.
fn size_of(scene: &Scene, surface: Surface) -> Vec2 {
    let texture = match surface {
        Surface::Textured { texture, .. } => scene.textures.get(texture),
        Surface::Plain | Surface::Missing(_) | Surface::Faulty(_) => None,
    };
    texture.map_or(Vec2::splat(UNKNOWN), |texture| {
        Vec2::new(texture.width as f32, texture.height as f32)
    })
}

/// Adds the material of a sprite, and a flip-book animation if it has several frames.
fn add_book(
    scene: &mut Scene,
    file: &Loaded<File>,
    path: &str,
    name: String,
    frames: Vec<FlipFrame>,
) -> MaterialId {
    let surface = frames.first().map_or(Surface::Plain, |page| page.surface);
    let plain = Material { name, surface, double_sided: true, ..Material::PLAIN };
    let material = scene.materials.push(Material { colour: ColourScale::Raw, ..plain });
    if frames.len() > 1 {
        scene.flipbooks.push(Flipbook {
            seconds: TICKS_A_FRAME / TICKS,
            material,
            round: count32(frames.len()),
            frames,
            freeze: None,
            origin: file.origin(path),
        });
    }
    material
}

/// Position and size of a sprite in the scene.
struct Square {
    material: MaterialId,
    /// Lower left corner.
    corner: Vec2,
    size: Vec2,
}

impl Square {
    fn add(self, scene: &mut Scene, file: &Loaded<File>, path: &str, name: String) {
        let Self { material, corner, size } = self;
        let origin = file.origin(path);
        let corners = [[0.0, size.y], [0.0, 0.0], [size.x, size.y], [size.x, 0.0]];
        let face = Face {
            corners: [0, 1, 2, 3],
            normals: [0; 4],
            uvs: [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]],
            material,
            ..Face::default()
        };
        let mut mesh = Mesh {
            name: name.clone(),
            origin: origin.clone(),
            positions: corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
            normals: vec![Vec3::Z],
            face_values: vec![PackedInts::default(); FACE_FIELDS],
            ..Mesh::default()
        };
        mesh.add_faces(&[(face, [0; FACE_FIELDS])]);
        let mesh = Some(scene.meshes.push(mesh));
        let local = Mat4::from_translation(corner.extend(0.0));
        scene.nodes.push(Node { name, mesh, local, origin, ..Node::default() });
    }
}
