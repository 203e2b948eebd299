//! Problems of a level in an in-memory folder.

pub use gouraud_testing::Folder;
pub use gouraud_testing::document::messages;
