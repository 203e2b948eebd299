//! Renders the scene and its overlay.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Color32, Rect, Ui};

use super::canvas::Canvas;
use crate::app::model::view::colour_by::{Colouring, each_face};
use crate::app::model::{
    ColourBy, DocScene, FirstFaces, PaletteEdits, Selection, State, View,
    view::element_faces::each_id, view::face_order,
};
use crate::render::{
    Camera, Gpu, Overlay, Pick, Region, RenderOptions, SceneBuffers, Shot, Viewport, Visibility,
};
use crate::scene::{Element, FaceRef, LayerKind, Posed, Scene};

/// Inputs that the overlay was last computed from.
#[derive(Default)]
struct Painted {
    /// Property, and number of the comparison.
    colour_by: Option<(Option<ColourBy>, u64)>,
    isolated: BTreeSet<u32>,
    hidden: Option<(Arc<BTreeSet<u32>>, Option<FirstFaces>)>,
    selection: Option<Option<Selection>>,
}

/// The rendered picture.
#[derive(Default)]
pub struct Picture {
    buffers: Option<Box<SceneBuffers>>,
    canvas: Canvas,
    overlay: Option<Overlay>,
    painted: Painted,
    visibility: Option<Visibility>,
    /// Palette edits that were uploaded to the buffers.
    palettes: Option<PaletteEdits>,
    drawn: bool,
    /// Pose during a drag, which replaces the scene's pose.
    carried: Option<Arc<Posed>>,
    /// Number of faces that the replay draws.
    first_faces: Option<u32>,
}

impl Picture {
    /// Sets the pose that replaces the scene's pose.
    pub fn carry(&mut self, posed: Option<Arc<Posed>>) {
        self.carried = posed;
    }

    /// Draws only the first faces of the drawing order; `None` draws all.
    pub fn draw_first(&mut self, first_faces: Option<u32>) {
        self.first_faces = first_faces;
    }

    /// Options of the next picture.
    pub fn options(&self, ui: &Ui, state: &State) -> RenderOptions {
        let background = if ui.visuals().dark_mode { [40, 41, 44] } else { [120, 121, 124] };
        let (first_faces, marks) = (self.first_faces, state.view.marks);
        RenderOptions { first_faces, marks, background, ..state.view.options() }
    }

