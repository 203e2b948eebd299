//! Commands that change notes, with undo.

use std::sync::Arc;

use crate::app::model::document::notes::{FlightStop, Key, Merged, SavedView};
use crate::app::model::{
    DocScene, Note, SelectionTarget, Sidecar, State, selection::element_of, view::state_string,
};
use crate::bytes::{SourceId, Span};
use crate::library::timestamp;
use crate::scene::RecordingId;

impl State {
    /// Notes on the open file itself.
    pub fn own_sidecar(&self) -> Option<&Arc<Sidecar>> {
        self.notes.sidecar(self.own_source()?)
    }

    /// The target of a note: its field, otherwise its bytes if they exist.
    pub fn target_of(&self, source: SourceId, note: &Note) -> Option<SelectionTarget> {
        let span = Span::new(source, note.offset, note.length);
        let Some(file) = self.file_of(source) else {
            // For a companion that is not displayed, the scene resolves the field.
            let scene = self.scene().map(DocScene::in_scene)?;
            return element_of(scene, span, None).map(SelectionTarget::Element);
        };
        let by_path = SelectionTarget::Path { source, path: note.path.clone() };
        let tree = &file.document.tree;
        let field = tree.find(&note.path).ok().and_then(|id| tree.field(&id));
        let fits = note.length > 0 && span.end() <= file.document.source.len();
        match field.map(|field| field.span) {
            Some(own) if own == span || !fits => Some(by_path),
            // The target is the bytes if the field contains them. In another version of the file it
            // may not.
            Some(own) if own.start <= span.start && span.end() <= own.end() => {
                Some(SelectionTarget::Bytes(span))
            }
            Some(_) => Some(by_path),
            None => fits.then_some(SelectionTarget::Bytes(span)),
        }
    }

    /// Writes, replaces or deletes a note on a file that is or was open.
    pub fn set_note(&mut self, file: Key, before: Option<&Note>, after: Option<&Note>) {
        self.notes.draft = None;
        self.write_down_about(file, |sidecar| sidecar.set_note(before, after.cloned()));
    }

    /// Deletes a saved view.
    pub fn delete_view(&mut self, slot: u8) {
        if let Some(source) = self.own_source() {
            self.write_down(source, |sidecar| {
                sidecar.views.remove(&slot);
            });
        }
    }

    /// Saves the current view with the description `about`. `false` without a scene.
    pub(crate) fn store_view(&mut self, slot: u8, about: String) -> bool {
        let Some((source, mut state)) = self.own_source().zip(state_string::of(self)) else {
            return false;
        };
        // The sidecar identifies the file.
        state.file = None;
        let view = SavedView { when: timestamp::now(), about, state };
        self.write_down(source, |sidecar| {
            sidecar.views.insert(slot, view);
        })
    }

    /// Stores order and times of the saved views in a flight.
    pub(crate) fn store_flight(&mut self, stops: &[FlightStop]) {
        let file = self.own_source().and_then(|source| Some(self.notes.entry(source)?.key));
        if let Some(file) = file {
            // No undo step: the dialog shows what changes.
            self.notes.edit_file(file, |sidecar| sidecar.flight = stops.to_vec());
        }
    }

    /// Merges imported notes on an open file.
    pub(crate) fn merge_notes(&mut self, source: SourceId, other: &Sidecar) -> Merged {
        let mut merged = Merged::default();
        self.write_down(source, |sidecar| merged = sidecar.merge(other));
        merged
    }

    /// Changes the notes on a file as one undo step; `false` if the file is not identified yet.
    pub(crate) fn write_down(
        &mut self,
        source: SourceId,
        change: impl FnOnce(&mut Sidecar),
    ) -> bool {
        let file = self.notes.entry(source).map(|entry| entry.key);
        file.is_some_and(|file| self.write_down_about(file, change))
    }

    /// Changes the notes on a file that is or was open, as one undo step.
    fn write_down_about(&mut self, file: Key, change: impl FnOnce(&mut Sidecar)) -> bool {
        let before = self.snapshot();
        let is_known = self.notes.edit_file(file, change);
        if is_known && before.notes != self.notes.all {
            self.undo.leave(before);
        }
        is_known
    }

    /// Key of a starred sound in the open file: its first identifier, which survives changes of the bank.
    fn star_of(&self, sound: RecordingId) -> Option<u32> {
        let stored = self.scene()?.scene.sounds.get(sound)?;
        Some(stored.id().unwrap_or(sound.number()))
    }

    pub fn is_starred(&self, sound: RecordingId) -> bool {
        let stars = self.own_sidecar().map(|sidecar| &sidecar.stars);
        stars.zip(self.star_of(sound)).is_some_and(|(stars, star)| stars.contains(&star))
    }

    /// Toggles the stars of sounds.
    pub fn star(&mut self, sounds: &[RecordingId]) {
        let stars: Vec<u32> = sounds.iter().filter_map(|sound| self.star_of(*sound)).collect();
        let Some(source) = self.own_source() else { return };
        self.write_down(source, |sidecar| {
            for star in stars {
                if !sidecar.stars.remove(&star) {
                    sidecar.stars.insert(star);
                }
            }
        });
    }

    /// Toggles the stars of the selected sounds.
    pub fn star_selected(&mut self) {
        let selected: Vec<_> = self.selected_sounds().collect();
        self.star(&selected);
    }

    /// The note that would be created for the selection or a target.
    pub fn note_on(&self, target: Option<&SelectionTarget>) -> Option<(SourceId, Note)> {
        let found = match target {
            Some(target) => self.resolve(target),
            None => self.selection.clone(),
        };
        let found = found?;
        Some((found.source, Note::of(&found)))
    }
}
