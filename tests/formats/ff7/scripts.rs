//! Action scripts: reading, playing, writing and changing (document `ff7-action-scripts.md`).

use gouraud::bytes::{Cursor, Endian, NoRecorder, Source, Value, Writer, layout};
use gouraud::formats::ff7::battle::{Battle, Section};
use gouraud::formats::ff7::script::opcodes::{self, OPCODES};
use gouraud::formats::ff7::script::{Ending, Operand, Script, Shot, Step, play};
use gouraud::formats::ff7::unit::settings::{OffsetTarget, SectionBlock, Settings};
use gouraud::formats::{Editable, ListChange, Loaded, Records};
use gouraud::scene::WordKind;
use gouraud_testing::build::ff7::battle::script;
use proptest::prelude::*;

use super::{assert_sound, fixtures, hex, open_as, scene};

fn codes(script: &Script) -> Vec<u8> {
    script.steps.iter().map(|step| step.code).collect()
}

fn written(script: &Script) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    layout::Layout::<u64>::pass(&mut script.clone(), &mut layout::Writing::new(&mut out), 0)
        .unwrap();
    out.finish()
}

/// A model whose actions run these scripts.
fn with_scripts(scripts: &[&str]) -> Battle {
    let mut character = fixtures::character();
    character.scripts = scripts.iter().map(|bytes| hex(bytes)).collect();
    character.finish().unwrap()
}

fn settings(battle: &Battle) -> &Settings {
    battle.settings().unwrap()
}

/// Operand bytes of each opcode, in the order of section 3; FE without C0 after it.
#[test]
fn opcodes_have_lengths_of_table() {
    let expected = [
        (
            "8E 8F 92 93 95 9B 9C 9E 9F A4 A5 A6 AA AE B0 B1 B2 B3 B4 B7 B8 C1 C3 C5 C9 CA CD CE DF",
            0,
        ),
        ("E0 E1 E2 E3 E4 E5 E6 E8 EA EB EC ED EE F0 F1 F2 F3 F6 F9 FA FC FE FF", 0),
        ("91 98 9D A0 A2 A3 A7 AC AF B6 B9 BC BE C2 C6 CC D6 DA E7 F4 F5 F7 F8", 1),
        ("96 97 A1 A8 A9 BA BF D7 DD DE", 2),
        ("90 C4 C7 D0 D4 D8 DC E9", 3),
        ("9A AB BD DB FB", 4),
        ("94 AD C8 D1", 5),
        ("99 FD", 6),
        ("CB CF D5", 8),
        ("B5", 11),
    ];
    let mut known = 0;
    for (codes, len) in expected {
        for code in hex(codes) {
            let op = opcodes::find(code).unwrap_or_else(|| panic!("opcode {code:02x} is missing"));
            let own: usize = op.operands.iter().map(|operand| operand.shape.size()).sum();
            assert_eq!(own, len, "{code:02x} {}", op.name);
            known += 1;
        }
    }
    // All of 0x8E to 0xFF except the six that count as animations.
    assert_eq!((known, OPCODES.len()), (114 - 6, 114 - 6));
    for code in hex("BB C0 D2 D3 D9 EF") {
        assert!(opcodes::find(code).is_none());
    }
}

#[test]
fn reads_little_endian_words_and_signed_distances() {
    // Move to −2 in front of the target in 24 ticks; after 3 ticks sound 0x012C; mark of FE.
    let script = script(hex("D1 FE FF 00 01 18 D8 03 2C 01 FE C0 AA"));
    let expected = [
        vec![Operand::Signed(-2), Operand::Word(256), Operand::Byte(24)],
        vec![Operand::Byte(3), Operand::Word(0x12C)],
        vec![Operand::Byte(0xC0)],
    ];
    let operands: Vec<_> = script.steps.iter().map(|step| step.operands.clone()).collect();
    assert_eq!(operands, expected);
    assert_eq!(script.steps[0].operand_text(), "distance -2, passed on 256, steps 24");
}

#[test]
fn ends_script_before_unreachable_bytes() {
    let all = |text: &str| codes(&script(hex(text)));
    for end in ["EE", "FF", "C1", "9E", "F1", "A2 00", "FE C0"] {
        let bytes = format!("01 {end} 02 02");
        assert_eq!(all(&bytes).len(), 2, "{end} ends the script");
    }
    // FE with another byte after it does nothing, and that byte is the next step.
    assert_eq!(all("FE 03 EE"), [0xFE, 3, 0xEE]);
    // After an end, the target of an earlier jump continues the script: CE to CD, B3 to B2.
    assert_eq!(all("CE 01 EE CD 02 EE 03"), [0xCE, 1, 0xEE, 0xCD, 2, 0xEE]);
    assert_eq!(all("B3 01 EE B2 02 EE 03"), [0xB3, 1, 0xEE, 0xB2, 2, 0xEE]);
    // Without a label nothing continues the script.
    assert_eq!(all("CE 01 EE 02"), [0xCE, 1, 0xEE]);
}

