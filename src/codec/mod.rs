//! Pure transforms between packed and plain bytes, independent of files.

pub mod aica_adpcm;
pub mod bits;
pub mod blocks;
pub mod channels;
pub mod dsp_adpcm;
pub mod edc;
pub mod gx;
pub mod ima_adpcm;
pub mod lzss;
mod matches;
pub mod palette;
pub mod powervr;
pub mod ps2;
pub mod refpack;
pub mod rle16;
mod second_order;
pub mod shrink;
pub mod smacker;
pub mod spu_adpcm;
pub mod xa_adpcm;
pub mod zerotree;
pub mod zlib;
