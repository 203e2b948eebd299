//! View options of the open document.

pub mod bone_faces;
pub mod bounds;
pub mod camera;
pub mod colour;
pub mod colour_by;
pub mod element_faces;
pub mod face_order;
pub mod framing;
pub mod motion;
pub mod palette_order;
pub mod palettes;
pub mod play_direction;
pub mod region;
pub mod second_picture;
pub mod state_string;
pub mod strips;
pub mod switches;
pub mod texels;
pub mod video_playback;
pub mod visible_set;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use crate::app::model::DocScene;
use crate::render::{
    BackFaces, Camera, DetailChoice, DrawOrder, Effects, Lighting, Marks, NATIVE_LINES, Pixels,
    RenderOptions, Visibility,
};
use crate::scene::{AnimationId, MeshId, NodeId, Style};

/// Property that colours the faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ColourBy {
    /// A per-face field by its index in [`Scene::face_fields`](crate::scene::Scene::face_fields): each
    /// value has its own colour.
    Field(usize),
    /// Faces with any of these bits of the field set.
    Bits {
        field: usize,
        mask: u32,
    },
    /// Differences from the file of the comparison.
    Changes,
    Texture,
    Model,
    Blend,
    Layer,
    /// Class of the object in its game.
    Class,
    /// The bone with the largest weight in the face.
    Bone,
    /// Weight of one node's bone in the face.
    Weight {
        node: NodeId,
    },
}

/// Criterion for selecting similar faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Like {
    /// The same texture.
    Texture,
    /// The same palette.
    Palette,
    /// The same model.
    Model,
    /// The same object.
    Object,
    /// About the same normal as the first face.
    Normal,
    /// The same value of this per-face field.
    Value { field: usize },
    /// The same bits of this per-face field, under the mask.
    Bits { field: usize, mask: u32 },
}

/// View options of the open document.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    pub style: Style,
    pub camera: Camera,
    /// Aspect ratio (width / height) of the picture for which the camera was placed automatically; `None`
    /// once the user has moved it.
    pub fitted_for: Option<f32>,
    pub effects: Effects,
    pub marks: Marks,
    pub lighting: Lighting,
    /// Level of detail of objects that have several.
    pub detail: DetailChoice,
    pub labels: bool,
    pub frame_time: bool,
    pub visibility: Visibility,
    pub colour_by: Option<ColourBy>,
    /// Legend rows that are shown alone; empty shows all.
    pub isolated: BTreeSet<u32>,
    /// Draw ids that are hidden manually.
    pub hidden: Arc<BTreeSet<u32>>,
    /// The current animation; `None` shows the scene as read.
    pub animation: Option<AnimationId>,
    /// Seconds from the start of the animation.
    pub seconds: f32,
    /// The animation plays back and forth, and is on the way back.
    pub returns: bool,
    pub playing: bool,
    /// Camera to return to while the animation's camera is used.
    pub ride: Option<Camera>,
    /// Weights other than 0 of morph targets, by mesh and target.
    pub morphs: BTreeMap<(MeshId, u32), f32>,
    pub bones: bool,
    pub ghost: bool,
    /// Transform handles are visible.
    pub gizmo: bool,
    /// Snap step, in scene units.
    pub step: f32,
    /// Last scene position under the pointer, in the scene's axes and units.
    pub pointed: Option<Vec3>,
    /// Number of faces that are drawn of one object, in stored order.
    pub first_faces: Option<FirstFaces>,
    /// Faces are drawn one after the other, in drawing order.
    pub replay: bool,
}

/// Number of drawn faces of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstFaces {
    pub node: NodeId,
    pub count: u32,
}

/// Default effects of a style: the PlayStation style hides back faces as in the game, the clean style
/// shows them; the tint is only for finding flipped faces later. With `native`, PlayStation pixels have
/// their original size.
fn effects_of(style: Style, native: bool) -> Effects {
    let back_faces = match style {
        Style::Ps1 => BackFaces::Hide,
        Style::Clean => BackFaces::Show,
    };
    let effects = Effects { back_faces, ..Effects::of_window(style) };
    match style {
        Style::Ps1 if native => Effects { pixels: NATIVE, ..effects },
        _ => effects,
    }
}

/// Snap step for the size of a scene: a power of ten, about a hundredth of it.
fn step_of(scene: &DocScene) -> f32 {
    let size = scene.bounds.map_or(100.0, |bounds| bounds.radius());
    10f32.powf((size.max(1e-3) / 50.0).log10().round()).clamp(1e-3, 1e4)
}

/// The PlayStation's own pixels.
pub const NATIVE: Pixels = Pixels::Enlarged { lines: NATIVE_LINES };

impl Default for View {
    fn default() -> Self {
        Self {
            style: Style::Clean,
            camera: Camera::default(),
            fitted_for: None,
            effects: effects_of(Style::Clean, false),
            marks: Marks::default(),
            lighting: Lighting::default(),
            detail: DetailChoice::default(),
            labels: true,
            frame_time: false,
            visibility: Visibility::default(),
            colour_by: None,
            isolated: BTreeSet::new(),
            hidden: Arc::default(),
            animation: None,
            seconds: 0.0,
            returns: false,
            playing: false,
            ride: None,
            morphs: BTreeMap::new(),
            bones: false,
            ghost: false,
            gizmo: false,
            step: 1.0,
            pointed: None,
            first_faces: None,
            replay: false,
        }
    }
}

impl View {
    /// Initial view of the scene of the file at `path`, for a picture of this aspect ratio. With
    /// `native`, the PlayStation's style uses the PlayStation's pixels.
    pub fn of(path: &str, of: &DocScene, aspect: f32, native: bool) -> Self {
        let scene = &of.scene;
        Self {
            style: scene.style,
            camera: camera::first_look(path, of, aspect),
            fitted_for: Some(aspect),
            effects: effects_of(scene.style, native),
            visibility: Visibility::initial(scene),
            animation: scene.first_animation(),
            step: step_of(of),
            ..Self::default()
        }
    }

    /// A view with the display options that carry over to another file.
    pub fn display_options(&self) -> Self {
        let Self { style, effects, marks, labels, frame_time, bones, ghost, .. } = *self;
        Self { style, effects, marks, labels, frame_time, bones, ghost, ..Self::default() }
    }

    /// The first view again, if the aspect ratio has changed and the user has not moved the camera.
    pub fn fitted(&self, path: &str, scene: &DocScene, aspect: f32) -> Option<Camera> {
        let is_other = self.fitted_for.is_some_and(|before| before != aspect);
        is_other.then(|| camera::first_look(path, scene, aspect))
    }

    /// Options for drawing a picture, without its background and overlays. A replay in PlayStation style
    /// sorts faces as the games do.
    pub fn options(&self) -> RenderOptions {
        let mut effects = self.effects;
        if self.replay && self.style == Style::Ps1 {
            effects.order = DrawOrder::OrderingTable;
        }
        RenderOptions { lighting: self.lighting, ..RenderOptions::new(effects) }
    }

    pub fn set_style(&mut self, style: Style, native: bool) {
        self.style = style;
        self.effects = effects_of(style, native);
    }

    /// Swaps the front and back of a mesh's faces. If back faces are shown, they are tinted from now on,
    /// since the change would be invisible otherwise.
    pub fn turn_front(&mut self, mesh: MeshId) {
        let turned = &mut self.visibility.turned;
        if !turned.remove(&mesh) {
            turned.insert(mesh);
        }
        if self.effects.back_faces == BackFaces::Show {
            self.effects.back_faces = BackFaces::Tint;
        }
    }
}
