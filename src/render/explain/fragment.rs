//! Steps from a position on a face to a front colour: the processor's counterpart of `faces.wgsl`.

use std::borrow::Cow;

use glam::{Vec2, Vec3};

use super::blend::Output;
use super::deformation::{Corner, corners};
use super::explanation::{Clean, Layer, Outcome, Taps};
use super::light::{LitFace, fog_at, mix};
use super::mapping::{Mapping, centre};
use super::raster::{Planes, Vertex, covering};
use super::shade::{Paint, dither};
use super::texel::{TIE, Textures, Value};
use crate::render::device::{StateRecord, ViewRecord, state_flags as flag};
use crate::render::draw::{Frame, Projected, Shot, halvings};
use crate::render::view::BackFaces;
use crate::scene::{Blend, ColourScale, FaceRef, Material, PaletteId, Surface, TextureId};

/// Triangles of a face, by its corners.
pub const TRIANGLES: [[usize; 3]; 2] = [[0, 1, 2], [2, 1, 3]];

/// A face on the screen, and everything that its shaders read.
pub struct Shader<'a> {
    shot: &'a Shot<'a>,
    frame: &'a Frame,
    lit: LitFace<'a>,
    state: StateRecord,
    material: Cow<'a, Material>,
    projected: Projected,
    affine: bool,
    mapping: Mapping<'a>,
    colours: [Vec3; 4],
    corners: Vec<Corner>,
}

/// A pixel of a face.
#[derive(Clone)]
pub struct Fragment {
    pub layer: Layer,
    pub output: Output,
    pub is_hole: bool,
    /// Depth of a blended texel.
    pub biased_depth: f32,
}

/// Texel of a pixel, with settings of its material.
struct Surfaced {
    texel: Option<super::explanation::Texel>,
    value: Value,
    taps: Option<Taps>,
    blend: Option<Blend>,
    scale: ColourScale,
}

impl<'a> Shader<'a> {
    /// `None` for a face that is never drawn.
    pub fn new(
        shot: &'a Shot<'a>,
        frame: &'a Frame,
        view: &'a ViewRecord,
        at: FaceRef,
        projected: Projected,
    ) -> Option<Self> {
        let buffers = shot.buffers;
        let scene = buffers.scene();
        let node = scene.nodes.get(at.node)?;
        let face = scene.mesh_of(node)?.faces.get(at.face as usize)?;
        let material = buffers.material_on(face.material, face.layer)?;
        let state = *buffers.state_of(at, &face)?;
        let world = buffers.transforms().get(at.node.index())?;
        let effects = &shot.options.effects;
        let affine = effects.affine && !projected.crosses_near;
        let cut = affine && effects.subdivide && state.flags & flag::SUBDIVIDED != 0;
        let lit = LitFace {
            view,
            flags: state.flags,
            corners: projected.corners,
            is_triangle: face.is_triangle(),
            clockwise: buffers.visibility().fronts_clockwise(scene, node, world),
            normals: buffers.normals_of(at, &face).filter(|_| node.faces_viewer.is_none()),
            rows: [0, 1, 2].map(|row| world.row(row).truncate()),
        };
        let mapping = Mapping {
            frame,
            dither_cell: view.dither_cell,
            snap: effects.snap,
            is_triangle: face.is_triangle(),
            halvings: if cut { halvings(&projected.clip, frame.grid()) } else { 0 },
            clip: projected.clip,
            uvs: [Vec2::ZERO; 4],
        };
        let mut shader = Self {
            shot,
            frame,
            lit,
            state,
            material,
            projected,
            affine,
            mapping,
            colours: [Vec3::ZERO; 4],
            corners: corners(buffers.displayed(), at, &face, &projected.corners),
        };
        shader.mapping.uvs = shader.corner_uvs(buffers.uvs_of(at, &face));
        shader.colours = shader.corner_colours(buffers.colours_of(at, &face));
        Some(shader)
    }

    fn has(&self, bit: u32) -> bool {
        self.state.flags & bit != 0
    }

    fn size(&self) -> Vec2 {
        Vec2::new(self.state.width as f32, self.state.height as f32)
    }

