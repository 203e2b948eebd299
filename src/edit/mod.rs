//! Changing files: what is asked for, what comes of it, and how it is kept.
//!
//! * [`Order`]: what somebody wants changed, in words that can be written down: a field by its path,
//!   or many by a pattern and a [`Condition`]; bytes of a field; a picture or a recording for a
//!   texture or a sound ([`asset`]). A line of a recipe.
//! * [`apply`]: a [`Document`](crate::formats::Document) with orders carried out, read anew and held
//!   against what it was: what was not asked for is as before.
//! * [`Splice`]: what a change comes to in bytes, both ways: what undo goes back by.
//! * [`History`]: the steps of a file, how far they are undone, and what was saved; a
//!   [`Journal`](journal::Journal) keeps it on disk.
//! * [`patch`]: what differs between two files, to be shared without either.
//! * [`save`]: writing over a file so that the old one or the new one is whole at any moment.
//!
//! The tree knows where a field stands and how it is stored, so a change is made where the field
//! is. The file is then read again, and the change counts only if it is the one difference: no
//! other field moved, and the records, written back, give the same bytes. So a count, an offset or
//! a size is refused without anybody having listed which fields those are, and whatever is accepted
//! is also in the records.

mod apply;
pub mod asset;
mod captions;
mod colour;
mod computed;
mod condition;
mod difference;
mod encode;
mod entailed;
mod error;
mod given_file;
mod held;
mod history;
mod holder;
mod indices;
pub mod journal;
mod merge;
mod named;
mod notation;
mod order;
pub mod patch;
mod problems;
mod reached;
pub mod recipe;
mod recompute;
mod relist;
mod reorder;
mod replace;
mod reread;
pub mod save;
mod shown;
mod splice;
mod texts;

pub use apply::{apply, apply_beside};
pub use captions::captions_from;
pub use colour::coloured;
pub use computed::Computed;
pub use condition::Condition;
pub use difference::{Difference, Kind, differences};
pub use entailed::{Beside, Done, carry_out, entailed};
pub use error::EditError;
pub use history::{History, Step};
pub use holder::{Changed, Replaced, files_of, files_on_disk};
pub use merge::{Merge, merge, read_glb};
pub use notation::{bytes, parse};
pub use order::{Given, How, Order, Paths};
pub use problems::NewProblems;
pub use reached::{named_twice, reached};
pub use recompute::recomputed;
pub use replace::{Fidelity, asset_name, fidelity, palette_called, sound_called};
pub use shown::{Asked, all_stored_as, stored_as};
pub use splice::Splice;