#[test]
fn plays_animations_in_sequence_and_waits_hold_last_frame() {
    let frames = |number: u8| [2, 0, 3].get(usize::from(number)).copied().unwrap_or(0);
    let shots = |text: &str, is_enemy| {
        let played = play(&script(hex(text)), is_enemy, frames);
        let shots = played.shots.iter().map(|shot| (shot.animation, shot.frame));
        (shots.collect::<Vec<_>>(), played.ending)
    };
    // 2, then two ticks of its last frame, then 0.
    let expected = vec![(2, 0), (2, 1), (2, 2), (2, 2), (2, 2), (0, 0), (0, 1)];
    assert_eq!(shots("02 F4 02 F3 00 EE", true), (expected, Ending::Idle));
    // A counter that is not set is 0, except the counter of fading, which is 14.
    assert_eq!(shots("00 F3 C5 F3 EE", true).0.len(), 2 + 14);
    assert_eq!(shots("00 C6 05 C5 F3 EE", true).0.len(), 2 + 5);
    // Enemies skip the steps between CE and CD; players do not.
    assert_eq!(shots("CE 00 EE CD 02 F1", true), (vec![(2, 0), (2, 1), (2, 2)], Ending::Stands));
    assert_eq!(shots("CE 00 EE CD 02 F1", false), (vec![(0, 0), (0, 1)], Ending::Idle));
    // Three other ways to start an animation.
    assert_eq!(shots("A7 00 A9 07 02 B6 00 C1", true).0.len(), 2 + 3 + 2);
    assert_eq!(shots("C9 00 C1", true).1, Ending::Loop);
    assert_eq!(shots("00 FE C0", true).1, Ending::Loop);
    // Missing animations show nothing and are reported.
    let played = play(&script(hex("01 63 00 EE")), true, frames);
    assert_eq!((played.shots.len(), played.missing), (2, vec![(0, 1), (1, 99)]));
    // A wait before the first animation has no frame to show.
    assert_eq!(shots("F4 09 F3 00 EE", true).0.len(), 2);
}

#[test]
fn limits_length_of_played_script() {
    let many = vec![0u8; 200].into_iter().chain([0xEE]).collect();
    let played = play(&script(many), true, |_| 60_000);
    assert_eq!((played.shots.len(), played.ending), (3600, Ending::TooLong));
    assert_eq!(played.shots[3599], Shot { animation: 0, frame: 3599, step: 0 });
}

#[test]
fn shows_every_operand_as_field() {
    let document = open_as("ff7.battle", fixtures::enemy().write().unwrap());
    assert_sound(&document);
    let field = |path: &str| {
        let id = document.tree.find(path).unwrap_or_else(|miss| panic!("{miss}"));
        document.tree.field(&id).unwrap()
    };
    let step = field("sections[1].scripts[1].steps[2]");
    assert_eq!((step.type_name.as_str(), step.meaning.as_str()), ("set wait", "set wait; ticks 3"));
    let ticks = field("sections[1].scripts[1].steps[2].ticks");
    assert_eq!((ticks.value, ticks.meaning.as_str()), (Value::Uint(3), "ticks"));
    assert_eq!(field("sections[1].scripts[1].steps[1]").meaning, "plays animation 2");
    assert_eq!(field("sections[1].settings.attachments.target").meaning, "sections[0].bones[2]");
}

#[test]
fn reports_unknown_opcodes_missing_animations_and_missing_ends() {
    let battle = with_scripts(&["C9 00 C1", "D9 07 EE", "00 00 05"]);
    let document = open_as("ff7.battle", battle.write().unwrap());
    let messages: Vec<String> =
        document.problems.iter().map(|problem| problem.to_string()).collect();
    let has = |text: &str| {
        assert!(messages.iter().any(|line| line.contains(text)), "{text}: {messages:?}");
    };
    has("unknown opcode 0xd9; the game plays animation 217");
    has("missing animation 7: the body has 3");
    has("the script has no end");
    // They are visible in the text, too.
    let scene = scene(&document);
    let listing = scene.listing.unwrap();
    let unknown: Vec<&str> = listing
        .lines
        .iter()
        .flat_map(|line| &line.words)
        .filter(|word| word.kind == WordKind::Unknown)
        .map(|word| word.text.as_str())
        .collect();
    assert_eq!(unknown, ["d9", "play 7", "play 5"]);
    // And it is written back unchanged.
    assert_eq!(Loaded::<Battle>::open(&document.source).unwrap().0.records.write().unwrap(), {
        document.source.bytes()
    });
}

#[test]
fn lists_script_after_end_of_another_separately() {
    let mut battle = with_scripts(&["C9 00 C1", "02 EE"]);
    let Section::Settings(settings) = &mut battle.sections[1] else { panic!() };
    // An unreferenced script: 5 bytes after the fill of the second script.
    settings.pieces.push(SectionBlock::Script(script(hex("FC F7 02 00 EE"))));
    let bytes = battle.write().unwrap();
    let document = open_as("ff7.battle", bytes.clone());
    assert_sound(&document);
    let (file, _) = Loaded::<Battle>::open(&document.source).unwrap();
    let scripts: Vec<Vec<u8>> =
        self::settings(&file.records).scripts().map(|(_, script)| codes(script)).collect();
    assert_eq!(scripts, [vec![0xC9, 0, 0xC1], vec![2, 0xEE], vec![0xFC, 0xF7, 0, 0xEE]]);
    assert!(self::settings(&file.records).actions()[2].is_empty());
    assert_eq!(file.records.write().unwrap(), bytes);
}

