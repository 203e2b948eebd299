//! Edits in the state: requests for the selection, and the undo and redo steps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::app::model::State;
use crate::app::model::edits::changed::Changed;
use crate::app::model::edits::undo::Snapshot;
use crate::app::model::edits::{Edit, FileEdits};
use crate::app::model::numbers::counted;
use crate::bytes::{SourceId, Span, Value};
use crate::edit::{EditOp, InputData, Operation};
use crate::scene::Element;

impl State {
    /// Edits a field of every selected face, each stored face once: one edit for each file. `name` is the
    /// title, to which ` on 3 faces` is added.
    pub fn edit_faces(
        &self,
        field: usize,
        how: Operation,
        to: &InputData,
        name: &str,
    ) -> Vec<Edit> {
        let Some(scene) = self.scene() else { return Vec::new() };
        let Some(field) = scene.scene.face_fields.get(field) else { return Vec::new() };
        let mut paths: BTreeMap<SourceId, BTreeMap<String, BTreeSet<u32>>> = BTreeMap::new();
        for face in self.faces_of_selection() {
            let Some(origin) = scene.scene.origin(Element::Face(face)) else { continue };
            let Some((array, index)) =
                origin.path.strip_suffix(']').and_then(|p| p.rsplit_once('['))
            else {
                continue;
            };
            let Ok(index) = index.parse() else { continue };
            let of_file = paths.entry(origin.span.source).or_default();
            of_file.entry(array.to_owned()).or_default().insert(index);
        }
        let edit = |(source, arrays): (SourceId, BTreeMap<String, BTreeSet<u32>>)| {
            let count: usize = arrays.values().map(BTreeSet::len).sum();
            let first = arrays.values().flatten().next().copied();
            let orders = arrays.into_iter().flat_map(|(array, indices)| {
                runs(&indices).into_iter().map(move |range| EditOp::Set {
                    set: format!("{array}{range}.{}", field.name),
                    how,
                    to: to.clone(),
                    condition: None,
                })
            });
            let name = match (count, first) {
                (1, Some(index)) => format!("{name} of face {index}"),
                _ => format!("{name} on {}", counted(count as u64, "face")),
            };
            let path = self.file_path(source)?;
            Some(Edit { path, name, orders: orders.collect(), ..Edit::default() })
        };
        paths.into_iter().filter_map(edit).collect()
    }

    /// Edits that store manually changed colours in their files.
    pub fn edit_colours(&self) -> Vec<Edit> {
        let Some(scene) = self.scene() else { return Vec::new() };
        let mut orders: BTreeMap<SourceId, Vec<EditOp>> = BTreeMap::new();
        for (palette, entry, word) in self.palettes.changed(&scene.scene) {
            let Some(palette) = scene.scene.palettes.get(palette) else { continue };
            let origin = palette.entries.origin(entry);
            if origin.span.len == 2 {
                let order = EditOp::set(origin.path, &Value::Uint(word.into()));
                orders.entry(origin.span.source).or_default().push(order);
            }
        }
        let edit = |(source, orders): (SourceId, Vec<EditOp>)| {
            let name = format!("change {}", counted(orders.len() as u64, "colour"));
            Some(Edit { path: self.file_path(source)?, name, orders, ..Edit::default() })
        };
        orders.into_iter().filter_map(edit).collect()
    }

    /// File path and field path of an element.
    pub fn place_of(&self, element: Element) -> Option<(String, String)> {
        let origin = self.scene()?.scene.origin(element).filter(|origin| origin.span.len > 0)?;
        Some((self.file_path(origin.span.source)?, origin.path))
    }

    /// File path and field path of an element's content: the texels of a texture may be in another file
    /// than its record.
    pub fn content_of(&self, element: Element) -> Option<(String, String)> {
        let (path, field) = self.place_of(element)?;
        let Element::Texture(texture) = element else { return Some((path, field)) };
        let texels = self.scene()?.scene.textures.get(texture)?.pixels.stored();
        Some((texels.and_then(|(id, _)| self.file_path(id)).unwrap_or(path), field))
    }

    /// Path of the file with these bytes.
    pub fn file_path(&self, source: SourceId) -> Option<String> {
        let on_show = self.file_of(source).map(|file| file.path.clone());
        on_show.or_else(|| Some(self.library.source(source)?.name().to_owned()))
    }

    /// Edits of the open document.
    pub fn own_edits(&self) -> Option<&FileEdits> {
        self.edits.get(&self.doc.as_ref()?.opened.path)
    }

