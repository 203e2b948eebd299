//! Changes files: edit operations, their effects, undo and saving.
//!
//! * [`EditOp`]: an edit operation in serializable form: for a field by its path, or many by a pattern
//!   and a [`Condition`]; for bytes of a field; a picture or recording for a texture or sound ([`asset`]).
//!   A line of a recipe.
//! * [`apply`]: applies operations to a [`Document`](crate::formats::Document), re-reads it, and checks
//!   that nothing else changed.
//! * [`Splice`]: the changed bytes of an edit in both directions, used for undo.
//! * [`History`]: the steps of a file, with the applied and the saved state; a
//!   [`Journal`](journal::Journal) stores it on disk.
//! * [`patch`]: differences between two files, which can be shared without the files.
//! * [`save`]: overwrites a file so that the old or the new one is complete at any moment.
//!
//! The tree has the position and coding of each field, so values are written in place. The file is
//! then re-read, and the edit is accepted only if it is the only difference: no other field moved,
//! and writing the records gives the same bytes. Thus counts, offsets and sizes are refused without
//! a list of such fields, and every accepted edit is also in the records.

mod apply;
pub mod asset;
pub mod captions;
mod colour;
mod computed;
mod containers;
mod dependent_edits;
mod difference;
mod display_edits;
mod edit_op;
mod encode;
mod error;
mod field_change;
mod history;
mod indices;
mod input_file;
pub mod journal;
mod list_edit;
mod match_fields;
mod merge;
mod move_by;
mod operation;
mod palette_change;
pub mod patch;
mod problems;
pub mod recipe;
mod recompute;
mod reorder;
mod reparse;
mod replace;
pub mod save;
mod splice;
mod targets;
mod texts;
mod verify;

pub use crate::bytes::notation::{bytes, parse};
pub use crate::ksy::Condition;
pub use apply::{apply, apply_beside};
pub use captions::captions_from;
pub use colour::coloured;
pub use computed::Computed;
pub use containers::{Changed, Replaced, files_of, files_on_disk};
pub use dependent_edits::{ChangedDocument, CompanionEdits, carry_out, dependent_edits};
pub use difference::{
    BytePairs, Difference, ElementChange, ElementChanges, ElementCounts, ElementPair,
    ElementTotals, FaceChange, FileChange, FileChanges, Kind, MAX_NESTED, MAX_PAIRED, PairedFile,
    SceneDifference, TexturePictures, differences, differing_sounds, file_changes,
    files_to_compare, is_changed_entry, is_differing_pixel, reduced_picture, sound_difference,
};
pub use display_edits::{DisplayEdits, all_stored_as, stored_as};
pub use edit_op::{EditOp, FieldPaths, InputData};
pub use error::EditError;
pub use history::{History, Step};
pub use merge::{Merge, merge, read_glb};
pub use move_by::move_by;
pub use operation::Operation;
pub use palette_change::palette_edits;
pub use problems::NewProblems;
pub use recompute::{recomputed, recomputed_beside};
pub use replace::{Compared, Fidelity, asset_name, compared, palette_called, sound_called};
pub use splice::Splice;
pub use targets::{named_twice, target_count};
