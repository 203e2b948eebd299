//! Finds classes of fixed size whose objects can stay bytes until they are used.

use std::collections::HashMap;

use super::description::*;
use super::encoding::Encoding;
use super::reader::Reader;
use super::size::{PlainSize, size_of_class};
use super::value::RecordKind;

/// Maximum depth of nested classes that are examined.
const MAX_LEVELS: usize = 16;

impl Reader {
    /// Size of an object of a class whose objects can be read later.
    pub(super) fn plain_size(&mut self, class: ClassId) -> Option<PlainSize> {
        if let Some(known) = self.plain_sizes.get(&class) {
            return *known;
        }
        let mut plain = Plain { description: &self.description, known: HashMap::new() };
        let is_checked = plain.class(class, MAX_LEVELS);
        let bytes = is_checked.and_then(|_| size_of_class(&self.description, class));
        let bytes = bytes.and_then(|size| usize::try_from(size).ok()).filter(|size| *size > 0);
        let size = bytes.zip(is_checked).map(|(bytes, is_checked)| PlainSize { bytes, is_checked });
        self.plain_sizes.insert(class, size);
        size
    }

    /// `true` if the values of such elements are checked.
    pub(super) fn is_checked(&mut self, kind: RecordKind) -> bool {
        match kind {
            RecordKind::Class(class) => self.plain_size(class).is_some_and(|size| size.is_checked),
            _ => false,
        }
    }
}

/// Classes whose objects have fixed fields and nothing that is computed.
struct Plain<'a> {
    description: &'a Description,
    /// For each class, `true` if some of its values are checked; `None` for a class that is not
    /// plain, such as one that contains itself.
    known: HashMap<ClassId, Option<bool>>,
}

impl Plain<'_> {
    fn class(&mut self, id: ClassId, levels: usize) -> Option<bool> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        self.known.insert(id, None);
        let Class { params, instances, seq, endian, .. } =
            self.description.classes.get(id).filter(|_| levels > 0)?;
        let is_open = !params.is_empty() || !instances.is_empty();
        if is_open || matches!(endian, Endian::Chosen(_) | Endian::Outer) {
            return None;
        }
        let mut is_checked = false;
        for attribute in seq {
            is_checked |= self.attribute(attribute, levels)?;
        }
        self.known.insert(id, Some(is_checked));
        Some(is_checked)
    }

    fn attribute(&mut self, attribute: &Attribute, levels: usize) -> Option<bool> {
        let Body::Parse(parse) = &attribute.body else { return None };
        let is_fixed = attribute.condition.is_none()
            && parse.process.is_none()
            && !parse.size_eos
            && matches!(parse.parent, Parent::This)
            && matches!(parse.repeat, Repeat::Once | Repeat::Times(_));
        let has_size = parse.size.is_some();
        let is_checked = parse.valid.is_some() || parse.contents.is_some();
        match &parse.kind {
            _ if !is_fixed || parse.terminator.is_some() && !has_size => None,
            Type::Bytes | Type::Int { .. } | Type::Float { .. } => Some(is_checked),
            Type::Text { encoding, .. } if has_size => Encoding::of(encoding).map(|_| true),
            Type::Class(found) if found.arguments.is_empty() && !has_size => {
                Some(self.class(found.class?, levels - 1)? || is_checked)
            }
            _ => None,
        }
    }
}
