//! Trespasser `*.asa`: movements of a level's objects and camera, as text. The game packs it into an
//! [`asb`](super::asb).
//!
//! White space separates words; keywords are case-insensitive.
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
//! No file of the game was available. Source: format document `trespasser-level.md`, section 18.

mod scene;

pub(super) use scene::{Follower, Motion, Script, mark, material};

use super::groff::instance_hash;
use super::words::{self, Number, Numbers, Word, next_is, next_word};
use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Cursor, Hint, Problems, Recorder, Result, Severity, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, Editable, FormatInfo, Head, Loaded, Operations,
    Probe, Records, Report,
};
use crate::scene::{Origin, Scene};

/// The only version.
pub const VERSION: u32 = 2;
/// Objects and cameras with this name move the active camera.
pub const CAMERA: &str = "Camera";

crate::record! {
    /// The state of an object at one moment, in the level's axes and metres.
    pub struct Frame {
        pub seconds: f32 => Hint::Unit("s"),
        pub position: [f32; 3],
        /// w, x, y, z.
        pub rotation: [f32; 4],
        /// Multiplies the object's own scale.
        pub scale: f32,
    }
}

/// The words of a frame: the name of each, and the expected keyword if it is not a number.
const FRAME: [(&str, Option<&str>); 13] = [
    ("keyword", Some("frame")),
    ("seconds", None),
    ("pos", Some("pos")),
    ("x", None),
    ("y", None),
    ("z", None),
    ("rot", Some("rot")),
    ("rotation_x", None),
    ("rotation_y", None),
    ("rotation_z", None),
    ("rotation_w", None),
    ("scale", Some("scale")),
    ("scale_factor", None),
];

/// A frame as a list of words, some of which are keywords.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameText(pub Numbers<13>);

impl FrameText {
    pub fn frame(&self) -> Frame {
        let values = self.0.values().map(|value| value as f32);
        let [_, seconds, _, px, py, pz, _, rx, ry, rz, rw, _, scale] = values;
        Frame { seconds, position: [px, py, pz], rotation: [rw, rx, ry, rz], scale }
    }
}

impl Layout for FrameText {
    const TYPE: &'static str = "Frame";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        // Any other word ends the list.
        if pass.is_reading() && !next_is(pass.ahead(), "frame") {
            return Ok(());
        }
        for (number, (name, keyword)) in self.0.0.iter_mut().zip(FRAME) {
            let Some(keyword) = keyword else {
                number.field(name.into(), pass, ())?;
                continue;
            };
            if pass.is_reading() && !next_is(pass.ahead(), keyword) {
                let message = format_args!("expected the word {keyword}");
                return Err(pass.fail("", message));
            }
            number.word.field(name.into(), pass, ())?;
        }
        Ok(())
    }
}

/// A statement of a script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statement {
    /// One of [`Statement::KEYWORDS`].
    pub keyword: Word,
    /// The number of a version or a rate; the name of an object.
    pub value: Number,
    /// Frames of an object.
    pub frames: Vec<FrameText>,
    /// The word `end_object`, if present.
    pub end: Option<Word>,
}

impl Statement {
    /// Keyword of a statement, and its type in the tree.
    const KEYWORDS: [(&str, &str); 3] =
        [("object", "Object"), ("version", "Version"), ("forced_rate", "Rate")];

    pub fn is_object(&self) -> bool {
        self.keyword.is("object")
    }
}

impl Layout for Statement {
    const TYPE: &'static str = "Object";
    const MIN_SIZE: u64 = 1;

    fn type_ahead<P: Pass>(pass: &P) -> &'static str {
        let is_next = |(keyword, _): &&(&str, &str)| next_is(pass.ahead(), keyword);
        let known: &'static [(&str, &str)] = &Self::KEYWORDS;
        known.iter().find(is_next).map_or("Object", |(_, name)| name)
    }

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        self.keyword.field("keyword".into(), pass, ())?;
        if !self.is_object() {
            return self.value.field("value".into(), pass, ());
        }
        self.value.word.field("name".into(), pass, ())?;
        pass.items_up_to("frames", &mut self.frames, usize::MAX, ())?;
        let is_ended = pass.is_reading() && next_is(pass.ahead(), "end_object");
        pass.optional("end", is_ended, &mut self.end, ())?;
        if self.end.is_none() {
            // An invalid frame has been reported by now; a missing end has not.
            let message = format_args!("no end_object follows the frames");
            pass.report(Severity::Error, (pass.pos(), 0), "end", message);
        }
        Ok(())
    }
}

