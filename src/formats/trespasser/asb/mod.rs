//! Trespasser `*.asb`: an [animation script](super::asa), packed.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `version`, 2 |
//! | 4 | f32 | `forced_rate`, frames a second; 0 forces none |
//! | 8 | u32 | `object_count` |
//! | 12 | … | `objects`: u32 hash of the name, u32 count, frames of 36 bytes |
//!
//! A frame is seconds, position, quaternion (w, x, y, z) and scale. Little-endian, no mark at the
//! end. A name's hash is CRC-32 of the name as it is written.
//!
//! No file of the game was seen. Source: format document `trespasser-level.md`, section 18.

use super::asa::{self, CAMERA, Frame, Motion, VERSION};
use super::places::spans;
use crate::bytes::{
    Cursor, Endian, Hint, Problems, RecordReader, Recorder, Result, Severity, Shaped, Source, Tree,
    Writer,
};
use crate::codec::cp1252;
use crate::container::Context;
use crate::formats::{
    Ability, Content, Counts, Document, Format, FormatInfo, Head, Probe, Refusal,
};
use crate::record;
use crate::scene::{Scene, Spans};

/// The format.
pub struct AsbFormat;

static INFO: FormatInfo = FormatInfo {
    id: "trespasser.asb",
    name: "Trespasser packed animation script",
    family: "trespasser",
    extensions: &["asb"],
    versions: &["2"],
    can: &[Ability::View, Ability::Export, Ability::Write],
};

const HEADER: usize = 12;

record! {
    /// A moment of an object.
    pub struct StoredFrame {
        pub seconds: f32 => Hint::Unit("s"),
        pub position: [f32; 3],
        /// w, x, y, z.
        pub rotation: [f32; 4],
        pub scale: f32,
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// See [`instance_hash`].
    pub name: u32,
    pub frames: Vec<StoredFrame>,
    /// A count that is not the number of frames.
    pub stale_count: Option<u32>,
}

/// A packed script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asb {
    pub version: u32,
    pub forced_rate: f32,
    pub objects: Vec<Object>,
    /// A count that is not the number of objects.
    pub stale_count: Option<u32>,
    /// What stands behind the last object.
    pub tail: Vec<u8>,
}

/// The hash of an instance's name: CRC-32 of the name as it is, case and all.
pub fn instance_hash(name: &str) -> u32 {
    crc32fast::hash(&cp1252::encode(name))
}

impl Asb {
    /// What the game makes of a script.
    pub fn new(forced_rate: f32, objects: &[(&str, Vec<Frame>)]) -> Self {
        let frame = |frame: &Frame| {
            let Frame { seconds, position, rotation, scale } = *frame;
            StoredFrame { seconds, position, rotation, scale }
        };
        let object = |(name, frames): &(&str, Vec<Frame>)| Object {
            name: instance_hash(name),
            frames: frames.iter().map(frame).collect(),
            stale_count: None,
        };
        let objects = objects.iter().map(object).collect();
        Self { version: VERSION, forced_rate, objects, ..Self::default() }
    }

    pub fn write(&self) -> Vec<u8> {
        let count = |len: usize| u32::try_from(len).unwrap_or(u32::MAX);
        let mut out = Writer::new(Endian::Little);
        out.put(self.version);
        out.put(self.forced_rate);
        out.put(self.stale_count.unwrap_or(count(self.objects.len())));
        for object in &self.objects {
            out.put(object.name);
            out.put(object.stale_count.unwrap_or(count(object.frames.len())));
            out.all(&object.frames);
        }
        out.bytes(&self.tail);
        out.finish()
    }
}

