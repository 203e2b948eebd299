//! Smacker videos: files of section 11 of the format document, and generated videos.

use gouraud::bytes::{FieldKind, Source};
use gouraud::edit;
use gouraud::formats::{self, Document};
use gouraud::scene::{Samples, Scene, Video, VideoFrame};
use gouraud_testing::build::smacker;
use gouraud_testing::document::{assert_sound, damaged, problems, scene};
use gouraud_testing::{fields, fixtures};
use serde_json::Value;

fn open(name: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes(name, bytes.to_vec());
    let (format, _) = formats::identify(&source).unwrap();
    assert_eq!(format.info().id, "rad.smk");
    format.open(&source).unwrap()
}

fn fixture(name: &str) -> (Document, Value) {
    let document = open(name, &fixtures::read(&format!("smacker/{name}")));
    let all: Value = serde_json::from_slice(&fixtures::read("smacker/smacker.json")).unwrap();
    (document, all[name].clone())
}

fn film(scene: &Scene) -> &Video {
    assert_eq!(scene.films.len(), 1);
    &scene.films[0]
}

fn hex(bytes: impl IntoIterator<Item = u8>) -> String {
    bytes.into_iter().map(|byte| format!("{byte:02x}")).collect()
}

fn crc(bytes: impl IntoIterator<Item = u8>) -> String {
    format!("{:08X}", crc32fast::hash(&bytes.into_iter().collect::<Vec<_>>()))
}

#[test]
fn decodes_pictures_like_two_other_decoders() {
    for name in ["min.smk", "blocks2.smk", "v4ring.smk"] {
        let (document, wanted) = fixture(name);
        assert_sound(&document);
        assert_eq!(document.audit().problems.total(), 0);
        let scene = scene(&document);
        let film = film(&scene);
        assert_eq!(Some(film.frame_us), wanted["frame_time_us"].as_u64());
        let stored = wanted["frames"].as_array().unwrap();
        let mut still = VideoFrame::black(film.width, film.height);
        for (frame, picture) in (0u32..).zip(stored) {
            assert!(film.data.advance(frame, &mut still), "{name}: frame {frame} is damaged");
            assert_eq!(hex(still.pixels.iter().copied()), picture["index_hex"], "{name} {frame}");
            assert_eq!(crc(still.rgb().flatten()), picture["rgb24_crc32"], "{name} {frame}");
        }
    }
}

#[test]
fn decodes_tracks_like_two_other_decoders() {
    for name in ["blocks2.smk", "v4ring.smk"] {
        let (document, wanted) = fixture(name);
        let scene = scene(&document);
        let tracks = wanted["audio"].as_object().unwrap();
        assert_eq!(scene.sounds.len(), tracks.len());
        for (sound, (number, track)) in scene.sounds.iter().zip(tracks) {
            let stem = name.trim_end_matches(".smk");
            assert_eq!(sound.name, format!("{stem}_track{number}"));
            let bytes: Vec<u8> = match sound.data.decode() {
                Samples::U8(samples) => samples,
                Samples::I16(samples) => samples.into_iter().flat_map(i16::to_le_bytes).collect(),
            };
            assert_eq!(
                bytes.len() as u64,
                sound.frames * u64::from(sound.channels * sound.bits) / 8
            );
            assert_eq!(hex(bytes), track["pcm_hex"], "{name}, track {number}");
        }
    }
}

#[test]
fn ring_frame_returns_to_first_picture_and_is_hidden() {
    let (document, _) = fixture("v4ring.smk");
    let scene = scene(&document);
    let film = film(&scene);
    assert_eq!((film.frames, film.height, film.rows, film.shown_height()), (3, 12, 2, 24));
    let mut last = film.still(2);
    assert!(film.data.advance(3, &mut last));
    assert_eq!(last.pixels, film.still(0).pixels);
    // Past the end, the last picture remains.
    assert!(film.still(u32::MAX) == film.still(2));
    assert_eq!(
        [0, 66_669, 66_670, 133_340, 9_999_999].map(|us| film.frame_at(us)),
        [0, 0, 1, 2, 2]
    );
}

#[test]
fn lists_all_fields_of_video_down_to_bits() {
    let (document, _) = fixture("blocks2.smk");
    insta::assert_snapshot!(
        "blocks2",
        fields::text_of(&document.tree, |array| array.children > 24)
    );
}

