//! Files of another format that stand in a field of a record.

use crate::bytes::Source;
use crate::container::Context;
use crate::formats::{Loaded, Records, Refusal};
use crate::scene::Replacement;

/// A file of one texture with another picture.
///
/// # Errors
/// Where it cannot be read, or its format refuses.
pub fn repainted<R: Records>(file: &[u8], new: &Replacement) -> Result<Vec<u8>, Refusal> {
    let source = Source::from_bytes("", file.to_vec());
    let (inside, _) = Loaded::<R>::open(&source).map_err(|error| Refusal(error.to_string()))?;
    R::with_asset(&inside, Context::ALONE, "", new)
}
