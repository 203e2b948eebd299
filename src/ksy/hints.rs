//! Hints of fields: the key `-gouraud` of attributes and parameters.

use std::sync::Arc;

use super::description::{ClassId, Description};

/// Display of a number or of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// A hexadecimal number.
    Hex,
    /// A decimal number.
    Decimal,
    /// A colour.
    Colour,
    /// An angle.
    Angle,
    /// Characters.
    Text,
}

/// A named bit, or a group of bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// The bits.
    pub mask: u32,
    /// Name.
    pub name: Arc<str>,
    /// Documentation, or empty.
    pub doc: Arc<str>,
}

/// Interpretation of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldHints {
    /// Display.
    pub show: Option<Show>,
    /// Unit of the number.
    pub unit: Option<Arc<str>>,
    /// Number of fraction bits.
    pub fixed: Option<u8>,
    /// Units of a full circle.
    pub turn: Option<u32>,
    /// Names of the number's bits.
    pub flags: Vec<Flag>,
    /// Expression of the list into which the number is an index.
    pub index: Option<Arc<str>>,
}

impl Description {
    /// Hints of the member of a class in a slot.
    pub(super) fn hints(&self, class: ClassId, slot: usize) -> Option<FieldHints> {
        let entry = self.classes.get(class)?.in_slot(slot)?.hints.as_ref()?;
        let show = match entry.word("show") {
            Some("hex") => Some(Show::Hex),
            Some("decimal") => Some(Show::Decimal),
            Some("colour") => Some(Show::Colour),
            Some("angle") => Some(Show::Angle),
            Some("text") => Some(Show::Text),
            _ => None,
        };
        Some(FieldHints {
            show,
            unit: entry.word("unit").map(Arc::from),
            fixed: entry.constant("fixed").and_then(|bits| u8::try_from(bits).ok()),
            turn: entry.constant("turn").and_then(|units| u32::try_from(units).ok()),
            flags: entry.enumeration("flags").map_or_else(Vec::new, |id| self.flags(id)),
            index: entry.code("index").map(|code| code.text.value.clone()),
        })
    }

    /// All members with hints, by class and slot.
    pub fn all_hints(&self) -> impl Iterator<Item = ((ClassId, usize), FieldHints)> {
        let slots = self.classes.iter().enumerate();
        let slots = slots.flat_map(|(id, class)| (0..class.slots()).map(move |slot| (id, slot)));
        slots.filter_map(|(id, slot)| Some(((id, slot), self.hints(id, slot)?)))
    }

    /// Values of an enum as bits, from the lowest up.
    fn flags(&self, id: usize) -> Vec<Flag> {
        let Some(found) = self.enums.get(id) else { return Vec::new() };
        let flag = |(value, name): (&i128, &Arc<str>)| {
            let mask = u32::try_from(*value).ok().filter(|mask| *mask != 0)?;
            let doc = found.docs.get(value).and_then(|docs| docs.text.clone()).unwrap_or_default();
            Some(Flag { mask, name: name.clone(), doc })
        };
        let mut flags: Vec<Flag> = found.labels.iter().filter_map(flag).collect();
        flags.sort_by_key(|flag| flag.mask);
        flags
    }
}
