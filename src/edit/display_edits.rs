//! Converts changes in the display to edit operations.

use std::collections::HashMap;

use glam::{Mat4, Vec2, Vec3, Vec4};

use super::verify::is_same;
use super::{EditOp, InputData};
use crate::container::Context;
use crate::formats::{Document, EditResult, Refusal};
use crate::scene::ElementState;

/// Edit operations for the fields that store an element, given by its path, so that it is displayed as
/// `shown`: one for each field that changes.
///
/// # Errors
/// If the format does not store this.
pub fn stored_as(
    document: &Document,
    context: Context<'_>,
    path: &str,
    shown: &ElementState,
) -> EditResult<Vec<EditOp>> {
    let fields = document.content.editable().stored_as(context, path, shown)?;
    let new = fields.into_iter().filter(|(path, value)| {
        let field = document.tree.find(path).ok().and_then(|id| document.tree.field(&id));
        field.is_none_or(|field| !is_same(value, &field.value))
    });
    Ok(new.map(|(path, value)| EditOp::set(path, InputData::from(&value))).collect())
}

/// Edit operations for changes of several elements.
#[derive(Debug, Default)]
pub struct DisplayEdits<'a> {
    /// One operation for each field that changes.
    pub orders: Vec<EditOp>,
    /// Paths of elements whose format cannot store such a change, with the reason.
    pub refused: Vec<(&'a str, Refusal)>,
    /// Paths of elements whose fields cannot represent the new values.
    pub unfit: Vec<(&'a str, Refusal)>,
    /// Number of fields for which elements have different values: the last one is used.
    pub disputed: usize,
}

/// [`stored_as`] for several elements, which may share fields such as texture coordinates.
pub fn all_stored_as<'a>(
    document: &Document,
    context: Context<'_>,
    all: impl IntoIterator<Item = (&'a str, &'a ElementState)>,
) -> DisplayEdits<'a> {
    let mut asked = DisplayEdits::default();
    let mut places: HashMap<String, (usize, bool)> = HashMap::new();
    for (path, shown) in all {
        let orders = match stored_as(document, context, path, shown) {
            Ok(orders) => orders,
            Err(why) => {
                let harmless = with_fitting_values(shown);
                let is_stored = harmless.is_some_and(|shown| {
                    document.content.editable().stored_as(context, path, &shown).is_ok()
                });
                if is_stored { &mut asked.unfit } else { &mut asked.refused }.push((path, why));
                continue;
            }
        };
        for order in orders {
            let EditOp::Set { set, .. } = &order else { continue };
            let next = (asked.orders.len(), false);
            let (place, is_disputed) = places.entry(set.clone()).or_insert(next);
            match asked.orders.get_mut(*place) {
                None => asked.orders.push(order),
                Some(known) if *known == order => {}
                Some(known) => {
                    *known = order;
                    asked.disputed += usize::from(!std::mem::replace(is_disputed, true));
                }
            }
        }
    }
    asked
}

/// The same change with values that fit into any field. If the format accepts it, then only the
/// values of the original change were the problem.
fn with_fitting_values(shown: &ElementState) -> Option<ElementState> {
    match shown {
        ElementState::Vertex(_) => Some(ElementState::Vertex(Vec3::ZERO)),
        ElementState::Normal(_) => Some(ElementState::Normal(Vec3::Y)),
        ElementState::TexCoords(corners) => {
            let corners = corners.iter().map(|(vertex, _)| (*vertex, Vec2::ZERO));
            Some(ElementState::TexCoords(corners.collect()))
        }
        ElementState::At(matrix) => {
            let mut there = if matrix.is_finite() { *matrix } else { Mat4::IDENTITY };
            there.w_axis = Vec4::W;
            Some(ElementState::At(there))
        }
        ElementState::Palette { path, .. } => {
            Some(ElementState::Palette { path: path.clone(), position: Some([0; 2]) })
        }
        ElementState::Colours(_) => None,
    }
}
