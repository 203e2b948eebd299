//! Scenes of files: meshes, pictures, sounds and tables, by the key `-gouraud` of descriptions.
//!
//! | files | content |
//! |---|---|
//! | `schema`, `explain` | keys of all kinds of entries, and their explanations |
//! | `entry`, `load`, `check`, `find` | entries, from YAML, with their types; look-up by their keys |
//! | `sizes`, `walk`, `memory`, `origins`, `report` | elements of entries, their memory, their bytes, and problems |
//! | `rows`, `fast`, `values` | values of the keys of entries |
//! | `scene`, `builder`, `axes`, `file` | the scene, and the settings of the file |
//! | `meshes`, `corners`, `shapes`, `faces`, `materials` | meshes |
//! | `media` | palettes, pictures and sounds |
//! | `nodes`, `helpers`, `tables` | other elements of a scene |
//! | `names` | names of hashes |
//! | `members`, `counts` | files inside a file, and numbers of elements |

mod axes;
mod builder;
mod check;
mod corners;
mod counts;
mod entry;
mod explain;
mod faces;
mod fast;
mod file;
mod find;
mod helpers;
mod load;
mod materials;
mod media;
mod members;
mod memory;
mod meshes;
mod names;
mod nodes;
mod origins;
mod report;
mod rows;
mod scene;
mod schema;
mod shapes;
mod sizes;
mod tables;
mod values;
mod walk;

pub use counts::counts;
pub use entry::Entry;
pub use file::{Provided, claim, has_claim, version};
pub use members::{Member, members};
pub use names::{has_names, names};
pub use scene::scene;
pub(super) use schema::{EntryKind, FILE, HINTS, KEY, ValueForm};
