//! The description of an exporter, and what it makes its files with.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use super::picture::{PictureKey, Pictures};
use super::{Job, Subject};
use crate::scene::{Artist, Scene};

/// A way to write files, in a file of its own and with a line in [`Kind::ALL`].
pub struct Exporter {
    /// The file extension, which is also the name on the command line.
    pub name: &'static str,
    /// Description of its files, in a sentence.
    pub meaning: &'static str,
    /// How it suits a subject of a scene; `None` where it cannot hold it.
    pub(super) suits: fn(&Scene, Subject) -> Option<Fit>,
    /// The extensions of the files that it makes of each subject.
    pub(super) files: &'static [&'static str],
    /// What it writes besides, as further files: what the first cannot hold.
    pub(super) besides: fn(&Job<'_>, Subject) -> Vec<Subject>,
    /// Whether its files show pictures from files beside them.
    pub(super) pictures_beside: bool,
    /// Writes the bytes of a file: what is long need not be held whole.
    pub(super) make: fn(&mut Maker<'_>, Content, &mut dyn Write) -> Result<(), Unmade>,
}

/// Suitability of an exporter for a subject.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// Written without being asked for, before all others.
    Best,
    /// Written without being asked for.
    Usual,
    /// Written when it is asked for.
    Asked,
    /// Written when it is asked for, of what is chosen by its name alone.
    Named,
}

/// A standard file format, named by its extension.
#[derive(Clone, Copy)]
pub struct Kind(pub(super) &'static Exporter);

impl Kind {
    /// The file extension, which is also the name on the command line.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Description of its files, in a sentence.
    pub fn meaning(self) -> &'static str {
        self.0.meaning
    }

    /// The names of all, one behind the other.
    pub fn names() -> String {
        Self::ALL.iter().map(|kind| kind.name()).collect::<Vec<_>>().join(", ")
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Kind {}

impl Ord for Kind {
    fn cmp(&self, other: &Self) -> Ordering {
        let index = |own: &Self| Self::ALL.iter().position(|kind| kind == own);
        index(self).cmp(&index(other))
    }
}

impl PartialOrd for Kind {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.iter().find(|kind| kind.name().eq_ignore_ascii_case(text));
        found.copied().ok_or_else(|| {
            format!("`{text}` is not a file format to export to; there are {}", Self::names())
        })
    }
}

/// Content of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Content {
    /// A texture in the palette that it is shown with.
    pub subject: Subject,
    pub extension: &'static str,
}

impl Content {
    pub fn picture(key: PictureKey) -> Self {
        let subject = Subject::Texture { texture: key.texture, palette: key.palette };
        Self { subject, extension: "png" }
    }
}

/// Why there is no file.
pub(super) enum Unmade {
    /// The data is not there; the notes say so.
    Data,
    /// The format cannot hold it.
    Limit(String),
}

impl From<String> for Unmade {
    fn from(message: String) -> Self {
        Self::Limit(message)
    }
}

impl From<io::Error> for Unmade {
    fn from(error: io::Error) -> Self {
        Self::Limit(error.to_string())
    }
}

/// What exporters share while they make the files of a job.
pub(super) struct Maker<'a> {
    pub job: &'a Job<'a>,
    pub pictures: Pictures<'a>,
    /// Names of the files that others refer to.
    pub files: HashMap<Content, &'a str>,
    /// Sentences about what could not be kept.
    pub notes: Vec<String>,
    /// Who draws the scene.
    pub painter: Option<&'a dyn Artist>,
}

impl<'a> Maker<'a> {
    /// Who draws the scene.
    pub fn painter(&self) -> Result<&'a dyn Artist, Unmade> {
        let why = "nobody draws here: there is no graphics adapter, or the program has none";
        self.painter.ok_or_else(|| Unmade::Limit(why.to_owned()))
    }

    /// Makes pictures, and says which of them there cannot be.
    pub fn prepare(&mut self, keys: impl IntoIterator<Item = PictureKey>) {
        let keys: Vec<PictureKey> = keys.into_iter().collect();
        self.pictures.prepare(keys.iter().copied());
        for key in keys {
            if let Err(reason) = self.pictures.get(key) {
                let texture = self.job.scene.textures.get(key.texture);
                let name = texture.map_or("", |texture| texture.name.as_str());
                self.notes.push(format!("texture {name} makes no picture: {reason}"));
            }
        }
    }

    /// The name of the file that holds something.
    pub fn file_of(&self, content: Content) -> Option<&str> {
        self.files.get(&content).copied()
    }

    /// Each sentence once: a GLB and an OBJ of the same model meet the same oddities.
    pub fn notes(self) -> Vec<String> {
        let mut known = HashSet::new();
        self.notes.into_iter().filter(|note| known.insert(note.clone())).collect()
    }
}

/// Files besides the first, for exporters that write one file.
pub(super) fn nothing_besides(_: &Job<'_>, _: Subject) -> Vec<Subject> {
    Vec::new()
}
