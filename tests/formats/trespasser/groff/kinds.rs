//! Kinds of blocks, identified by the class of their instance, or by their size and numbers.

use gouraud::bytes::{Endian, Writer};
use gouraud::formats::trespasser::groff::scn::block::Trigger;
use gouraud::formats::trespasser::groff::scn::kind::{BlockKind, TriggerKind};

const STATE: Trigger = Trigger {
    next_action: 0,
    fires_left: 1,
    probability: u32::MAX,
    fire_time: -1.0,
    running_sequence: 0,
    next_action_time: 0.0,
    next_fire_time: 0.0,
};

/// `before` words of leftover memory, a trigger state, and words of zero.
fn block(before: usize, fill: u32, behind: usize) -> Vec<u8> {
    let mut out = Writer::new(Endian::Little);
    (0..before).for_each(|_| out.put(fill));
    out.shaped(&STATE);
    (0..behind).for_each(|_| out.put(0u32));
    out.finish()
}

fn trigger_of(expression: bool, kind: TriggerKind) -> BlockKind {
    BlockKind::Trigger { expression, kind }
}

#[test]
fn block_sizes_match_the_document() {
    let of = |class: &str, expression| BlockKind::of_class(class, expression, 22).unwrap().size();
    for (class, expression, size) in [
        ("CInstance", false, 36),
        ("CEntityWater", false, 36),
        ("CGun", false, 44),
        ("CCollisionTrigger", false, 28),
        ("cobjecttrigger", true, 92),
        ("CStartTrigger", false, 32),
        ("CSequenceTrigger", false, 32),
        ("CTimerTrigger", true, 100),
        ("CLocationTrigger", false, 100),
        ("CLocationTrigger", true, 164),
        ("Teleport", false, 4),
    ] {
        assert_eq!(of(class, expression), Some(size), "{class}");
    }
    assert_eq!(BlockKind::Camera.size(), Some(124));
    let old = BlockKind::of_class("", false, 14).unwrap();
    assert_eq!((old, old.size()), (BlockKind::Placement { flags: false }, Some(32)));
    for class in ["CAnimal", "CBooleanTrigger"] {
        assert_eq!(BlockKind::of_class(class, false, 22), None, "{class}");
    }
}

#[test]
fn distinguishes_blocks_of_equal_size_by_their_numbers() {
    use TriggerKind::{Location, Sequence, Start, Timer};
    let guess = |bytes: &[u8]| BlockKind::guess(1, bytes, 22);
    for fill in [0, 0xCDCD_CDCD] {
        assert_eq!(guess(&block(16, fill, 2)), trigger_of(true, Timer));
        assert_eq!(guess(&block(16, fill, 18)), trigger_of(true, Location));
    }
    assert_eq!(guess(&block(0, 0, 18)), trigger_of(false, Location));
    assert_eq!(guess(&block(1, 0, 0)), trigger_of(false, Sequence));
    assert_eq!(guess(&block(0, 0, 1)), trigger_of(false, Start));
    assert_eq!(guess(&block(0, 0, 2)), trigger_of(false, Timer), "36 bytes without a rotation");
    assert_eq!(guess(&[7; 2000]), BlockKind::Unknown);
}

#[test]
fn lists_alternative_kinds_of_a_block() {
    let others = |kind: BlockKind, bytes: &[u8], version| -> Vec<String> {
        kind.others(bytes, version).iter().map(ToString::to_string).collect()
    };
    let location = trigger_of(false, TriggerKind::Location);
    assert_eq!(others(location, &[0; 100], 22), ["timer trigger with a FireExpression"]);
    assert_eq!(others(location, &block(0, 0, 18), 22), ["timer trigger with a FireExpression"]);
    let clock = trigger_of(true, TriggerKind::Timer);
    assert_eq!(others(clock, &block(16, 0xCDCD_CDCD, 2), 22), [""; 0], "leftover memory");
    let start = trigger_of(false, TriggerKind::Start);
    assert_eq!(others(start, &[0; 32], 22), ["sequence trigger"]);
    assert_eq!(others(start, &[9; 32], 14), ["placement", "sequence trigger"]);
    assert_eq!(others(BlockKind::Gun { flags: true }, &[0; 44], 22), [""; 0]);
}
