//! Changes of the state by commands. The window's `dispatch` calls them.

mod face_order;
mod faces;
mod hiding;
mod motion;
mod notes;
mod saved_selections;
mod second;
mod video;

use std::sync::Arc;

use super::State;
use super::edits::undo::Snapshot;
use super::selection::element_of;
use super::settings::CardPart;
use super::{ColourBy, Switch, View};
use super::{Selection, SelectionTarget};
use crate::render::Camera;
use crate::scene::{Element, PaletteId, Style, TextureId};

impl State {
    /// Selects the target of the selected field.
    pub fn follow_pointer(&mut self) {
        if let Some(target) = self.pointer_target() {
            self.select(&target);
        }
    }

    /// Clears the marks of the focused list, otherwise the selection.
    pub fn deselect(&mut self) {
        match self.has_marks_in_focus() {
            true => self.files.marked.clear(),
            false => self.replace_selection(None),
        }
    }

    /// Replaces the marks in Files.
    pub fn mark_files(&mut self, paths: &[String]) {
        self.files.marked = paths.iter().cloned().collect();
    }

    /// Sets the camera; this leaves the animation's camera.
    pub fn set_camera(&mut self, camera: Camera) {
        self.view.ride = None;
        (self.view.camera, self.view.fitted_for) = (camera, None);
    }

    pub fn set_style(&mut self, style: Style) {
        self.tab.view.set_style(style, self.settings.native_pixels);
    }

    pub fn toggle_style(&mut self) {
        let ps1 = self.view.style == Style::Ps1;
        self.set_style(if ps1 { Style::Clean } else { Style::Ps1 });
    }

    pub fn toggle(&mut self, switch: Switch) {
        self.view.toggle(switch);
        if switch == Switch::NativePixels {
            self.settings.native_pixels = self.view.is_on(switch);
        }
    }

    pub fn colour_by(&mut self, by: Option<ColourBy>) {
        self.view.colour_by = by;
        self.view.isolated.clear();
    }

    /// Expands or collapses a section of the Selection card.
    pub fn fold_card(&mut self, part: CardPart, open: bool) {
        match open {
            true => self.settings.card.insert(part),
            false => self.settings.card.remove(&part),
        };
    }

    /// Saves or removes a query.
    pub fn keep_query(&mut self, query: &str, keep: bool) {
        self.settings.queries.retain(|kept| kept != query);
        self.settings.queries.extend(keep.then(|| query.to_owned()));
    }

    pub fn undo(&mut self) {
        let now = self.snapshot();
        match self.undo.back(Some(now)) {
            Some(before) => self.restore(before),
            // Without a snapshot, steps from before the file was reopened are undone.
            None => self.step_back(),
        }
    }

    pub fn redo(&mut self) {
        let now = self.snapshot();
        match self.undo.forward(Some(now)) {
            Some(after) => self.restore(after),
            None => self.step_forward(),
        }
    }

    pub fn select(&mut self, target: &SelectionTarget) {
        // Another target that cannot be resolved leaves the selection unchanged.
        if let Some(selection) = self.resolve(target).or_else(|| self.unread_bytes(target)) {
            self.replace_selection(Some(selection));
        }
        if !matches!(target, SelectionTarget::Element(_)) {
            self.go_to_selected_frame();
        }
        self.follow_element(target);
    }

    /// Selection of bytes in a companion whose fields have not been read yet. The window reads them, and
    /// then resolves the bytes again.
    fn unread_bytes(&self, target: &SelectionTarget) -> Option<Selection> {
        let SelectionTarget::Bytes(span) = *target else { return None };
        let scene = self.scene()?;
        let is_known = self.library.source(span.source).is_some()
            || scene.scene.unpacked_source(span.source).is_some();
        let is_unread = is_known && self.file_of(span.source).is_none();
        is_unread.then(|| Selection {
            source: span.source,
            path: String::new(),
            span,
            element: element_of(scene.in_scene(), span, self.selected_element()),
            also: Arc::default(),
        })
    }

    /// The selected bytes with their field, if the fields of their file are known by now.
    pub fn read_bytes(&self) -> Option<Selection> {
        let Selection { span, ref path, element, .. } = *self.selection.as_ref()?;
        let scene = &self.scene()?.scene;
        let is_whole = element.and_then(|own| scene.origin(own)).is_some_and(|of| of.span == span);
        let is_unread = path.is_empty() && !is_whole;
        is_unread.then(|| self.resolve(&SelectionTarget::Bytes(span))).flatten()
    }

