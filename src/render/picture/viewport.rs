//! A picture that follows a camera.

use std::sync::Arc;

use super::resolve::Picture;
use crate::render::device::Gpu;
use crate::render::draw::{
    Frame, Shot, SlicedDrawing, SubmissionLimits, Targets, ViewBuffers, Wake, draw,
};
use crate::render::overlay::Overlay;
use crate::render::pick::{Ids, Pick, Picker, Region, RegionPick};
use crate::render::view::{Camera, Effects, Lighting, Marks};
use crate::scene::{DrawIds, FaceRef};

/// Offscreen targets of one view, and their state.
#[derive(Debug)]
pub struct Viewport {
    size: (u32, u32),
    targets: Option<Targets>,
    views: ViewBuffers,
    picture: Picture,
    picker: Picker,
    /// The newest pick request, while another is in progress.
    wanted: Option<(u32, u32)>,
    region: Option<RegionPick>,
    /// The newest region request, while a picture is being drawn.
    wanted_region: Option<Region>,
    drawn: Option<DrawnInputs>,
    /// Requests a frame when a large picture is drawn; without it, all are drawn at once.
    wake: Option<Wake>,
    pending: Option<Pending>,
    /// The size changed since the last picture.
    is_resized: bool,
}

/// A large picture that is being drawn. The last one stays visible.
#[derive(Debug)]
struct Pending {
    drawing: SlicedDrawing,
    targets: Targets,
    faces: FacesKey,
    ids: Arc<DrawIds>,
}

/// Inputs that the targets and the picture were drawn from.
#[derive(Debug)]
struct DrawnInputs {
    faces: FacesKey,
    picture: PictureKey,
    ids: Arc<DrawIds>,
}

#[derive(Debug, PartialEq)]
struct FacesKey {
    buffers: u64,
    camera: Camera,
    effects: Effects,
    lighting: Lighting,
    background: [u8; 3],
    first_faces: Option<u32>,
    hides: u64,
}

#[derive(Debug, PartialEq)]
struct PictureKey {
    mask: u64,
    hovered: Option<u32>,
    marks: Marks,
    ghost: u64,
}

impl Viewport {
    /// Creates a viewport. `width` and `height` are in physical pixels; zero counts as one, and values
    /// above the device's limit are reduced.
    pub fn new(gpu: &Gpu, width: u32, height: u32) -> Self {
        let size = possible(gpu, width, height);
        Self {
            size,
            targets: None,
            views: ViewBuffers::new(gpu),
            picture: Picture::new(gpu, size),
            picker: Picker::new(gpu),
            wanted: None,
            region: None,
            wanted_region: None,
            drawn: None,
            wake: None,
            pending: None,
            is_resized: false,
        }
    }

    /// Draws large pictures on a software adapter in slices, so that other work on the device waits for
    /// a slice at most, and calls `wake` when one is drawn.
    pub fn sliced(self, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self { wake: Some(Wake(Arc::new(wake))), ..self }
    }

    /// Resizes the picture. If this returns `true`, its texture changed and [`Viewport::texture`] must be
    /// registered again.
    pub fn resize(&mut self, gpu: &Gpu, width: u32, height: u32) -> bool {
        let size = possible(gpu, width, height);
        if size == self.size {
            return false;
        }
        self.size = size;
        self.picture = Picture::new(gpu, size);
        // A new texture is empty: the next picture is drawn at once.
        self.is_resized |= self.drawn.take().is_some();
        self.pending = None;
        true
    }

    /// Width and height of the picture, in physical pixels.
    pub fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Redraws what changed since the last call: nothing, the overlay, or everything. Returns `true` if
    /// the picture changed. Never waits for the device. While a large picture is being drawn, changes wait
    /// for the next one.
    pub fn render(&mut self, gpu: &Gpu, shot: &Shot) -> bool {
        let Shot { buffers, camera, options, overlay } = *shot;
        let faces = FacesKey {
            buffers: buffers.version(),
            camera: *camera,
            effects: options.effects,
            lighting: options.lighting,
            background: options.background,
            first_faces: options.first_faces,
            hides: overlay.map_or(0, Overlay::hides),
        };
        let picture = PictureKey {
            mask: overlay.map_or(0, Overlay::changes),
            hovered: overlay.and_then(Overlay::hovered),
            marks: options.marks,
            ghost: buffers.ghosts(),
        };
        if self.pending.as_ref().is_some_and(|pending| !pending.drawing.is_ended()) {
            return false;
        }
        let frame = Frame::new(self.size, options.effects.pixels).within(gpu);
        let mut is_other = false;
        if let Some(pending) = self.pending.take() {
            let Pending { targets, faces: drawn, ids, .. } = pending;
            let is_current = targets.frame == frame && Arc::ptr_eq(&ids, buffers.ids());
            if is_current {
                if drawn != faces
                    && let Some(Wake(wake)) = &self.wake
                {
                    wake();
                }
                self.finish(gpu, shot, targets, DrawnInputs { faces: drawn, picture, ids });
                return true;
            }
            // The targets have the faces of another scene or size.
            (self.targets, is_other) = (Some(targets), true);
        }
        let same_faces = !is_other && self.drawn.as_ref().is_some_and(|drawn| drawn.faces == faces);
        if same_faces && self.drawn.as_ref().is_some_and(|drawn| drawn.picture == picture) {
            return false;
        }
        let mut targets = Targets::fitting(self.targets.take(), gpu, frame);
        shot.upload_masks(gpu);
        let ids = buffers.ids().clone();
        if !same_faces {
            let wake = self.wake.clone().filter(|_| !self.is_resized);
            let pace = match wake {
                Some(_) => SubmissionLimits::Sliced,
                None => SubmissionLimits::Window,
            };
            let slices = draw(gpu, &mut targets, &mut self.views, shot, pace);
            let slices = slices.unwrap_or_else(|problem| {
                log::error!("{problem}");
                Vec::new()
            });
            if let Some(wake) = wake.filter(|_| !slices.is_empty()) {
                let drawing = SlicedDrawing::start(gpu, slices, wake);
                self.pending = Some(Pending { drawing, targets, faces, ids });
                return false;
            }
        }
        self.finish(gpu, shot, targets, DrawnInputs { faces, picture, ids });
        true
    }

