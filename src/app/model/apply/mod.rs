//! Effects of commands on the state. Commands that need more than the state (files, dialogs, the picture)
//! are handled by the window.

mod face_order;
mod hiding;
mod motion;
mod notes;
mod video;

use std::sync::Arc;

use super::Command;
use super::State;
use super::colour_by::alike;
use super::undo::Snapshot;
use super::{ColourBy, Like, Switch, View};
use super::{Selection, Target};
use crate::render::Camera;
use crate::scene::{Element, FaceRef, NodeId, PaletteId, Scene};

impl State {
    /// Applies commands that only affect the state; `false` for all others.
    pub fn apply(&mut self, command: &Command) -> bool {
        match command {
            Command::Select(target) => self.select(target),
            Command::SelectAlso(target) => self.select_also(target),
            Command::SelectThese(elements) => self.select_these(elements),
            Command::SelectLike(like) => self.select_like(*like),
            Command::FollowPointer => {
                if let Some(target) = self.pointer_target() {
                    self.select(&target);
                }
            }
            Command::InvertSelection => self.invert_selection(),
            Command::Deselect if self.has_marks_in_focus() => self.files.marked.clear(),
            Command::Deselect => self.replace_selection(None),
            Command::MarkFiles(paths) => self.files.marked = paths.iter().cloned().collect(),
            // The window opens the other file.
            Command::Back | Command::Forward if self.leads_elsewhere(command) => return false,
            Command::Back | Command::Forward => {
                if let Some(moment) = self.step_history(command) {
                    self.restore_moment(&moment);
                }
            }
            Command::SetCamera(camera) => {
                // Moving the camera leaves the animation's camera.
                self.view.ride = None;
                (self.view.camera, self.view.fitted_for) = (*camera, None);
            }
            Command::FitView(aspect) => self.fit_view(*aspect),
            Command::SetStyle(style) => {
                self.view.set_style(*style, self.settings.native_pixels);
            }
            Command::PointAt(place) => self.view.pointed = Some(*place),
            Command::SetLighting(lighting) => self.view.lighting = *lighting,
            Command::SetDetail(detail) => self.view.detail = *detail,
            Command::ToggleStyle => {
                use crate::scene::Style;
                let ps1 = self.view.style == Style::Ps1;
                let other = if ps1 { Style::Clean } else { Style::Ps1 };
                self.view.set_style(other, self.settings.native_pixels);
            }
            Command::Toggle(switch) => {
                self.view.toggle(*switch);
                if *switch == Switch::NativePixels {
                    self.settings.native_pixels = self.view.is_on(*switch);
                }
            }
            Command::TogglePlausibility => {
                self.settings.plausibility = !self.settings.plausibility;
            }
            Command::SetStep(step) => self.view.step = step.clamp(1e-3, 1e6),
            Command::FoldCard { part, open: true } => {
                self.settings.card.insert(*part);
            }
            Command::FoldCard { part, open: false } => {
                self.settings.card.remove(part);
            }
            Command::KeepQuery { query, keep } => {
                self.settings.queries.retain(|kept| kept != query);
                self.settings.queries.extend(keep.then(|| query.clone()));
            }
            Command::ShowLayer { layer, shown } => self.show_layer(*layer, *shown),
            Command::Show { element, shown } => self.show(*element, *shown),
            Command::TurnFront { mesh } => self.view.turn_front(*mesh),
            Command::ColourBy(by) => {
                self.view.colour_by = *by;
                self.view.isolated.clear();
            }
            Command::IsolateRow { row, add } => self.isolate_row(*row, *add),
            Command::Isolate => self.isolate(),
            Command::HideSelected => self.hide_selected(),
            Command::ShowSelected => self.show_selected(),
            Command::ShowAll => self.show_all(),
            Command::SetPalette { .. }
            | Command::SetPaletteEntry { .. }
            | Command::TryPalette { .. } => self.edit_palette(command),
            Command::Undo => {
                match self.undo.back(Some(self.snapshot())) {
                    Some(before) => self.restore(before),
                    // Undo steps from before the file was reopened.
                    None => self.step_back(),
                }
            }
            Command::Redo => match self.undo.forward(Some(self.snapshot())) {
                Some(after) => self.restore(after),
                None => self.step_forward(),
            },
            other => return self.apply_notes(other) || self.apply_motion(other),
        }
        true
    }

