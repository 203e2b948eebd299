//! Trespasser `*.asb`: an [animation script](super::asa), packed.
//!
//! | offset | type | field |
//! |---|---|---|
//! | 0 | u32 | `version`, 2 |
//! | 4 | f32 | `forced_rate`, frames a second; 0 forces none |
//! | 8 | u32 | `object_count` |
//! | 12 | … | `objects`: u32 hash of the name, u32 count, frames of 36 bytes |
//!
//! A frame is seconds, position, quaternion (w, x, y, z) and scale. Little-endian, no end marker. A
//! name's hash is the CRC-32 of the name as written.
//!
//! No file of the game was available. Source: format document `trespasser-level.md`, section 18.

use super::asa::{CAMERA, Frame, Motion, Script, VERSION};
use super::groff::instance_hash;
use crate::bytes::layout::{self, Layout, Pass};
use crate::bytes::{
    Cursor, Endian, Hint, Problems, Recorder, Result, Shaped, Source, count32, stale_count,
};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report,
};
use crate::scene::{Origin, Scene};

const HEADER: usize = 12;

/// The movement of one object.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// Hash of the name; see [`instance_hash`].
    pub name: u32,
    pub frames: Vec<Frame>,
    /// The stored count, if it differs from the number of frames.
    pub stale_count: Option<u32>,
}

impl Layout for Object {
    const TYPE: &'static str = "Object";
    const MIN_SIZE: u64 = 8;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value(("name", Hint::Name), &mut self.name)?;
        let mut count = self.stale_count.unwrap_or(count32(self.frames.len()));
        pass.value("frame_count", &mut count)?;
        let most = match pass.is_reading() {
            true => pass.bounded("frame_count", count as usize, Frame::SIZE as u64),
            false => self.frames.len(),
        };
        pass.run("frames", &mut self.frames, most)?;
        self.stale_count = stale_count(count, self.frames.len());
        Ok(())
    }
}

/// A packed script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asb {
    pub version: u32,
    pub forced_rate: f32,
    pub objects: Vec<Object>,
    /// The stored count, if it differs from the number of objects.
    pub stale_count: Option<u32>,
    /// Bytes after the last object.
    pub tail: Vec<u8>,
}

impl Layout for Asb {
    const TYPE: &'static str = Self::ROOT;
    const MIN_SIZE: u64 = HEADER as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("version", &mut self.version)?;
        if self.version != VERSION {
            let message = format_args!("unknown version {}, expected 2", self.version);
            return Err(pass.fail_at((0, 4), "version", message));
        }
        pass.value(("forced_rate", Hint::Unit("frames per second")), &mut self.forced_rate)?;
        let mut count = self.stale_count.unwrap_or(count32(self.objects.len()));
        pass.value("object_count", &mut count)?;
        pass.items_up_to("objects", &mut self.objects, count as usize, ())?;
        self.stale_count = stale_count(count, self.objects.len());
        let is_cut = self.objects.last().is_some_and(|object| object.stale_count.is_some());
        if pass.is_reading() && (is_cut || self.stale_count.is_some()) {
            // The rest may belong to an incomplete object: it stays unread.
            self.tail = pass.ahead().to_vec();
            return Ok(());
        }
        pass.leftover("the last object", &mut self.tail)
    }
}

impl Records for Asb {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.asb",
        name: "Trespasser packed animation script",
        extensions: &["asb"],
        versions: &["2"],
        can: &[Capability::View, Capability::Export, Capability::Write],
    };
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let (version, objects) = (head.u32(0)?, head.u32(8)?);
        if version != VERSION {
            return None;
        }
        // The objects, as far as the head reaches.
        let (mut at, mut seen) = (HEADER as u64, 0);
        while seen < objects {
            let Some(frames) = usize::try_from(at + 4).ok().and_then(|at| head.u32(at)) else {
                break;
            };
            at += 8 + u64::from(frames) * Frame::SIZE as u64;
            seen += 1;
        }
        let exact = seen == objects && at == head.len && objects > 0;
        let score = match (head.has_extension(Self::INFO.extensions), exact) {
            (true, true) => 95,
            (true, false) => 60,
            (false, true) => 55,
            _ => return None,
        };
        let fit = if exact { "fill the file" } else { "according to the header" };
        Some(Probe { score, reason: format!("version 2, {objects} objects {fit}") })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut script = Self::default();
        layout::read(cur, &mut script, (), HEADER as u64)?;
        Ok(script)
    }

    fn version(&self) -> String {
        VERSION.to_string()
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("objects", self.objects.len());
        counts.set("animations", usize::from(!self.objects.is_empty()));
        counts.set("frames", self.objects.iter().map(|object| object.frames.len()).sum::<usize>());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        if let Some(count) = file.records.stale_count {
            let there = file.records.objects.len();
            let message = format!("expected {count} objects, found {there}");
            report.error("object_count", message);
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Asb> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some((script(self, context).alone(), Problems::default()))
    }
}

/// The motions of a script.
pub(super) fn script(file: &Loaded<Asb>, context: Context<'_>) -> Script {
    let camera = instance_hash(CAMERA);
    let hashed = |hash| context.names.name(hash).unwrap_or_else(|| format!("{hash:08X}"));
    let motion = |(index, object): (usize, &Object)| {
        let is_camera = object.name == camera;
        Motion {
            name: match is_camera {
                true => CAMERA.to_owned(),
                false => hashed(object.name),
            },
            hash: object.name,
            is_camera,
            frames: object.frames.clone(),
            origin: file.origin(format!("objects[{index}]")),
            spans: file.spans(&format!("objects[{index}].frames")),
        }
    };
    let motions = file.records.objects.iter().enumerate().map(motion).collect();
    let origin = Origin::new(file.source.span(), "");
    Script::new(file.source.stem(), motions, Some(file.records.forced_rate), origin)
}