    /// Draws the overlay over the faces in `targets`.
    fn finish(&mut self, gpu: &Gpu, shot: &Shot, targets: Targets, drawn: DrawnInputs) {
        self.picture.draw(gpu, &targets, &self.views, shot);
        self.targets = Some(targets);
        self.drawn = Some(drawn);
        self.is_resized = false;
        self.start_pick(gpu);
        if let Some(region) = self.wanted_region.take() {
            self.request_region(gpu, region);
        }
    }

    /// `true` if there is a picture.
    pub fn is_drawn(&self) -> bool {
        self.drawn.is_some()
    }

    /// `true` while a large picture is being drawn.
    pub fn is_drawing(&self) -> bool {
        self.pending.is_some()
    }

    /// The picture: `Rgba8Unorm`, opaque, not to be decoded as sRGB. Display it with nearest filtering,
    /// one texel per physical pixel.
    pub fn texture(&self) -> &wgpu::TextureView {
        self.picture.view()
    }

    /// Requests the element below a pixel of the last picture. Never waits; while a request is in
    /// progress, the newest further one is queued.
    pub fn request_pick(&mut self, gpu: &Gpu, x: u32, y: u32) {
        self.wanted = Some((x, y));
        self.start_pick(gpu);
    }

    /// The result of a request, once. Poll each frame while [`Viewport::pick_pending`].
    pub fn poll_pick(&mut self, gpu: &Gpu) -> Option<Pick> {
        let answer = self.picker.answer(gpu);
        if answer.is_some() {
            self.start_pick(gpu);
        }
        answer
    }

    /// `true` while a result of [`Viewport::request_pick`] is pending.
    pub fn pick_pending(&self) -> bool {
        self.picker.is_asked()
    }

    /// Requests the faces that are visible in a region of the last picture. Never waits; replaces an
    /// earlier request.
    pub fn request_region(&mut self, gpu: &Gpu, region: Region) {
        if self.pending.is_some() {
            self.wanted_region = Some(region);
            return;
        }
        let (Some(drawn), Some(targets)) = (&self.drawn, &self.targets) else { return };
        let (frame, ids) = (targets.frame, &targets.ids);
        self.region = Some(RegionPick::new(gpu, region, frame, ids, &drawn.ids));
    }

    /// The result of [`Viewport::request_region`], once. Poll each frame while
    /// [`Viewport::region_pending`].
    pub fn poll_region(&mut self, gpu: &Gpu) -> Option<Vec<FaceRef>> {
        let faces = self.region.as_ref()?.answer(gpu)?;
        self.region = None;
        Some(faces)
    }

    /// `true` while a result of [`Viewport::request_region`] is pending.
    pub fn region_pending(&self) -> bool {
        self.region.is_some() || self.wanted_region.is_some()
    }

    fn start_pick(&mut self, gpu: &Gpu) {
        if self.picker.is_asked() {
            return;
        }
        let (Some(drawn), Some(targets)) = (&self.drawn, &self.targets) else { return };
        let Some(at) = self.wanted.take() else { return };
        if at.0 < self.size.0 && at.1 < self.size.1 {
            let source = targets.frame.source(at);
            let lines = self.picture.line_ids();
            let ids = Ids { faces: &targets.ids, source, lines, draw_ids: &drawn.ids };
            self.picker.request(gpu, at, &ids);
        }
    }
}

fn possible(gpu: &Gpu, width: u32, height: u32) -> (u32, u32) {
    let limit = gpu.longest_side();
    (width.clamp(1, limit), height.clamp(1, limit))
}
