//! Sounds as FLAC: lossless, and smaller than WAV.

use std::io::Write;

use flacenc::component::{BitRepr, MetadataBlockData};
use flacenc::error::Verify;

use super::exporter::{Content, Exporter, Fit, Maker, NotWritten};
use super::wav::{WAV, cut_of};
use crate::scene::{Samples, Sound};

pub(super) static FLAC: Exporter = Exporter {
    name: "flac",
    meaning: "Sounds as stored, with lossless compression",
    suits: |scene, subject| (WAV.suits)(scene, subject).map(|_| Fit::Asked),
    files: &["flac"],
    make,
    ..WAV
};

/// Type of the metadata block for tags.
const VORBIS_COMMENT: u8 = 4;

fn make(maker: &mut Maker<'_>, content: Content, out: &mut dyn Write) -> Result<(), NotWritten> {
    let (sound, cut) = cut_of(maker, content.subject)?;
    Ok(out.write_all(&flac(sound, cut.samples(), &cut.loop_tags())?)?)
}

fn flac(
    sound: &Sound,
    samples: Samples,
    tags: &[(&'static str, String)],
) -> Result<Vec<u8>, String> {
    let (bits, samples): (usize, Vec<i32>) = match samples {
        Samples::U8(all) => (8, all.into_iter().map(|sample| i32::from(sample) - 128).collect()),
        Samples::I16(all) => (16, all.into_iter().map(i32::from).collect()),
    };
    if samples.is_empty() {
        return Err("no samples".to_owned());
    }
    let config = flacenc::config::Encoder::default().into_verified();
    let config = config.map_err(|(_, error)| error.to_string())?;
    let (channels, rate) = (usize::from(sound.channels), sound.rate as usize);
    let source = flacenc::source::MemSource::from_samples(&samples, channels, bits, rate);
    let block = config.block_size;
    let mut stream = flacenc::encode_with_fixed_block_size(&config, source, block)
        .map_err(|error| format!("cannot be written as FLAC: {error}"))?;
    if !tags.is_empty() {
        let block = MetadataBlockData::new_unknown(VORBIS_COMMENT, &comments(tags));
        stream.add_metadata_block(block.map_err(|error| error.to_string())?);
    }
    let mut sink = flacenc::bitsink::ByteSink::new();
    stream.write(&mut sink).map_err(|error| error.to_string())?;
    Ok(sink.into_inner())
}

/// Content of a block of tags: the program, and `NAME=value` for each.
fn comments(tags: &[(&'static str, String)]) -> Vec<u8> {
    // Tags are few and short.
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes();
    let text = |text: &str| [&number(text.len())[..], text.as_bytes()].concat();
    let mut block = text("gouraud");
    block.extend(number(tags.len()));
    block.extend(tags.iter().flat_map(|(name, value)| text(&format!("{name}={value}"))));
    block
}
