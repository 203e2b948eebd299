use gouraud::scene::{Envelope, Phase, note_name, pitch_at};

#[test]
fn pitches_match_the_document() {
    let vectors = [
        (60, 60, 0, 4096, 44100),
        (60, 84, 0, 1024, 11025),
        (60, 72, 64, 2108, 22696),
        (60, 60, 127, 4323, 46544),
        (60, 55, 5, 5467, 58861),
        (60, 127, 0, 85, 915),
        (60, 48, 100, 8554, 92098),
        (60, 40, 60, 13336, 143_583),
        (60, 12, 0, 16384, 176_400),
        (48, 61, 8, 1940, 20887),
    ];
    for (note, centre, fine, pitch, rate) in vectors {
        assert_eq!(pitch_at(note, centre, fine), (pitch, rate), "{note} {centre} {fine}");
    }
    assert_eq!(
        [1u8, 2, 96, 191].map(|part| {
            // A sixteenth of a semitone is eight 128ths.
            pitch_at(60 + part / 16, 60, part % 16 * 8).0
        }),
        [4110, 4125, 5792, 8162]
    );
}

#[test]
fn pitches_are_clamped_to_the_valid_range() {
    for note in 0..=255u8 {
        for centre in [0, 12, 60, 127, 255] {
            let (pitch, rate) = pitch_at(note, centre, 255);
            assert!((1..=0x4000).contains(&pitch) && (1..=176_400).contains(&rate));
        }
    }
}

#[test]
fn envelope_durations_match_the_document() {
    let vectors = [
        ((0x80FF, 0x5FC0), [Some(4), Some(0), None, Some(2)]),
        ((0x80E3, 0x5FC7), [Some(4), Some(39904), None, Some(256)]),
        ((0x1D2C, 0x8B4F), [Some(342), Some(2), Some(4096), Some(65536)]),
        ((0xBF8A, 0xD6CD), [Some(229_328), Some(190), Some(26_073_088), Some(16384)]),
        ((0xA8C5, 0x4A72), [Some(4094), Some(7246), Some(878), Some(1_424_896)]),
        ((0x7FFF, 0x001F), [None, Some(0), Some(0), None]),
    ];
    for ((attack_decay, sustain_release), steps) in vectors {
        let envelope = Envelope { attack_decay, sustain_release };
        assert_eq!(envelope.steps(), steps, "{attack_decay:04X} {sustain_release:04X}");
    }
}

#[test]
fn note_is_the_same_for_any_stride() {
    let envelope = Envelope { attack_decay: 0xA8C5, sustain_release: 0x4A72 };
    let (mut one, mut many) = (envelope.start(), envelope.start());
    for stride in [1, 7, 100, 3999, 5000, 2000] {
        (0..stride).for_each(|_| one.advance(1));
        many.advance(stride);
        assert_eq!((one.level(), one.phase()), (many.level(), many.phase()), "after {stride} more");
    }
}

#[test]
fn releasing_a_key_ends_the_note() {
    let mut note = Envelope { attack_decay: 0x80E3, sustain_release: 0x5FC7 }.start();
    note.advance(10_000);
    assert_eq!((note.phase(), note.has_ended()), (Phase::Decay, false));
    note.release();
    note.advance(10);
    assert!(note.level() > 0 && !note.has_ended());
    note.advance(256);
    assert!(note.has_ended());
}

#[test]
fn keys_have_piano_names() {
    assert_eq!([0, 59, 60, 61, 127].map(note_name), ["C-1", "B3", "C4", "C#4", "G9"]);
}
