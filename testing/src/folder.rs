//! A folder in memory.
use gouraud::bytes::{Problems, Source};
use gouraud::container::{Context, MissingCompanion, NoNames, Siblings};
use gouraud::formats::{self, Document};
use gouraud::scene::Scene;

/// Names and contents.
#[derive(Default)]
pub struct Folder(pub Vec<(&'static str, Vec<u8>)>);

impl Folder {
    pub fn of(files: &[(&'static str, Vec<u8>)]) -> Self {
        Self(files.to_vec())
    }

    /// Reads a file as the format that claims it; returns its scene and the scene's problems.
    ///
    /// # Panics
    /// No format claims it, or it has no scene.
    pub fn scene(&self, name: &str, bytes: &[u8]) -> (Scene, Problems) {
        let source = Source::from_bytes(name, bytes.to_vec());
        let (format, _) = formats::identify(&source).expect("a format claims it");
        let document = format.open(&source).expect("it can be read");
        document.content.displayed().scene(self.context()).expect("it has a scene")
    }

    /// Reads a file as the format that claims it, with data of its companions.
    ///
    /// # Panics
    /// No format claims it, or it cannot be read.
    pub fn document(&self, name: &str, bytes: &[u8]) -> Document {
        let source = Source::from_bytes(name, bytes.to_vec());
        let (format, _) = formats::identify(&source).expect("a format claims it");
        let data = format.companion_data(&source, self.context());
        let source = data.map_or(source.clone(), |data| source.with_companion_data(data));
        format.open(&source).expect("it can be read")
    }

    pub fn with(mut self, name: &'static str, bytes: Vec<u8>) -> Self {
        self.0.push((name, bytes));
        self
    }

    /// The context in which the folder's files are companions.
    pub fn context(&self) -> Context<'_> {
        Context { siblings: self, names: &NoNames }
    }
}

impl Siblings for Folder {
    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        let found = self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        let miss =
            || MissingCompanion { name: name.to_owned(), looked_in: "the folder".to_owned() };
        found.map(|(name, bytes)| Source::from_bytes(*name, bytes.clone())).ok_or_else(miss)
    }
    fn names(&self) -> std::sync::Arc<[String]> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}
