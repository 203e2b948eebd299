//! Builds small scenes and views them straight on, one unit per pixel.
#![allow(dead_code, reason = "each test binary uses its own part")]

use std::sync::Arc;

use glam::{Mat4, Vec3};
use gouraud::render::{Camera, FIELD_OF_VIEW, Projection};
use gouraud::scene::Id;
use gouraud::scene::*;

/// A texture with fixed texels.
pub struct Fixed(pub Texels);

impl TextureData for Fixed {
    fn decode(&self) -> Texels {
        self.0.clone()
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }
}

/// One mesh on one node, built face by face.
pub struct SceneBuilder {
    pub scene: Scene,
}

impl Default for SceneBuilder {
    fn default() -> Self {
        Self::new()
    }
}

/// A plain opaque flat double-sided material.
pub fn plain() -> Material {
    Material {
        name: "plain".into(),
        surface: Surface::Plain,
        uv: UvSpace::Texels,
        double_sided: true,
        colour: ColourScale::Modulate128,
        ..Material::PLAIN
    }
}

pub fn textured(texture: TextureId, palette: Option<PaletteId>) -> Material {
    Material { surface: Surface::Textured { texture, palette }, ..plain() }
}

impl SceneBuilder {
    pub fn new() -> Self {
        let mut scene = Scene { style: Style::Ps1, ..Scene::default() };
        scene.layer("drawn", LayerKind::Drawn, true);
        scene.meshes.push(Mesh::default());
        scene.nodes.push(Node { mesh: Some(Id::new(0)), local: Mat4::IDENTITY, ..Node::default() });
        Self { scene }
    }

    pub fn build(self) -> Arc<Scene> {
        Arc::new(self.scene)
    }

    fn texture(
        &mut self,
        size: (u32, u32),
        format: TexelFormat,
        texels: Texels,
        palette: Option<PaletteId>,
    ) -> TextureId {
        let name = format!("texture {}", self.scene.textures.len());
        self.scene.textures.push(Texture {
            name,
            id: 0,
            width: size.0,
            height: size.1,
            format,
            palette,
            pixels: Arc::new(Fixed(texels)),
            origin: Origin::default(),
        })
    }

    pub fn direct(&mut self, width: u32, words: &[u16]) -> TextureId {
        let size = (width, words.len() as u32 / width);
        self.texture(size, TexelFormat::Direct15, Texels::Words(words.to_vec()), None)
    }

    pub fn indexed(&mut self, width: u32, format: TexelFormat, indices: &[u8]) -> TextureId {
        let size = (width, indices.len() as u32 / width);
        self.texture(size, format, Texels::Indices(indices.to_vec()), None)
    }

    pub fn rgba(&mut self, width: u32, colours: &[[u8; 4]]) -> TextureId {
        let size = (width, colours.len() as u32 / width);
        self.texture(size, TexelFormat::Rgba8, Texels::Rgba(colours.to_vec()), None)
    }

    pub fn palette(&mut self, words: &[u16]) -> PaletteId {
        self.scene.palettes.push(Palette {
            name: String::new(),
            id: 0,
            stored: words.to_vec(),
            rule: <[u16]>::to_vec,
            position: None,
            origin: Origin::default(),
            entries: Spans::default(),
        })
    }

    pub fn material(&mut self, material: Material) -> MaterialId {
        let known = self.scene.materials.find(|known| *known == material);
        known.unwrap_or_else(|| self.scene.materials.push(material))
    }

    /// A triangle or, with four corners in strip order, a quad. Returns its index.
    pub fn face(
        &mut self,
        material: Material,
        corners: &[Vec3],
        colours: [[u8; 3]; 4],
        uvs: [[f32; 2]; 4],
    ) -> usize {
        let material = self.material(material);
        let mesh = &mut self.scene.meshes[0];
        let mut indices = [NO_CORNER; 4];
        for (index, corner) in indices.iter_mut().zip(corners) {
            *index = mesh.positions.len() as u32;
            mesh.positions.push(*corner);
        }
        mesh.faces.extend([Face {
            corners: indices,
            colours,
            uvs,
            material,
            index: mesh.faces.len() as u32,
            ..Face::default()
        }]);
        mesh.faces.len() - 1
    }

    /// A rectangle of a canvas in one colour, `z` towards the viewer. Texture coordinates count
    /// its pixels.
    pub fn rectangle(&mut self, material: Material, at: Rect, z: f32, rgb: [u8; 3]) -> usize {
        let (w, h) = (at.width as f32, at.height as f32);
        let uvs = [[0.0, 0.0], [w, 0.0], [0.0, h], [w, h]];
        self.face(material, &at.corners(z), [rgb; 4], uvs)
    }
}

/// Pixels of a canvas.
#[derive(Clone, Copy)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

pub fn rect(x: i32, y: i32, width: i32, height: i32) -> Rect {
    Rect { x, y, width, height }
}

impl Rect {
    /// Strip order: top left, top right, bottom left, bottom right.
    pub fn corners(&self, z: f32) -> [Vec3; 4] {
        let (x, y) = (self.x as f32, self.y as f32);
        let (w, h) = (self.width as f32, self.height as f32);
        [(x, y), (x + w, y), (x, y + h), (x + w, y + h)].map(|(x, y)| on_canvas(x, y, z))
    }
}

/// Position in the scene of a canvas pixel.
pub fn on_canvas(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, -y, z)
}

/// A parallel view in which a unit is a pixel, and (0, 0) is at the top left.
pub fn canvas_camera(width: u32, height: u32) -> Camera {
    let (w, h) = (width as f32, height as f32);
    Camera {
        target: on_canvas(w / 2.0, h / 2.0, 0.0),
        yaw: 0.0,
        pitch: 0.0,
        roll: 0.0,
        distance: h / 2.0 / (FIELD_OF_VIEW.to_radians() / 2.0).tan(),
        projection: Projection::Orthographic,
        field_of_view: FIELD_OF_VIEW,
    }
}
