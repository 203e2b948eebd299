//! Sounds as Ogg Vorbis: about a tenth of the room, and not every sample as it was.

use std::io::Write;
use std::num::{NonZeroU8, NonZeroU32};

use vorbis_rs::{VorbisBitrateManagementStrategy, VorbisEncoderBuilder, VorbisError};

use super::exporter::{Content, Exporter, Fit, Maker, Unmade};
use super::wav::{WAV, cut_of};
use crate::scene::Sound;

pub(super) static OGG: Exporter = Exporter {
    name: "ogg",
    meaning: "Sounds as Ogg Vorbis: small, and a little other than they are stored",
    suits: |scene, subject| (WAV.suits)(scene, subject).map(|_| Fit::Asked),
    files: &["ogg"],
    make,
    ..WAV
};

/// Of 1: what few can tell from the original.
const QUALITY: f32 = 0.6;
/// Frames that are packed at a time.
const BLOCK: usize = 2048;
/// A number that the players of several streams in one file would need.
const SERIAL: i32 = 1;

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), Unmade> {
    let (sound, cut) = cut_of(maker, content.subject)?;
    let samples = cut.samples().to_i16();
    let made = ogg(sound, &samples);
    let made = made.map_err(|error| format!("it cannot be written as Ogg Vorbis: {error}"))?;
    Ok(out.write_all(&made)?)
}

fn ogg(sound: &Sound, samples: &[i16]) -> Result<Vec<u8>, VorbisError> {
    let channels = usize::from(sound.channels.max(1));
    // Sounds have a rate, and one channel or two.
    let rate = NonZeroU32::new(sound.rate).unwrap_or(NonZeroU32::MIN);
    let count = u8::try_from(channels).ok().and_then(NonZeroU8::new).unwrap_or(NonZeroU8::MIN);
    // The same sound gives the same bytes: no number is drawn by chance.
    let mut builder = VorbisEncoderBuilder::new_with_serial(rate, count, Vec::new(), SERIAL);
    builder.bitrate_management_strategy(VorbisBitrateManagementStrategy::QualityVbr {
        target_quality: QUALITY,
    });
    builder.comment_tag("TITLE", sound.name.as_str())?;
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
