//! Damaged sound banks and the problems reported for them.

use std::collections::BTreeMap;

use gouraud::bytes::Severity;
use gouraud::container::Context;
use gouraud::formats::trespasser::cau::{Cau, CauFile};
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::BankFile;
use gouraud::formats::{Document, format_of};
use gouraud::scene::{List, Sound};
use gouraud_testing::build::tpa;
use gouraud_testing::exercise;
use proptest::prelude::*;

use super::fixture::{damaged, errors, mini, open, open_cau, problems};
use gouraud_testing::mutation::header_like;

use crate::damage::{Intact, intact};

fn sounds(document: &Document) -> List<Sound> {
    document.content.displayed().scene(Context::ALONE).unwrap().0.sounds
}

/// Bank with one sound whose header was changed by `change`.
fn single_sound(cau: Cau, change: impl FnOnce(&mut Cau)) -> Document {
    let mut cau = cau;
    change(&mut cau);
    open(&tpa::bank(vec![tpa::id(name_hash("MISSING"), 0)], vec![cau], Vec::new()).write().unwrap())
}

#[test]
fn reads_truncated_bank_up_to_cut() {
    let whole = mini().write().unwrap();
    for len in 24..whole.len() {
        let document = open(&whole[..len]);
        assert!(errors(&document) > 0, "{len} bytes");
        assert_eq!(document.content.write().unwrap(), whole[..len], "{len} bytes");
    }
    // The third sound is cut; the first two are complete.
    let document = open(&whole[..0x1F0]);
    let frames: Vec<u64> = sounds(&document).iter().map(|sound| sound.frames).collect();
    assert_eq!(frames, [8, 4, 17]);
    assert_eq!(errors(&document), 3);
}

#[test]
fn plays_available_samples_if_length_exceeds_file() {
    let mut cau = tpa::alone(&tpa::pcm8(11025, 1, &[128; 100]));
    cau[0x10..0x14].copy_from_slice(&1_000_000u32.to_le_bytes());
    let document = open_cau(&cau);
    assert_eq!(problems(&document), ["error 0x24 header.data_size"]);
    assert_eq!(sounds(&document)[0].frames, 100);
    assert!(document.problems.iter().next().unwrap().message.contains("found 100"));
}

#[test]
fn cuts_overlong_sound_at_next_sound() {
    // Data size in the first ID's copy of the header.
    let document = open(&damaged(0x3C, &0x00FF_FFFFu32.to_le_bytes()));
    let frames: Vec<u64> = sounds(&document).iter().map(|sound| sound.frames).collect();
    assert_eq!(frames, [8, 4, 40, 17]);
    let expected = ["error 0x154 sounds[0].header.data_size", "warning 0x130 sounds[0].header"];
    assert_eq!(problems(&document)[..2], expected);
}

#[test]
fn reports_step_index_out_of_range_at_its_byte() {
    let document = open(&damaged(0x1E6, &[200]));
    assert_eq!(problems(&document), ["warning 0x1e6 sounds[2].blocks[0].start.step_index"]);
    assert_eq!(sounds(&document)[2].frames, 40);
}

#[test]
fn lists_undecodable_sounds_as_silent() {
    type Change = fn(&mut Cau);
    let cases: [(&str, Change); 8] = [
        ("channels", |cau| cau.header.channels = 0),
        ("channels", |cau| cau.header.channels = 6),
        ("bits", |cau| cau.header.bits = 8),
        ("bits", |cau| cau.header.bits = 24),
        ("block_size", |cau| cau.header.block_size = 0),
        ("block_size", |cau| cau.header.block_size = 4),
        ("compression", |cau| cau.header.compression = 2),
        ("rate", |cau| cau.header.rate = 0),
    ];
    for (field, change) in cases {
        let document = single_sound(tpa::adpcm(22050, 1, &[100; 500]), change);
        let first = document.problems.iter().next().unwrap().into_owned();
        assert_eq!(first.field, format!("sounds[0].header.{field}"));
        assert_eq!(first.severity, Severity::Error);
        let sound = &sounds(&document)[0];
        assert_eq!((sound.channels, sound.frames), (0, 0), "{field}");
        assert!(sound.data.decode().is_empty());
        assert!(!document.usable);
    }
}

