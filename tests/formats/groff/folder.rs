//! What a level in a folder in memory shows and says.

use gouraud::bytes::Problems;
use gouraud::scene::Scene;

use super::fixture::open_as;
pub use super::memory::Folder;

impl Folder {
    pub fn with(mut self, name: &'static str, bytes: Vec<u8>) -> Self {
        self.0.push((name, bytes));
        self
    }

    pub fn scene(&self, name: &str, bytes: &[u8]) -> (Scene, Problems) {
        open_as(name, bytes).content.scene(self.context()).expect("it has a scene")
    }
}

pub fn messages(problems: &Problems) -> Vec<String> {
    problems.iter().map(|problem| problem.message.clone()).collect()
}