    fn corner_uvs(&self, stored: [[f32; 2]; 4]) -> [Vec2; 4] {
        if !self.has(flag::TEXTURED | flag::MISSING) {
            return [Vec2::ZERO; 4];
        }
        let floats = self.has(flag::FLOAT_UVS);
        // Animated coordinates may be between texels; the original hardware only has integer ones.
        let floor = self.shot.options.effects.affine && !self.has(flag::FRACTION);
        stored.map(|uv| {
            let uv = match Vec2::from(uv) {
                uv if floats => uv,
                uv => Vec2::new(f32::from(uv.x as i16), f32::from(uv.y as i16)),
            };
            let uv = if floor { uv.floor() } else { uv };
            if self.has(flag::FRACTION) { uv * self.size() } else { uv }
        })
    }

    fn corner_colours(&self, stored: [[u8; 3]; 4]) -> [Vec3; 4] {
        let full = Vec3::splat(255.0);
        let mut colours = stored.map(|rgb| Vec3::from(rgb.map(f32::from)));
        for (corner, colour) in colours.iter_mut().enumerate() {
            if self.has(flag::DYED) {
                let [[r, g, b, _], [more_r, more_g, more_b, _]] =
                    [self.state.tint, self.state.glow];
                *colour = *colour * Vec3::new(r, g, b) + Vec3::new(more_r, more_g, more_b);
                *colour = colour.max(Vec3::ZERO).min(full);
            }
            if self.has(flag::MISSING) {
                let own = if self.scale() == ColourScale::Raw { full } else { *colour };
                *colour = own * self.lit.shape();
            } else {
                *colour = (*colour * self.corner_light(corner)).max(Vec3::ZERO).min(full);
            }
            if self.shot.options.effects.fifteen_bit {
                *colour = mix(*colour, self.fog_colour(), self.corner_fog(corner));
            }
        }
        colours
    }

    fn is_lit(&self) -> bool {
        self.has(flag::LIT) && self.lit.view.ambient[3] != 0.0
    }

    /// The light is computed per texel.
    fn is_embossed(&self) -> bool {
        self.is_lit() && self.has(flag::RELIEF) && self.shot.options.effects.relief
    }

    fn corner_light(&self, corner: usize) -> Vec3 {
        let per_corner = self.is_lit() && !self.is_embossed();
        if per_corner { self.lit.at_corner(corner) } else { Vec3::ONE }
    }

    fn corner_fog(&self, corner: usize) -> f32 {
        fog_at(self.lit.view, self.projected.clip[corner].w)
    }

    fn fog_colour(&self) -> Vec3 {
        let [r, g, b, _] = self.lit.view.fog_colour;
        Vec3::new(r, g, b)
    }

    fn scale(&self) -> ColourScale {
        self.material.colour
    }

    fn vertex(&self, corner: usize) -> Vertex {
        let clip = self.projected.clip[corner];
        // Subdivided faces are affine within each piece.
        let w = if self.affine && self.mapping.halvings == 0 { clip.w } else { 1.0 };
        let (uv, colour) = (self.mapping.uvs[corner] * w, self.colours[corner] * w);
        let (x, y) = ((corner & 1) as f32, (corner >> 1) as f32);
        let values = [uv.x, uv.y, w, colour.x, colour.y, colour.z, x, y, x * w, y * w];
        Vertex { clip, values }
    }

    /// The pixel of the face in each triangle that covers it.
    pub fn fragments(
        &self,
        textures: &mut Textures,
        draw: (FaceRef, u32),
        pixel: (u32, u32),
    ) -> Vec<Fragment> {
        let count = if self.lit.is_triangle { 1 } else { 2 };
        let covers = |corners: &[usize; 3]| {
            let planes = covering(&corners.map(|i| self.vertex(i)), self.frame.target, pixel)?;
            Some(self.fragment(textures, draw, *corners, &planes, pixel))
        };
        TRIANGLES.iter().take(count).filter_map(covers).collect()
    }

