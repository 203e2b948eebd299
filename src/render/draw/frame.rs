//! Shader uniforms computed from picture size, effects and camera.

use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::render::device::{Gpu, ViewRecord, view_flags};
use crate::render::overlay::Overlay;
use crate::render::upload::{PosedScene, SceneBuffers};
use crate::render::view::{
    BackFaces, Camera, Effects, HiddenBy, Pixels, Projection, RenderOptions,
};
use crate::scene::{FaceRef, Fog, Growth, Light};

/// Sizes of a picture, of its render target, and of native pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Width and height of the picture in pixels.
    pub picture: (u32, u32),
    /// Width and height of the target in pixels.
    pub target: (u32, u32),
    /// Picture pixels per target pixel; 1 unless enlarged.
    pub enlarge: u32,
    /// Target pixels per picture pixel along each side; 1 unless averaged.
    pub average: u32,
    /// Target pixels per native pixel.
    native: u32,
}

impl Frame {
    /// Creates the frame of a picture of this size.
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

    /// The same frame with `samples` target pixels per picture pixel along each side. Native pixels keep their
    /// size. Frames with enlarged pixels stay as they are.
    pub fn supersampled(self, samples: u32) -> Self {
        if self.enlarge > 1 || samples <= self.average {
            return self;
        }
        let side = |side: u32| side.saturating_mul(samples);
        let target = (side(self.picture.0), side(self.picture.1));
        let native = if self.average > 1 { self.native } else { side(self.native) };
        Self { target, average: samples, native, ..self }
    }

    /// The same frame, without averaging if the device cannot draw such a large target.
    pub fn within(self, gpu: &Gpu) -> Self {
        let limit = gpu.longest_side();
        if self.target.0 > limit || self.target.1 > limit {
            return Self::new(self.picture, Pixels::Own);
        }
        self
    }

    /// Aspect ratio of the whole target, which may extend beyond the picture.
    pub fn aspect(&self) -> f32 {
        self.target.0 as f32 / self.target.1 as f32
    }

    /// Size of the target in native pixels.
    pub fn grid(&self) -> Vec2 {
        Vec2::new(self.target.0 as f32, self.target.1 as f32) / self.native as f32
    }

    /// Position of a snapped vertex in its native pixel, and the offset of integer texel coordinates: the
    /// original hardware samples at pixel corners, GPUs at pixel centres. If native pixels are the
    /// target's, both are shifted by half; if they are larger, neither (ps1-rendering 5).
    pub fn pixel_offset(&self) -> f32 {
        if self.native == 1 { 0.5 } else { 0.0 }
    }

    /// Offset from a pixel to the point at which its texture is read.
    pub fn nudge(&self, effects: &Effects) -> f32 {
        if effects.snap { self.pixel_offset() } else { 0.5 }
    }

    /// Target pixels per picture pixel.
    fn step(&self) -> f32 {
        self.average as f32 / self.enlarge as f32
    }

    /// Size of the target, which may extend beyond the picture, as a fraction of the picture's.
    pub fn extent(&self) -> Vec2 {
        let size = |(width, height): (u32, u32)| Vec2::new(width as f32, height as f32);
        size(self.target) / self.step() / size(self.picture)
    }

    /// Dither cell of a target pixel.
    pub fn dither_cell(&self, pixel: (u32, u32)) -> (u32, u32) {
        (pixel.0 / self.native, pixel.1 / self.native)
    }

    /// Target pixel for a pixel of the picture.
    pub fn source(&self, at: (u32, u32)) -> (u32, u32) {
        (at.0 * self.average / self.enlarge, at.1 * self.average / self.enlarge)
    }

    /// Data of the view for the shaders.
    pub(in crate::render) fn view(
        &self,
        camera: &Camera,
        effects: &Effects,
        pass: Pass,
    ) -> ViewRecord {
        let picture = Vec2::new(self.picture.0 as f32, self.picture.1 as f32);
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
            step: self.step(),
            extent: self.extent().to_array(),
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
    /// Sets the light on lit faces.
    pub fn shine(&mut self, light: &Light) {
        self.ambient = light.ambient.extend(1.0).to_array();
        for (at, lamp) in light.lamps.iter().take(Light::MAX_LAMPS).enumerate() {
            self.to_lamps[at] = lamp.to_light.extend(0.0).to_array();
            self.lamps[at] = lamp.colour.extend(0.0).to_array();
        }
    }

    /// Sets fog; its colour is black unless the effects select the scene's colour.
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

/// Everything needed to draw a picture except its size.
#[derive(Clone, Copy)]
pub struct Shot<'a> {
    /// Uploaded scene.
    pub buffers: &'a SceneBuffers,
    /// Camera of the view.
    pub camera: &'a Camera,
    /// Effects, background and marks.
    pub options: &'a RenderOptions,
    /// Masks painted over the faces.
    pub overlay: Option<&'a Overlay>,
}

impl<'a> Shot<'a> {
    /// Shot without an overlay.
    pub fn new(buffers: &'a SceneBuffers, camera: &'a Camera, options: &'a RenderOptions) -> Self {
        Self { buffers, camera, options, overlay: None }
    }

