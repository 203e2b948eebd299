//! The switches of the picture: one row each.

use crate::app::model::View;
use crate::app::model::view::NATIVE;
use crate::render::{BackFaces, DrawOrder, Pixels};

/// A switch of the picture, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    Gizmo,
    Wireframe,
    Grid,
    Axes,
    Bounds,
    Labels,
    Bones,
    Ghost,
    XRay,
    FrameTime,
    NativePixels,
    Snap,
    Affine,
    Subdivide,
    FifteenBit,
    Dither,
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
}

/// A row of the table.
struct SwitchInfo {
    switch: Switch,
    title: &'static str,
    /// Tooltip.
    meaning: &'static str,
    is_on: fn(&View) -> bool,
    set: fn(&mut View, bool),
}

const fn row(
    switch: Switch,
    title: &'static str,
    meaning: &'static str,
    is_on: fn(&View) -> bool,
    set: fn(&mut View, bool),
) -> SwitchInfo {
    SwitchInfo { switch, title, meaning, is_on, set }
}

// One row per line, so that the columns can be compared.
#[rustfmt::skip]
const TABLE: [SwitchInfo; 29] = [
    // Overlays: lines and labels over the picture
    row(Switch::Gizmo, "Transform handles", "Arrows and rings on the selection; Shift drags finely, Ctrl snaps", |v| v.gizmo, |v, on| v.gizmo = on),
    row(Switch::Wireframe, "Wireframe", "Edges of the stored faces, without the diagonals of quads", |v| v.marks.wireframe, |v, on| v.marks.wireframe = on),
    row(Switch::Grid, "Grid", "Horizontal grid below the scene", |v| v.marks.grid, |v, on| v.marks.grid = on),
    row(Switch::Axes, "Axes", "X red, Y green, Z blue, at the origin", |v| v.marks.axes, |v, on| v.marks.axes = on),
    row(Switch::Bounds, "Bounds", "Box around everything visible", |v| v.marks.bounds, |v, on| v.marks.bounds = on),
    row(Switch::Labels, "Labels", "Names of points, rails and boxes", |v| v.labels, |v, on| v.labels = on),
    row(Switch::Bones, "Bones", "Bones with their names and axes; click one to show its card", |v| v.bones, |v, on| v.bones = on),
    row(Switch::Ghost, "Onion skin", "Edges of the model at the previous key", |v| v.ghost, |v, on| v.ghost = on),
    row(Switch::XRay, "X-ray", "Fades faces that are not selected, and shows selected ones through them", |v| v.marks.xray, |v, on| v.marks.xray = on),
    row(Switch::FrameTime, "Statistics", "Duration of the last frames, while something moves", |v| v.frame_time, |v, on| v.frame_time = on),
    // Steps of the PlayStation's rendering, and smoothing
    row(Switch::NativePixels, "Native resolution", "Draws 240 lines, enlarged by a whole factor", |v| matches!(v.effects.pixels, Pixels::Enlarged { .. }), |v, on| v.effects.pixels = if on { NATIVE } else { Pixels::Own }),
    row(Switch::Snap, "Snap vertices", "Rounds vertices to whole pixels, which makes edges jitter", |v| v.effects.snap, |v, on| v.effects.snap = on),
    row(Switch::Affine, "Affine textures", "Draws textures without perspective correction, which makes them swim", |v| v.effects.affine, |v, on| v.effects.affine = on),
    row(Switch::Subdivide, "Subdivide near faces", "Subdivides large flagged faces, so that their textures swim less", |v| v.effects.subdivide, |v, on| v.effects.subdivide = on),
    row(Switch::FifteenBit, "15-bit colours", "Computes and stores colours with 5 bits per channel", |v| v.effects.fifteen_bit, set_fifteen_bit),
    row(Switch::Dither, "Dither", "Adds a 4×4 pattern before colours are reduced to 5 bits", |v| v.effects.dither, set_dither),
    row(Switch::OrderingTable, "Painter's order", "Sorts whole faces by average distance instead of using a depth buffer", |v| v.effects.order == DrawOrder::OrderingTable, |v, on| v.effects.order = if on { DrawOrder::OrderingTable } else { DrawOrder::Depth }),
    row(Switch::HideBackFaces, "Hide back faces", "Hides single-sided faces from behind, as in the game", |v| v.effects.back_faces == BackFaces::Hide, |v, on| v.effects.back_faces = if on { BackFaces::Hide } else { BackFaces::Show }),
    row(Switch::TintBackFaces, "Tint back faces", "Tints single-sided faces red from behind, to find flipped ones", |v| v.effects.back_faces == BackFaces::Tint, |v, on| v.effects.back_faces = if on { BackFaces::Tint } else { BackFaces::Show }),
    row(Switch::Vanishing, "Drop flagged near faces", "Drops untextured faces where the console would subdivide them", |v| v.effects.vanishing, |v, on| v.effects.vanishing = on),
    row(Switch::SizeLimit, "Drop oversized faces", "Drops faces over 1023 × 511 pixels, as the hardware does", |v| v.effects.size_limit, |v, on| v.effects.size_limit = on),
    row(Switch::ExactStacks, "Exact blending", "Reduces each transparent layer to 5 bits before the next", |v| v.effects.exact_stacks, |v, on| v.effects.exact_stacks = on),
    row(Switch::Filtered, "Smooth distant textures", "Averages the texels that a pixel covers", |v| v.effects.filtered, |v, on| v.effects.filtered = on),
    row(Switch::Checker, "Checker for missing textures", "Shows missing textures as a checkerboard instead of shaded grey", |v| v.effects.checker, |v, on| v.effects.checker = on),
    row(Switch::Fog, "Fog", "Fades distant geometry as set by the level's commands", |v| v.effects.fog, |v, on| v.effects.fog = on),
    row(Switch::FadeColour, "Coloured fog", "Uses the fog colour set by the level's commands instead of black", |v| v.effects.fade_colour, |v, on| v.effects.fade_colour = on),
    row(Switch::SkyColour, "Sky colour", "Fills the background with the colour set by the level's commands", |v| v.effects.sky_colour, |v, on| v.effects.sky_colour = on),
    row(Switch::Relief, "Bump maps", "Lights each texel by the relief of its texture", |v| v.effects.relief, |v, on| v.effects.relief = on),
    row(Switch::Shine, "Reflections", "Draws environment reflections", |v| v.effects.shine, |v, on| v.effects.shine = on),
];

