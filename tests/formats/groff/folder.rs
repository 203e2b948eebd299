//! What is said about a level in a folder in memory.

use gouraud::bytes::Problems;

pub use gouraud_testing::Folder;

pub fn messages(problems: &Problems) -> Vec<String> {
    problems.iter().map(|problem| problem.message.clone()).collect()
}
