//! Discs: images with their sheets, the files on them, and sound tracks.
//!
//! A disc is opened by its sheet (`.cue`) or by its image; it is recognised by content, not by the
//! extension. Only descriptors and directories are read, and members are views of the image, so that a
//! disc of any size opens immediately.
//!
//! Source: format document `disc-image.md`.

pub mod cdda;
mod contents;
pub mod correction;
mod files;
mod game;
pub mod gamecube;
mod image;
mod in_place;
pub mod iso9660;
mod locate;
mod nrg;
pub mod packed;
mod patch;
pub mod sectors;
pub mod sheet;
mod sheet_tracks;
mod track_list;
mod tracks;
mod volumes;

pub use image::Disc;
pub use tracks::{Track, TrackKind};
