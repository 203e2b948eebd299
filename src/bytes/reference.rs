//! References: stored numbers that stand for another part of their file.
//!
//! Paths in references are looked up near the field, with
//! [`Tree::find_near`](super::Tree::find_near). The index `[#list]` is the number of the element of
//! `list` that contains the field, counted through all lists of that name below the common parent:
//! `references[#weight_groups].indices`. After `->` the path continues at the target of a
//! reference: `material->colour_maps`.

/// The part of a file that a number refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reference {
    /// An element of a list, by its number.
    Element(ElementRef),
    /// An element of a list, by a key that it stores.
    Key(KeyRef),
    /// The bytes at an offset from a base.
    Offset(OffsetRef),
}

/// A number that counts the elements of a list in its own way: a handle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ElementRef {
    /// Path of the list.
    pub list: &'static str,
    /// The number of the first element.
    pub first: u32,
    /// Difference between the numbers of neighbours.
    pub step: u32,
    /// Paths of two numbers. If they differ, the reference leads to another file.
    pub only_if: Option<(&'static str, &'static str)>,
}

impl ElementRef {
    /// The list as it is written before an index.
    pub fn shown_list(&self) -> &'static str {
        self.list.rsplit("->").next().unwrap_or(self.list)
    }

    /// A plain index.
    pub const fn index(list: &'static str) -> Self {
        Self { list, first: 0, step: 1, only_if: None }
    }

    /// Index of the element with this number.
    pub fn index_of(&self, number: i64) -> Option<u64> {
        let distance = number.checked_sub(self.first.into())?;
        let step = i64::from(self.step.max(1));
        if distance % step == 0 { u64::try_from(distance / step).ok() } else { None }
    }

    /// The number of the element with this index.
    pub fn number_of(&self, index: u64) -> Option<u64> {
        index.checked_mul(self.step.max(1).into())?.checked_add(self.first.into())
    }
}

/// A number that elements of a list store as their key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyRef {
    /// The lists, in order of preference.
    pub lists: &'static [KeyedList],
    /// Kind of the number.
    pub kind: KeyKind,
    /// 0 refers to nothing.
    pub zero_is_none: bool,
}

/// Kinds of keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KeyKind {
    /// An address or another arbitrary number that stands for a text.
    Symbol,
    /// A small number.
    Id,
    /// The hash of a name.
    Hash,
}

/// A list whose elements have keys.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KeyedList {
    /// Pattern of the lists: `sections[*].entries`.
    pub list: &'static str,
    /// Path of the key below an element; empty if the element is the key.
    pub key: &'static str,
    /// Path below an element to the text that the key stands for; empty for the element's own label.
    pub text: &'static str,
}

impl KeyedList {
    /// The name of the list.
    pub fn label(&self) -> &'static str {
        self.list.rsplit('.').next().unwrap_or(self.list)
    }
}

/// An offset from a base.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OffsetRef {
    /// Position that offsets count from.
    pub base: Base,
    /// The bits of the number that are the offset.
    pub mask: u32,
    /// Name of the target, if it is a field, or `list[]` for an element of a list; empty for any.
    pub target: &'static str,
    /// Meaning of 0; empty if 0 is an offset.
    pub zero: &'static str,
}

/// A position that offsets count from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Base {
    /// The start of the field with this path.
    Start(&'static str),
    /// The end of the field with this path.
    End(&'static str),
    /// The number in the field with this path.
    Value(&'static str),
}
