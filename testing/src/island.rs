//! A scene of many instances and textures, made in code, for benchmarks and tests.

use std::sync::Arc;

use glam::{Mat4, Vec3};

use gouraud::scene::{
    Blend, ColourScale, Face, Id, LayerKind, Material, Mesh, Node, Origin, Scene, Style, Surface,
    TexelFormat, Texels, Texture, TextureData, UvSpace,
};

/// Sizes and counts.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub instances: u32,
    pub meshes: u32,
    pub textures: u32,
    /// Side of a texture in texels.
    pub side: u32,
    /// Side of a mesh in quads.
    pub quads: u32,
}

/// Distance between instances.
pub const STEP: f32 = 12.0;

/// A square of hilly patches, each with its own textures; every fifth texture has half-transparent
/// texels.
pub fn scene(plan: Plan) -> Scene {
    let mut scene = Scene { name: "island".into(), style: Style::Clean, ..Scene::default() };
    scene.layer("drawn", LayerKind::Drawn, true);
    for number in 0..plan.textures {
        scene.textures.push(texture(number, plan.side));
        scene.materials.push(material(number));
    }
    let each = plan.textures.div_ceil(plan.meshes.max(1)).max(1);
    scene.meshes = (0..plan.meshes).map(|number| patch(plan, number * each, each)).collect();
    let across = plan.instances.isqrt().max(1);
    for number in 0..plan.instances {
        let (x, z) = ((number % across) as f32, (number / across) as f32);
        let turn = Mat4::from_rotation_y(number as f32);
        scene.nodes.push(Node {
            name: format!("patch {number}"),
            local: Mat4::from_translation(Vec3::new(x, 0.0, z) * STEP) * turn,
            mesh: Some(Id::new(number % plan.meshes.max(1))),
            ..Node::default()
        });
    }
    scene
}

fn material(texture: u32) -> Material {
    Material {
        name: format!("material {texture}"),
        surface: Surface::Textured { texture: Id::new(texture), palette: None },
        uv: UvSpace::Fraction,
        tiled: true,
        blend: texture.is_multiple_of(5).then_some(Blend::Average),
        double_sided: true,
        colour: ColourScale::Modulate255,
        ..Material::PLAIN
    }
}

fn patch(plan: Plan, first: u32, count: u32) -> Mesh {
    let points = plan.quads + 1;
    let cell = STEP * 0.7 / plan.quads as f32;
    let mut mesh = Mesh { name: format!("patch of {first}"), ..Mesh::default() };
    for z in 0..points {
        for x in 0..points {
            let height = ((x * 7 + z * 13 + first) % 5) as f32 * 0.3;
            let middle = plan.quads as f32 * 0.5;
            let flat = Vec3::new(x as f32 - middle, 0.0, z as f32 - middle) * cell;
            mesh.positions.push(flat + Vec3::Y * height);
        }
    }
    for index in 0..plan.quads * plan.quads {
        let (x, z) = (index % plan.quads, index / plan.quads);
        let at = z * points + x;
        mesh.faces.extend([Face {
            corners: [at + points, at + points + 1, at, at + 1],
            colours: [[255; 3]; 4],
            uvs: [[0.0, 1.0], [1.0, 1.0], [0.0, 0.0], [1.0, 0.0]],
            material: Id::new((first + index % count).min(plan.textures - 1)),
            index,
            ..Face::default()
        }]);
    }
    mesh
}

fn texture(number: u32, side: u32) -> Texture {
    Texture {
        name: format!("texture {number}"),
        id: number,
        width: side,
        height: side,
        format: TexelFormat::Rgba8,
        palette: None,
        pixels: Arc::new(Rings { number, side }),
        origin: Origin::default(),
    }
}

/// Rings of two colours, computed on demand.
pub struct Rings {
    pub number: u32,
    pub side: u32,
}

impl Rings {
    fn colours(&self) -> [[u8; 3]; 2] {
        let channel = |shift: u32| (self.number.wrapping_mul(0x9E37_79B9) >> shift) as u8;
        let base = [channel(0) / 2 + 64, channel(8) / 2 + 64, channel(16) / 2 + 64];
        [base, base.map(|v| v / 2)]
    }
}

impl TextureData for Rings {
    fn decode(&self) -> Texels {
        let [light, dark] = self.colours();
        let holes = self.number.is_multiple_of(5);
        let middle = self.side as f32 * 0.5 - 0.5;
        let texel = |at: u32| {
            let (x, y) = ((at % self.side) as f32, (at / self.side) as f32);
            let far = (x - middle).hypot(y - middle);
            let [r, g, b] = if far as u32 % 8 < 4 { light } else { dark };
            let alpha = if holes && far as u32 % 16 < 4 { 128 } else { 255 };
            [r, g, b, alpha]
        };
        Texels::Rgba((0..self.side * self.side).map(texel).collect())
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }

    fn fill(&self) -> Option<[u8; 3]> {
        Some(self.colours()[0])
    }
}