    /// This shot without the device.
    pub fn posed(&self) -> PosedShot<'a> {
        let Self { buffers, camera, options, overlay } = *self;
        PosedShot { scene: buffers.displayed(), camera, options, overlay }
    }

    /// This shot with an overlay, or without one.
    pub fn with(self, overlay: impl Into<Option<&'a Overlay>>) -> Self {
        Self { overlay: overlay.into(), ..self }
    }

    /// View of a pass, with light and fog.
    pub(in crate::render) fn view(&self, frame: &Frame, pass: Pass) -> ViewRecord {
        let effects = &self.options.effects;
        let mut view = frame.view(self.camera, effects, pass);
        if let Some(light) = self.options.lighting.of(self.buffers.scene()) {
            view.shine(light);
        }
        if let Some(fog) = self.fog(pass) {
            view.fade(fog, effects);
        }
        view
    }

    /// Background colour: that of the scene's sky if the options select it.
    pub(in crate::render) fn background(&self) -> [u8; 3] {
        let own = self.buffers.air().backdrop.as_ref();
        let own = own.filter(|_| self.options.effects.sky_colour);
        own.map_or(self.options.background, |backdrop| backdrop.colour)
    }

    /// Fog of a pass: `None` for the sky, which has no distance, and for a parallel view, which has no
    /// viewpoint.
    pub(in crate::render) fn fog(&self, pass: Pass) -> Option<&'a Fog> {
        let sees = pass == Pass::World && self.camera.projection == Projection::Perspective;
        self.buffers.air().fog.as_ref().filter(|_| self.options.effects.fog && sees)
    }

    /// Uploads changes of the overlay.
    pub(in crate::render) fn upload_masks(&self, gpu: &Gpu) {
        let masks = self.overlay.map_or((0, &[][..]), |own| (own.changes(), own.masks()));
        self.buffers.upload_masks(gpu, masks.0, masks.1);
    }
}

/// Everything that the drawing order of a picture depends on except its size: a [`Shot`] without a device.
#[derive(Clone, Copy)]
pub struct PosedShot<'a> {
    /// Pose and visible faces.
    pub scene: &'a PosedScene,
    /// Camera of the view.
    pub camera: &'a Camera,
    /// Effects that select and order faces.
    pub options: &'a RenderOptions,
    /// Hidden faces.
    pub overlay: Option<&'a Overlay>,
}

impl PosedShot<'_> {
    /// `true` if a face, its node and its layer are visible.
    pub(in crate::render) fn shows(&self, at: FaceRef, id: u32) -> bool {
        self.hidden_by(at, id).is_none()
    }

    /// Reason why a face is hidden; missing faces are hidden.
    pub(in crate::render) fn hidden_by(&self, at: FaceRef, id: u32) -> Option<HiddenBy> {
        let (scene, visibility) = (self.scene.scene(), self.scene.visibility());
        let mesh = scene.nodes.get(at.node).and_then(|node| scene.mesh_of(node));
        let Some(face) = mesh.and_then(|mesh| mesh.faces.get(at.face as usize)) else {
            return Some(HiddenBy::Face);
        };
        if !visibility.layer(face.layer) {
            return Some(HiddenBy::Layer(face.layer));
        }
        let is_hidden = self.overlay.is_some_and(|overlay| overlay.is_hidden(id));
        visibility.hides(scene, at.node).or(is_hidden.then_some(HiddenBy::Face))
    }
}

/// Passes of faces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    World,
    /// Faces of the sky, which have no distance.
    Sky,
}

/// Smallest clip `w` that is drawn; in a parallel view every `w` is 1.
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

/// Position of the viewer (w = 1), or the direction to the viewer of a parallel view (w = 0).
pub fn viewer(camera: &Camera, eye: Vec3) -> Vec4 {
    match camera.projection {
        Projection::Perspective => eye.extend(1.0),
        Projection::Orthographic => camera.basis().2.extend(0.0),
    }
}

/// Last row but one of the view matrix: the distance ahead of the eye is `dot(row, (p, 1))`.
pub fn depth_row(camera: &Camera) -> glam::Vec4 {
    let view: Mat4 = camera.view();
    -view.row(2)
}
