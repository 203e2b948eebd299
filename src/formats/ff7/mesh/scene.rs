//! Converts mesh blocks to meshes of the scene.

use std::collections::HashMap;

use glam::Vec3;

use super::records::{COMMAND, List, Mesh as Stored, Polygon, Skin, command};
use crate::bytes::count32;
use crate::formats::ps1::tim::Pictures;
use crate::formats::ps1::vram::ClutWord;
use crate::formats::{Loaded, flag_bits};
use crate::scene::{
    Blend, ColourScale, Face, FaceField, LayerKind, Material, MaterialId, Mesh, MeshId, NO_CORNER,
    PackedInts, PaletteId, Scene, Spans, Style, Surface, UvSpace, Winding,
};

/// Converts the game's axes (X right, Y down, Z away) to the scene's: half a turn about X, so that
/// nothing is mirrored and the winding does not change.
pub fn turn(v: Vec3) -> Vec3 {
    Vec3::new(v.x, -v.y, -v.z)
}

/// An empty scene with its first layer.
pub fn empty_scene(name: &str) -> Scene {
    let mut scene = Scene {
        name: name.to_owned(),
        style: Style::Ps1,
        face_fields: face_fields(),
        ..Scene::default()
    };
    scene.layer("Drawn", LayerKind::Drawn, true);
    scene
}

/// Values of a polygon, by which faces can be coloured and searched.
fn face_fields() -> Vec<FaceField> {
    let number = |name| FaceField { name, bits: 16, flags: Vec::new() };
    vec![
        FaceField { flags: flag_bits(COMMAND), ..number("command") },
        number("clut"),
        number("shade"),
        number("texture_page"),
        number("section"),
        number("bone"),
    ]
}

/// Location and use of a mesh block.
pub struct BlockUse {
    pub name: String,
    /// Field path of the block.
    pub path: String,
    pub section: usize,
    /// The first bone that uses the block.
    pub bone: usize,
    pub layer: u16,
    /// The whole mesh is added to the background.
    pub blended: bool,
}

/// Builds meshes that share their materials.
pub struct Maker<'a> {
    pictures: Option<Pictures<'a>>,
    materials: HashMap<Key, MaterialId>,
}

/// Properties that distinguish materials.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    surface: Surface,
    blended: bool,
    raw: bool,
    gouraud: bool,
}

impl<'a> Maker<'a> {
    pub fn new(pictures: Option<Pictures<'a>>) -> Self {
        Self { pictures, materials: HashMap::new() }
    }

    /// Adds a mesh of `file` and returns its id. Polygons with invalid vertices are left out.
    pub fn add<T>(
        &mut self,
        scene: &mut Scene,
        file: &Loaded<T>,
        stored: &Stored,
        at: &BlockUse,
    ) -> MeshId {
        let position = |v: &super::Vertex| turn(Vec3::new(v.x.into(), v.y.into(), v.z.into()));
        let spans = |list: &str| file.spans(&format!("{}.{list}", at.path));
        // Lists after a truncation were not read and have no span.
        let lists = List::ALL.into_iter().filter(|list| stored.len_of(*list) > 0);
        let mut mesh = Mesh {
            name: at.name.clone(),
            origin: file.origin(at.path.as_str()),
            winding: Winding::Clockwise,
            positions: stored.vertices.iter().map(position).collect(),
            position_spans: spans("vertices"),
            face_spans: Spans::joined(
                lists.map(|list| (stored.len_of(list), spans(list.field()))).collect(),
            ),
            face_values: vec![PackedInts::default(); scene.face_fields.len()],
            ..Mesh::default()
        };
        let mut faces = Vec::new();
        for (index, polygon) in (0u32..).zip(stored.polygons()) {
            let values = values(stored, at, &polygon);
            match self.face(scene, stored, at, (index, polygon)) {
                Some(face) => faces.push((face, values)),
                None => mesh.undrawn.push(values.to_vec()),
            }
        }
        mesh.add_faces(&faces);
        scene.meshes.push(mesh)
    }

    fn face(
        &mut self,
        scene: &mut Scene,
        stored: &Stored,
        at: &BlockUse,
        (index, polygon): (u32, Polygon),
    ) -> Option<Face> {
        let mut corners = [NO_CORNER; 4];
        for (corner, reference) in corners.iter_mut().zip(polygon.references()) {
            *corner = stored.vertex(*reference)?;
        }
        let (surface, uvs, colours) = match polygon.skin {
            Skin::Textured { uvs: stored_uvs, clut, shade } => {
                let used = stored_uvs.get(..polygon.sides).unwrap_or(&[]);
                let (page, table) = (stored.page(), ClutWord(clut));
                let found = self.pictures.as_mut().map(|p| p.surface(scene, page, table, used));
                let (surface, shift) = found.unwrap_or((Surface::Missing(None), [0; 2]));
                let texel = |[u, v]: [u8; 2]| {
                    [i32::from(u) + shift[0], i32::from(v) + shift[1]].map(|texel| texel as f32)
                };
                (surface, stored_uvs.map(texel), [[shade; 3]; 4])
            }
            Skin::Coloured(rgb) => (Surface::Plain, [[0.0; 2]; 4], rgb),
        };
        let textured = surface != Surface::Plain;
        let key = Key {
            surface,
            blended: at.blended || polygon.command & command::SEMI != 0,
            raw: textured && polygon.command & command::RAW != 0,
            gouraud: !textured,
        };
        Some(Face {
            corners,
            colours,
            uvs,
            material: self.material(scene, key),
            layer: at.layer,
            index,
            ..Face::default()
        })
    }

    /// Creates a material once per key. Battles force additive blending, regardless of the page.
    fn material(&mut self, scene: &mut Scene, key: Key) -> MaterialId {
        let materials = &mut scene.materials;
        *self.materials.entry(key).or_insert_with(|| {
            let palette = |palette: Option<PaletteId>| {
                let found = palette.and_then(|p| scene.palettes.get(p));
                found.map_or(String::new(), |palette| format!(", {}", palette.name))
            };
            let mut name = match key.surface {
                Surface::Plain => "coloured".to_owned(),
                Surface::Textured { texture, palette: of } => {
                    let texture = scene.textures.get(texture);
                    let name = texture.map_or("texture", |texture| texture.name.as_str());
                    format!("{name}{}", palette(of))
                }
                Surface::Missing(_) | Surface::Faulty(_) => "outside the picture".to_owned(),
            };
            let blend = key.blended.then_some(Blend::Add);
            if let Some(blend) = blend {
                name.push_str(&format!(" {}", blend.formula()));
            }
            if key.raw {
                name.push_str(" raw");
            }
            materials.push(Material {
                name,
                surface: key.surface,
                uv: UvSpace::Texels,
                blend,
                colour: match (key.gouraud, key.raw) {
                    (true, _) => ColourScale::Modulate255,
                    (_, true) => ColourScale::Raw,
                    _ => ColourScale::Modulate128,
                },
                gouraud: key.gouraud,
                ..Material::PLAIN
            })
        })
    }
}

/// Values of a polygon, one for each face field.
fn values(stored: &Stored, at: &BlockUse, polygon: &Polygon) -> [u32; 6] {
    let (clut, shade) = match polygon.skin {
        Skin::Textured { clut, shade, .. } => (clut, shade),
        Skin::Coloured(_) => (0, 0),
    };
    [
        polygon.command.into(),
        clut.into(),
        shade.into(),
        stored.texture_page.into(),
        count32(at.section),
        count32(at.bone),
    ]
}