    /// Shows a selected animation, and colours by the weights of a selected bone.
    fn follow_element(&mut self, target: &SelectionTarget) {
        let element = self.selected_element();
        let weights = matches!(self.view.colour_by, Some(ColourBy::Weight { .. }));
        match (element, target) {
            (Some(Element::Animation(index)), SelectionTarget::Element(_)) => {
                self.show_animation(index);
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

    pub(super) fn replace_selection(&mut self, new: Option<Selection>) {
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
        let selected = new.as_ref().map(|new| (new.source, &*new.path));
        self.comparing.follow(selected);
        self.selection = new;
    }

    /// Adds to or removes from the selection.
    pub fn select_also(&mut self, target: &SelectionTarget) {
        let Some(other) = self.resolve(target) else { return };
        let (Some(now), Some(element)) = (&self.selection, other.element) else {
            return self.replace_selection(Some(other));
        };
        let mut next = now.clone();
        next.toggle(element);
        // Field and bytes are always those of the first element.
        let first = next.element.and_then(|first| self.resolve(&SelectionTarget::Element(first)));
        let next = first.map(|first| Selection { also: next.also, ..first });
        self.replace_selection(next);
    }

    /// Selects these elements; the first one is the active one.
    pub fn select_these(&mut self, elements: &[Element]) {
        let Some((first, others)) = elements.split_first() else { return };
        let Some(mut selection) = self.resolve(&SelectionTarget::Element(*first)) else { return };
        selection.also = Arc::new(others.to_vec());
        self.replace_selection(Some(selection));
    }

    /// Selects these again if they still exist, without a history entry.
    pub fn reselect(&mut self, elements: &[Element]) {
        let Some((first, others)) = elements.split_first() else { return };
        if let Some(mut selection) = self.resolve(&SelectionTarget::Element(*first)) {
            selection.also = Arc::new(others.to_vec());
            self.selection = Some(selection);
        }
    }

    /// Shows a legend row alone, or all rows again.
    pub fn isolate_row(&mut self, row: u32, add: bool) {
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

    /// Replaces the stored words of a palette; `None` restores the file's.
    pub fn set_palette(&mut self, palette: PaletteId, words: Option<&[u16]>) {
        let before = self.snapshot();
        match words {
            Some(words) => self.palettes.words.insert(palette, words.to_vec()),
            None => self.palettes.words.remove(&palette),
        };
        // A colour that a file stores is written to it by an edit, which has its own undo step.
        if !self.stores_colours(palette) {
            self.leave_palettes(before);
        }
    }

    pub fn set_palette_entry(&mut self, palette: PaletteId, entry: u32, word: u16) {
        let before = self.snapshot();
        let Some(scene) = self.scene() else { return };
        let mut words = self.palettes.stored(&scene.scene, palette);
        if let Some(colour) = words.get_mut(entry as usize) {
            *colour = word;
            self.palettes.words.insert(palette, words);
        }
        if !self.goes_on(&before, palette, entry) && !self.stores_colours(palette) {
            self.leave_palettes(before);
        }
    }

    /// Shows a texture with another palette; `None` restores its own.
    pub fn try_palette(&mut self, texture: TextureId, palette: Option<PaletteId>) {
        let before = self.snapshot();
        match palette {
            Some(palette) => self.palettes.tried.insert(texture, palette),
            None => self.palettes.tried.remove(&texture),
        };
        self.palettes.preview = None;
        self.leave_trial(before);
    }

    /// Shows a palette with the loaded words of another file's palette, for all textures that use it.
    pub fn preview_palette(&mut self, texture: TextureId, palette: PaletteId, words: &[u16]) {
        let before = self.snapshot();
        self.palettes.tried.remove(&texture);
        self.palettes.preview = Some((palette, words.to_vec()));
        self.leave_trial(before);
    }

    /// Ends all previews of palettes; `false` if there are none.
    pub fn restore_palettes(&mut self) -> bool {
        let before = self.snapshot();
        self.palettes = self.palettes.without_trials();
        let is_changed = self.palettes != before.palettes;
        self.leave_trial(before);
        is_changed
    }

    /// Makes a preview of palettes undoable; consecutive previews are one step.
    fn leave_trial(&mut self, before: Snapshot) {
        let without = |moment: &Snapshot| {
            let palettes = moment.palettes.without_trials();
            Snapshot { palettes, ..moment.clone() }
        };
        let goes_on = |last: &Snapshot| *last != before && without(last) == without(&before);
        if !self.undo.last().is_some_and(goes_on) {
            self.leave_palettes(before);
        }
    }

    /// Makes a change of the palettes undoable.
    fn leave_palettes(&mut self, before: Snapshot) {
        if before.palettes != self.palettes {
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

    /// Fits an unmoved camera to the picture's new aspect ratio.
    pub fn fit_view(&mut self, aspect: f32) {
        self.view.camera = self.camera_for(aspect);
        self.view.fitted_for = self.view.fitted_for.map(|_| aspect);
    }
}
