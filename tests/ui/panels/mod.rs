//! The panels: lists of files and assets, rows of trees, bytes in every notation, pictures, sounds and notes.

mod level;
mod second;
mod single_panel;

mod arranged;
mod bytes;
mod captions;
mod compare;
mod description;
mod fields;
mod files;
pub mod find;
mod gallery;
mod highlight;
mod links;
mod notes;
mod palettes;
mod pictures;
mod pixel;
mod problems;
mod replay_groups;
mod side_by_side;
mod sounds;
mod tables;
mod text;
mod video_memory;