/// Pictures of 24 by 8: a gradient, then a square that moves across it.
fn square_video(frames: u32) -> smacker::Video {
    let picture = |at: u32| {
        let pixel = |x: u32, y: u32| match x.wrapping_sub(at) < 5 && (2..7).contains(&y) {
            true => 31,
            false => (x / 2 + y) as u8,
        };
        (0..8).flat_map(move |y| (0..24).map(move |x| pixel(x, y))).collect::<Vec<u8>>()
    };
    let colours = |from: u8| (0..32u8).map(move |i| [i.wrapping_mul(2) & 63, from & 63, 63 - i]);
    let frame = |at: u32| smacker::Frame {
        pixels: picture(at % 20),
        palette: at.is_multiple_of(3).then(|| colours(at as u8).collect()),
        sound: (0..735).map(|i| ((at * 735 + i) * 97 % 4001) as i16 - 2000).collect(),
    };
    let frames = (0..frames).map(frame).collect();
    smacker::Video { width: 24, height: 8, frame_rate: -6666, flags: 0, frames, rate: 11_025 }
}

#[test]
fn round_trips_generated_video() {
    let made = square_video(5);
    let document = open("walk.smk", &made.pack());
    assert_sound(&document);
    let scene = scene(&document);
    let film = film(&scene);
    assert_eq!((film.width, film.height, film.frames, film.frame_us), (24, 8, 5, 66_660));
    for (frame, wanted) in (0..).zip(&made.frames) {
        let still = film.still(frame);
        assert_eq!((&still.pixels, still.is_damaged), (&wanted.pixels, false), "frame {frame}");
    }
    let sound: Vec<i16> = made.frames.iter().flat_map(|frame| frame.sound.clone()).collect();
    assert_eq!(scene.sounds[0].data.decode(), Samples::I16(sound));
    // Frames 0 and 3 contain a palette; those between keep it.
    let first: Vec<u32> = film.palettes.iter().map(|(frame, _)| *frame).collect();
    assert_eq!(first, [0, 3]);
    for frame in 0..5 {
        let table = film.palette_of(frame).unwrap();
        assert_eq!(*scene.colour_tables.get(table).unwrap().colours, film.still(frame).colours);
    }
}

#[test]
fn seeks_from_any_frame_to_any_other() {
    let made = square_video(200);
    let document = open("walk.smk", &made.pack());
    let scene = scene(&document);
    let film = film(&scene);
    for frame in [199, 0, 63, 64, 65, 130, 129, 128, 127, 5, 199] {
        assert_eq!(film.still(frame).pixels, made.frames[frame as usize].pixels, "frame {frame}");
    }
}

#[test]
fn maps_pixel_to_bits_of_its_block() {
    let (document, _) = fixture("blocks2.smk");
    let scene = scene(&document);
    let film = film(&scene);
    let field = |frame, at| {
        let origin = film.data.block(frame, at).unwrap();
        let id = document.tree.find(&origin.path).unwrap();
        let field = document.tree.field(&id).unwrap();
        assert_eq!(field.span, origin.span);
        (origin.path, field.meaning)
    };
    let (path, meaning) = field(0, [15, 15]);
    assert!(path.starts_with("frames[0].video["), "{path}");
    assert!(meaning.contains("(12, 12)") || meaning.contains("from"), "{meaning}");
    assert_eq!(film.data.block(0, [16, 0]), None);
    assert_eq!(film.data.block(9, [0, 0]), None);
    let origin = film.frame_spans.origin(1);
    assert_eq!(origin.path, "frames[1]");
}

#[test]
fn code_fields_span_their_bits() {
    let (document, _) = fixture("min.smk");
    let field = |path: &str| document.tree.field(&document.tree.find(path).unwrap()).unwrap();
    // One bit for the presence of the tree, one for its low-byte tree; then a leaf of eight bits.
    let value = field("trees[0].low.entries[0].value");
    assert_eq!((value.kind, value.span.start), (FieldKind::Bits, 104 + 5));
    let place = value.bits.unwrap();
    assert_eq!((place.first, place.count), (3, 8));
    // As in the document for the first tree: an escape is FFFF.
    let escapes = [0, 1, 2].map(|at| field(&format!("trees[0].escapes[{at}].value")).value);
    assert_eq!(escapes.map(|value| value.as_u64().unwrap()), [0xFFFF, 0xFFFE, 0xFFFD]);
}

