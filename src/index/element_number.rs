//! Encodes the position of an asset in the scene of its file as one number.

use super::Kind;
use crate::scene::{Element, Id};

/// Bits for the row of a table.
const ROW_BITS: u32 = 32;

/// Number that is stored for an element: its index in the list of its kind. Colour tables, which are
/// palettes too, count down from -1; for a row of a table, the upper half is the number of the table.
pub fn stored(element: Element) -> Option<i64> {
    let number = match element {
        Element::Mesh(id) => id.number().into(),
        Element::Texture(id) => id.number().into(),
        Element::Palette(id) => id.number().into(),
        Element::ColourTable(id) => -1 - i64::from(id.number()),
        Element::Sound(id) => id.number().into(),
        Element::Animation(id) => id.number().into(),
        Element::Node(id) => id.number().into(),
        Element::Row { table, row } => {
            let table = i64::from(i32::try_from(table.number()).ok()?);
            table << ROW_BITS | i64::from(row)
        }
        _ => return None,
    };
    Some(number)
}

/// Decodes the number of an entry of this kind.
pub fn element(kind: Kind, stored: i64) -> Option<Element> {
    let number = u32::try_from(stored).ok();
    Some(match kind {
        Kind::File => return None,
        Kind::Model => Element::Mesh(Id::new(number?)),
        Kind::Texture => Element::Texture(Id::new(number?)),
        Kind::Palette => match number {
            Some(number) => Element::Palette(Id::new(number)),
            None => Element::ColourTable(Id::new(u32::try_from(-1 - stored).ok()?)),
        },
        Kind::Sound => Element::Sound(Id::new(number?)),
        Kind::Animation => Element::Animation(Id::new(number?)),
        Kind::Instance => Element::Node(Id::new(number?)),
        Kind::Text => Element::Row {
            table: Id::new(u32::try_from(stored >> ROW_BITS).ok()?),
            row: u32::try_from(stored & i64::from(u32::MAX)).ok()?,
        },
    })
}
