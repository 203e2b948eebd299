//! Animation streams: V7 and V8 of the document, our encoder, and fields of single bits.

use gouraud::formats::Records;
use std::sync::Arc;

use gouraud::bytes::{
    BitCoding, BitOrder, BitPlace, Cursor, Endian, FieldKind, NoRecorder, Source, Value, Writer,
};
use gouraud::codec::bits::Bits;
use gouraud::formats::ff7::animation::{Animation, Code, Header, animation};
use gouraud_testing::build::ff7::animation::{Pose, encode};
use proptest::prelude::*;

use super::{fixtures, hex, open_as};

fn read(bytes: &[u8], bones: usize) -> (Arc<Animation>, Vec<String>) {
    let source = Source::from_bytes("animation", bytes.to_vec());
    let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
    let found = animation(&mut cur, bones).unwrap();
    let problems = cur.finish().1;
    (found, problems.iter().map(|p| p.to_string()).collect())
}

fn written(animation: &Animation) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    animation.write(&mut out);
    out.finish()
}

const V7: &str =
    "02 00 17 00 00 | 00 00 FE 2E 00 00 00 00 00 00 04 00 E0 00 00 05 80 32 20 08 B3 E0 C8";
const V8: &str = "02 00 12 00 04 | 00 00 FF 9C 00 00 00 00 00 40 7F 80 00 00 00 11 76 90";

#[test]
fn decodes_full_precision_angles_of_document() {
    let (found, problems) = read(&hex(V7), 2);
    assert_eq!(problems, [""; 0]);
    assert_eq!((found.frames(), found.bits()), (2, 183));
    let decoded = found.decode();
    assert_eq!([0, 1].map(|frame| decoded.translation(frame)), [[0, -466, 0], [5, -366, -64]]);
    assert_eq!([0, 1].map(|frame| decoded.angles(frame, 1)), [[1024, -512, 0], [1023, -507, 100]]);
    assert_eq!(decoded.angles(1, 0), [0; 3]);
    assert_eq!(written(&found), hex(V7));
}

#[test]
fn shifts_angles_by_omitted_precision() {
    let (found, problems) = read(&hex(V8), 2);
    assert_eq!((problems.len(), found.bits(), found.key()), (0, 140, 4));
    let decoded = found.decode();
    let angles = [0, 1].map(|frame| decoded.angles(frame, 1));
    assert_eq!(angles, [[1024, 2032, -2048], [1008, 1920, -2000]]);
    assert_eq!(decoded.translation(1), [0, -100, 0]);
    assert_eq!(written(&found), hex(V8));
}

#[test]
fn keeps_unused_bits_and_overlong_codes() {
    // The last bit of V7 is unused and set here.
    let mut bytes = hex(V7);
    *bytes.last_mut().unwrap() |= 1;
    let (found, problems) = read(&bytes, 2);
    assert_eq!((problems.len(), found.spare.len()), (0, 1));
    assert_eq!(written(&found), bytes);
    // A zero turn in the longest code, as an encoder may write it.
    let mut codes = vec![Code::Translation(0); 3];
    codes.extend([Code::Angle(0); 3]);
    codes.extend([Code::Far(0); 3]);
    codes.extend([Code::Full(0), Code::Full(-1), Code::Few { bits: 6, stored: 0 }]);
    let header = Header::Usual { frames: 2, size: None, key: 0 };
    let (codes, fill) = (codes.into(), Vec::new());
    let wasteful = Animation { header, bones: 1, codes, spare: Bits::default(), fill };
    let bytes = written(&wasteful);
    let (found, _) = read(&bytes, 1);
    assert_eq!(found.codes, wasteful.codes);
    assert_eq!(written(&found), bytes);
}

#[test]
fn empty_slot_is_empty_with_any_frame_count() {
    for bytes in [hex("0D 0A 00 00"), hex("30 1A 00 00")] {
        let (found, problems) = read(&bytes, 9);
        assert!(found.is_empty() && problems.is_empty());
        assert_eq!((found.declared(), written(&found)), (0, bytes));
    }
}

#[test]
fn round_trips_encoded_poses() {
    for key in [0, 2, 4] {
        let poses = fixtures::poses(6, key);
        let bytes = written(&encode(&poses, key).unwrap());
        assert_eq!(bytes.len() % 4, 0);
        let (found, problems) = read(&bytes, 6);
        assert_eq!((problems.len(), found.frames()), (0, poses.len()));
        let decoded = found.decode();
        for (frame, pose) in poses.iter().enumerate() {
            assert_eq!(decoded.translation(frame), pose.translation);
            for (bone, angles) in pose.angles.iter().enumerate() {
                assert_eq!(decoded.angles(frame, bone), *angles, "key {key}, bone {bone}");
            }
        }
    }
    let fine = Pose { translation: [0; 3], angles: vec![[1, 0, 0]] };
    assert!(encode(&[fine], 4).is_err(), "finer than the precision");
}

/// Section 10, item 6: no frame count, the stream starts at 3.
#[test]
fn reads_animation_without_frame_count() {
    // Nine frames of 22 rotations, as in the game.
    let pose = |frame: i16| Pose {
        translation: [0, -frame, 0],
        angles: (0..22).map(|bone| [bone * 16, frame * 32, -16 * (frame % 3)]).collect(),
    };
    let poses: Vec<Pose> = (0..9).map(pose).collect();
    let mut sound = encode(&poses, 4).unwrap();
    sound.header = Header::Headless { key: 4 };
    sound.fill = Vec::new();
    let stream = written(&sound).len() - 3;
    // Two fill bytes make the section as long as with a complete header.
    sound.fill = vec![0; 2];
    let bytes = written(&sound);
    assert_eq!(bytes.len(), stream + 5);
    let (found, problems) = read(&bytes, 22);
    assert_eq!((found.header, found.frames()), (Header::Headless { key: 4 }, 9));
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("missing frame count"));
    let decoded = found.decode();
    assert_eq!(decoded.angles(8, 21), poses[8].angles[21]);
    assert_eq!(written(&found), bytes);
}

