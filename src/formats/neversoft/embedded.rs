//! Replaces files of another format that are embedded in a field of a record.

use crate::bytes::Source;
use crate::container::Context;
use crate::formats::{EditResult, Editable, Loaded, Records, Refusal};
use crate::scene::Replacement;

/// Replaces the picture of a file with one texture.
///
/// # Errors
/// Returns an error if the file cannot be read or its format refuses the replacement.
pub fn repainted<R: Records>(file: &[u8], new: &Replacement) -> EditResult<Vec<u8>>
where
    Loaded<R>: Editable,
{
    let source = Source::from_bytes("", file.to_vec());
    let (inside, _) = Loaded::<R>::open(&source).map_err(|error| Refusal(error.to_string()))?;
    inside.with_asset(Context::ALONE, "", new)
}
