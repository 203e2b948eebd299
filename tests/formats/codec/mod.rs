//! Packed bytes to plain ones and back.

mod bits;
mod gx;
mod ima_adpcm;
mod lzss;
mod powervr;
mod ps2;
mod refpack;
mod zerotree;
