//! Rows that are fields of faces: all faces have them, which can be coloured, selected and changed by
//! them.

use super::row::Row;
use crate::app::model::{ColourBy, Command, Like, State};
use crate::app::ui::theme;

/// Which per-face field of the scene a row is, if it is one.
pub fn face_field(row: &Row, state: &State) -> Option<usize> {
    let name = theme::field_name(&row.field.path);
    state.selected_face()?;
    state.scene()?.scene.face_fields.iter().position(|field| field.name == name)
}

/// The command that selects all faces with the same.
pub fn like(row: &Row, state: &State) -> Option<Command> {
    let field = face_field(row, state)?;
    Some(Command::SelectLike(match &row.bit {
        Some(bit) => Like::Bits { field, mask: bit.mask },
        None => Like::Value { field },
    }))
}

/// The way to colour faces by it.
pub fn colour_by(row: &Row, state: &State) -> Option<ColourBy> {
    let field = face_field(row, state)?;
    Some(match &row.bit {
        Some(bit) => ColourBy::Bits { field, mask: bit.mask },
        None => ColourBy::Field(field),
    })
}
