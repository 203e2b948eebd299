//! Description of an exporter, and the state that exporters share.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use super::picture::{PictureKey, Pictures};
use super::{Job, Subject};
use crate::container::io_message;
use crate::scene::{FrameRenderer, Scene};

/// A file format to export to. Each one has its own module and an entry in [`Kind::ALL`].
pub struct Exporter {
    /// File extension, and name on the command line.
    pub name: &'static str,
    /// One-sentence description of the files.
    pub meaning: &'static str,
    /// Suitability for a subject of a scene; `None` if the format cannot represent the subject.
    pub(super) suits: fn(&Scene, Subject) -> Option<Fit>,
    /// Extensions of the files written for each subject.
    pub(super) files: &'static [&'static str],
    /// Further subjects that are exported with a subject because the main file cannot hold them.
    pub(super) besides: fn(&Job<'_>, Subject) -> Vec<Subject>,
    /// The files refer to pictures in separate files.
    pub(super) pictures_beside: bool,
    /// Writes the bytes of a file as a stream, so that long content need not be in memory at once.
    pub(super) make: fn(&mut Maker<'_>, Content, &mut dyn Write) -> Result<(), NotWritten>,
}

/// Suitability of an exporter for a subject.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// Written by default, before all others.
    Best,
    /// Written by default.
    Usual,
    /// Written only if its format is requested.
    Asked,
    /// Written only if its format is requested and the subject is selected by name.
    Named,
}

/// A standard file format, named by its extension.
#[derive(Clone, Copy)]
pub struct Kind(pub(super) &'static Exporter);

impl Kind {
    /// File extension, and name on the command line.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// One-sentence description of the files.
    pub fn meaning(self) -> &'static str {
        self.0.meaning
    }

    /// Comma-separated names of all formats.
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
            format!("unknown export format `{text}`; expected one of {}", Self::names())
        })
    }
}

/// Subject and format of a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Content {
    /// A texture has the palette that it is displayed with.
    pub subject: Subject,
    pub extension: &'static str,
}

impl Content {
    pub fn picture(key: PictureKey) -> Self {
        let subject = Subject::Texture { texture: key.texture, palette: key.palette };
        Self { subject, extension: "png" }
    }
}

/// Reason why a file was not produced.
pub(super) enum NotWritten {
    /// The data is missing; the notes report it.
    Data,
    /// The format cannot represent the data; the text is the reason.
    Limit(String),
}

impl From<String> for NotWritten {
    fn from(message: String) -> Self {
        Self::Limit(message)
    }
}

impl From<io::Error> for NotWritten {
    fn from(error: io::Error) -> Self {
        Self::Limit(io_message(&error))
    }
}

/// State shared by the exporters while they write the files of a job.
pub(super) struct Maker<'a> {
    pub job: &'a Job<'a>,
    pub pictures: Pictures<'a>,
    /// Names of the files that other files refer to.
    pub files: HashMap<Content, &'a str>,
    /// Notes on data that could not be preserved.
    pub notes: Vec<String>,
    /// Renderer for pictures of the scene.
    pub painter: Option<&'a dyn FrameRenderer>,
}

impl<'a> Maker<'a> {
    /// State for a single file.
    pub fn alone(job: &'a Job<'a>, painter: Option<&'a dyn FrameRenderer>) -> Self {
        let pictures = Pictures::new(job.scene);
        Self { job, pictures, files: HashMap::new(), notes: Vec::new(), painter }
    }

    /// Renderer for pictures of the scene.
    pub fn painter(&self) -> Result<&'a dyn FrameRenderer, NotWritten> {
        let why = "cannot render: no graphics adapter available";
        self.painter.ok_or_else(|| NotWritten::Limit(why.to_owned()))
    }

    /// Encodes pictures and notes those that cannot be encoded.
    pub fn prepare(&mut self, keys: impl IntoIterator<Item = PictureKey>) {
        let keys: Vec<PictureKey> = keys.into_iter().collect();
        self.pictures.prepare(keys.iter().copied());
        for key in keys {
            if let Err(reason) = self.pictures.get(key) {
                let texture = self.job.scene.textures.get(key.texture);
                let name = texture.map_or("", |texture| texture.name.as_str());
                self.notes
                    .push(format!("texture {name} cannot be exported as a picture: {reason}"));
            }
        }
    }

    /// Name of the file with the given content.
    pub fn file_of(&self, content: Content) -> Option<&str> {
        self.files.get(&content).copied()
    }

    /// The notes without duplicates: a GLB and an OBJ of one model report the same problems.
    pub fn notes(self) -> Vec<String> {
        let mut known = HashSet::new();
        self.notes.into_iter().filter(|note| known.insert(note.clone())).collect()
    }
}

/// No further subjects: for exporters that write a single file.
pub(super) fn nothing_besides(_: &Job<'_>, _: Subject) -> Vec<Subject> {
    Vec::new()
}
