//! View options of the open document.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::Vec3;

use super::{DocScene, camera};
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
    /// The same value of this per-face field.
    Value { field: usize },
    /// The same bits of this per-face field, under the mask.
    Bits { field: usize, mask: u32 },
}

/// A switch of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    Wireframe,
    Grid,
    Axes,
    Bounds,
    Labels,
    FrameTime,
    Bones,
    Ghost,
    Gizmo,
    Snap,
    Affine,
    Subdivide,
    Dither,
    FifteenBit,
    OrderingTable,
    HideBackFaces,
    TintBackFaces,
    Vanishing,
    SizeLimit,
    ExactStacks,
    Filtered,
    Checker,
    Fog,
    FadeColour,
    SkyColour,
    Relief,
    Shine,
    NativePixels,
}

impl Switch {
    /// Steps of the PlayStation's rendering, and smoothing.
    pub const EFFECTS: [Switch; 19] = [
        Switch::NativePixels,
        Switch::Snap,
        Switch::Affine,
        Switch::Subdivide,
        Switch::FifteenBit,
        Switch::Dither,
        Switch::OrderingTable,
        Switch::HideBackFaces,
        Switch::TintBackFaces,
        Switch::Vanishing,
        Switch::SizeLimit,
        Switch::ExactStacks,
        Switch::Filtered,
        Switch::Checker,
        Switch::Fog,
        Switch::FadeColour,
        Switch::SkyColour,
        Switch::Relief,
        Switch::Shine,
    ];

    /// Overlays: lines and labels over the picture.
    pub const MARKS: [Switch; 9] = [
        Switch::Gizmo,
        Switch::Wireframe,
        Switch::Grid,
        Switch::Axes,
        Switch::Bounds,
        Switch::Labels,
        Switch::Bones,
        Switch::Ghost,
        Switch::FrameTime,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Switch::Wireframe => "Wireframe",
            Switch::Grid => "Grid",
            Switch::Axes => "Axes",
            Switch::Bounds => "Bounds",
            Switch::Labels => "Labels",
            Switch::FrameTime => "Statistics",
            Switch::Bones => "Bones",
            Switch::Ghost => "Onion skin",
            Switch::Gizmo => "Transform handles",
            Switch::Snap => "Snap vertices",
            Switch::Affine => "Affine textures",
            Switch::Subdivide => "Subdivide near faces",
            Switch::Dither => "Dither",
            Switch::FifteenBit => "15-bit colours",
            Switch::OrderingTable => "Painter's order",
            Switch::HideBackFaces => "Hide back faces",
            Switch::TintBackFaces => "Tint back faces",
            Switch::Vanishing => "Drop faces the console loses",
            Switch::SizeLimit => "Drop oversized faces",
            Switch::ExactStacks => "Exact blending",
            Switch::Filtered => "Smooth distant textures",
            Switch::Checker => "Checker for missing textures",
            Switch::Fog => "Fog",
            Switch::FadeColour => "Coloured fog",
            Switch::SkyColour => "Sky colour",
            Switch::Relief => "Bump maps",
            Switch::Shine => "Reflections",
            Switch::NativePixels => "Native resolution",
        }
    }

    pub fn meaning(self) -> &'static str {
        match self {
            Switch::Wireframe => "Edges of the stored faces, without the diagonals of quads",
            Switch::Grid => "Horizontal grid below the scene",
            Switch::Axes => "X red, Y green, Z blue, at the origin",
            Switch::Bounds => "Box around everything visible",
            Switch::Labels => "Names of points, rails and boxes",
            Switch::FrameTime => "Duration of the last frames, while something moves",
            Switch::Bones => "Bones with their names and axes; click one to show its card",
            Switch::Ghost => "Edges of the model at the previous key",
            Switch::Gizmo => "Arrows and rings on the selection; Shift drags finely, Ctrl snaps",
            Switch::Snap => "Rounds vertices to whole pixels, which makes edges jitter",
            Switch::Affine => {
                "Draws textures without perspective correction, which makes them swim"
            }
            Switch::Subdivide => "Subdivides large flagged faces, so that their textures swim less",
            Switch::Dither => "Adds a 4×4 pattern before colours are reduced to 5 bits",
            Switch::FifteenBit => "Computes and stores colours with 5 bits per channel",
            Switch::OrderingTable => {
                "Sorts whole faces by average distance instead of using a depth buffer"
            }
            Switch::HideBackFaces => "Hides single-sided faces from behind, as in the game",
            Switch::TintBackFaces => {
                "Tints single-sided faces red from behind, to find flipped ones"
            }
            Switch::Vanishing => "Drops faces that the console fails to draw",
            Switch::SizeLimit => "Drops faces over 1023 × 511 pixels, as the hardware does",
            Switch::ExactStacks => "Reduces each transparent layer to 5 bits before the next",
            Switch::Filtered => "Averages the texels that a pixel covers",
            Switch::Checker => {
                "Show missing textures as a checkerboard, instead of a lit grey that shows its shape"
            }
            Switch::Fog => "Fades distant geometry as set by the level's commands",
            Switch::FadeColour => "Uses the fog colour of the level's commands instead of black",
            Switch::SkyColour => "Fills the background with the colour of the level's commands",
            Switch::Relief => "Lights each texel by the relief of its texture",
            Switch::Shine => "Draws environment reflections",
            Switch::NativePixels => "Draws 240 lines, enlarged by a whole factor",
        }
    }
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
}

