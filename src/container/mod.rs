//! Containers: members, paths into them, safe names, companions.

mod context;
mod disk_path;
mod io_message;
mod members;
mod name;
mod path;
mod slices;
mod temporary;

pub use context::{
    Context, FolderSet, MissingCompanion, Names, NoNames, NoSiblings, ParsedContent, Registered,
    Siblings, Unnamed,
};
pub use disk_path::{disk_path, path_text};
pub use io_message::io_message;
pub use members::{
    DiscFacts, DiscTrack, Member, MemberIndex, Members, SectorGrid, channels_in_words, find_folder,
};
pub use name::{Distinct, free_number, has_extension, safe_name};
pub use path::{inner_parts, join, parent, safe_below, splits};
pub use slices::Slices;
pub use temporary::{remove_abandoned, replace_file, temporary_file};