    pub(super) fn select(&mut self, target: &Target) {
        // A target that cannot be resolved leaves the selection unchanged: bytes of a companion are
        // resolved by the window when its file is opened.
        if let Some(selection) = self.resolve(target) {
            self.replace_selection(Some(selection));
        }
        if !matches!(target, Target::Element(_)) {
            self.go_to_selected_frame();
        }
        self.follow_element(target);
    }

    /// Shows a selected animation, and colours by the weights of a selected bone.
    fn follow_element(&mut self, target: &Target) {
        let element = self.selected_element();
        let weights = matches!(self.view.colour_by, Some(ColourBy::Weight { .. }));
        match (element, target) {
            (Some(Element::Animation(index)), Target::Element(_)) => {
                self.apply_motion(&Command::ShowAnimation(index));
            }
            (Some(bone @ Element::Bone { .. }), _) if weights => {
                let bone = self.scene().and_then(|scene| scene.scene.bone(bone));
                if let Some(node) = bone.map(|bone| bone.node) {
                    self.view.colour_by = Some(ColourBy::Weight { node });
                    self.view.isolated.clear();
                }
            }
            _ => {}
        }
    }

    fn replace_selection(&mut self, new: Option<Selection>) {
        if self.selection == new {
            return;
        }
        if self.selection.is_some()
            && let Some(now) = self.moment()
            && self
                .history
                .last()
                .is_none_or(|last| (&last.file, &last.selection) != (&now.file, &now.selection))
        {
            self.history.leave(now);
        }
        self.selection = new;
    }

    /// `true` if Back or Forward leads to another file.
    fn leads_elsewhere(&self, command: &Command) -> bool {
        let open = self.doc.as_ref().map(|doc| &doc.opened.path);
        self.next_moment(command).is_some_and(|moment| Some(&moment.file) != open)
    }

    fn select_also(&mut self, target: &Target) {
        let Some(other) = self.resolve(target) else { return };
        let (Some(now), Some(element)) = (&self.selection, other.element) else {
            return self.replace_selection(Some(other));
        };
        let mut next = now.clone();
        next.toggle(element);
        // Field and bytes are always those of the first element.
        let first = next.element.and_then(|first| self.resolve(&Target::Element(first)));
        let next = first.map(|first| Selection { also: next.also, ..first });
        self.replace_selection(next);
    }

    fn select_these(&mut self, elements: &[Element]) {
        let Some((first, others)) = elements.split_first() else { return };
        let Some(mut selection) = self.resolve(&Target::Element(*first)) else { return };
        selection.also = Arc::new(others.to_vec());
        self.replace_selection(Some(selection));
    }

    /// Selects these again if they still exist, without a history entry.
    pub fn reselect(&mut self, elements: &[Element]) {
        let Some((first, others)) = elements.split_first() else { return };
        if let Some(mut selection) = self.resolve(&Target::Element(*first)) {
            selection.also = Arc::new(others.to_vec());
            self.selection = Some(selection);
        }
    }

    /// Selects everything similar to the selection. Objects of one model remain objects.
    fn select_like(&mut self, like: Like) {
        let Some(scene) = self.scene() else { return };
        let first = self.selected_element();
        let all: Vec<Element> = match (first, like) {
            (Some(Element::Node(node)), Like::Model) => same_model(&scene.scene, node),
            _ => {
                let faces = alike(scene, &self.faces_of_selection(), like);
                faces.into_iter().map(Element::Face).collect()
            }
        };
        // The selected element stays first, and on the card.
        let first = first.filter(|first| all.contains(first));
        let others = all.into_iter().filter(|element| Some(*element) != first);
        let ordered: Vec<Element> = first.into_iter().chain(others).collect();
        self.select_these(&ordered);
    }

    /// Selects the visible faces that are not selected.
    fn invert_selection(&mut self) {
        let Some(scene) = self.scene() else { return };
        let selected = self.selected_ids();
        let mut others = Vec::new();
        for (node, placed) in scene.scene.nodes.pairs() {
            let count = scene.scene.mesh_of(placed).map_or(0, |mesh| mesh.faces.len());
            for face in (0u32..).take(count) {
                let at = FaceRef { node, face };
                let free = scene.ids.id(at).is_some_and(|id| !selected.contains(&id));
                if free && self.unseen(Element::Face(at)).is_none() {
                    others.push(Element::Face(at));
                }
            }
        }
        match others.is_empty() {
            true => self.replace_selection(None),
            false => self.select_these(&others),
        }
    }

