//! A bank with every kind of sound, built by the writer, and tools to damage it.

use gouraud::bytes::Source;
use gouraud::formats::trespasser::cau::{Cau, CauFile};
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::{
    Bank, BankFile, CollisionEntry, Id, Line, Transfer, flags,
};
use gouraud::formats::{Document, format_of};

use gouraud_testing::build::tpa;
use gouraud_testing::document;
pub use gouraud_testing::document::hex as bytes;
pub use gouraud_testing::document::{errors, problems};

/// The mono ADPCM stream of the document (vector M4): two blocks, 40 frames.
pub const M4: &str = "FBFF0000 1728394A 5B6C7D8E 9FA0B1C2 D3E4F506 4D000C00 1F2E3D";
/// The stereo ADPCM stream of the document (vector S1): one block, 17 frames.
pub const S1: &str = "64000A00 9CFF1400 10325476 98BADCFE 8F7E6D5C 4B3A2918";

fn adpcm(channels: u8, block_size: u32, frames: u32, data: &str) -> Cau {
    let mut cau = tpa::pcm16(22050, channels, &[]);
    cau.header.compression = 1;
    cau.header.block_size = block_size;
    cau.header.decoded_size = frames * 2 * u32::from(channels);
    tpa::set_data(&mut cau, bytes(data));
    cau
}

/// Bank from section 10 of the format document: five IDs, four sounds, two collisions.
pub fn mini() -> Bank {
    let silence = tpa::pcm8(11025, 1, &[0x80, 0xFF, 0x80, 0x00, 0x80, 0xC0, 0x40, 0x80]);
    let texts = [(1000, "First line"), (600, ""), (1400, "Second\nline")];
    let mut captions = tpa::captions(&texts);
    captions.tail = vec![0xCD; 4];
    let mut voice = tpa::pcm16(22050, 2, &[0, 0, 1000, -1000, 32767, -32768, -5, 5]);
    voice.captions = Some(captions);
    let mono = adpcm(1, 20, 42, M4);
    let stereo = adpcm(2, 24, 17, S1);
    let id = |name: &str, sound, attenuation, volume| Id {
        attenuation,
        volume,
        ..tpa::id(name_hash(name), sound)
    };
    let ids = vec![
        id("MISSING", 0, 0.0, -18.0),
        id(r"TEST\Voice 01", 1, 0.0, 0.0),
        id("IMA MONO", 2, 1.5, -3.0),
        id("IMA STEREO", 3, 0.0, 0.0),
        id("ALIAS", 2, 0.5, 0.0),
    ];
    tpa::bank(ids, vec![silence, voice, mono, stereo], collisions())
}

/// Transfer with the values of the document's bank; `pitch_max`, its first number, distinguishes
/// transfers.
fn transfer(pitch_max: f32) -> Transfer {
    let volume = Line { max: 1.0, min: 0.0, slope: 1.0, zero: 0.0 };
    let pitch = Line { max: 1.0, min: -1.0, slope: 0.0, zero: 0.0 };
    Transfer { volume, pitch, attenuation: pitch_max, min_velocity: 0.25 }
}

fn collisions() -> Vec<CollisionEntry> {
    let [bullet, terrain, water] = ["BULLET", "TERRAIN", "WATER"].map(name_hash);
    let entry = CollisionEntry {
        min_delay: 0.35,
        hit_1: name_hash("IMA MONO"),
        hit_1_transfer: transfer(1.0),
        hit_2_transfer: transfer(2.0),
        slide_transfer: transfer(3.0),
        ..CollisionEntry::default()
    };
    vec![
        CollisionEntry { material_a: bullet, material_b: terrain, flags: 1, ..entry },
        CollisionEntry {
            material_a: terrain,
            material_b: water,
            flags: flags::SLIDE | 2,
            hit_2: name_hash("IMA STEREO"),
            slide: name_hash("MISSING"),
            ..entry
        },
    ]
}

pub fn open(bytes: &[u8]) -> Document {
    format_of::<BankFile>().open(&Source::from_bytes("mini.tpa", bytes.to_vec())).unwrap()
}

pub fn open_cau(bytes: &[u8]) -> Document {
    format_of::<CauFile>().open(&Source::from_bytes("Voice 01.cau", bytes.to_vec())).unwrap()
}

/// `mini` bank with `new` written at `offset`.
pub fn damaged(offset: usize, new: &[u8]) -> Vec<u8> {
    document::damaged(&mini().write().unwrap(), offset, new)
}

/// File with the document's bank.
pub fn sample() -> Vec<u8> {
    gouraud_testing::fixtures::read("trespasser/mini.tpa")
}
