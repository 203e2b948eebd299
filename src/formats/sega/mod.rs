//! Sega's file formats, from the Dreamcast's library.

pub mod pvr;