const _: () = {
    let mut at = 0;
    while at < TABLE.len() {
        assert!(TABLE[at].switch as usize == at, "the rows are in the order of the enum");
        at += 1;
    }
};

/// Dither is only visible if channels are reduced.
fn set_dither(view: &mut View, on: bool) {
    view.effects.dither = on;
    view.effects.fifteen_bit |= on;
}

fn set_fifteen_bit(view: &mut View, on: bool) {
    view.effects.fifteen_bit = on;
    view.effects.dither &= on;
}

/// `N` switches of the table from row `first`.
const fn rows<const N: usize>(first: usize) -> [Switch; N] {
    let mut all = [Switch::Gizmo; N];
    let mut at = 0;
    while at < N {
        all[at] = TABLE[first + at].switch;
        at += 1;
    }
    all
}

impl Switch {
    /// Overlays: lines and labels over the picture.
    pub const MARKS: [Switch; 10] = rows(0);

    /// Steps of the PlayStation's rendering, and smoothing.
    pub const EFFECTS: [Switch; 19] = rows(10);

    fn info(self) -> &'static SwitchInfo {
        static ALL: [SwitchInfo; 29] = TABLE;
        &ALL[self as usize]
    }

    pub fn title(self) -> &'static str {
        self.info().title
    }

    pub fn meaning(self) -> &'static str {
        self.info().meaning
    }
}

impl View {
    pub fn is_on(&self, switch: Switch) -> bool {
        (switch.info().is_on)(self)
    }

    /// Titles of the overlays that are on, to store them.
    pub fn overlays(&self) -> Vec<String> {
        let on = Switch::MARKS.into_iter().filter(|switch| self.is_on(*switch));
        on.map(|switch| switch.title().to_owned()).collect()
    }

    /// Shows the overlays with these titles, and no others.
    pub fn set_overlays(&mut self, titles: &[String]) {
        for switch in Switch::MARKS {
            let on = titles.iter().any(|title| title == switch.title());
            (switch.info().set)(self, on);
        }
    }

    pub fn toggle(&mut self, switch: Switch) {
        let on = !self.is_on(switch);
        (switch.info().set)(self, on);
    }
}
