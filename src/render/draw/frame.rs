//! Numbers of the shaders, from a picture's size, the effects and a camera.

use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::render::device::{Gpu, ViewRecord, view_flags};
use crate::render::overlay::Overlay;
use crate::render::upload::SceneBuffers;
use crate::render::view::{BackFaces, Camera, Effects, Pixels, Projection, RenderOptions};
use crate::scene::{Fog, Growth, Light};

/// The size of a picture, of the target it is drawn into, and of the native pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Pixels of the picture.
    pub picture: (u32, u32),
    /// Pixels of the target.
    pub target: (u32, u32),
    /// Picture pixels a target pixel; 1 unless enlarged.
    pub enlarge: u32,
    /// Target pixels a picture pixel, each way; 1 unless averaged.
    pub average: u32,
    /// Target pixels a native pixel.
    native: u32,
}

impl Frame {
    pub fn new(picture: (u32, u32), pixels: Pixels) -> Self {
        let factor = |lines: u32| ((picture.1 + lines / 2) / lines.max(1)).max(1);
        let whole = Self { picture, target: picture, enlarge: 1, average: 1, native: 1 };
        match pixels {
            Pixels::Own => whole,
            Pixels::Enlarged { lines } => {
                let enlarge = factor(lines);
                let target = (picture.0.div_ceil(enlarge), picture.1.div_ceil(enlarge));
                Self { target, enlarge, ..whole }
            }
            Pixels::Fine { lines } => Self { native: factor(lines), ..whole },
            Pixels::Smoothed => {
                Self { target: (picture.0 * 2, picture.1 * 2), average: 2, ..whole }
            }
        }
    }

    /// The same, not averaged where the device cannot draw so large a target.
    pub fn within(self, gpu: &Gpu) -> Self {
        let limit = gpu.device.limits().max_texture_dimension_2d;
        if self.target.0 > limit || self.target.1 > limit {
            return Self::new(self.picture, Pixels::Own);
        }
        self
    }

    /// Width by height of the whole target, which may reach beyond the picture.
    pub fn aspect(&self) -> f32 {
        self.target.0 as f32 / self.target.1 as f32
    }

    /// Native pixels of the target.
    pub fn grid(&self) -> Vec2 {
        Vec2::new(self.target.0 as f32, self.target.1 as f32) / self.native as f32
    }

    /// Where in its native pixel a snapped vertex sits, and what is added to whole texel
    /// coordinates: the old hardware samples at pixel corners, ours in their middle. Where native
    /// pixels are the target's, both move by half; where they are larger, neither
    /// (ps1-rendering 5).
    pub fn pixel_offset(&self) -> f32 {
        if self.native == 1 { 0.5 } else { 0.0 }
    }

    pub fn nudge(&self, effects: &Effects) -> f32 {
        if effects.snap { self.pixel_offset() } else { 0.5 }
    }

    /// The target's pixel below a pixel of the picture.
    pub fn source(&self, at: (u32, u32)) -> (u32, u32) {
        (at.0 * self.average / self.enlarge, at.1 * self.average / self.enlarge)
    }

    pub fn view(&self, camera: &Camera, effects: &Effects, pass: Pass) -> ViewRecord {
        let picture = Vec2::new(self.picture.0 as f32, self.picture.1 as f32);
        let target = Vec2::new(self.target.0 as f32, self.target.1 as f32);
        let step = self.average as f32 / self.enlarge as f32;
        let (matrix, eye) = match pass {
            Pass::World => (camera.matrix(self.aspect()), camera.eye()),
            Pass::Sky => (camera.sky_matrix(self.aspect()), Vec3::ZERO),
        };
        let eye = viewer(camera, eye);
        let (right, up, _) = camera.basis();
        ViewRecord {
            matrix: matrix.to_cols_array_2d(),
            eye: eye.to_array(),
            grid: self.grid().to_array(),
            pixel_offset: self.pixel_offset(),
            nudge: self.nudge(effects),
            near: near(camera),
            dither_cell: self.native as f32,
            flags: flags(effects) | if pass == Pass::Sky { view_flags::SKY_PASS } else { 0 },
            step,
            extent: (target / step / picture).to_array(),
            picture: picture.to_array(),
            ambient: [0.0; 4],
            to_lamps: [[0.0; 4]; Light::MAX_LAMPS],
            lamps: [[0.0; 4]; Light::MAX_LAMPS],
            fog: [0.0; 4],
            fog_colour: [0.0; 4],
            right: right.extend(0.0).to_array(),
            up: up.extend(0.0).to_array(),
        }
    }
}