#[test]
fn sets_leaf_in_its_bits() {
    let (document, _) = fixture("min.smk");
    // The colour of the one block is the high byte of the one code.
    let order = edit::EditOp::set("trees[3].high.entries[0].value", "9");
    let changed = edit::apply(&document, &[order]).unwrap();
    let scene = scene(&changed);
    assert_eq!(film(&scene).still(0).pixels, [9; 16]);
    let differs = |(old, new): (&u8, &u8)| old != new;
    let (old, new) = (document.source.bytes(), changed.source.bytes());
    assert!(old.iter().zip(new).filter(|pair| differs(*pair)).count() <= 2);
}

/// Problems of a truncated or changed file, and its number of pictures.
fn damage_report(bytes: &[u8]) -> (Vec<String>, usize, u32) {
    let document = open("broken.smk", bytes);
    let frames = scene(&document).films.first().map_or(0, |film| film.frames);
    (problems(&document), document.audit().problems.iter().count(), frames)
}

#[test]
fn shows_truncated_video_up_to_cut() {
    let whole = square_video(5).pack();
    let document = open("walk.smk", &whole);
    let last = document.tree.span("frames[4]").unwrap();
    let (messages, damaged, frames) = damage_report(&whole[..last.start as usize + 100]);
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].ends_with("frames[4]"), "{messages:?}");
    assert_eq!((damaged, frames), (1, 5));
    let cut = open("cut.smk", &whole[..last.start as usize + 100]);
    assert!(cut.content.write().is_err());
    let scene = scene(&cut);
    assert_eq!(film(&scene).still(3).pixels, square_video(5).frames[3].pixels);
    assert!(film(&scene).still(4).is_damaged);
}

#[test]
fn refuses_invalid_video_with_reason() {
    let whole = fixtures::read("smacker/blocks2.smk");
    let refused = |offset, new: &[u8]| {
        let source = Source::from_bytes("odd.smk", damaged(&whole, offset, new));
        let (format, _) = formats::identify(&source).unwrap();
        format.open(&source).unwrap_err().to_string()
    };
    assert!(refused(3, b"3").contains("\"SMK3\""), "{}", refused(3, b"3"));
    assert!(refused(4, &[0; 4]).contains("0 × 16"));
    assert!(refused(12, &[0, 0, 1, 0]).contains("65536 frames"));
}

#[test]
fn reports_invalid_parts_and_shows_the_rest() {
    let whole = square_video(5).pack();
    let document = open("walk.smk", &whole);
    let at = |path: &str| document.tree.span(path).unwrap().start as usize;
    // A palette that is longer than its frame.
    let (messages, _, frames) = damage_report(&damaged(&whole, at("frames[3].palette"), &[255]));
    assert_eq!((messages.len(), frames), (1, 5));
    assert!(messages[0].starts_with("error") && messages[0].ends_with("frames[3]"), "{messages:?}");
    // A sound of no bytes.
    let (messages, ..) = damage_report(&damaged(&whole, at("frames[2].sounds[0]"), &[0; 4]));
    assert!(messages[0].ends_with("frames[2]"), "{messages:?}");
    // Sound that declares gigabytes.
    let modified = damaged(&whole, at("frames[2].sounds[0].unpacked_size"), &[255; 4]);
    let (messages, audited, _) = damage_report(&modified);
    assert_eq!((messages.len(), audited), (0, 1));
    // Endless trees: only the sound remains.
    let modified = damaged(&whole, at("trees"), &[255; 40]);
    let (messages, _, frames) = damage_report(&modified);
    assert_eq!((messages.len(), frames), (1, 0), "{messages:?}");
    assert_eq!(scene(&open("odd.smk", &modified)).sounds.len(), 1);
}

#[test]
fn reports_inconsistent_tracks() {
    let whole = square_video(2).pack();
    let rates = |rate: u32| damage_report(&damaged(&whole, 0x48, &rate.to_le_bytes())).0;
    assert_eq!(rates(0xE000_2B11), [""; 0]);
    // Bink; no rate and no flag; a rate without a flag; a flag without a rate.
    for rate in [0xE800_2B11, 0x2000_0000, 0xA000_2B11, 0xE000_0000] {
        assert_eq!(rates(rate), ["warning 0x48 header.audio_rates[0]"], "{rate:#x}");
    }
    // Stereo in the header alone.
    let modified = open("odd.smk", &damaged(&whole, 0x48, &0xF000_2B11u32.to_le_bytes()));
    assert_eq!(modified.audit().problems.total(), 2);
}
