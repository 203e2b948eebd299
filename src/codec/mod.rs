//! Pure transforms between packed and plain bytes. They know no files.

pub mod bits;
pub mod blocks;
pub mod channels;
pub mod gx;
pub mod ima_adpcm;
pub mod lzss;
mod matches;
pub mod palette;
pub mod powervr;
pub mod ps2;
pub mod refpack;
pub mod rle16;
pub mod shrink;
pub mod zerotree;
pub mod zlib;
