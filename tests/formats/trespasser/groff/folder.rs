//! Problems of a level in an in-memory folder.

use gouraud::bytes::Problems;

pub use gouraud_testing::Folder;

pub fn messages(problems: &Problems) -> Vec<String> {
    problems.iter().map(|problem| problem.message.clone()).collect()
}
