//! What commands do to the state. Commands that need more than the state (files, dialogs, the
//! picture) are the window's.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::colour_by::alike;
use super::command::Command;
use super::selection::{Selection, Target};
use super::state::{PaletteEdits, State};
use super::undo::Snapshot;
use super::view::{ColourBy, Switch, View};
use crate::render::Camera;
use crate::scene::{Element, FaceRef};

impl State {
    /// Applies what is the state's own business. Returns false for everything else.
    pub fn apply(&mut self, command: &Command) -> bool {
        match command {
            Command::Select(target) => self.select(target),
            Command::SelectAlso(target) => self.select_also(target),
            Command::SelectThese(elements) => self.select_these(elements),
            Command::SelectLike(like) => {
                if let (Some(face), Some(scene)) = (self.selected_face(), self.scene()) {
                    let faces = alike(scene, face, *like);
                    self.select_faces(face, faces);
                }
            }
            Command::Deselect => self.replace_selection(None),
            Command::Back => {
                if let Some(to) = self.history.back(self.selection.clone()) {
                    self.selection = Some(to);
                }
            }
            Command::Forward => {
                if let Some(to) = self.history.forward(self.selection.clone()) {
                    self.selection = Some(to);
                }
            }
            Command::SetCamera(camera) => {
                (self.view.camera, self.view.fitted_for) = (*camera, None);
            }
            Command::FitView(aspect) => self.fit_view(*aspect),
            Command::SetStyle(style) => {
                self.view.set_style(*style, self.settings.native_pixels);
            }
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
            Command::ShowLayer { layer, shown } => {
                set(&mut self.view.visibility.layers, usize::from(*layer), *shown);
            }
            Command::ShowNode { node, shown } => {
                set(&mut self.view.visibility.nodes, *node as usize, *shown);
            }
            Command::TurnFront { mesh } => self.view.turn_front(*mesh),
            Command::ColourBy(by) => {
                self.view.colour_by = *by;
                self.view.isolated.clear();
            }
            Command::IsolateRow { row, add } => self.isolate_row(*row, *add),
            Command::Isolate => self.hide(|selected, id| !selected.contains(&id)),
            Command::HideSelected => self.hide(|selected, id| selected.contains(&id)),
            Command::ShowAll => {
                self.undo.note(self.snapshot());
                self.view.hidden = Arc::default();
            }
            Command::SetPalette { .. }
            | Command::SetPaletteEntry { .. }
            | Command::TryPalette { .. } => self.edit_palette(command),
            Command::Undo => {
                if let Some(before) = self.undo.undo(self.snapshot()) {
                    self.restore(before);
                }
            }
            Command::Redo => {
                if let Some(after) = self.undo.redo(self.snapshot()) {
                    self.restore(after);
                }
            }
            other => return self.apply_notes(other) || self.apply_motion(other),
        }
        true
    }

    pub(super) fn select(&mut self, target: &Target) {
        // What cannot be found stays unselected: the bytes of a companion are looked up by the
        // window when its file is opened.
        if let Some(selection) = self.resolve(target) {
            self.replace_selection(Some(selection));
        }
        if !matches!(target, Target::Element(_)) {
            self.go_to_selected_frame();
        }
        self.follow_element(target);
    }

    /// An animation that is chosen is shown, and weights are those of the chosen bone.
    fn follow_element(&mut self, target: &Target) {
        let element = self.selection.as_ref().and_then(|selection| selection.element);
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
        if let Some(old) = std::mem::replace(&mut self.selection, new) {
            self.history.leave(old);
        }
    }

    fn select_also(&mut self, target: &Target) {
        let Some(other) = self.resolve(target) else { return };
        let (Some(now), Some(element)) = (&self.selection, other.element) else {
            return self.replace_selection(Some(other));
        };
        let mut next = now.clone();
        next.toggle(element);
        // The sides shown are always those of the first element.
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

    fn select_faces(&mut self, first: FaceRef, faces: Vec<FaceRef>) {
        let others = faces.into_iter().filter(|face| *face != first);
        let all: Vec<Element> = std::iter::once(first).chain(others).map(Element::Face).collect();
        self.select_these(&all);
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

    /// Hides more faces: those `which` says, given the selected draw ids.
    fn hide(&mut self, which: impl Fn(&BTreeSet<u32>, u32) -> bool) {
        let Some(scene) = self.scene() else { return };
        let selected: BTreeSet<u32> =
            self.selected_faces().filter_map(|face| scene.ids.id(face)).collect();
        if selected.is_empty() {
            return;
        }
        let all = 0..scene.ids.total();
        let mut hidden = (*self.view.hidden).clone();
        hidden.extend(all.filter(|id| which(&selected, *id)));
        self.undo.note(self.snapshot());
        self.view.hidden = Arc::new(hidden);
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
                if let Some(place) = words.get_mut(*entry as usize) {
                    *place = *word;
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
        if before.palettes != self.palettes && !same_entry {
            self.undo.note(before);
        }
    }

    /// True when the step before `before` changed the same palette entry and nothing else: pulling
    /// a slider is one step to undo, not thirty.
    fn goes_on(&self, before: &Snapshot, palette: u32, entry: u32) -> bool {
        let (Some(last), Some(scene)) = (self.undo.last(), self.scene()) else { return false };
        let others = |edits: &PaletteEdits| {
            let mut words = edits.words.clone();
            words.remove(&palette);
            (words, edits.tried.clone())
        };
        let then = last.palettes.stored(&scene.scene, palette);
        let now = before.palettes.stored(&scene.scene, palette);
        let changed: Vec<usize> =
            (0..now.len()).filter(|at| then.get(*at) != now.get(*at)).collect();
        last.hidden == before.hidden
            && last.notes == before.notes
            && others(&last.palettes) == others(&before.palettes)
            && changed == [entry as usize]
    }

    /// Puts the view back as the scene was opened, for a picture of this aspect.
    pub fn reset_view(&mut self, aspect: f32) {
        if let (Some(doc), Some(scene)) = (&self.doc, self.scene()) {
            let native = self.settings.native_pixels;
            self.view = View::of(&doc.opened.path, scene, aspect, native);
        }
    }

    /// Where the camera stands in a picture of this aspect: another place than before where nobody
    /// has moved it yet.
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

/// Sets an entry of a list in which missing entries are true.
fn set(list: &mut Vec<bool>, index: usize, value: bool) {
    if list.len() <= index {
        list.resize(index + 1, true);
    }
    if let Some(place) = list.get_mut(index) {
        *place = value;
    }
}

#[cfg(test)]
#[path = "apply_tests.rs"]
mod tests;
