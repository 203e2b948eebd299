//! Operations on a file that was read by a description.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Reading, UserFormat};
use crate::bytes::SourceId;
use crate::formats::{Content, Editable, FormatHandle, Refusal};

/// A file that was read by a description.
pub struct UserContent {
    format: Arc<UserFormat>,
    reading: Arc<Reading>,
}

impl UserContent {
    pub(super) fn new(format: Arc<UserFormat>, reading: Arc<Reading>) -> Self {
        Self { format, reading }
    }

    /// The file as it was read.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }
}

impl Editable for UserContent {
    fn refuses(&self, path: &str) -> Option<Refusal> {
        let code = self.reading.reader().computed_from(path)?;
        Some(Refusal(format!("{path} is computed from `{code}`")))
    }

    fn encoded(&self, path: &str, text: &str) -> Option<Result<Vec<u8>, Refusal>> {
        let encoded = self.reading.reader().encoded(path, text)?;
        Some(encoded.map_err(|why| Refusal(format!("{path}: {why}"))))
    }

    fn number_of_name(&self, path: &str, name: &str) -> Option<i128> {
        self.reading.reader().number_of_name(path, name)
    }

    fn repacked(
        &self,
        mut file: Vec<u8>,
        parts: BTreeMap<SourceId, Vec<u8>>,
    ) -> Result<Vec<u8>, Refusal> {
        let number = |id| self.reading.parts.iter().position(|part| part.id() == id);
        let numbered = parts.into_iter().filter_map(|(id, bytes)| Some((number(id)? + 1, bytes)));
        let mut changed: BTreeMap<usize, Vec<u8>> = numbered.collect();
        // A part inside another one has the higher number.
        while let Some((part, bytes)) = changed.pop_last() {
            let (span, packed) = self.reading.reader().repacked(part, &bytes).map_err(Refusal)?;
            let outer = match span.buffer.checked_sub(1) {
                None => &mut file,
                Some(outer) => changed.entry(span.buffer).or_insert_with(|| {
                    let part = self.reading.parts.get(outer);
                    part.map_or_else(Vec::new, |part| part.bytes().to_vec())
                }),
            };
            let end = span.start.saturating_add(span.len);
            if let Some(target) = outer.get_mut(span.start..end) {
                target.copy_from_slice(&packed);
            }
        }
        Ok(file)
    }

    fn side_effect(&self, changed: &dyn Content, edited: &[&str]) -> Option<String> {
        let changed = (changed as &dyn Any).downcast_ref::<Self>()?;
        // Documents of their own, with locks of their own.
        let (own, other) = (self.reading.reader(), changed.reading.reader());
        own.first_difference(&other, edited)
    }
}

impl Content for UserContent {
    fn editable(&self) -> &dyn Editable {
        self
    }

    fn described(&self) -> Option<FormatHandle> {
        Some(FormatHandle::Described(self.format.clone()))
    }
}
