//! Masks of faces, which are painted over the drawn picture.
//!
//! A mask belongs to a draw id (see [`Scene::draw_ids`](crate::scene::Scene::draw_ids)); the scene's
//! helpers follow the faces. Changing a colour, a pattern, the selection or the hovered face repeats only
//! the last pass; only [`Overlay::hide`] redraws the faces.

use std::ops::Range;

use crate::render::stamp;
use crate::scene::{DrawIds, Element, FaceRef, Scene};

/// Pattern of a colour on a face, to distinguish faces without seeing colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Pattern {
    /// Every pixel.
    Solid = 1,
    /// Stripes rising to the right.
    Rising,
    /// Stripes falling to the right.
    Falling,
    /// Horizontal stripes.
    Horizontal,
    /// Vertical stripes.
    Vertical,
    /// Horizontal and vertical lines that cross.
    Cross,
    /// Round dots, one per 8×8 pixels.
    Dots,
    /// Squares of a chessboard.
    Checker,
}

impl Pattern {
    /// All patterns in the order of their numbers.
    pub const ALL: [Pattern; 8] = [
        Pattern::Solid,
        Pattern::Rising,
        Pattern::Falling,
        Pattern::Horizontal,
        Pattern::Vertical,
        Pattern::Cross,
        Pattern::Dots,
        Pattern::Checker,
    ];
}

/// A colour in a pattern; the face remains visible below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint {
    /// Red, green, blue.
    pub rgb: [u8; 3],
    /// Pixels that are covered.
    pub pattern: Pattern,
}

impl Paint {
    /// Paint that covers every pixel of a face.
    pub fn solid(rgb: [u8; 3]) -> Self {
        Self { rgb, pattern: Pattern::Solid }
    }

    /// Bits 0–23 R, G, B; 24–27 the pattern.
    fn bits(self) -> u32 {
        u32::from_le_bytes([self.rgb[0], self.rgb[1], self.rgb[2], self.pattern as u8])
    }
}

const PAINT: u32 = 0x0FFF_FFFF;
const DIMMED: u32 = 1 << 28;
const HIDDEN: u32 = 1 << 29;
const SELECTED: u32 = 1 << 30;

/// Largest gap between two runs that are drawn as one.
const RUN_GAP: u32 = 64;
/// Number of runs above which all are drawn as one.
const MAX_RUNS: usize = 256;

/// Style of marking selected faces; the numbers are those of `resolve.wgsl`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionMark {
    /// Nothing is selected.
    None = 0,
    /// Line around the selected faces.
    Outline = 1,
    /// Line around the selected faces, and a tint over them.
    Tint = 2,
}

/// Masks of all faces and helpers, and the hovered one.
#[derive(Clone, Debug)]
pub struct Overlay {
    masks: Vec<u32>,
    faces: u32,
    ids: DrawIds,
    /// Number of selected faces.
    selected: u32,
    /// Selected faces are also tinted.
    tinted: bool,
    /// Draw id of the face or helper below the pointer.
    hovered: Option<u32>,
    /// Version of the masks, changed with every edit.
    changes: u64,
    /// Version of the hidden faces, changed with every edit.
    hides: u64,
}

impl Overlay {
    /// Masks with nothing painted, hidden or selected.
    pub fn new(scene: &Scene) -> Self {
        let ids = scene.draw_ids();
        let faces = ids.total();
        let masks = vec![0; faces as usize + scene.helpers.len()];
        let (changes, hides) = (stamp(), stamp());
        Self { masks, faces, ids, selected: 0, tinted: false, hovered: None, changes, hides }
    }

    /// Draw id of a face or helper element.
    pub fn id_of(&self, element: Element) -> Option<u32> {
        match element {
            Element::Face(face) => self.ids.id(face),
            Element::Helper(helper) => self.faces.checked_add(helper.number()),
            _ => None,
        }
    }

    /// Paints a face; `None` removes the paint.
    pub fn paint(&mut self, id: u32, paint: Option<Paint>) {
        self.set(id, PAINT, paint.map_or(0, Paint::bits));
    }

    /// Removes all paint.
    pub fn clear_paint(&mut self) {
        self.clear(PAINT);
    }

    /// Selects or deselects a face.
    pub fn select(&mut self, id: u32, selected: bool) {
        if self.set(id, SELECTED, if selected { SELECTED } else { 0 }) {
            self.selected = if selected { self.selected + 1 } else { self.selected - 1 };
        }
    }

    /// Deselects all faces and helpers.
    pub fn clear_selection(&mut self) {
        self.clear(SELECTED);
        self.selected = 0;
    }

    /// Fades a face towards the background, for example outside an isolated group.
    pub fn dim(&mut self, id: u32, dimmed: bool) {
        self.set(id, DIMMED, if dimmed { DIMMED } else { 0 });
    }

