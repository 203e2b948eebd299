//! Sounds as Ogg Vorbis: lossy, about a tenth of the size.

use std::io::Write;
use std::num::{NonZeroU8, NonZeroU32};

use vorbis_rs::{VorbisBitrateManagementStrategy, VorbisEncoderBuilder, VorbisError};

use super::exporter::{Content, Exporter, Fit, Maker, NotWritten};
use super::wav::{WAV, cut_of};
use crate::scene::Sound;

pub(super) static OGG: Exporter = Exporter {
    name: "ogg",
    meaning: "Sounds as Ogg Vorbis: small files, lossy",
    suits: |scene, subject| (WAV.suits)(scene, subject).map(|_| Fit::Asked),
    files: &["ogg"],
    make,
    ..WAV
};

/// Vorbis quality, 0 to 1. Few listeners can tell 0.6 from the original.
const QUALITY: f32 = 0.6;
/// Frames encoded at a time.
const BLOCK: usize = 2048;
/// Stream serial number; it matters only for files with several streams.
const SERIAL: i32 = 1;

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let (sound, cut) = cut_of(maker, content.subject)?;
    let samples = cut.samples().to_i16();
    let made = ogg(sound, &samples, &cut.loop_tags());
    let made = made.map_err(|error| format!("cannot be written as Ogg Vorbis: {error}"))?;
    Ok(out.write_all(&made)?)
}

fn ogg(
    sound: &Sound,
    samples: &[i16],
    tags: &[(&'static str, String)],
) -> Result<Vec<u8>, VorbisError> {
    let channels = usize::from(sound.channels.max(1));
    // Every sound has a rate and one or two channels.
    let rate = NonZeroU32::new(sound.rate).unwrap_or(NonZeroU32::MIN);
    let count = u8::try_from(channels).ok().and_then(NonZeroU8::new).unwrap_or(NonZeroU8::MIN);
    // A fixed serial number: the same sound gives the same bytes.
    let mut builder = VorbisEncoderBuilder::new_with_serial(rate, count, Vec::new(), SERIAL);
    builder.bitrate_management_strategy(VorbisBitrateManagementStrategy::QualityVbr {
        target_quality: QUALITY,
    });
    builder.comment_tag("TITLE", sound.name.as_str())?;
    for (name, value) in tags {
        builder.comment_tag(*name, value.as_str())?;
    }
    let mut encoder = builder.build()?;
    for block in samples.chunks(BLOCK * channels) {
        let lane = |channel: usize| -> Vec<f32> {
            let own = block.iter().skip(channel).step_by(channels);
            own.map(|sample| f32::from(*sample) / 32768.0).collect()
        };
        encoder.encode_audio_block((0..channels).map(lane).collect::<Vec<_>>())?;
    }
    encoder.finish()
}