#[test]
fn accepts_pcm_with_block_size_of_old_tool() {
    let document = single_sound(tpa::pcm8(11025, 1, &[128; 10]), |cau| cau.header.block_size = 1);
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(sounds(&document)[0].frames, 10);
}

#[test]
fn ends_captions_at_caption_past_block_end() {
    // Overwrites the NUL of the last text and the bytes after it.
    let document = open(&damaged(0x1AB, &[b'x'; 5]));
    assert_eq!(problems(&document), ["warning 0x1a0 sounds[1].captions.sections[2]"]);
    let sound = &sounds(&document)[1];
    assert_eq!((sound.captions.len(), sound.frames), (2, 4));
}

#[test]
fn cuts_caption_block_longer_than_sound() {
    let document = open(&damaged(0x180, &0xFFFF_FFFFu32.to_le_bytes()));
    assert_eq!(problems(&document), ["warning 0x180 sounds[1].captions.length"]);
    assert_eq!(sounds(&document)[1].captions.len(), 3);
}

#[test]
fn keeps_available_captions_if_count_is_too_high() {
    let document = open(&damaged(0x184, &0xFFFF_FFFFu32.to_le_bytes()));
    assert!(errors(&document) >= 1);
    assert_eq!(sounds(&document)[1].captions.len(), 3);
}

#[test]
fn reports_duplicate_id_and_plays_both() {
    let mut bank = mini();
    bank.ids[4].id = bank.ids[1].id;
    let document = open(&bank.write().unwrap());
    assert_eq!(problems(&document), ["warning 0xf8 ids[4].id"]);
    assert_eq!(sounds(&document)[2].ids.len(), 2);
}

#[test]
fn reports_fallback_sound_that_is_not_first() {
    let mut bank = mini();
    bank.ids.swap(0, 1);
    let document = open(&bank.write().unwrap());
    assert!(problems(&document).contains(&"warning 0x18 ids[0].id".to_owned()));
    assert_eq!(sounds(&document).len(), 4);
}

#[test]
fn reports_and_clamps_invalid_volume_and_attenuation() {
    let mut bank = mini();
    (bank.ids[0].volume, bank.ids[1].attenuation, bank.ids[2].volume) = (6.0, -1.0, f32::NAN);
    let document = open(&bank.write().unwrap());
    let expected = [
        "warning 0x28 ids[0].volume",
        "warning 0x5c ids[1].attenuation",
        "warning 0x98 ids[2].volume",
    ];
    assert_eq!(problems(&document), expected);
    let volumes: Vec<f32> = sounds(&document).iter().map(|sound| sound.volume_db(0)).collect();
    assert_eq!(volumes, [0.0, 0.0, 0.0, 0.0]);
    assert_eq!(document.content.write().unwrap(), bank.write().unwrap());
}

#[test]
fn accepts_empty_bank() {
    let document = open(&tpa::bank(Vec::new(), Vec::new(), Vec::new()).write().unwrap());
    assert_eq!(problems(&document), ["warning 0x14 header.id_count"]);
    assert!(document.usable && sounds(&document).is_empty());
}

#[test]
fn dangling_id_leaves_other_sounds_intact() {
    for offset in [0u32, 0x20, 0x131, 0x160, 0x36A, 0xFFFF_FFFF] {
        let document = open(&damaged(0x54, &offset.to_le_bytes()));
        assert!(
            problems(&document).contains(&"error 0x54 ids[1].offset".to_owned()),
            "{offset:#x}"
        );
        assert_eq!(sounds(&document).len(), 3, "{offset:#x}");
    }
}

#[test]
fn table_copy_overrides_sound_header() {
    // The rate in front of the sound, not the copy in the table.
    let document = open(&damaged(0x1C0 + 0x18, &44100u32.to_le_bytes()));
    assert_eq!(problems(&document), ["warning 0x1c0 sounds[2].header"]);
    assert_eq!(sounds(&document)[2].rate, 22050);
    // Even if the header is not recognisable.
    let document = open(&damaged(0x1C0, b"XXXX"));
    assert_eq!(sounds(&document)[2].frames, 40);
}