impl Format for AsbFormat {
    fn info(&self) -> &'static FormatInfo {
        &INFO
    }

    fn probe(&self, head: &Head<'_>) -> Option<Probe> {
        let (version, objects) = (head.u32(0)?, head.u32(8)?);
        if version != VERSION {
            return None;
        }
        // The objects, as far as they can be seen.
        let (mut at, mut seen) = (HEADER as u64, 0);
        while seen < objects {
            let Some(frames) = usize::try_from(at + 4).ok().and_then(|at| head.u32(at)) else {
                break;
            };
            at += 8 + u64::from(frames) * StoredFrame::SIZE as u64;
            seen += 1;
        }
        let exact = seen == objects && at == head.len && objects > 0;
        let named = head.has_extension(INFO.extensions);
        let score = match (named, exact) {
            (true, true) => 95,
            (true, false) => 60,
            (false, true) => 55,
            _ => return None,
        };
        let fit = if exact { "end with the file" } else { "are announced" };
        Some(Probe { score, reason: format!("version 2, {objects} objects {fit}") })
    }

    fn open(&self, source: &Source) -> Result<Document> {
        let (tree, problems, read) = Tree::record(source, Endian::Little, INFO.id, read);
        let (script, places) = read?;
        let mut counts = Counts::default();
        counts.set("objects", script.objects.len());
        counts.set("animations", usize::from(!script.objects.is_empty()));
        counts
            .set("frames", script.objects.iter().map(|object| object.frames.len()).sum::<usize>());
        Ok(Document {
            format: &INFO,
            version: if script.version == VERSION { "2".to_owned() } else { String::new() },
            source: source.clone(),
            tree: tree.into(),
            problems,
            counts,
            usable: true,
            content: Box::new(ScriptFile { script, places, source: source.clone() }),
        })
    }
}

fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Asb, Spans)> {
    let version = cur.get::<u32>("version")?;
    if version != VERSION {
        let message = format_args!("version {version} is not known, only 2 is");
        return Err(cur.fail_at(0, 4, "version", message));
    }
    let forced_rate = cur.get_as::<f32>("forced_rate", Hint::Unit("frames a second"))?;
    let count = cur.get::<u32>("object_count")?;
    let run = cur.run("objects", usize::try_from(count).unwrap_or(usize::MAX), ObjectReader);
    let there = u32::try_from(run.items.len()).unwrap_or(u32::MAX);
    if there != count {
        let message = format_args!("{count} objects are promised, {there} are there");
        cur.problem(Severity::Error, (8, 4), "object_count", message);
    }
    let tail = cur.peek(usize::MAX).to_vec();
    // What follows an object that could not be read whole may be its own.
    let whole = there == count && run.items.iter().all(|object| object.stale_count.is_none());
    if !tail.is_empty() && whole {
        let message = format_args!("{} bytes stand behind the last object", tail.len());
        cur.problem(Severity::Note, (cur.pos(), tail.len() as u64), "padding", message);
        cur.padding(tail.len())?;
    }
    let places = spans(cur.source_id(), &run, "objects");
    let stale_count = (there != count).then_some(count);
    Ok((Asb { version, forced_rate, objects: run.items, stale_count, tail }, places))
}

#[derive(Clone, Copy)]
struct ObjectReader;

impl RecordReader for ObjectReader {
    type Out = Object;
    const TYPE: &'static str = "Object";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Object> {
        let name = cur.get_as::<u32>("name", Hint::Name)?;
        let count = cur.get::<u32>("frame_count")?;
        let fitting = cur.bounded("frame_count", count.into(), StoredFrame::SIZE as u64);
        let frames = cur.records("frames", fitting)?;
        let whole = u32::try_from(frames.len()).ok() == Some(count);
        Ok(Object { name, frames, stale_count: (!whole).then_some(count) })
    }
}

struct ScriptFile {
    script: Asb,
    places: Spans,
    source: Source,
}

impl Content for ScriptFile {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        let camera = instance_hash(CAMERA);
        let motion = |(index, object): (usize, &Object)| {
            let origin = self.places.origin(index);
            let start = origin.span.start + 8;
            let (size, count) = (StoredFrame::SIZE as u64, object.frames.len() as u64);
            let path = format!("{}.frames", origin.path);
            let frame = |frame: &StoredFrame| {
                let StoredFrame { seconds, position, rotation, scale } = *frame;
                Frame { seconds, position, rotation, scale }
            };
            let is_camera = object.name == camera;
            let name = || context.names.name(object.name);
            Motion {
                name: if is_camera {
                    CAMERA.to_owned()
                } else {
                    name().unwrap_or_else(|| format!("{:08X}", object.name))
                },
                is_camera,
                frames: object.frames.iter().map(frame).collect(),
                spans: Spans::even(self.source.id(), start, size, count, path),
                origin,
            }
        };
        let motions = self.script.objects.iter().enumerate().map(motion).collect();
        let rate = Some(self.script.forced_rate);
        Some((asa::build(&self.source, motions, rate), Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(self.script.write())
    }
}