    /// Removes fading from all faces and helpers.
    pub fn clear_dim(&mut self) {
        self.clear(DIMMED);
    }

    /// Hides a face.
    pub fn hide(&mut self, id: u32, hidden: bool) {
        if self.set(id, HIDDEN, if hidden { HIDDEN } else { 0 }) {
            self.hides = stamp();
        }
    }

    /// Shows all hidden faces and helpers.
    pub fn show_all(&mut self) {
        if self.clear(HIDDEN) {
            self.hides = stamp();
        }
    }

    /// `true` if a face is hidden, by its draw id.
    pub fn is_hidden(&self, id: u32) -> bool {
        self.masks.get(id as usize).is_some_and(|mask| mask & HIDDEN != 0)
    }

    /// Sets the hovered face or helper.
    pub fn hover(&mut self, id: Option<u32>) {
        self.hovered = id;
    }

    /// Draw id of the face or helper below the pointer.
    pub fn hovered(&self) -> Option<u32> {
        self.hovered
    }

    /// Paints faces by the value of `field` (its index in [`Scene::face_fields`]), if `paint` returns a
    /// colour.
    pub fn paint_field(
        &mut self,
        scene: &Scene,
        field: usize,
        mut paint: impl FnMut(u32) -> Option<Paint>,
    ) {
        for (node, placed) in scene.nodes.pairs() {
            let Some(values) = scene.mesh_of(placed).and_then(|m| m.face_values.get(field)) else {
                continue;
            };
            for (face, value) in (0u32..).zip(values.iter()) {
                if let Some(id) = self.ids.id(FaceRef { node, face }) {
                    self.paint(id, paint(value));
                }
            }
        }
    }

    /// Masks: faces first, then helpers.
    pub fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// Also tints selected faces, since an outline around many adjacent faces does not show which
    /// side is selected.
    pub fn tint_selection(&mut self, tinted: bool) {
        if self.tinted != tinted {
            self.tinted = tinted;
            self.changes = stamp();
        }
    }

    /// Style of marking selected faces.
    pub fn selection(&self) -> SelectionMark {
        match (self.selected, self.tinted) {
            (0, _) => SelectionMark::None,
            (_, false) => SelectionMark::Outline,
            (_, true) => SelectionMark::Tint,
        }
    }

    /// Ranges of draw ids that contain all selected faces, and not many others.
    pub(in crate::render) fn selected_runs(&self) -> Vec<Range<u32>> {
        let mut runs: Vec<Range<u32>> = Vec::new();
        if self.selected == 0 {
            return runs;
        }
        let faces = (0..self.faces).zip(&self.masks);
        for (id, _) in faces.filter(|(_, mask)| *mask & SELECTED != 0) {
            match runs.last_mut() {
                Some(run) if id - run.end <= RUN_GAP => run.end = id + 1,
                _ => runs.push(id..id + 1),
            }
        }
        match (runs.first(), runs.last()) {
            (Some(first), Some(last)) if runs.len() > MAX_RUNS => {
                let all = first.start..last.end;
                vec![all]
            }
            _ => runs,
        }
    }

    pub(in crate::render) fn changes(&self) -> u64 {
        self.changes
    }

    /// Number that changes with the set of hidden faces.
    pub fn hides(&self) -> u64 {
        self.hides
    }

    fn set(&mut self, id: u32, bits: u32, value: u32) -> bool {
        let Some(own) = self.masks.get_mut(id as usize) else { return false };
        let new = (*own & !bits) | value;
        let changed = new != *own;
        *own = new;
        if changed {
            self.changes = stamp();
        }
        changed
    }

    fn clear(&mut self, bits: u32) -> bool {
        let mut changed = false;
        for mask in &mut self.masks {
            changed |= *mask & bits != 0;
            *mask &= !bits;
        }
        if changed {
            self.changes = stamp();
        }
        changed
    }
}

/// The eight categorical colours of Okabe and Ito, which colour-blind people can distinguish.
pub const CATEGORY_COLOURS: [[u8; 3]; 8] = [
    [0xE6, 0x9F, 0x00],
    [0x56, 0xB4, 0xE9],
    [0x00, 0x9E, 0x73],
    [0xF0, 0xE4, 0x42],
    [0x00, 0x72, 0xB2],
    [0xD5, 0x5E, 0x00],
    [0xCC, 0x79, 0xA7],
    [0x99, 0x99, 0x99],
];

/// Paint of category `index`: different colours for the first eight, then the same colours in another
/// pattern.
pub fn category(index: usize) -> Paint {
    let colours = CATEGORY_COLOURS.len();
    let pattern = Pattern::ALL[(index / colours) % Pattern::ALL.len()];
    Paint { rgb: CATEGORY_COLOURS[index % colours], pattern }
}