    /// Shot of the displayed scene.
    pub fn shot<'a>(&'a self, options: &'a RenderOptions, camera: &'a Camera) -> Option<Shot<'a>> {
        let buffers = self.buffers.as_deref()?;
        Some(Shot::new(buffers, camera, options).with(self.overlay.as_ref()))
    }

    /// Displays another scene with the same render target; returns the previous one.
    pub fn exchange(&mut self, next: Self) -> Self {
        let mut left = std::mem::replace(self, next);
        std::mem::swap(&mut self.canvas, &mut left.canvas);
        self.drawn = false;
        left
    }

    pub fn attach(&mut self, buffers: Option<Box<SceneBuffers>>) {
        self.overlay = buffers.as_ref().map(|buffers| Overlay::new(buffers.scene()));
        self.painted = Painted::default();
        self.visibility = None;
        self.palettes = Some(PaletteEdits::default());
        self.drawn = false;
        if buffers.is_none() {
            self.canvas.viewport = None;
        }
        self.buffers = buffers;
    }

    pub fn is_drawn(&self) -> bool {
        self.drawn
    }

    pub fn buffers(&self) -> Option<&SceneBuffers> {
        self.buffers.as_deref()
    }

    pub fn buffers_mut(&mut self) -> Option<&mut SceneBuffers> {
        self.buffers.as_deref_mut()
    }

    pub fn first_faces(&self) -> Option<u32> {
        self.first_faces
    }

    pub fn overlay(&self) -> Option<&Overlay> {
        self.overlay.as_ref()
    }

    pub fn size(&self) -> (u32, u32) {
        self.canvas.size()
    }

    /// Renders if anything changed, and draws the picture.
    #[expect(clippy::too_many_arguments, reason = "everything the picture depends on")]
    pub fn draw(
        &mut self,
        ui: &Ui,
        gpu: &Gpu,
        shared: Option<&egui_wgpu::RenderState>,
        rect: Rect,
        state: &State,
        camera: &Camera,
        colouring: Option<&Colouring>,
    ) {
        let Some(scene) = state.scene() else { return };
        self.sync_overlay(scene, state, colouring);
        let options = self.options(ui, state);
        let (Some(buffers), Some(overlay)) = (&mut self.buffers, &self.overlay) else { return };
        if self.visibility.as_ref() != Some(&state.view.visibility) {
            buffers.set_visibility(gpu, &state.view.visibility);
            self.visibility = Some(state.view.visibility.clone());
        }
        if self.palettes.as_ref() != Some(&state.palettes) {
            let before = self.palettes.replace(state.palettes.clone()).unwrap_or_default();
            upload_palettes(gpu, buffers, &scene.scene, &before, &state.palettes);
        }
        buffers.set_pose(gpu, self.carried.as_ref().unwrap_or(&state.motion.posed));
        buffers.set_moved(gpu, &state.motion.moved);
        buffers.set_ghost(state.motion.ghost.clone());
        let shot = Shot::new(buffers, camera, &options).with(overlay);
        self.canvas.render(ui, gpu, shared, rect, &shot);
        self.drawn = self.canvas.is_drawn();
        self.canvas.paint(ui, rect, rect, Color32::WHITE);
    }

    /// Draws the previous picture while the next one is being prepared.
    pub fn paint_old(&self, ui: &Ui, rect: Rect) {
        if self.canvas.viewport.is_some() && self.drawn {
            self.canvas.paint(ui, rect, rect, Color32::from_gray(150));
        }
    }

    pub fn request_pick(&mut self, gpu: &Gpu, at: (u32, u32)) {
        if let Some(viewport) = &mut self.canvas.viewport {
            let (width, height) = viewport.size();
            viewport.request_pick(gpu, at.0.min(width - 1), at.1.min(height - 1));
        }
    }

    pub fn request_region(&mut self, gpu: &Gpu, region: Region) {
        if let Some(viewport) = &mut self.canvas.viewport {
            viewport.request_region(gpu, region);
        }
    }

    pub fn poll_region(&mut self, gpu: &Gpu) -> Option<Vec<FaceRef>> {
        self.canvas.viewport.as_mut().and_then(|viewport| viewport.poll_region(gpu))
    }

    pub fn region_pending(&self) -> bool {
        self.canvas.viewport.as_ref().is_some_and(Viewport::region_pending)
    }

    pub fn poll_pick(&mut self, gpu: &Gpu) -> Option<Pick> {
        self.canvas.viewport.as_mut().and_then(|viewport| viewport.poll_pick(gpu))
    }

    /// `true` while a large picture is being drawn.
    pub fn is_drawing(&self) -> bool {
        self.canvas.is_drawing()
    }

    pub fn pick_pending(&self) -> bool {
        self.canvas.viewport.as_ref().is_some_and(Viewport::pick_pending)
    }

    fn sync_overlay(&mut self, scene: &DocScene, state: &State, colouring: Option<&Colouring>) {
        let Some(overlay) = &mut self.overlay else { return };
        let view = &state.view;
        let painted = &mut self.painted;
        let colour_by = Some((view.colour_by, state.comparing.changes));
        if painted.colour_by != colour_by || painted.isolated != view.isolated {
            paint_categories(overlay, view, &scene.scene, colouring);
            painted.colour_by = colour_by;
            painted.isolated = view.isolated.clone();
        }
        let same = painted.hidden.as_ref().is_some_and(|(old, first)| {
            Arc::ptr_eq(old, &view.hidden) && *first == view.first_faces
        });
        if !same {
            overlay.show_all();
            let later = view.first_faces.and_then(|first| face_order::later(scene, first));
            for id in view.hidden.iter().copied().chain(later.into_iter().flatten()) {
                overlay.hide(id, true);
            }
            painted.hidden = Some((view.hidden.clone(), view.first_faces));
        }
        if painted.selection.as_ref() != Some(&state.selection) {
            overlay.clear_selection();
            for element in state.selected() {
                each_id(scene, element, &mut |id| overlay.select(id, true));
                for node in scene.scene.contents_of(element) {
                    each_id(scene, Element::Node(*node), &mut |id| overlay.select(id, true));
                }
            }
            // A single object is outlined; many faces are tinted.
            overlay.tint_selection(state.selected_faces().nth(1).is_some());
            painted.selection = Some(state.selection.clone());
        }
        let hovered = state.hovered_element();
        overlay.hover(hovered.and_then(|element| overlay.id_of(element)));
    }
}

/// Colours every face by its legend row, and dims faces of hidden rows.
pub fn paint_categories(
    overlay: &mut Overlay,
    view: &View,
    scene: &Scene,
    colouring: Option<&Colouring>,
) {
    overlay.clear_paint();
    overlay.clear_dim();
    let Some(colouring) = colouring else { return };
    for (id, row) in (0u32..).zip(&colouring.row_of) {
        let shown = view.isolated.is_empty() || view.isolated.contains(row);
        if shown {
            let paint = colouring.rows.get(*row as usize).and_then(|row| row.paint);
            overlay.paint(id, paint);
        } else {
            overlay.dim(id, true);
        }
    }
    // Colouring the sky would only colour the background.
    each_face(scene, |at, _, face| {
        let layer = scene.layers.get(usize::from(face.layer));
        if layer.is_some_and(|layer| layer.kind == LayerKind::Sky)
            && let Some(id) = overlay.id_of(Element::Face(at))
        {
            overlay.paint(id, None);
            overlay.dim(id, false);
        }
    });
}

pub fn upload_palettes(
    gpu: &Gpu,
    buffers: &mut SceneBuffers,
    scene: &Scene,
    before: &PaletteEdits,
    now: &PaletteEdits,
) {
    for palette in before.words.keys().chain(now.words.keys()) {
        if before.words.get(palette) != now.words.get(palette) {
            buffers.set_palette(gpu, *palette, &now.loaded(scene, *palette));
        }
    }
    if before.preview != now.preview {
        let previews = [&before.preview, &now.preview].into_iter().flatten();
        for palette in previews.map(|(palette, _)| *palette) {
            buffers.set_palette(gpu, palette, &now.loaded(scene, palette));
        }
    }
    for texture in before.tried.keys().chain(now.tried.keys()) {
        let wanted = now.tried.get(texture);
        if before.tried.get(texture) != wanted {
            buffers.override_palette(gpu, *texture, wanted.copied());
        }
    }
}