#[test]
fn cuts_counts_and_tables_to_file_size() {
    let document = open(&damaged(0x14, &0xFFFF_FFFFu32.to_le_bytes()));
    assert!(problems(&document)[0].starts_with("error 0x18 ids"));
    let document = open(&damaged(0xC, &100u32.to_le_bytes()));
    assert!(problems(&document).contains(&"error 0xc header.collision_count".to_owned()));
    assert_eq!(document.content.displayed().scene(Context::ALONE).unwrap().0.collisions.len(), 2);
    for offset in [0u32, 0x1D0, 0xFFFF_FFF0] {
        let document = open(&damaged(0x10, &offset.to_le_bytes()));
        let expected = "error 0x10 header.collisions_offset".to_owned();
        assert!(problems(&document).contains(&expected), "{offset:#x}");
        assert_eq!(sounds(&document)[2].frames, 40, "{offset:#x}");
    }
}

#[test]
fn reports_unusable_collisions() {
    let mut bank = mini();
    bank.collisions[0].flags = 0;
    bank.collisions[1].flags = 0x103;
    bank.collisions[1].hit_2 = 7;
    let [a, b] = [bank.collisions[1].material_b, bank.collisions[1].material_a];
    (bank.collisions[1].material_a, bank.collisions[1].material_b) = (a, b);
    assert_eq!(
        problems(&open(&bank.write().unwrap())),
        [
            "warning 0x243 collisions[0].flags",
            "warning 0x2d3 collisions[1].material_a",
            "warning 0x2db collisions[1].flags",
            "note 0x2db collisions[1].flags",
            "warning 0x2eb collisions[1].hit_2",
        ]
    );
}

#[test]
fn reports_implausible_dropped_frames() {
    let is_reported = |frames: u32| {
        let document = single_sound(tpa::adpcm(22050, 1, &[0; 101]), |cau| {
            cau.header.decoded_size = frames * 2;
        });
        problems(&document).contains(&"warning 0x64 sounds[0].header.decoded_size".to_owned())
    };
    assert_eq!([100, 101, 103, 104].map(is_reported), [true, false, false, true]);
}

#[test]
fn reports_unknown_version_and_still_reads_bank() {
    let document = open(&damaged(0, &0x140u32.to_le_bytes()));
    assert_eq!(problems(&document), ["error 0x0 header.version"]);
    assert_eq!((sounds(&document).len(), document.version.as_str()), (4, ""));
}

#[test]
fn refuses_replacement_sound_with_too_large_sizes() {
    // Makes the first ID name the last sound: no ID names the first sound, so that its bytes become a
    // gap.
    let bytes = damaged(0x18, &[0, 0, 0, 254, 255]);
    let document = open(&bytes);
    let put = |sound: Vec<u8>| {
        document.content.container().with_members(Context::ALONE, &BTreeMap::from([(0, sound)]))
    };
    let whole = tpa::alone(&tpa::pcm8(11025, 1, &[128; 100]));
    assert!(put(whole.clone()).is_ok());
    // Before a gap, the sound would extend into it.
    let refused = put(whole[..100].to_vec()).unwrap_err();
    assert_eq!(refused.0, "sound 0: its header states 136 bytes, found 100");
    exercise(&[format_of::<BankFile>()], "bank.tpa", &bytes);
}

pub fn banks() -> Vec<Intact> {
    vec![intact(format_of::<BankFile>().info().id, mini().write().unwrap())]
}

pub fn single_sounds() -> Vec<Intact> {
    let sounds = mini().sounds;
    let alone = |sound| intact(format_of::<CauFile>().info().id, tpa::alone(sound));
    sounds.iter().take(4).map(alone).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_tables_keep_invariants(table in header_like()) {
        let mut bytes = mini().write().unwrap();
        let end = bytes.len().min(0x18 + table.len());
        bytes[0x18..end].copy_from_slice(&table[..end - 0x18]);
        exercise(&[format_of::<BankFile>()], "bank.tpa", &bytes);
    }
}