#[test]
fn lists_actions_after_animations() {
    let document = open_as("ff7.battle", fixtures::enemy().write().unwrap());
    let scene = scene(&document);
    let names: Vec<&str> = scene.animations.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(names, ["animation 0", "animation 2", "action 0 idle", "action 1 hurt"]);
    let frames: Vec<(u32, bool)> = scene.animations.iter().map(|a| (a.frames, a.looped)).collect();
    assert_eq!(frames, [(4, true), (4, true), (4, true), (4 + 3 + 4, false)]);
    let decode = |at: usize| scene.animations[at].data.decode();
    let (first, second, hurt) = (decode(0), decode(1), decode(3));
    assert_eq!((hurt.frames, hurt.tracks.len()), (11, 5));
    for (track, own) in hurt.tracks.iter().enumerate() {
        let (from, of) = (&second.tracks[track].keys, &first.tracks[track].keys);
        let expected: Vec<_> = [&from[..], &[from[3]; 3], &of[..]].concat();
        assert_eq!(own.keys, expected, "bone {track}");
    }
    // A key maps to its stored bits, and a step to its first frame.
    let data = &scene.animations[3].data;
    assert_eq!(data.key(1, 5).unwrap().path, "sections[4].frames[3].bones[1]");
    assert_eq!(data.moment("sections[1].scripts[1].steps[3]"), Some((4, None)));
    assert_eq!(data.moment("sections[1].scripts[1].steps[4].code"), Some((7, None)));
}

#[test]
fn text_lists_every_step_with_its_field() {
    let document = open_as("ff7.battle", fixtures::enemy().write().unwrap());
    let scene = scene(&document);
    let listing = scene.listing.unwrap();
    let lines: Vec<(u8, String, &str)> =
        listing.lines.iter().map(|l| (l.depth, l.text(), l.origin.path.as_str())).collect();
    let last: Vec<(u8, &str, &str)> =
        lines.iter().skip(4).map(|(depth, text, path)| (*depth, text.as_str(), *path)).collect();
    assert_eq!(last[0], (0, "action 1 hurt 11 frames, then idles", "sections[1].scripts[1]"));
    assert_eq!(last[1].1, "face target (the target turns, too)");
    assert_eq!(last[2], (1, "play 2", "sections[1].scripts[1].steps[1]"));
    assert_eq!(last[3].1, "set wait ticks 3");
}

#[test]
fn copies_and_removes_steps_and_updates_offsets() {
    let battle = fixtures::enemy();
    let source = Source::from_bytes("file.bin", battle.write().unwrap());
    let (file, _) = Loaded::<Battle>::open(&source).unwrap();
    let change = |change: &ListChange<'_>| {
        file.with_list(gouraud::container::Context::ALONE, change).unwrap()
    };
    let paths = ["sections[1].scripts[0].steps[1]".to_owned()];
    let bytes = change(&ListChange::Copy(&paths));
    let (changed, problems) = Loaded::<Battle>::open(&Source::from_bytes("b", bytes)).unwrap();
    assert_eq!(problems.iter().count(), 0);
    let settings = settings(&changed.records);
    let scripts: Vec<Vec<u8>> = settings.scripts().map(|(_, script)| codes(script)).collect();
    assert_eq!(scripts, [vec![0xC9, 0, 0, 0xC1], vec![0xFC, 2, 0xF4, 0xF3, 0, 0xEE]]);
    assert_eq!(settings.scripts[1], OffsetTarget::Block(1));
    let paths = ["sections[1].scripts[1].steps[2]".to_owned()];
    let bytes = change(&ListChange::Remove(&paths));
    let (changed, _) = Loaded::<Battle>::open(&Source::from_bytes("b", bytes)).unwrap();
    let second = self::settings(&changed.records).scripts().nth(1).unwrap().1;
    assert_eq!(codes(second), [0xFC, 2, 0xF3, 0, 0xEE]);
    // The end step cannot be removed.
    let end = ["sections[1].scripts[1].steps[5]".to_owned()];
    let end = ListChange::Remove(&end);
    assert!(file.with_list(gouraud::container::Context::ALONE, &end).is_err());
}

fn any_step() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..40)
}

proptest! {
    #[test]
    fn round_trips_random_bytes(bytes in any_step()) {
        let source = Source::from_bytes("script", bytes.clone());
        let mut cur = Cursor::new(&source, Endian::Little, NoRecorder);
        let mut own = Script::default();
        layout::read(&mut cur, &mut own, 0, 0).unwrap();
        let end = cur.pos() as usize;
        prop_assert_eq!(written(&own), &bytes[..end]);
        let steps: usize = own.steps.iter().map(Step::size).sum();
        prop_assert!(steps + own.fill.len() == end);
        // Playing ends on any script.
        play(&own, true, |number| u32::from(number % 5));
    }
}