/// A script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asa {
    pub statements: Vec<Statement>,
    /// Bytes after the last valid statement.
    pub tail: Vec<u8>,
}

impl Asa {
    /// Frames per second, if the script forces a rate.
    pub fn forced_rate(&self) -> Option<f32> {
        let rate = self.statements.iter().rfind(|statement| statement.keyword.is("forced_rate"));
        rate.map(|statement| statement.value.value as f32)
    }

    /// The objects, each with the index of its statement.
    fn objects(&self) -> impl Iterator<Item = (usize, &Statement)> {
        self.statements.iter().enumerate().filter(|(_, statement)| statement.is_object())
    }
}

impl Layout for Asa {
    const TYPE: &'static str = Self::ROOT;
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let more = |_: &[Statement], ahead: &[u8]| {
            Statement::KEYWORDS.iter().any(|(keyword, _)| next_is(ahead, keyword))
        };
        pass.items_while("statements", &mut self.statements, more, ())?;
        // The game stops reading here too.
        if pass.is_reading()
            && let Some((_, unknown)) = next_word(pass.ahead())
        {
            let unknown = String::from_utf8_lossy(unknown).into_owned();
            let message = format_args!("unknown statement {unknown:?}");
            pass.report(Severity::Error, (pass.pos(), 0), "statements", message);
        }
        if self.statements.is_empty() {
            return Err(pass.fail("", format_args!("the file has no statements")));
        }
        Ok(())
    }
}

impl Records for Asa {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.asa",
        name: "Trespasser animation script",
        extensions: &["asa"],
        versions: &["2"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed().editable();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let start = head.bytes.get(..256).unwrap_or(head.bytes);
        let is_statement =
            |bytes: &[u8]| Statement::KEYWORDS.iter().any(|(keyword, _)| next_is(bytes, keyword));
        let is_named = head.has_extension(Self::INFO.extensions);
        let (score, reason) = if next_is(start, "version") && is_named {
            (95, "matching extension, begins with a version")
        } else if words::after(start, &["version", "2"]).is_some_and(is_statement) {
            (60, "begins with version 2 and another statement")
        } else if is_statement(start) && is_named {
            (30, "matching extension, begins with a statement")
        } else {
            return None;
        };
        Some(Probe { score, reason: reason.to_owned() })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut script = Self::default();
        script.tail = words::read(cur, &mut script)?;
        Ok(script)
    }

    fn version(&self) -> String {
        let stored = self.statements.iter().find(|statement| statement.keyword.is("version"));
        let is_known = stored.is_some_and(|version| version.value.value == f64::from(VERSION));
        if is_known { VERSION.to_string() } else { String::new() }
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("objects", self.objects().count());
        counts.set("animations", usize::from(self.is_usable()));
        counts.set("frames", self.objects().map(|(_, object)| object.frames.len()).sum::<usize>());
    }

    fn is_usable(&self) -> bool {
        self.objects().next().is_some()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        for (index, statement) in file.records.statements.iter().enumerate() {
            let version = statement.value.value;
            if statement.keyword.is("version") && version != f64::from(VERSION) {
                let message = format!("unknown version {version}, expected 2");
                report.error(format!("statements[{index}].value"), message);
            }
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        words::write(self, &self.tail)
    }
}

impl Displayed for Loaded<Asa> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((script(self).alone(), Problems::default()))
    }
}

impl Editable for Loaded<Asa> {
    fn is_text(&self) -> bool {
        true
    }
}

/// The motions of a script.
pub(super) fn script(file: &Loaded<Asa>) -> Script {
    let motions = file.records.objects().map(|(index, object)| {
        let name = object.value.word.text();
        Motion {
            hash: instance_hash(&name),
            name,
            is_camera: object.value.word.is(CAMERA),
            frames: object.frames.iter().map(FrameText::frame).collect(),
            origin: file.origin(format!("statements[{index}]")),
            spans: file.spans(&format!("statements[{index}].frames")),
        }
    });
    let origin = Origin::new(file.source.span(), "");
    Script::new(file.source.stem(), motions.collect(), file.records.forced_rate(), origin)
}
