//! Builds Trespasser's sounds and sound banks.

use crate::build::count;
use gouraud::bytes::{Endian, Source, Writer, cp1252};
use gouraud::codec::ima_adpcm::Blocks;
use gouraud::formats::trespasser::cau::records::{
    CAPTION_UNIT_MS, Captions, Cau, Header, MAGIC, Section, VERSION, compression,
};
use gouraud::formats::trespasser::tpa::{self, Bank, CollisionEntry, Id, Layout, SoundTarget};

/// A sound of 8-bit samples (silence is 128), interleaved.
pub fn pcm8(rate: u32, channels: u8, samples: &[u8]) -> Cau {
    pcm(rate, channels, 8, samples.to_vec())
}

/// A sound of 16-bit samples, interleaved.
pub fn pcm16(rate: u32, channels: u8, samples: &[i16]) -> Cau {
    pcm(rate, channels, 16, samples.iter().flat_map(|sample| sample.to_le_bytes()).collect())
}

/// A sound of 16-bit samples, packed to ADPCM in blocks of 2049 frames.
pub fn adpcm(rate: u32, channels: u8, samples: &[i16]) -> Cau {
    let block_size = 1028 * u32::from(channels.max(1));
    let blocks = Blocks::new(channels.into(), block_size as usize);
    let mut cau = pcm16(rate, channels, samples);
    cau.header.compression = compression::ADPCM;
    cau.header.block_size = block_size;
    set_data(&mut cau, blocks.map_or(Vec::new(), |blocks| blocks.encode(samples)));
    cau
}

fn pcm(rate: u32, channels: u8, bits: u8, data: Vec<u8>) -> Cau {
    let decoded_size = count(data.len());
    let header = Header { magic: MAGIC, version: VERSION, decoded_size, ..Header::default() };
    let mut cau = Cau::new(Header { rate, bits, channels, ..header });
    set_data(&mut cau, data);
    cau
}

/// Replaces a sound's samples in the same coding; `header.decoded_size` stays.
pub fn set_data(cau: &mut Cau, data: Vec<u8>) {
    cau.data = Source::from_bytes("samples", data);
    (cau.stale, cau.front) = (false, None);
}

/// Captions with the milliseconds each is shown for; a `\n` starts a new line. The four bytes after the
/// last text are zeros.
pub fn captions(texts: &[(u64, &str)]) -> Captions {
    let section = |(ms, text): &(u64, &str)| Section {
        duration: u32::try_from(ms / CAPTION_UNIT_MS).unwrap_or(u32::MAX),
        text: cp1252::encode(&text.replace('\n', "\r")),
    };
    let sections = texts.iter().map(section).collect();
    Captions { sections, tail: vec![0; 4], ..Captions::default() }
}

/// The sound with these captions.
pub fn with_captions(cau: Cau, texts: &[(u64, &str)]) -> Cau {
    Cau { captions: (!texts.is_empty()).then(|| captions(texts)), ..cau }
}

/// A file of a single sound.
pub fn alone(cau: &Cau) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    // Values that cannot be stored are left out; the builders' tests notice.
    let _ = cau.write(&mut out);
    out.finish()
}

/// An identifier at full volume that is heard everywhere.
pub fn id(id: u32, sound: usize) -> Id {
    let target = SoundTarget::Sound(sound);
    Id { id, target, attenuation: 0.0, volume: 0.0, stale_length: None, copy: None }
}

/// A bank as written by the game's tools.
pub fn bank(ids: Vec<Id>, sounds: Vec<Cau>, collisions: Vec<CollisionEntry>) -> Bank {
    Bank { version: tpa::VERSION, ids, sounds, collisions, layout: Layout::default() }
}
