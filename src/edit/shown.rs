//! What is shown otherwise, as orders.

use super::held::is_same;
use super::{Given, Order};
use crate::container::Context;
use crate::formats::{Document, Refusal};
use crate::scene::Shown;

/// The orders that give the fields that store an element, by its path, what it is to be shown as:
/// one for each that has another value.
///
/// # Errors
/// Where its format does not store that.
pub fn stored_as(
    document: &Document,
    context: Context<'_>,
    path: &str,
    shown: &Shown,
) -> Result<Vec<Order>, Refusal> {
    let fields = document.content.stored_as(context, path, shown)?;
    let new = fields.into_iter().filter(|(path, value)| {
        let field = document.tree.find(path).ok().and_then(|id| document.tree.field(&id));
        field.is_none_or(|field| !is_same(value, &field.value))
    });
    Ok(new.map(|(path, value)| Order::set(path, Given::from(&value))).collect())
}
