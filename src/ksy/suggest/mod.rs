//! Drafts of descriptions: for files of unknown formats, and for bytes that the user selected.

mod columns;
mod faces;
mod field;
mod mesh;
mod period;
mod skeleton;

pub use field::{NewField, with_field};
pub use skeleton::skeleton;