    fn fragment(
        &self,
        textures: &mut Textures,
        (face, draw_id): (FaceRef, u32),
        corners: [usize; 3],
        planes: &Planes,
        pixel: (u32, u32),
    ) -> Fragment {
        let effects = &self.shot.options.effects;
        let sample = planes.sample(pixel);
        let [_, _, w, r, g, b, x, y, used_x, used_y] = sample.values;
        let at = Vec2::new(x, y);
        let (uv, place) = self.mapping.at(&sample, pixel);
        let used = place.unwrap_or(Vec2::new(used_x, used_y) / w);
        let weights = weights(corners, used, self.lit.is_triangle);
        let mut colour = Vec3::new(r, g, b) / w;
        let mut clean = Clean::default();
        if self.is_embossed() {
            if let Some((id, palette)) = self.texture() {
                let lean =
                    textures.of(self.shot.buffers, &self.state, id, palette).normal(uv + TIE);
                let light = self.lit.embossed(&self.mapping.uvs, lean, at);
                clean.light = Some(light.to_array());
                colour = (colour * light).max(Vec3::ZERO).min(Vec3::splat(255.0));
            }
        } else if self.is_lit() {
            let light = |i: usize| self.corner_light(i) * weights.get(i).copied().unwrap_or(0.0);
            clean.light = Some((0..4).map(light).sum::<Vec3>().to_array());
        }
        let c8 = (colour + (0.5 + TIE)).floor().to_array().map(|v| (v as i32).clamp(0, 255));

        let surfaced = self.surfaced(textures, planes, uv, pixel);
        clean.taps = surfaced.taps;
        let cell = self.frame.dither_cell(pixel);
        let paint = Paint {
            fifteen_bit: effects.fifteen_bit,
            dither: effects.dither.then(|| dither(cell)),
            textured: self.has(flag::TEXTURED | flag::MISSING),
            gouraud: self.has(flag::GOURAUD),
            scale: surfaced.scale,
        };
        let shaded = paint.shade(&surfaced.value, c8);
        let mut front = shaded.front;
        let full = if effects.fifteen_bit { 31 } else { 255 };
        if let Some(seen) = self.reflection(textures, uv, at) {
            let shift = if effects.fifteen_bit { 3 } else { 0 };
            front.0 = std::array::from_fn(|i| (front.0[i] + (seen[i] >> shift)).min(full));
            clean.reflection = Some(seen);
        }
        if self.lit.view.fog[2] != 0.0 {
            if effects.fifteen_bit {
                let fog = |i: usize| self.corner_fog(i) * weights.get(i).copied().unwrap_or(0.0);
                clean.fog = Some((0..4).map(fog).sum());
            } else {
                let fades = surfaced.blend.is_some_and(|blend| blend.mode().unwrap_or(0) != 0);
                let far = if fades { Vec3::ZERO } else { self.fog_colour() };
                let density = fog_at(self.lit.view, 1.0 / sample.inverse_w);
                let own = Vec3::from(front.0.map(|v| v as f32));
                front.0 = (mix(own, far, density) + 0.5).floor().to_array().map(|v| v as i32);
                clean.fog = Some(density);
            }
        }
        if self.projected.from_behind && effects.back_faces == BackFaces::Tint {
            front.0 = [(front.0[0] + full) / 2, front.0[1] / 2, front.0[2] / 2];
        }
        let alpha = surfaced.value.alpha * self.state.tint[3];
        clean.alpha = surfaced.blend.and_then(Blend::opacity).map(|_| alpha);
        let textured = self.texture().is_some();
        let layer = Layer {
            face,
            draw_id,
            outcome: Outcome::Drawn,
            hidden_by: None,
            key: None,
            corners: self.corners.clone(),
            weights,
            uv: textured.then(|| uv.to_array()),
            perspective_uv: textured.then(|| self.mapping.interpolated(at).to_array()),
            affine: self.affine,
            halvings: self.mapping.halvings,
            texel: surfaced.texel,
            vertex_colour: c8,
            modulated: shaded.modulated,
            dither: shaded.dither,
            front,
            blend: surfaced.blend,
            depth: sample.depth,
            below: None,
            result: None,
            clean,
        };
        let output =
            Output { front, fifteen_bit: effects.fifteen_bit, blend: surfaced.blend, alpha };
        let biased_depth = sample.depth + planes.bias();
        Fragment { layer, output, is_hole: surfaced.value.hole, biased_depth }
    }

