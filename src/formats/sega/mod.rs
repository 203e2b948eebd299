//! Sega's file formats: those of the Dreamcast's library.

pub mod pvr;
