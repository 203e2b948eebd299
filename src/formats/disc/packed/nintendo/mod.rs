//! GameCube and Wii discs: packed as WIA, RVZ and WBFS, and encrypted as they are.
//!
//! The unpacking and decrypting is the crate `nod`'s. Each is a wrapper around what a game reads: of a
//! GameCube disc all of it, of a Wii disc its data partition, which is laid out like a GameCube disc.
//!
//! Source: format document `disc-image.md` section 9.1.

mod data;
mod wbfs;
mod wia;
mod wii;

pub use wbfs::Wbfs;
pub use wia::Wia;
pub use wii::Wii;

use std::sync::Arc;

use self::data::Data;
use super::name_inside;
use crate::bytes::{Cursor, ReadAt, Recorder, Result, Source};
use crate::formats::Decoded;

/// What `codec` makes of the disc in `source`.
fn inside<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    codec: &'static str,
) -> Result<Decoded> {
    let data = Data::open(source).map_err(|why| {
        cur.fail_at((0, 4), "", format_args!("the disc cannot be unpacked: {why}"))
    })?;
    let reader: Arc<dyn ReadAt> = data;
    Ok(Decoded::lazily(source, codec, name_inside(source, "iso"), reader, None))
}
