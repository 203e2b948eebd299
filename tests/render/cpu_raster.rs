//! A small rasterizer of ps1-rendering section 2, independent of the shaders: integers after the
//! projection, faces painted in the order of the file.

use glam::{DVec2, DVec4};
use gouraud::render::Camera;
use gouraud::scene::*;

/// A frame buffer of 15-bit words, and which pixels are reliable: rasterizers may differ along edges.
pub struct FrameBuffer {
    pub width: i32,
    pub height: i32,
    pub pixels: Vec<[u32; 3]>,
    pub sure: Vec<bool>,
}

struct Corner {
    at: (i32, i32),
    uv: [f64; 2],
    colour: [f64; 3],
}

const DITHER: [[i32; 4]; 4] = [[-4, 0, -3, 1], [2, -2, 3, -1], [-3, 1, -4, 0], [3, -1, 2, -2]];

impl FrameBuffer {
    /// Draws every face of a scene over black.
    pub fn draw(scene: &Scene, camera: &Camera, width: u32, height: u32, dither: bool) -> Self {
        let (width, height) = (width as i32, height as i32);
        let count = (width * height) as usize;
        let mut frame =
            Self { width, height, pixels: vec![[0; 3]; count], sure: vec![true; count] };
        let matrix = camera.matrix(width as f32 / height as f32).as_dmat4();
        for (node, world) in scene.nodes.iter().zip(scene.world_transforms()) {
            let Some(mesh) = scene.mesh_of(node) else { continue };
            for face in &mesh.faces {
                let corners: Vec<Corner> = (0..face.sides())
                    .map(|i| {
                        let local = mesh.positions[face.corners[i] as usize];
                        let clip = matrix * world.transform_point3(local).as_dvec3().extend(1.0);
                        Corner {
                            at: frame.pixel(clip),
                            uv: face.uvs[i].map(f64::from),
                            colour: face.colours[i].map(f64::from),
                        }
                    })
                    .collect();
                let material = &scene.materials[face.material.index()];
                for triangle in [[0, 1, 2], [1, 2, 3]].iter().take(face.sides() - 2) {
                    let triangle = triangle.map(|i| &corners[i]);
                    frame.triangle(scene, material, triangle, dither);
                }
            }
        }
        frame
    }

    fn pixel(&self, clip: DVec4) -> (i32, i32) {
        let size = DVec2::new(f64::from(self.width), f64::from(self.height));
        let at = (DVec2::new(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * size + 1.0 / 512.0;
        (at.x.floor() as i32, at.y.floor() as i32)
    }

    fn triangle(&mut self, scene: &Scene, material: &Material, t: [&Corner; 3], dither: bool) {
        let area = |a: (i32, i32), b: (i32, i32), c: (i32, i32)| {
            i64::from(b.0 - a.0) * i64::from(c.1 - a.1)
                - i64::from(b.1 - a.1) * i64::from(c.0 - a.0)
        };
        let whole = area(t[0].at, t[1].at, t[2].at);
        if whole == 0 {
            return;
        }
        for y in 0..self.height {
            for x in 0..self.width {
                let at = (x, y);
                let parts = [
                    area(at, t[1].at, t[2].at),
                    area(t[0].at, at, t[2].at),
                    area(t[0].at, t[1].at, at),
                ];
                let shares = parts.map(|part| part as f64 / whole as f64);
                let index = (y * self.width + x) as usize;
                if is_near_edge(t, at, &shares) {
                    self.sure[index] = false;
                }
                if shares.iter().all(|share| *share >= 0.0) {
                    let mix = |value: [f64; 3]| (0..3).map(|i| value[i] * shares[i]).sum::<f64>();
                    let uv = [0, 1].map(|k| mix([0, 1, 2].map(|i| t[i].uv[k])));
                    let rgb = [0, 1, 2].map(|k| mix([0, 1, 2].map(|i| t[i].colour[k])));
                    self.shade(scene, material, at, uv, rgb, dither);
                }
            }
        }
    }

    fn shade(
        &mut self,
        scene: &Scene,
        material: &Material,
        (x, y): (i32, i32),
        uv: [f64; 2],
        rgb: [f64; 3],
        dither: bool,
    ) {
        let tie = 1e-6;
        let index = (y * self.width + x) as usize;
        // Hardware interpolates with 24 bits: a value slightly below a whole number may be rounded up to
        // it.
        let hair = |c: &f64| (1e-6..1.0 / 2048.0).contains(&(1.0 - (c + 0.5).fract()));
        if uv.iter().chain(&rgb).any(hair) {
            self.sure[index] = false;
        }
        let rgb = rgb.map(|c| (c + 0.5 + tie).floor() as i32);
        let mut stp = true;
        let mut texel = None;
        if let Surface::Textured { texture, palette } = material.surface {
            let word = texel16(scene, texture, palette, uv.map(|c| (c + 0.5 + tie).floor() as i32));
            if word == 0 {
                return;
            }
            stp = word & 0x8000 != 0;
            texel = Some([0, 5, 10].map(|shift| i32::from(word >> shift) & 31));
        }
        let raw = material.colour == ColourScale::Raw;
        let eligible = if texel.is_some() { !raw } else { material.gouraud };
        let d = if dither && eligible { DITHER[(y & 3) as usize][(x & 3) as usize] } else { 0 };
        let front = [0, 1, 2].map(|k| match texel {
            Some(t5) if raw => t5[k] as u32,
            Some(t5) => ((((t5[k] * rgb[k]) >> 4) + d) >> 3).clamp(0, 31) as u32,
            None => ((rgb[k] + d) >> 3).clamp(0, 31) as u32,
        });
        let pixel = &mut self.pixels[index];
        *pixel = match material.blend {
            Some(mode) if stp || mode.takes_all() => {
                [0, 1, 2].map(|k| blended(mode, pixel[k], front[k]))
            }
            _ => front,
        };
    }
}

/// `true` if a point is closer than a pixel and a half to the line of an edge, and not far from its ends.
fn is_near_edge(t: [&Corner; 3], at: (i32, i32), shares: &[f64; 3]) -> bool {
    if shares.iter().any(|share| *share < -0.5) {
        return false;
    }
    (0..3).any(|i| {
        let (a, b) = (t[(i + 1) % 3].at, t[(i + 2) % 3].at);
        let (dx, dy) = (f64::from(b.0 - a.0), f64::from(b.1 - a.1));
        let cross = dx * f64::from(at.1 - a.1) - dy * f64::from(at.0 - a.0);
        cross.abs() < 1.5 * dx.hypot(dy)
    })
}

fn texel16(scene: &Scene, texture: TextureId, palette: Option<PaletteId>, uv: [i32; 2]) -> u16 {
    let texture = &scene.textures[texture.index()];
    let x = uv[0].rem_euclid(texture.width as i32) as usize;
    let y = uv[1].rem_euclid(texture.height as i32) as usize;
    let at = y * texture.width as usize + x;
    match texture.pixels.decode() {
        Texels::Words(words) => words[at],
        Texels::Indices(indices) => {
            let palette = &scene.palettes[palette.expect("indexed").index()];
            palette.loaded()[usize::from(indices[at])]
        }
        Texels::Rgba(_) => panic!("not a PlayStation's texture"),
    }
}

pub fn blended(mode: Blend, back: u32, front: u32) -> u32 {
    match mode {
        // One half is the nearest to any alpha.
        Blend::Average | Blend::Alpha(_) => (back + front) >> 1,
        Blend::Add => (back + front).min(31),
        Blend::Subtract => back.saturating_sub(front),
        Blend::AddQuarter => (back + (front >> 2)).min(31),
    }
}
