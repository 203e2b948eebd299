//! Trespasser GROFF: one container for levels (`.grf`), scenes (`.scn`) and savegames.
//!
//! | part | offset |
//! |---|---|
//! | header, 48 bytes: magic `BE BA CE 0A`, sizes and counts, container version 10 | 0 |
//! | `directory`, 32 bytes a section: name, offset, size, kind, handle | 0x30 |
//! | `sections`, back to back in the directory's order | follows |
//! | `names`: handle, length, references, text | offset in the header; ends the file |
//!
//! Little-endian, unaligned. Sections are named by handles of names, and refer to each other by
//! 0x80000000 plus the index.
//!
//! * [`grf`]: a level, versions 11 to 15: its header, instances, models, geometry of two types,
//!   mapping, materials, and the table of all values.
//! * [`scn`]: a scene or savegame, save versions 7 to 22: header, partitions, three hierarchies, and
//!   a block for every instance that can move or change.
//!
//! World axes are right-handed with Z up, in metres; the scene turns (x, y, z) to (x, z, −y).
//!
//! Counts: `models` are geometries, `objects` the sections that name them, `materials` material sections,
//! `texts` string values, `instances` of a scene the blocks that hold a transform.
//!
//! Known unknowns: the blocks of animals and of game subsystems; data that triggers with a
//! `FireExpression` store; the flags of partitions except "visible"; whether materials' factors are
//! floats; which vertices follow which joint if that is in a table of the game's program.
//!
//! Source: format document `trespasser-level.md`, sections 1 to 5, 9 and 12 to 17, which is based mainly
//! on OpenTrespasser/JurassicParkTrespasser, `jp2_pc/Source/Lib/Groff` and `Lib/Loader`.

mod assign;
pub mod body;
mod check;
mod coupled;
pub mod directory;
mod format;
pub mod grf;
mod kinds;
mod list_edit;
mod moves;
mod names;
mod read;
pub mod records;
mod references;
mod scene;
pub mod scn;
mod write;

pub use body::Body;
pub use kinds::{File, HeadFindings, Kind, Level, Savegame, Scn};
pub use names::instance_hash;
pub use read::Parsed;
pub use records::{Groff, Section};
pub use scene::{level_of_textures, under_terrain};
