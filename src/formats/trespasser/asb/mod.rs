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
use crate::bytes::layout::{self, Extent, Layout, Pass, Skimming};
use crate::bytes::{Cursor, Endian, Hint, Problems, Recorder, Result, Source};
use crate::codec::cp1252;
use crate::container::Context;
use crate::formats::{Ability, Counts, FormatInfo, Head, Loaded, Probe, Records, Refusal};
use crate::scene::Scene;

const HEADER: usize = 12;

crate::layout! {
    /// What one object does.
    pub struct Object {
        /// See [`instance_hash`].
        pub name: u32 => Hint::Name,
        pub frames: Vec<Frame> [u32 "frame_count"],
    }
}

/// A packed script.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asb {
    pub version: u32,
    pub forced_rate: f32,
    pub objects: Vec<Object>,
    /// What stands behind the last object.
    pub tail: Vec<u8>,
}

impl Layout for Asb {
    const TYPE: &'static str = Self::ROOT;
    const MIN_SIZE: u64 = HEADER as u64;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value("version", &mut self.version)?;
        if self.version != VERSION {
            let message = format_args!("version {} is not known, only 2 is", self.version);
            return Err(pass.fail_at((0, 4), "version", message));
        }
        pass.value(("forced_rate", Hint::Unit("frames a second")), &mut self.forced_rate)?;
        pass.counted::<u32, _>("object_count", "objects", &mut self.objects)?;
        pass.leftover("the last object", &mut self.tail)
    }
}

/// The hash of an instance's name: CRC-32 of the name as it is, case and all.
pub fn instance_hash(name: &str) -> u32 {
    crc32fast::hash(&cp1252::encode(name))
}

impl Records for Asb {
    const INFO: FormatInfo = FormatInfo {
        id: "trespasser.asb",
        name: "Trespasser packed animation script",
        family: "trespasser",
        extensions: &["asb"],
        versions: &["2"],
        can: &[Ability::View, Ability::Export, Ability::Write],
    };
    const ROOT: &'static str = Self::INFO.id;

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let (version, objects) = (head.u32(0)?, head.u32(8)?);
        if version != VERSION {
            return None;
        }
        let extent =
            Skimming::new(head.bytes, head.len, 0, Endian::Little).extent(&mut Self::default(), ());
        let exact = objects > 0 && extent == Extent::Ends(head.len);
        let score = match (head.has_extension(Self::INFO.extensions), exact) {
            (true, true) => 95,
            (true, false) => 60,
            (false, true) => 55,
            _ => return None,
        };
        let fit = if exact { "end with the file" } else { "are announced" };
        Some(Probe { score, reason: format!("version 2, {objects} objects {fit}") })
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

    fn scene(file: &Loaded<Self>, context: Context<'_>) -> Option<(Scene, Problems)> {
        let camera = instance_hash(CAMERA);
        let hashed = |hash| context.names.name(hash).unwrap_or_else(|| format!("{hash:08X}"));
        let motion = |(index, object): (usize, &Object)| {
            let is_camera = object.name == camera;
            Motion {
                name: match is_camera {
                    true => CAMERA.to_owned(),
                    false => hashed(object.name),
                },
                is_camera,
                frames: object.frames.clone(),
                origin: file.origin(format!("objects[{index}]")),
                spans: file.spans(&format!("objects[{index}].frames")),
            }
        };
        let motions = file.records.objects.iter().enumerate().map(motion).collect();
        let rate = Some(file.records.forced_rate);
        Some((asa::build(&file.source, motions, rate), Problems::default()))
    }

    fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}
