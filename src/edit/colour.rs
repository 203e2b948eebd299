//! Edit operations that change the colour of a palette entry, in any storage format.

use super::EditOp;
use crate::bytes::{Field, FieldKind, Hint, Tree, Value};

/// Edit operations that set the colour of the palette entry at `path`, rounded to what can be stored. An
/// entry that already has the colour is unchanged; so is its alpha (or STP bit) if `alpha` is `None`.
///
/// # Errors
/// A message, if the field stores no colour, or no alpha.
pub fn coloured(
    tree: &Tree,
    path: &str,
    rgb: [u8; 3],
    alpha: Option<u8>,
) -> Result<Vec<EditOp>, String> {
    let none = || format!("{path} stores no colour");
    let id = tree.find(path).map_err(|_| none())?;
    let field = tree.field(&id).ok_or_else(none)?;
    let number = |field: &Field| field.value.as_u64().and_then(|value| u32::try_from(value).ok());
    if let Hint::Colour(word) = field.hint {
        let stored = number(&field).ok_or_else(none)?;
        let new = word.recoloured(stored, rgb, alpha);
        return Ok(order(path, stored, new).into_iter().collect());
    }
    let channels = tree.children(&id, 0..4);
    let are_channels =
        field.hint == Hint::Channel || channels.iter().all(|channel| channel.hint == Hint::Channel);
    let is_colour = matches!(field.kind, FieldKind::Group | FieldKind::Array)
        && channels.len() >= 3
        && are_channels;
    if !is_colour {
        return Err(none());
    }
    let [r, g, b] = rgb;
    let new = [Some(r), Some(g), Some(b), alpha].into_iter();
    let each = channels
        .iter()
        .zip(new)
        .filter_map(|(channel, new)| order(&channel.path, number(channel)?, new?.into()));
    Ok(each.collect())
}

fn order(path: &str, stored: u32, new: u32) -> Option<EditOp> {
    (stored != new).then(|| EditOp::set(path, &Value::Uint(new.into())))
}