#[test]
fn truncated_stream_keeps_complete_frames() {
    let whole = hex(V7);
    let (found, problems) = read(&whole[..whole.len() - 2], 2);
    assert_eq!(found.frames(), 1);
    assert!(problems.iter().any(|p| p.contains("bit 120")), "{problems:?}");
    assert_eq!(written(&found), whole[..whole.len() - 2]);
    // One frame more than stored.
    let mut invalid = hex(V7);
    invalid[0] = 3;
    let (found, problems) = read(&invalid, 2);
    assert_eq!((found.frames(), problems.len()), (2, 1));
    // One frame less, and another number of bones: the self-check.
    invalid[0] = 1;
    assert!(read(&invalid, 2).1[0].contains("wrong frame count"));
    assert!(read(&hex(V7), 1).1[0].contains("1 rotations"));
    // No bits are left of an angle.
    let mut fine = hex(V7);
    fine[4] = 12;
    let (found, problems) = read(&fine, 2);
    assert_eq!((found.frames(), problems.len()), (0, 1));
    assert_eq!(written(&found), fine);
}

#[test]
fn shows_single_bits_as_fields() {
    let document = open_as("ff7.battle", fixtures::enemy().write().unwrap());
    let tree = &document.tree;
    let field = |path: &str| {
        let id = tree.find(path).unwrap_or_else(|miss| panic!("{miss}"));
        tree.field(&id).unwrap()
    };
    let start = field("sections[2].frames").span.start;
    let x = field("sections[2].frames[0].bones[0].x");
    let (order, coding) = (BitOrder::High, BitCoding::Plain);
    let place = BitPlace { first: 0, count: 12, order, coding };
    assert_eq!((x.span.start, x.bits, x.kind), (start + 6, Some(place), FieldKind::Bits));
    // Each frame starts in the byte in which the one before it ended, or after that.
    let first = field("sections[2].frames[0]");
    let second = field("sections[2].frames[1]");
    assert!(second.span.start + 1 >= first.span.end() && second.span.start <= first.span.end());
    let step = field("sections[2].frames[1].translation.y");
    assert_eq!(step.value, Value::Int(70));
    assert!(step.meaning.starts_with("long step: +70 → -396 (bits 2"), "{}", step.meaning);
    let turn = field("sections[2].frames[1].bones[1].x");
    assert_eq!(turn.value, Value::Int(3));
    assert!(turn.meaning.starts_with("code 2: +3 → 3 = 0.26° (bits "), "{}", turn.meaning);
    // A bone's field spans the bytes of its bits, and bytes map to bits.
    let bone = field("sections[2].frames[1].bones[1]");
    let inside = tree.deepest_at(bone.span.start + 1).and_then(|id| tree.field(&id)).unwrap();
    assert!(inside.path.starts_with("sections[2].frames[1].bones["), "{}", inside.path);
    // The scene's key has that field as its origin.
    let scene = super::scene(&document);
    let key = scene.animations[0].data.key(1, 1).unwrap();
    assert_eq!((key.path.as_str(), key.span), (bone.path.as_str(), bone.span));
    // And the field maps back to its frame.
    let moment = |path: &str| scene.animations[0].data.moment(path);
    let node = scene.skeletons[0].bones[1].node;
    assert_eq!(moment("sections[2].frames[1].bones[1].x"), Some((1, Some(node))));
    assert_eq!(moment("sections[2].frames[1].translation.y"), Some((1, None)));
    assert_eq!(moment("sections[2].frames[1].bones[900].x"), Some((1, None)));
    assert_eq!(moment("sections[3].frames[1].bones[1].x"), None);
    assert_eq!(moment("sections[2].frames"), None);
}

proptest! {
    #[test]
    fn round_trips_random_poses(
        key in 0u8..=11,
        frames in proptest::collection::vec(
            (any::<[i16; 3]>(), proptest::collection::vec(any::<[i16; 3]>(), 3)), 1..8),
    ) {
        let poses: Vec<Pose> = frames
            .into_iter()
            .map(|(translation, angles)| Pose {
                translation,
                angles: angles.into_iter().map(|a| a.map(|angle| angle >> key << key)).collect(),
            })
            .collect();
        let bytes = written(&encode(&poses, key).unwrap());
        let (found, _) = read(&bytes, 3);
        let decoded = found.decode();
        prop_assert_eq!(decoded.frames(), poses.len());
        for (frame, pose) in poses.iter().enumerate() {
            prop_assert_eq!(decoded.translation(frame), pose.translation);
            for (bone, angles) in pose.angles.iter().enumerate() {
                let masked = |angle: i16| angle & 0xFFF;
                prop_assert_eq!(decoded.angles(frame, bone).map(masked), angles.map(masked));
            }
        }
        prop_assert_eq!(written(&found), bytes);
    }

    #[test]
    fn round_trips_random_streams(
        head in any::<[u8; 2]>(), key in 0u8..14, bones in 0usize..6,
        stream in proptest::collection::vec(any::<u8>(), 1..200),
    ) {
        let size = (stream.len() as u16).to_le_bytes();
        let bytes = [&[head[0], head[1] & 1, size[0], size[1], key][..], &stream].concat();
        let (found, _) = read(&bytes, bones);
        prop_assert_eq!(written(&found), bytes);
    }
}
