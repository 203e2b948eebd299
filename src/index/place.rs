//! Where an asset is in the scene of its file, as one number.

use super::Kind;
use crate::scene::{Element, Id};

/// Bits of the row of a table.
const ROW_BITS: u32 = 32;

/// The number that is stored of an element: its place in the list of its kind. Tables of colours,
/// which are palettes too, count from -1 down; of a row the upper half is its table.
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

/// The element of an entry of this kind that is stored as this number.
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
