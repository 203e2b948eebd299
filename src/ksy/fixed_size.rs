//! Finds classes of fixed size whose objects can stay bytes until they are used.

use std::collections::HashMap;
use std::ops::BitOrAssign;

use super::description::*;
use super::encoding::Encoding;
use super::evaluated::has_repeatable_instances;
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
        let fields = plain.class(class, MAX_LEVELS);
        let bytes = fields.and_then(|_| size_of_class(&self.description, class));
        let bytes = bytes.and_then(|size| usize::try_from(size).ok()).filter(|size| *size > 0);
        // Instances that were evaluated by a check are stored in their objects.
        let fields = fields.filter(|fields| !fields.is_checked || !fields.has_instances);
        let size = bytes.zip(fields).map(|(bytes, fields)| PlainSize {
            bytes,
            is_checked: fields.is_checked,
            has_instances: fields.has_instances,
            must_be_stored: fields.must_be_stored,
        });
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

/// Classes whose objects have fixed fields.
struct Plain<'a> {
    description: &'a Description,
    /// `None` for a class that is not plain, such as one that contains itself.
    known: HashMap<ClassId, Option<PlainFields>>,
}

/// Fields of a plain class, and of objects in it.
#[derive(Clone, Copy, Default)]
struct PlainFields {
    /// Some values are checked.
    is_checked: bool,
    has_instances: bool,
    must_be_stored: bool,
}

impl BitOrAssign for PlainFields {
    fn bitor_assign(&mut self, other: Self) {
        self.is_checked |= other.is_checked;
        self.has_instances |= other.has_instances;
        self.must_be_stored |= other.must_be_stored;
    }
}

impl Plain<'_> {
    fn class(&mut self, id: ClassId, levels: usize) -> Option<PlainFields> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        self.known.insert(id, None);
        let class = self.description.classes.get(id).filter(|_| levels > 0)?;
        let Class { params, instances, seq, endian, .. } = class;
        if !params.is_empty() || matches!(endian, Endian::Chosen(_) | Endian::Outer) {
            return None;
        }
        let mut fields = PlainFields {
            is_checked: false,
            has_instances: !instances.is_empty(),
            must_be_stored: !has_repeatable_instances(class),
        };
        for attribute in seq {
            fields |= self.attribute(attribute, levels)?;
        }
        self.known.insert(id, Some(fields));
        Some(fields)
    }

    fn attribute(&mut self, attribute: &Attribute, levels: usize) -> Option<PlainFields> {
        let Body::Parse(parse) = &attribute.body else { return None };
        let is_fixed = attribute.condition.is_none()
            && parse.process.is_none()
            && !parse.size_eos
            && matches!(parse.parent, Parent::This)
            && matches!(parse.repeat, Repeat::Once | Repeat::Times(_));
        let has_size = parse.size.is_some();
        let is_checked = parse.valid.is_some() || parse.contents.is_some();
        let mut fields = PlainFields { is_checked, ..PlainFields::default() };
        match &parse.kind {
            _ if !is_fixed || parse.terminator.is_some() && !has_size => return None,
            Type::Bytes | Type::Int { .. } | Type::Float { .. } => {}
            Type::Text { encoding, .. } if has_size => {
                Encoding::of(encoding)?;
                fields.is_checked = true;
            }
            Type::Class(found) if found.arguments.is_empty() && !has_size => {
                fields |= self.class(found.class?, levels - 1)?;
            }
            _ => return None,
        }
        Some(fields)
    }
}
