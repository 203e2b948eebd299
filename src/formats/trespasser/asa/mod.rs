//! Trespasser `*.asa`: how objects of a level and the camera move, as text. The game packs it into
//! an [`asb`](super::asb).
//!
//! White space separates words; keywords in any case.
//!
//! | statement | words |
//! |---|---|
//! | `version 2` | |
//! | `forced_rate` | frames a second |
//! | `object` | a name (`Camera` is the active camera), frames, `end_object` |
//! | `frame` | seconds, `pos` x y z, `rot` x y z w, `scale` s |
//!
//! Axes are the level's: z upwards. The game sorts frames by time, and stops reading at the first
//! mistake.
//!
//! No file of the game was seen. Source: format document `trespasser-level.md`, section 18.

mod read;
mod scene;

pub(super) use scene::{Motion, build};

use super::words::{Word, next_is};
use crate::bytes::{Cursor, Endian, NoRecorder, Problems, Result, Source, Tree, Writer};
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::scene::{Origin, Scene, Spans};

/// The format.
pub struct AsaFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.asa",
    name: "Trespasser animation script",
    family: "trespasser",
    extensions: &["asa"],
    versions: &["2"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

/// The only version.
pub const VERSION: u32 = 2;
/// Objects and cameras with this name are the active camera.
pub const CAMERA: &str = "Camera";

/// A moment of an object. The level's axes and metres.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    pub seconds: f32,
    pub position: [f32; 3],
    /// w, x, y, z.
    pub rotation: [f32; 4],
    /// Times the object's own.
    pub scale: f32,
}

/// A frame and its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameText {
    pub words: Vec<Word>,
    pub frame: Frame,
}

/// A statement of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// Keyword and number.
    Version([Word; 2], f64),
    ForcedRate([Word; 2], f64),
    Object {
        /// Keyword and name.
        words: [Word; 2],
        frames: Vec<FrameText>,
        /// `end_object`, where it is.
        end: Option<Word>,
    },
}

/// A script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asa {
    pub statements: Vec<Statement>,
    /// What stands behind the last statement that can be read.
    pub tail: Box<[u8]>,
}

impl Asa {
    /// A script of objects with their frames. A rate of 0 forces none.
    pub fn new(forced_rate: f32, objects: &[(&str, Vec<Frame>)]) -> Self {
        let two = |space, keyword: &str, value: String| {
            [Word::new(space, keyword), Word::new(" ", value)]
        };
        let version = two("", "version", VERSION.to_string());
        let mut statements = vec![Statement::Version(version, f64::from(VERSION))];
        if forced_rate > 0.0 {
            let words = two("\n", "forced_rate", forced_rate.to_string());
            statements.push(Statement::ForcedRate(words, forced_rate.into()));
        }
        for (name, frames) in objects {
            statements.push(Statement::Object {
                words: two("\n", "object", (*name).to_owned()),
                frames: frames.iter().map(|frame| FrameText::new(*frame)).collect(),
                end: Some(Word::new("\n", "end_object")),
            });
        }
        Self { statements, tail: b"\n".as_slice().into() }
    }

    pub fn write(&self) -> Vec<u8> {
        let mut out = Writer::new(Endian::Little);
        for statement in &self.statements {
            match statement {
                Statement::Version(words, _) | Statement::ForcedRate(words, _) => {
                    words.iter().for_each(|word| word.write(&mut out));
                }
                Statement::Object { words, frames, end } => {
                    let frames = frames.iter().flat_map(|frame| &frame.words);
                    words.iter().chain(frames).chain(end).for_each(|word| word.write(&mut out));
                }
            }
        }
        out.bytes(&self.tail);
        out.finish()
    }

    /// Frames a second that the script forces.
    pub fn forced_rate(&self) -> Option<f32> {
        self.statements.iter().rev().find_map(|statement| match statement {
            Statement::ForcedRate(_, rate) => Some(*rate as f32),
            _ => None,
        })
    }
}

impl FrameText {
    fn new(frame: Frame) -> Self {
        let [w, x, y, z] = frame.rotation;
        let mut words = vec![Word::new("\n  ", "frame")];
        let mut add = |text: String| words.push(Word::new(" ", text));
        add(frame.seconds.to_string());
        add("pos".to_owned());
        frame.position.iter().for_each(|v| add(v.to_string()));
        add("rot".to_owned());
        [x, y, z, w].iter().for_each(|v| add(v.to_string()));
        add("scale".to_owned());
        add(frame.scale.to_string());
        Self { words, frame }
    }
}

impl Format for AsaFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let source = Source::from_bytes("", head.bytes.get(..256).unwrap_or(head.bytes).to_vec());
        let cur = Cursor::new(&source, Endian::Little, NoRecorder);
        let starts = next_is(&cur, "version");
        let named = head.has_extension(INFO.extensions);
        let score = match (starts, named) {
            (true, true) => 95,
            (false, true) => 30,
            _ => return None,
        };
        let reason = if starts { "the extension, and a version" } else { "the extension" };
        Some(Probe { score, reason: reason.to_owned() })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, INFO.id, read::read);
        let (script, frames) = read?;
        let objects =
            script.statements.iter().filter(|s| matches!(s, Statement::Object { .. })).count();
        let mut counts = Counts::default();
        counts.set("objects", objects);
        counts.set("animations", usize::from(objects > 0));
        counts.set("frames", frames.iter().map(|spans| spans.1).sum::<usize>());
        let version = script.statements.iter().find_map(|statement| match statement {
            Statement::Version(_, version) => Some(*version),
            _ => None,
        });
        let known = version == Some(f64::from(VERSION));
        Ok(Document {
            format: &INFO,
            version: if known { VERSION.to_string() } else { String::new() },
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: objects > 0,
            content: Box::new(ScriptFile { script, frames, source: source.clone() }),
        })
    }
}

struct ScriptFile {
    script: Asa,
    /// Where the frames of each object are, and how many.
    frames: Vec<(Spans, usize)>,
    source: Source,
}

impl Content for ScriptFile {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let mut places = self.frames.iter();
        let statements = self.script.statements.iter().enumerate();
        let motions = statements.filter_map(|(index, statement)| {
            let Statement::Object { words, frames, .. } = statement else { return None };
            let spans = places.next().map(|(spans, _)| spans.clone()).unwrap_or_default();
            let [_, name] = words;
            Some(Motion {
                name: name.text(),
                is_camera: name.is(CAMERA),
                frames: frames.iter().map(|frame| frame.frame).collect(),
                origin: Origin::new(spans.all(), format!("statements[{index}]")),
                spans,
            })
        });
        let rate = self.script.forced_rate();
        Some((build(&self.source, motions.collect(), rate), Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.script.write())
    }
}