    fn isolate_row(&mut self, row: u32, add: bool) {
        let isolated = &mut self.view.isolated;
        let alone = isolated.len() == 1 && isolated.contains(&row);
        if add {
            if !isolated.remove(&row) {
                isolated.insert(row);
            }
        } else {
            isolated.clear();
            if !alone {
                isolated.insert(row);
            }
        }
    }

    fn edit_palette(&mut self, command: &Command) {
        let before = self.snapshot();
        match command {
            Command::SetPalette { palette, words: Some(words) } => {
                self.palettes.words.insert(*palette, words.clone());
            }
            Command::SetPalette { palette, words: None } => {
                self.palettes.words.remove(palette);
            }
            Command::SetPaletteEntry { palette, entry, word } => {
                let Some(scene) = self.scene() else { return };
                let mut words = self.palettes.stored(&scene.scene, *palette);
                if let Some(colour) = words.get_mut(*entry as usize) {
                    *colour = *word;
                    self.palettes.words.insert(*palette, words);
                }
            }
            Command::TryPalette { texture, palette: Some(palette) } => {
                self.palettes.tried.insert(*texture, *palette);
            }
            Command::TryPalette { texture, palette: None } => {
                self.palettes.tried.remove(texture);
            }
            _ => {}
        }
        let same_entry = match command {
            Command::SetPaletteEntry { palette, entry, .. } => {
                self.goes_on(&before, *palette, *entry)
            }
            _ => false,
        };
        // A colour that a file stores is written there, and undone there.
        let is_stored = match command {
            Command::SetPalette { palette, .. } | Command::SetPaletteEntry { palette, .. } => {
                self.stores_colours(*palette)
            }
            _ => false,
        };
        if before.palettes != self.palettes && !same_entry && !is_stored {
            self.undo.leave(before);
        }
    }

    fn stores_colours(&self, palette: PaletteId) -> bool {
        let scene = self.scene();
        let palette = scene.and_then(|scene| scene.scene.palettes.get(palette));
        palette.is_some_and(|palette| palette.entries.get(0).len == 2)
    }

    /// `true` if the step before `before` changed the same palette entry and nothing else: dragging a
    /// slider is one undo step, not thirty.
    fn goes_on(&self, before: &Snapshot, palette: PaletteId, entry: u32) -> bool {
        let (Some(last), Some(scene)) = (self.undo.last(), self.scene()) else { return false };
        let others = |moment: &Snapshot| {
            let mut others = moment.clone();
            others.palettes.words.remove(&palette);
            others
        };
        let then = last.palettes.stored(&scene.scene, palette);
        let now = before.palettes.stored(&scene.scene, palette);
        let changed: Vec<usize> =
            (0..now.len()).filter(|at| then.get(*at) != now.get(*at)).collect();
        changed == [entry as usize] && others(last) == others(before)
    }

    /// Resets the view to the initial one, for a picture of this aspect ratio.
    pub fn reset_view(&mut self, aspect: f32) {
        if let (Some(doc), Some(scene)) = (&self.doc, self.scene()) {
            let native = self.settings.native_pixels;
            self.view = View::of(&doc.opened.path, scene, aspect, native);
        }
    }

    /// The camera for a picture of this aspect ratio; it is placed again if the user has not moved it.
    pub fn camera_for(&self, aspect: f32) -> Camera {
        let fitted = self
            .doc
            .as_ref()
            .zip(self.scene())
            .and_then(|(doc, scene)| self.view.fitted(&doc.opened.path, scene, aspect));
        fitted.unwrap_or(self.view.camera)
    }

    fn fit_view(&mut self, aspect: f32) {
        self.view.camera = self.camera_for(aspect);
        self.view.fitted_for = self.view.fitted_for.map(|_| aspect);
    }
}

/// Objects with the same model as `node`, including `node`.
fn same_model(scene: &Scene, node: NodeId) -> Vec<Element> {
    let mesh = scene.nodes.get(node).and_then(|node| node.mesh);
    let same = scene.nodes.pairs().filter(|(_, other)| mesh.is_some() && other.mesh == mesh);
    same.map(|(index, _)| Element::Node(index)).collect()
}