impl ViewRecord {
    /// Lets light fall on what is lit.
    pub fn shine(&mut self, light: &Light) {
        self.ambient = light.ambient.extend(1.0).to_array();
        for (at, lamp) in light.lamps.iter().take(Light::MAX_LAMPS).enumerate() {
            self.to_lamps[at] = lamp.to_light.extend(0.0).to_array();
            self.lamps[at] = lamp.colour.extend(0.0).to_array();
        }
    }

    /// Lets things fade with the distance, into black where nothing else is wanted.
    pub fn fade(&mut self, fog: &Fog, effects: &Effects) {
        let power = match fog.growth {
            Growth::Even => 1.0,
            Growth::Power(power) => power,
            Growth::Halves => 0.0,
        };
        self.fog = [fog.start, fog.range.max(f32::MIN_POSITIVE).recip(), 1.0, power];
        let [r, g, b] = fog.colour.filter(|_| effects.fade_colour).unwrap_or_default();
        self.fog_colour = [r.into(), g.into(), b.into(), 0.0];
    }
}

/// Everything one picture is made from, its size apart.
#[derive(Clone, Copy)]
pub struct Shot<'a> {
    /// Uploaded scene.
    pub buffers: &'a SceneBuffers,
    /// View it is seen from.
    pub camera: &'a Camera,
    /// Effects, background and marks.
    pub options: &'a RenderOptions,
    /// Masks painted over the faces, if any.
    pub overlay: Option<&'a Overlay>,
}

impl<'a> Shot<'a> {
    /// Shot without an overlay.
    pub fn new(buffers: &'a SceneBuffers, camera: &'a Camera, options: &'a RenderOptions) -> Self {
        Self { buffers, camera, options, overlay: None }
    }

    /// This shot with an overlay, or with none.
    pub fn with(self, overlay: impl Into<Option<&'a Overlay>>) -> Self {
        Self { overlay: overlay.into(), ..self }
    }

    /// What is behind everything: the colour of the scene's sky, where it is wanted.
    pub(in crate::render) fn background(&self) -> [u8; 3] {
        let own = self.buffers.air().backdrop.as_ref();
        let own = own.filter(|_| self.options.effects.sky_colour);
        own.map_or(self.options.background, |backdrop| backdrop.colour)
    }

    /// The fog of a pass: a sky is at no distance, and a parallel view comes from nowhere.
    pub(in crate::render) fn fog(&self, pass: Pass) -> Option<&'a Fog> {
        let sees = pass == Pass::World && self.camera.projection == Projection::Perspective;
        self.buffers.air().fog.as_ref().filter(|_| self.options.effects.fog && sees)
    }

    /// Brings what changed of the overlay to the device.
    pub(in crate::render) fn upload_masks(&self, gpu: &Gpu) {
        let masks = self.overlay.map_or((0, &[][..]), |own| (own.changes(), own.masks()));
        self.buffers.upload_masks(gpu, masks.0, masks.1);
    }
}

/// Faces of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    World,
    /// Faces at no distance.
    Sky,
}

/// The smallest clip `w` that is drawn; in a parallel view every `w` is 1.
pub fn near(camera: &Camera) -> f32 {
    match camera.projection {
        Projection::Perspective => camera.near(),
        Projection::Orthographic => 0.0,
    }
}

fn flags(effects: &Effects) -> u32 {
    let switches = [
        (effects.snap, view_flags::SNAP),
        (effects.affine, view_flags::AFFINE),
        (effects.dither, view_flags::DITHERED),
        (effects.fifteen_bit, view_flags::FIFTEEN_BIT),
        (effects.back_faces == BackFaces::Hide, view_flags::HIDE_BACK),
        (effects.back_faces == BackFaces::Tint, view_flags::TINT_BACK),
        (effects.vanishing, view_flags::VANISHING),
        (effects.size_limit, view_flags::SIZE_LIMIT),
        (effects.filtered, view_flags::FILTERED),
        (effects.checker, view_flags::CHECKER),
        (effects.subdivide, view_flags::SUBDIVIDES),
        (effects.relief, view_flags::RELIEFS),
        (effects.shine, view_flags::SHINES),
    ];
    switches.iter().filter(|(on, _)| *on).fold(0, |flags, (_, bit)| flags | bit)
}

/// The viewer who stands at `eye` (w = 1), or the direction to where a parallel view comes from
/// (w = 0).
pub fn viewer(camera: &Camera, eye: Vec3) -> Vec4 {
    match camera.projection {
        Projection::Perspective => eye.extend(1.0),
        Projection::Orthographic => camera.basis().2.extend(0.0),
    }
}

/// The view matrix's last row but one: distance ahead of the eye is `dot(row, (p, 1))`.
pub fn depth_row(camera: &Camera) -> glam::Vec4 {
    let view: Mat4 = camera.view();
    -view.row(2)
}