    /// Texture of the face, with the palette of its material.
    fn texture(&self) -> Option<(TextureId, Option<PaletteId>)> {
        match self.material.surface {
            Surface::Textured { texture, palette } if self.has(flag::TEXTURED) => {
                Some((texture, palette))
            }
            _ => None,
        }
    }

    /// Texel of a pixel.
    fn surfaced(
        &self,
        textures: &mut Textures,
        planes: &Planes,
        uv: Vec2,
        pixel: (u32, u32),
    ) -> Surfaced {
        let effects = &self.shot.options.effects;
        let (blend, scale) = (self.material.blend, self.scale());
        let mut made = Surfaced { texel: None, value: Value::PLAIN, taps: None, blend, scale };
        if self.has(flag::FILLED) {
            made.value = Value::fill(&self.state);
        } else if let Some((id, palette)) = self.texture() {
            let texture = textures.of(self.shot.buffers, &self.state, id, palette);
            let nudge = if self.has(flag::FRACTION) { 0.0 } else { self.lit.view.nudge };
            let at = uv + (nudge + TIE);
            let (texel, value) = texture.at(at);
            (made.texel, made.value) = (Some(texel), value);
            if effects.filtered {
                let steps = self.mapping.steps(planes, pixel);
                (made.value, made.taps) = texture.filtered(value, at, steps);
            }
        }
        if self.has(flag::MISSING) {
            self.replace_missing(&mut made, uv, pixel);
        }
        let takes = made.value.stp || self.has(flag::TAKES_ALL);
        made.blend = made.blend.filter(|_| takes);
        made
    }

    /// Checkerboard or plain colour of a missing texture; it is unknown which texels are transparent.
    fn replace_missing(&self, made: &mut Surfaced, uv: Vec2, pixel: (u32, u32)) {
        const NEUTRAL: u16 = 0x5294;
        made.blend = None;
        let is_faulty = self.has(flag::CHECKERED);
        if !(is_faulty || self.shot.options.effects.checker) {
            made.value = Value::of_word(NEUTRAL);
            if made.scale == ColourScale::Raw {
                made.scale = ColourScale::Modulate255;
            }
            return;
        }
        made.scale = ColourScale::Raw;
        let at = if is_faulty { centre(pixel) } else { uv };
        let is_fraction = !is_faulty && self.has(flag::FRACTION);
        let squares = (at * if is_fraction { 8.0 } else { 0.125 }).floor();
        let light = (squares.x as i32).wrapping_add(squares.y as i32) & 1 == 0;
        made.value = Value::of_word(if light { 0x7C1F } else { 0x1084 });
    }

    /// Reflected colour of the surroundings.
    fn reflection(&self, textures: &mut Textures, uv: Vec2, at: Vec2) -> Option<[i32; 3]> {
        let is_on = self.state.surroundings != 0 && self.shot.options.effects.shine;
        let buffers = self.shot.buffers;
        let mut texture = |number: u32| {
            let state = buffers.state(number).filter(|_| number != 0)?;
            let id = buffers.reflected(number)?;
            let own = buffers.scene().textures.get(id).and_then(|texture| texture.palette);
            Some(textures.of(buffers, state, id, own))
        };
        let surroundings = texture(self.state.surroundings).filter(|_| is_on)?;
        let gloss = texture(self.state.gloss);
        let seen = self.lit.reflection(&self.state, &surroundings, gloss.as_ref(), uv, at);
        Some((seen + 0.5).to_array().map(|v| v as i32))
    }
}

/// Weights of the corners of a face at a position in one of its triangles.
fn weights(corners: [usize; 3], at: Vec2, is_triangle: bool) -> Vec<f32> {
    let near = corners == TRIANGLES[0];
    let mut weights = match near {
        true => vec![1.0 - at.x - at.y, at.x, at.y],
        false => vec![0.0, 1.0 - at.y, 1.0 - at.x, at.x + at.y - 1.0],
    };
    weights.resize(if is_triangle { 3 } else { 4 }, 0.0);
    weights
}