    fn own_edits_mut(&mut self) -> Option<&mut FileEdits> {
        self.edits.get_mut(&self.tab.doc.as_ref()?.opened.path)
    }

    /// Path of the next file to save: the open one, otherwise one of its companions, otherwise another changed one.
    pub fn to_save(&self) -> Option<String> {
        let own = self.doc.as_ref().map(|doc| &doc.opened.path);
        let own = own.filter(|path| self.edits.is_dirty(path));
        let dirty = || self.edits.dirty().map(|(path, _)| path);
        let companion = || dirty().find(|path| self.tab.uses(&self.library, path));
        own.or_else(companion).or_else(|| dirty().next()).cloned()
    }

    /// `true` if there is a step to undo.
    pub fn can_undo(&self) -> bool {
        self.undo.can_go_back() || self.own_edits().is_some_and(|edits| edits.wanted > 0)
    }

    /// `true` if there is a step to redo.
    pub fn can_redo(&self) -> bool {
        let undone = |edits: &FileEdits| edits.wanted < edits.history.steps().len();
        self.undo.can_go_forward() || self.own_edits().is_some_and(undone)
    }

    pub(crate) fn step_back(&mut self) {
        if let Some(edits) = self.own_edits_mut() {
            edits.wanted = edits.wanted.saturating_sub(1);
        }
    }

    pub(crate) fn step_forward(&mut self) {
        if let Some(edits) = self.own_edits_mut() {
            edits.wanted = (edits.wanted + 1).min(edits.history.steps().len());
        }
    }

    /// Name of the step that undo reverts.
    pub fn undo_name(&self) -> Option<&str> {
        let step = |edits: &FileEdits| edits.wanted.checked_sub(1);
        match self.undo.last() {
            Some(before) => self.step_between(before, step, |then, now| then < now),
            None => step_name(self.own_edits()?, step),
        }
    }

    /// Name of the step that redo repeats.
    pub fn redo_name(&self) -> Option<&str> {
        let step = |edits: &FileEdits| Some(edits.wanted);
        match self.undo.next() {
            Some(after) => self.step_between(after, step, |then, now| then > now),
            None => step_name(self.own_edits()?, step),
        }
    }

    /// Name of the step between another snapshot and the current state: the step of the file whose step count
    /// differs, otherwise the difference in the view.
    fn step_between(
        &self,
        moment: &Snapshot,
        step: impl Fn(&FileEdits) -> Option<usize>,
        differs: impl Fn(usize, usize) -> bool,
    ) -> Option<&str> {
        let of_file = self.edits.files.iter().find_map(|(path, edits)| {
            let then = moment.edits.get(path).copied().unwrap_or(0);
            differs(then, edits.wanted).then(|| step_name(edits, &step)).flatten()
        });
        of_file.or_else(|| moment.difference(&self.snapshot()))
    }
}

/// The name of the step that `step` picks.
fn step_name(edits: &FileEdits, step: impl Fn(&FileEdits) -> Option<usize>) -> Option<&str> {
    edits.history.steps().get(step(edits)?).map(|step| step.name.as_str())
}

/// Indices as path segments: `[3]`, and `[5..9]` for consecutive ones.
pub(crate) fn runs(indices: &BTreeSet<u32>) -> Vec<String> {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for index in indices {
        match runs.last_mut() {
            Some((_, end)) if *end == *index => *end += 1,
            _ => runs.push((*index, index.saturating_add(1))),
        }
    }
    let part = |(first, end): (u32, u32)| match end - first {
        1 => format!("[{first}]"),
        _ => format!("[{first}..{end}]"),
    };
    runs.into_iter().map(part).collect()
}

impl State {
    /// Changes of a file since it was saved; `None` if it is unchanged.
    pub fn changed_in(&self, source: SourceId) -> Option<Arc<Changed>> {
        if self.edits.files.is_empty() {
            return None;
        }
        let edits = self.edits.get(&self.file_path(source)?).filter(|edits| edits.is_dirty())?;
        let now = match self.file_of(source) {
            Some(file) => file.document.source.clone(),
            None => self.library.source(source)?,
        };
        let key = (source, edits.history.done(), edits.history.saved());
        Some(
            edits
                .changed
                .get(key, || Arc::new(Changed::of(&edits.history, edits.base.clone(), &now))),
        )
    }

    /// `true` if any byte of the span changed since the file was saved.
    pub fn is_changed(&self, span: Span) -> bool {
        span.len > 0 && self.changed_in(span.source).is_some_and(|changed| changed.touches(span))
    }
}
