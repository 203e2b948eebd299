//! Reads the root on demand: only as far as an expression needs it.

use std::sync::Arc;

use super::description::{Body, Class, Description};
use super::reader::Reader;
use super::value::Data;

impl Reader {
    /// A reader that reads an attribute of the root, and those before it, when an expression uses it, in at
    /// most this number of steps.
    pub(super) fn on_demand(max_steps: u64, description: Arc<Description>, data: Data) -> Self {
        let mut reader = Self::new(max_steps, description.clone(), data);
        reader.begin_root(&description);
        reader
    }

    fn begin_root(&mut self, description: &Description) {
        let Some(class) = description.classes.first() else { return };
        let created = self.create((0, class), Vec::new(), 0, None, None, None);
        let begun = created.and_then(|id| self.byte_order(id, class));
        match (begun, self.objects.first_mut()) {
            (Ok(()), _) => self.pending = Some(0),
            (Err(failure), Some(root)) => root.stopped = Some(Box::new(failure)),
            (Err(_), None) => {}
        }
    }

    /// Reads the attributes of the root that a member needs. While an attribute is read, those after it are
    /// not available.
    pub(super) fn demand(&mut self, slot: usize) {
        let description = Arc::clone(&self.description);
        let Some(class) = description.classes.first() else { return };
        let at = slot.saturating_sub(class.params.len());
        let end = match at.checked_sub(class.seq.len()) {
            None => at + 1,
            // Without a position, the member starts where reading ended.
            Some(at)
                if class.instances.get(at).is_some_and(
                    |found| matches!(&found.body, Body::Parse(parse) if parse.pos.is_none()),
                ) =>
            {
                class.seq.len()
            }
            Some(_) => 0,
        };
        self.demand_before(class, end);
    }

    /// Reads the remaining attributes of the root.
    pub(super) fn demand_all(&mut self) {
        let description = Arc::clone(&self.description);
        if let Some(class) = description.classes.first() {
            self.demand_before(class, class.seq.len());
        }
    }

    fn demand_before(&mut self, class: &Class, end: usize) {
        let Some(next) = self.pending.take() else { return };
        for index in next..end {
            let Some(attribute) = class.seq.get(index) else { break };
            if let Err(failure) = self.attribute(0, class.params.len() + index, attribute) {
                if let Some(root) = self.objects.first_mut() {
                    root.stopped = Some(Box::new(failure));
                }
                return;
            }
        }
        self.pending = Some(next.max(end));
    }
}
