//! Edit operations that give a texture another palette.

use super::display_edits::{all_stored_as, stored_as};
use super::{EditOp, InputData};
use crate::container::Context;
use crate::formats::{Document, EditResult, Refusal};
use crate::scene::PaletteChange;

/// Edit operations that give a texture of `document` another palette, or change the colours of its
/// palette. The palette is set in the texture or in its faces, whichever the format stores.
///
/// # Errors
/// If the format stores neither.
pub fn palette_edits(
    document: &Document,
    context: Context<'_>,
    change: &PaletteChange,
) -> EditResult<Vec<EditOp>> {
    let (texture, faces, to) = match change {
        PaletteChange::Colours { entries, .. } => {
            let set =
                |(path, word): &(String, u16)| EditOp::set(path, InputData::Whole((*word).into()));
            return Ok(entries.iter().map(set).collect());
        }
        PaletteChange::Reference { texture, faces, to, .. } => (texture, faces, to),
    };
    let of_texture = texture.as_ref().map(|path| stored_as(document, context, path, to));
    let refused = match of_texture {
        Some(Ok(orders)) => return Ok(orders),
        Some(Err(refused)) => Some(refused),
        None => None,
    };
    let all = all_stored_as(document, context, faces.iter().map(|path| (path.as_str(), to)));
    let first = |refused: Vec<(&str, Refusal)>| refused.into_iter().next().map(|(_, why)| why);
    if let Some(unfit) = first(all.unfit) {
        return Err(unfit);
    }
    let of_faces = first(all.refused);
    match refused.filter(|_| of_faces.is_some() || faces.is_empty()).or(of_faces) {
        Some(refused) => Err(refused),
        None => Ok(all.orders),
    }
}
