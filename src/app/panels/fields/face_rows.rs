//! Rows of face fields, by which all faces can be coloured, selected and edited.

use super::row::Row;
use crate::app::model::{ColourBy, Command, Like, State};
use crate::app::ui::theme;

/// Index of the face field that a row belongs to, if any.
pub fn face_field(row: &Row, state: &State) -> Option<usize> {
    let name = theme::field_name(&row.field.path);
    state.selected_face()?;
    state.scene()?.scene.face_fields.iter().position(|field| field.name == name)
}

/// Command that selects all faces with the same value.
pub fn like(row: &Row, state: &State) -> Option<Command> {
    let field = face_field(row, state)?;
    Some(Command::SelectLike(match &row.bit {
        Some(bit) => Like::Bits { field, mask: bit.mask },
        None => Like::Value { field },
    }))
}

/// Setting that colours faces by this field.
pub fn colour_by(row: &Row, state: &State) -> Option<ColourBy> {
    let field = face_field(row, state)?;
    Some(match &row.bit {
        Some(bit) => ColourBy::Bits { field, mask: bit.mask },
        None => ColourBy::Field(field),
    })
}
