//! GameCube and Wii discs: packed as WIA, RVZ and WBFS, and plain encrypted images.
//!
//! Unpacking and decryption use the crate `nod`. Each is a wrapper of the data that a game reads: all of
//! a GameCube disc, or the data partition of a Wii disc, which has the layout of a GameCube disc.
//!
//! Source: format document `disc-image.md` section 9.1.

mod data;
mod groups;
mod wbfs;
mod wia;
mod wii;

pub use data::unpacked_len;
pub use wbfs::Wbfs;
pub use wia::Wia;
pub use wii::Wii;

use std::sync::Arc;

use self::data::GameData;
use super::name_inside;
use crate::bytes::{Cursor, ReadAt, Recorder, Result, Source};
use crate::formats::Decoded;

/// The unpacked disc in `source`; `codec` names the packing.
fn inside<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    codec: &'static str,
) -> Result<Decoded> {
    let data = GameData::open(source)
        .map_err(|why| cur.fail_at((0, 4), "", format_args!("cannot unpack the disc: {why}")))?;
    let reader: Arc<dyn ReadAt> = data;
    Ok(Decoded::lazily(source, codec, name_inside(source, "iso"), reader, None))
}
