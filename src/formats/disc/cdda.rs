//! Sound tracks of a disc: raw samples.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::bytes::{Cursor, Endian, Problems, Recorder, Result, Source};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, MemberFormat, Operations,
    Probe, Records,
};
use crate::scene::{Samples, Scene, Sound, SoundData};

/// Frames per second.
const RATE: u32 = 44_100;
/// Bytes of a frame: two samples of 16 bits.
const FRAME: usize = 4;

/// Format that a disc declares for its sound tracks: samples have no magic number.
pub const STATED: MemberFormat = MemberFormat { format: Cdda::INFO.id, endian: Endian::Little };

/// A track: 16-bit little-endian samples, left and right alternating.
pub struct Cdda {
    source: Source,
}

impl Records for Cdda {
    const INFO: FormatInfo = FormatInfo {
        id: "disc.cdda",
        name: "CD audio track",
        extensions: &["cdda"],
        versions: &[],
        can: &[Capability::View, Capability::Sound, Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Track";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    /// Samples have no magic number: a track is recognised by the name that a disc gives it.
    fn probe(head: &Head<'_>) -> Option<Probe> {
        let reason = "named like a disc track".to_owned();
        head.has_extension(Self::INFO.extensions).then_some(Probe { score: 40, reason })
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        cur.skip("samples", cur.remaining())?;
        Ok(Self { source: source.clone() })
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("sounds", 1u32);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(self.source.bytes().to_vec())
    }
}

impl Displayed for Loaded<Cdda> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let source = &self.records.source;
        let mut scene = Scene { name: source.stem().to_owned(), ..Scene::default() };
        scene.sounds.push(Sound {
            name: source.stem().to_owned(),
            origin: self.origin("samples"),
            ids: Vec::new(),
            codec: "PCM",
            channels: 2,
            rate: RATE,
            bits: 16,
            frames: source.len() / FRAME as u64,
            expected_frames: source.len() / FRAME as u64,
            stored_bytes: source.len(),
            looped: None,
            data: Arc::new(LazySamples(source.clone())),
            captions: Vec::new(),
        });
        Some((scene, Problems::default()))
    }
}

/// Samples as stored.
struct LazySamples(Source);

impl SoundData for LazySamples {
    fn decode(&self) -> Samples {
        samples(self.0.bytes())
    }

    fn parts(&self, each: &mut dyn FnMut(Samples) -> ControlFlow<()>) {
        let _ = self.0.bytes().chunks(PART * FRAME).map(samples).try_for_each(each);
    }
}

/// Frames that are decoded at a time: four seconds.
const PART: usize = 4 * 44_100;

/// Converts the complete frames.
fn samples(bytes: &[u8]) -> Samples {
    let frames = bytes.chunks_exact(FRAME);
    let samples = frames.flat_map(|frame| frame.chunks_exact(2));
    Samples::I16(samples.map(|s| s.try_into().map_or(0, i16::from_le_bytes)).collect())
}