/// Number of drawn faces of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstFaces {
    pub node: NodeId,
    pub count: u32,
}

/// Default effects of a style: back faces as in the game; tinting is for later, when flipped faces are
/// searched for. With `native`, PlayStation pixels have their original size.
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
const NATIVE: Pixels = Pixels::Enlarged { lines: NATIVE_LINES };

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
            playing: false,
            ride: None,
            morphs: BTreeMap::new(),
            bones: false,
            ghost: false,
            gizmo: false,
            step: 1.0,
            pointed: None,
            first_faces: None,
        }
    }
}

impl View {
    /// Initial view of the scene of the file at `path`, for a picture of this aspect ratio; `native` for
    /// the PlayStation's pixels in its style.
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

    /// The first view again, if the aspect ratio has changed and the user has not moved the camera.
    pub fn fitted(&self, path: &str, scene: &DocScene, aspect: f32) -> Option<Camera> {
        let is_other = self.fitted_for.is_some_and(|before| before != aspect);
        is_other.then(|| camera::first_look(path, scene, aspect))
    }

    /// Options for drawing a picture, without its background and overlays.
    pub fn options(&self) -> RenderOptions {
        RenderOptions { lighting: self.lighting, ..RenderOptions::new(self.effects) }
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

    pub fn is_on(&self, switch: Switch) -> bool {
        let e = &self.effects;
        match switch {
            Switch::Wireframe => self.marks.wireframe,
            Switch::Grid => self.marks.grid,
            Switch::Axes => self.marks.axes,
            Switch::Bounds => self.marks.bounds,
            Switch::Labels => self.labels,
            Switch::FrameTime => self.frame_time,
            Switch::Bones => self.bones,
            Switch::Ghost => self.ghost,
            Switch::Gizmo => self.gizmo,
            Switch::Snap => e.snap,
            Switch::Affine => e.affine,
            Switch::Subdivide => e.subdivide,
            Switch::Dither => e.dither,
            Switch::FifteenBit => e.fifteen_bit,
            Switch::OrderingTable => e.order == DrawOrder::OrderingTable,
            Switch::HideBackFaces => e.back_faces == BackFaces::Hide,
            Switch::TintBackFaces => e.back_faces == BackFaces::Tint,
            Switch::Vanishing => e.vanishing,
            Switch::SizeLimit => e.size_limit,
            Switch::ExactStacks => e.exact_stacks,
            Switch::Filtered => e.filtered,
            Switch::Checker => e.checker,
            Switch::Fog => e.fog,
            Switch::FadeColour => e.fade_colour,
            Switch::SkyColour => e.sky_colour,
            Switch::Relief => e.relief,
            Switch::Shine => e.shine,
            Switch::NativePixels => matches!(e.pixels, Pixels::Enlarged { .. }),
        }
    }

    pub fn toggle(&mut self, switch: Switch) {
        let on = !self.is_on(switch);
        let e = &mut self.effects;
        match switch {
            Switch::Wireframe => self.marks.wireframe = on,
            Switch::Grid => self.marks.grid = on,
            Switch::Axes => self.marks.axes = on,
            Switch::Bounds => self.marks.bounds = on,
            Switch::Labels => self.labels = on,
            Switch::FrameTime => self.frame_time = on,
            Switch::Bones => self.bones = on,
            Switch::Ghost => self.ghost = on,
            Switch::Gizmo => self.gizmo = on,
            Switch::Snap => e.snap = on,
            Switch::Affine => e.affine = on,
            Switch::Subdivide => e.subdivide = on,
            Switch::Dither => {
                e.dither = on;
                // The pattern is only visible if channels are reduced.
                e.fifteen_bit |= on;
            }
            Switch::FifteenBit => {
                e.fifteen_bit = on;
                e.dither &= on;
            }
            Switch::OrderingTable => {
                e.order = if on { DrawOrder::OrderingTable } else { DrawOrder::Depth };
            }
            Switch::HideBackFaces => {
                e.back_faces = if on { BackFaces::Hide } else { BackFaces::Show };
            }
            Switch::TintBackFaces => {
                e.back_faces = if on { BackFaces::Tint } else { BackFaces::Show };
            }
            Switch::Vanishing => e.vanishing = on,
            Switch::SizeLimit => e.size_limit = on,
            Switch::ExactStacks => e.exact_stacks = on,
            Switch::Filtered => e.filtered = on,
            Switch::Checker => e.checker = on,
            Switch::Fog => e.fog = on,
            Switch::FadeColour => e.fade_colour = on,
            Switch::SkyColour => e.sky_colour = on,
            Switch::Relief => e.relief = on,
            Switch::Shine => e.shine = on,
            Switch::NativePixels => {
                e.pixels = if on { NATIVE } else { Pixels::Own };
            }
        }
    }
}
