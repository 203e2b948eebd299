use gouraud::bytes::Severity;
use gouraud::codec::spu_adpcm;
use gouraud::container::Context;
use gouraud::formats::Document;
use gouraud::scene::Sound;

use super::{alone, fixture, open};

fn sound(document: &Document) -> Sound {
    let (mut scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    scene.sounds.drain(..).next().unwrap()
}

fn messages(document: &Document) -> Vec<(Severity, String, String)> {
    let all = document.problems.iter();
    all.map(|problem| (problem.severity, problem.field.clone(), problem.message.clone())).collect()
}

/// A sound of these blocks at 22 050 Hz.
fn vag(size: u32, blocks: &[u8]) -> Vec<u8> {
    let mut bytes = b"VAGp\0\0\0\x20\0\0\0\0".to_vec();
    bytes.extend(size.to_be_bytes());
    bytes.extend(22_050u32.to_be_bytes());
    bytes.resize(0x30, 0);
    bytes.extend(blocks);
    bytes
}

const BLOCK: [u8; 16] = [0x04, 0, 0x10, 0x32, 0x54, 0x76, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const IDLE: [u8; 16] =
    [0, 7, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77, 0x77];

fn flagged(flags: u8) -> [u8; 16] {
    let mut block = BLOCK;
    block[1] = flags;
    block
}

#[test]
fn reports_sizes_beyond_the_file_and_plays_the_rest() {
    let document = alone("a.vag", vag(48, &[BLOCK, flagged(1)].concat()));
    let [(severity, field, _)] = &messages(&document)[..] else { panic!("one problem") };
    assert_eq!((*severity, field.as_str()), (Severity::Warning, "header.size"));
    assert_eq!(sound(&document).frames, 56);
}

#[test]
fn idle_block_ends_a_sound_and_is_not_played() {
    let document = alone("a.vag", vag(48, &[BLOCK, BLOCK, IDLE].concat()));
    assert_eq!((messages(&document), sound(&document).frames), (vec![], 56));
    let only = alone("a.vag", vag(16, &IDLE));
    assert_eq!((messages(&only).len(), sound(&only).frames), (1, 0));
}

#[test]
fn all_flags_on_one_block_are_a_loop_of_28_frames() {
    let document = alone("a.vag", vag(32, &[BLOCK, flagged(7)].concat()));
    let part = sound(&document).looped.unwrap();
    assert_eq!((part.first, part.last), (28, 55));
}

#[test]
fn last_loop_start_before_the_end_counts() {
    let blocks = [flagged(6), flagged(4), flagged(2), flagged(3), BLOCK].concat();
    let document = alone("a.vag", vag(80, &blocks));
    let sound = sound(&document);
    let part = sound.looped.unwrap();
    assert_eq!((sound.frames, part.first, part.last), (112, 28, 111));
    let problem = &messages(&document)[0];
    assert!(problem.2.contains("block 4 after the end is never played"), "{problem:?}");
}

#[test]
fn accepts_the_final_block_of_the_encoder() {
    let mut closing = [0x77; 16];
    closing[..2].copy_from_slice(&[0x07, 0x00]);
    let document = alone("a.vag", vag(48, &[BLOCK, flagged(1), closing].concat()));
    assert_eq!((messages(&document), sound(&document).frames), (vec![], 56));
    let more = alone("a.vag", vag(64, &[BLOCK, flagged(1), BLOCK, BLOCK].concat()));
    assert_eq!(
        messages(&more)[0].2,
        "2 blocks after the end, starting at block 2, are never played"
    );
}

#[test]
fn repeat_without_a_start_is_not_a_loop() {
    let document = alone("a.vag", vag(32, &[BLOCK, flagged(3)].concat()));
    assert_eq!(sound(&document).looped, None);
    assert_eq!(messages(&document).len(), 1);
}

#[test]
fn sounds_of_later_consoles_are_named_but_not_decoded() {
    for mark in [b"VAG1", b"pGAV", b"AAAp"] {
        let mut bytes = vag(16, &BLOCK);
        bytes[..4].copy_from_slice(mark);
        let document = alone("a.vag", bytes.clone());
        assert_eq!((messages(&document).len(), sound(&document).channels), (1, 0));
        assert_eq!(document.content.write().unwrap(), bytes);
    }
}

#[test]
fn two_channels_are_stored_in_chunks() {
    // Two chunks of two blocks each: left in the first, right in the second.
    let (left, right) = ([BLOCK, flagged(3)].concat(), [flagged(0), flagged(7)].concat());
    let mut bytes = vag(32, &[]);
    bytes[3] = b'i';
    bytes[8..12].copy_from_slice(&32u32.to_le_bytes());
    bytes[0x1E] = 2;
    bytes.resize(0x800, 0);
    bytes.extend([&left[..], &right[..]].concat());
    let document = alone("a.vag", bytes.clone());
    let sound = sound(&document);
    assert_eq!((sound.channels, sound.frames, sound.looped), (2, 56, None));
    let both: Vec<i16> =
        (0..56).flat_map(|i| [spu_adpcm::decode(&left)[i], spu_adpcm::decode(&right)[i]]).collect();
    assert_eq!(sound.data.decode(), gouraud::scene::Samples::I16(both));
    for (interleave, channels) in [(0u32, 2u8), (7, 2), (0xFFFF_FFF0, 255)] {
        let mut bad = bytes.clone();
        bad[8..12].copy_from_slice(&interleave.to_le_bytes());
        bad[0x1E] = channels;
        assert_eq!(super::bad_files::sound(&alone("a.vag", bad)).channels, 0);
    }
}

#[test]
fn sectors_without_subheaders_have_no_sound() {
    let stored = fixture("two2336.xa");
    let user: Vec<u8> =
        stored.chunks_exact(2336).flat_map(|sector| sector[8..2056].to_vec()).collect();
    let document = alone("a.xa", user);
    let [(Severity::Error, _, message)] = &messages(&document)[..] else { panic!("one error") };
    assert!(message.contains("lost their sub-headers"), "{message}");
    assert_eq!((document.format.id, document.usable), ("ps1.xa", false));
}

#[test]
fn plays_complete_groups_of_a_truncated_sector() {
    let stored = fixture("two2336.xa");
    // The file ends in the fifth sector, the third of its stream, after eight bytes and two and a half groups.
    let document = alone("a.xa", stored[..4 * 2336 + 8 + 320].to_vec());
    assert_eq!(sound(&document).frames, (18 * 2 + 2) * 112);
    assert_eq!(messages(&document).len(), 1);
}

#[test]
fn coding_change_or_end_flag_starts_a_new_stream() {
    let mut stored = fixture("two2336.xa");
    for copy in [3, 7] {
        stored[2336 * 2 + copy] = 5;
    }
    for copy in [2, 6] {
        stored[2336 + copy] |= 0x80;
    }
    let document = alone("a.xa", stored);
    // The second sector of the first stream, and everything after the first sector of the second stream,
    // belong to other streams.
    assert_eq!(document.counts.get("sounds"), Some(5));
}

#[test]
fn riff_file_has_sectors_after_its_header() {
    let stored = fixture("two2352.xa");
    let mut bytes = b"RIFF\xFF\xFF\xFF\xFFCDXAfmt \x10\0\0\0".to_vec();
    bytes.resize(0x2C, 0);
    bytes.extend(&stored);
    let document = alone("a.xa", bytes);
    assert_eq!((document.version.as_str(), document.counts.get("sounds")), ("2352", Some(2)));
    assert_eq!(super::crc_of(&sound(&document)), 0x88E9_69D2);
}

#[test]
fn bank_without_sounds_is_reported_and_lists_programs() {
    let document = alone("lone.vh", fixture("pair.vh"));
    let (scene, problems) = document.content.displayed().scene(Context::ALONE).unwrap();
    assert_eq!((scene.sounds.len(), scene.programs.len(), problems.total()), (0, 2, 1));
}

#[test]
fn sounds_without_their_bank_are_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lone.vb");
    std::fs::write(&path, fixture("pair.vb")).unwrap();
    assert!(gouraud::library::Library::default().open(path.to_str().unwrap(), None).is_err());
}

#[test]
fn tones_that_share_a_sound_do_not_duplicate_it() {
    let mut bytes = fixture("bank.vab");
    // Every program has more tones than fit in a table, all with the same VAG.
    for slot in 0..128 {
        bytes[0x20 + slot * 16] = 255;
    }
    for tone in 0..48 {
        bytes[0x820 + tone * 32 + 0x16] = 1;
    }
    let document = alone("a.vab", bytes);
    assert_eq!(document.counts.get("sounds"), Some(5));
    assert_eq!(document.counts.get("ids"), Some(48));
}

#[test]
fn programs_after_those_with_tables_may_be_leftovers() {
    let mut bank = fixture("bank.vab");
    // A tone in slot 5; the last slot with a table is 4.
    bank[0x20 + 5 * 16] = 1;
    assert_eq!(messages(&alone("bank.vab", bank.clone())), []);
    // Now the header counts it.
    bank[0x14] += 1;
    let [(severity, field, message)] = &messages(&alone("bank.vab", bank))[..] else {
        panic!("one problem")
    };
    assert_eq!((*severity, field.as_str()), (Severity::Note, "header.program_count"));
    assert_eq!(message, "4 programs with tones, but 3 tables");
}

#[test]
fn reports_sizes_past_the_body_and_plays_the_rest() {
    let bytes = fixture("bank.vab");
    let document = alone("a.vab", bytes[..bytes.len() - 512].to_vec());
    assert!(
        messages(&document)
            .iter()
            .any(|(s, f, _)| *s == Severity::Error && f.starts_with("sizes["))
    );
    assert!(document.content.displayed().scene(Context::ALONE).unwrap().0.sounds.len() == 5);
}

#[test]
fn unaligned_sound_is_read_from_the_block_start() {
    let mut bytes = fixture("bank.vab");
    let sizes = 0x820 + 3 * 512;
    // The first VAG is half a block longer.
    bytes[sizes + 2] += 1;
    let document = alone("a.vab", bytes);
    let (scene, _) = document.content.displayed().scene(Context::ALONE).unwrap();
    let whole = open("bank.vab");
    let second = &super::scene(&whole).sounds[1];
    assert_eq!(scene.sounds[1].frames, second.frames);
    assert_eq!(document.tree.coverage().unread, 0);
}

#[test]
fn entries_can_share_data() {
    let mut bytes = fixture("bank.kat");
    let (first, second) = (4, 4 + 44);
    let shared: Vec<u8> = bytes[first + 4..first + 12].to_vec();
    bytes[second + 4..second + 12].copy_from_slice(&shared);
    bytes[second + 20] = 4;
    let document = alone("a.kat", bytes.clone());
    assert_eq!((document.counts.get("sounds"), document.counts.get("ids")), (Some(2), Some(3)));
    assert_eq!(sound(&document).ids.len(), 2);
    assert_eq!((document.tree.coverage().unread, document.tree.coverage().overlap), (0, 0));
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn blocks_after_a_zero_size_are_reported_at_the_size() {
    let document = alone("a.vag", vag(0, &[BLOCK, flagged(1)].concat()));
    let all = messages(&document);
    let words = "size 0, but 32 bytes follow: not played";
    let expected = (Severity::Warning, "header.size".to_owned(), words.to_owned());
    assert_eq!(all, [expected]);
}

#[test]
fn reports_n64_cues() {
    let cue = |alias: u32| {
        let mut cue = vec![0, 1, 2, 60, 0x20, 0, 0x10, 0];
        cue.extend(alias.to_be_bytes());
        cue.extend([0; 4]);
        cue
    };
    let bytes = [cue(1), cue(2), vec![0xFF; 4]].concat();
    let document = alone("level.sfx", bytes);
    let [(severity, field, message)] = &messages(&document)[..] else { panic!("one problem") };
    assert_eq!((*severity, field.as_str()), (Severity::Warning, "cues[0].fall_off"));
    assert!(message.contains("big-endian"), "{message}");
}

#[test]
fn reports_video_sectors_with_and_without_sound() {
    let sector = || {
        let header = [1, 0, 0x48, 0];
        let mut sector = [header, header].concat();
        sector.extend([0x60, 0x01, 0x01, 0x80]);
        sector.resize(2336, 7);
        sector
    };
    let document = alone("intro.str", [sector(), sector()].concat());
    assert_eq!(document.format.id, "ps1.xa");
    let words = "2 sectors of MDEC video are not displayed";
    let expected = (Severity::Note, "sectors[0].data".to_owned(), words.to_owned());
    assert_eq!(messages(&document), [expected]);
}

#[test]
fn recognises_headers_without_magic_by_their_values() {
    let mut bytes = vag(48, &[BLOCK, BLOCK, flagged(1)].concat());
    bytes[..12].fill(0);
    let document = alone("hit.VAG", bytes.clone());
    assert_eq!((document.format.id, messages(&document)), ("ps1.vag", vec![]));
    let heard = sound(&document);
    assert_eq!((heard.frames, heard.rate, heard.channels), (84, 22_050, 1));
    assert_eq!(document.content.write().unwrap(), bytes);
    // Another size, no rate, and invalid blocks.
    for (at, value) in [(0xF, 47), (0x12, 0), (0x31, 9), (0x40, 0xFF)] {
        let mut other = bytes.clone();
        other[at] = value;
        let source = gouraud::bytes::Source::from_bytes("hit.VAG", other);
        assert!(gouraud::formats::identify(&source).is_none(), "{at:#x}");
    }
}

#[test]
fn version_2_has_no_channel_count() {
    let mut bytes = vag(32, &[BLOCK, flagged(1)].concat());
    bytes[7] = 2;
    bytes[0x14..0x20]
        .copy_from_slice(&[0x3F, 0xFF, 0x3F, 0xFF, 0x10, 0, 0x80, 0xFF, 0x5F, 0xC0, 0xA0, 0]);
    let document = alone("old mac.vag", bytes.clone());
    assert_eq!(messages(&document), vec![]);
    assert!(document.tree.find("header.channels").is_err());
    assert_eq!(sound(&document).channels, 1);
    assert_eq!(document.content.write().unwrap(), bytes);
}

#[test]
fn stereo_header_can_store_a_loop() {
    let mut bytes = vag(64, &[]);
    bytes[3] = b'i';
    bytes[8..12].copy_from_slice(&64u32.to_le_bytes());
    bytes[0x14..0x18].copy_from_slice(&32u32.to_be_bytes());
    bytes[0x1E] = 2;
    bytes.resize(0x800, 0);
    bytes.extend(BLOCK.repeat(8));
    let document = alone("a.vag", bytes.clone());
    let part = sound(&document).looped.unwrap();
    assert_eq!((part.first, part.last), (56, 111));
    assert_eq!(messages(&document), vec![]);
    assert!(document.tree.find("header.volume_left").is_err());
    assert_eq!(document.content.write().unwrap(), bytes);
    // There is nothing to repeat past the end.
    bytes[0x16..0x18].copy_from_slice(&64u16.to_be_bytes());
    let document = alone("a.vag", bytes);
    assert_eq!((sound(&document).looped, messages(&document).len()), (None, 1));
}
