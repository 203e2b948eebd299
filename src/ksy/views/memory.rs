//! Memory of walks: what views of a file take, in addition to its objects.

use super::entry::Entry;
use super::origins::SpanList;
use super::sizes::size_of_element;
use super::walk::{Element, Walk};
use crate::bytes::Severity;
use crate::ksy::diagnostic::Position;
use crate::ksy::failure::ErrorKind;
use crate::ksy::memory::View;

impl Walk<'_> {
    /// Takes memory; returns `false` if it was not sufficient.
    pub fn take_memory(&mut self, size: usize) -> bool {
        self.is_full |= self.view != View::Counts && !self.has_memory(size);
        self.reader.memory.take(self.view, size);
        !self.is_full
    }

    /// `true` if this much memory is left.
    pub fn has_memory(&self, size: usize) -> bool {
        !self.is_full && self.reader.memory.has_room(self.reader.object_memory(), size)
    }

    /// Releases memory that was taken.
    pub fn release_memory(&mut self, size: usize) {
        self.reader.memory.release(self.view, size);
    }

    /// Counts the memory of a list of spans.
    pub fn count_spans(&mut self, spans: &mut SpanList) {
        let (added, released) = spans.changed_memory();
        self.take_memory(added);
        self.release_memory(released);
    }

    /// Takes the memory of what an entry makes of an element.
    pub(super) fn take_element(&mut self, entry: &Entry) {
        let size = size_of_element(entry);
        if size > 0 {
            self.take_memory(size);
        }
    }

    /// Reports that the memory was not sufficient, once for a file.
    pub(super) fn report_full(&mut self, place: Position, at: &Element) {
        if std::mem::replace(&mut self.full_is_reported, true) {
            return;
        }
        let (limit, view, line) = (ErrorKind::Limit.name(), self.view.name(), place.line);
        let message = format!("{limit}: {view} too much memory (line {line} of the description)");
        let origin = self.origin(at);
        self.reports.add((place, limit), Severity::Error, origin, message);
    }
}
