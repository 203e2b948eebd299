//! Sounds of the plaza: a bank of instruments, the cues by which the level plays them, and an ambient
//! stream.

use gouraud::formats::ps1::sound_cues::Cue;
use gouraud::formats::ps1::vab::Tone;
use gouraud::formats::{Records, Refusal};
use gouraud_testing::build::ps1_sound::{Stream, cue, cues, tone, vab, vag, xa};

use crate::make_demo::craft::maths::sin;
use crate::make_demo::voices::synth;

/// Sample rate of the bank's recordings: 22 050, two octaves below 88 200.
const RATE: u32 = 22_050;
/// Key at which a recording of that rate is played unchanged.
const CENTRE: u8 = 72;

/// Numbers of the VAGs, from 1.
mod vags {
    pub const PLUCK: i16 = 1;
    pub const ORGAN: i16 = 2;
    pub const STRINGS: i16 = 3;
    pub const KNOCK: i16 = 4;
    pub const SPLASH: i16 = 5;
    pub const BIRD: i16 = 6;
    pub const WHEELS: i16 = 7;
}

/// Name and content of each file.
pub fn files() -> Result<Vec<(&'static str, Vec<u8>)>, Refusal> {
    Ok(vec![("plaza.vab", bank()?), ("plaza.sfx", cues(list())), ("plaza.xa", stream())])
}

fn bank() -> Result<Vec<u8>, Refusal> {
    let bird: Vec<i16> = synth::bird(RATE, 3, 2_900.0);
    let wheels = eight(&synth::gravel(RATE)).into_iter().step_by(2).collect::<Vec<_>>();
    let recordings = [
        vag(&pluck(), None),
        vag(&organ(), Some(0)),
        vag(&strings(), Some(28 * 160)),
        vag(&synth::knock(RATE), None),
        vag(&eight(&synth::splash(RATE)), None),
        vag(&bird, None),
        vag(&wheels[..wheels.len() / 28 * 28], Some(28 * 8)),
    ];
    vab(&programs(), &recordings).write()
}

/// Programs; recordings are of middle C, except those of objects.
fn programs() -> Vec<(u8, Vec<Tone>)> {
    let over = |[lowest, highest]: [u8; 2], tone: Tone| Tone { lowest, highest, ..tone };
    let at = |key: u8, vag: i16| over([key, key], tone(vag, key + CENTRE - 60));
    // Attack and release of seconds, so that chords fade in and out.
    let slow = |tone: Tone| Tone { attack_decay: 0xBB2F, sustain_release: 0x5FD1, ..tone };
    let plucked = |tone: Tone| Tone { attack_decay: 0x80C8, sustain_release: 0xD7ED, ..tone };
    let strings = Tone { mode: 4, fine: 12, ..slow(tone(vags::STRINGS, CENTRE)) };
    let organ = Tone { volume: 84, sustain_release: 0x5FCC, ..tone(vags::ORGAN, CENTRE) };
    vec![
        (0, vec![plucked(tone(vags::PLUCK, CENTRE))]),
        // Low keys play an organ, high ones strings, softly doubled by the organ.
        (
            1,
            vec![
                over([0, 59], organ),
                over([60, 127], strings),
                over([60, 127], Tone { volume: 40, ..organ }),
            ],
        ),
        (
            5,
            vec![
                at(60, vags::KNOCK),
                at(62, vags::SPLASH),
                at(64, vags::BIRD),
                at(65, vags::WHEELS),
            ],
        ),
    ]
}

/// Cues by their numbers in the level: wheels, water, birds, and a chime of the kiosk.
fn list() -> Vec<Cue> {
    vec![
        cue(1, 5, 0, 60),
        Cue { volume: 0xC00, ..cue(2, 5, 1, 62) },
        Cue { fall_off: 0x4000, volume: 0x800, ..cue(3, 5, 2, 64) },
        Cue { repeats: 0xFE, fall_off: 0x1000, ..cue(10, 5, 3, 65) },
        cue(20, 0, 0, 67),
    ]
}

/// Birds over a fountain in stereo, and a distant tune.
fn stream() -> Vec<u8> {
    const AMBIENT: u32 = 18_900;
    const MUSIC: u32 = 37_800;
    let mut place: Vec<i16> = synth::sea(AMBIENT, 4).iter().map(|sample| sample / 2).collect();
    for (from, side, hertz) in [(0.4, 0, 2_600.0), (1.7, 1, 3_200.0), (2.9, 0, 2_900.0)] {
        let first = (from * f64::from(AMBIENT)) as usize * 2 + side;
        let places = place.iter_mut().skip(first).step_by(2);
        for (place, sample) in places.zip(synth::bird(AMBIENT, 3, hertz)) {
            *place = place.saturating_add(sample / 3);
        }
    }
    let tune = synth::tune(MUSIC);
    let mono = tune.chunks_exact(2).map(|frame| (frame[0] / 2) + (frame[1] / 2));
    let music: Vec<i16> = mono.take(MUSIC as usize * 4).collect();
    xa(&[
        Stream { channel: 0, is_stereo: true, is_half: true, samples: place },
        Stream { channel: 1, is_stereo: false, is_half: false, samples: music },
    ])
}

/// Converts unsigned 8-bit samples to 16 bits.
fn eight(samples: &[u8]) -> Vec<i16> {
    samples.iter().map(|sample| (i16::from(*sample) - 128) << 8).collect()
}

/// Frames of three waves of middle C: one has 84 and a fraction, three have 252, which are nine whole
/// blocks.
const THREE_WAVES: usize = 252;

/// Sample of a wave of middle C, made of harmonics with these amplitudes.
fn wave(frame: usize, parts: &[f64]) -> f64 {
    let turns = 3.0 * frame as f64 / THREE_WAVES as f64;
    let part = |(index, loudness): (usize, &f64)| loudness * sin(turns * (index + 1) as f64);
    parts.iter().enumerate().map(part).sum()
}

fn to_16(value: f64) -> i16 {
    (value.clamp(-1.0, 1.0) * 30_000.0) as i16
}

/// A plucked string: high harmonics decay first.
fn pluck() -> Vec<i16> {
    let frames = THREE_WAVES * 60;
    let sample = |frame: usize| {
        let left = 1.0 - frame as f64 / frames as f64;
        let parts = [0.5 * left, 0.3 * left * left, 0.2 * left.powi(4), 0.12 * left.powi(6)];
        to_16(wave(frame, &parts) * left)
    };
    (0..frames).map(sample).collect()
}

/// Consists of a loop only.
fn organ() -> Vec<i16> {
    (0..THREE_WAVES).map(|frame| to_16(wave(frame, &[0.4, 0.25, 0.0, 0.15, 0.0, 0.08]))).collect()
}

/// Two waves that drift apart and meet again: an attack, then the loop.
fn strings() -> Vec<i16> {
    let frames = 28 * 160 + THREE_WAVES * 40;
    let sample = |frame: usize| {
        let drift = sin(frame as f64 / (THREE_WAVES * 40) as f64) * 0.12;
        let begins = (frame as f64 / (28.0 * 160.0)).min(1.0);
        to_16(wave(frame, &[0.34, 0.2, 0.14, 0.1, 0.06]) * (0.85 + drift) * (0.3 + 0.7 * begins))
    };
    (0..frames).map(sample).collect()
}
