//! A sound bank with every coding and channel layout: spoken phrases with captions, birds, a sea, a tune,
//! and sounds of collisions.

pub mod synth;

use std::error::Error;
use std::path::Path;

use gouraud::formats::trespasser::cau::Cau;
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::{CollisionEntry, Id, Line, Transfer, flags};
use gouraud_testing::build::tpa;

/// The bank's name and content.
pub fn file() -> Result<(&'static str, Vec<u8>), Box<dyn Error>> {
    let mut bank = Contents::default();
    bank.add("MISSING", -18.0, tpa::pcm8(11025, 1, &synth::hiss(2_000)));
    bank.add(r"VO\WELCOME", 0.0, voice(&WELCOME)?);
    bank.add(r"VO\ORIGIN", 0.0, voice(&ORIGIN)?);
    bank.add(r"VO\STEP", -3.0, voice(&STEP)?);
    bank.add("BIRD 01", 0.0, tpa::adpcm(22050, 1, &synth::bird(22050, 3, 2600.0)));
    bank.add("BIRD 02", -4.0, tpa::adpcm(22050, 1, &synth::bird(22050, 5, 3300.0)));
    bank.add("AMB-DEMO-SEA", -6.0, tpa::adpcm(11025, 2, &synth::sea(11025, 4)));
    bank.add("MUSIC - DEMO", 0.0, tpa::adpcm(22050, 2, &synth::tune(22050)));
    bank.add("CHIME", -3.0, tpa::pcm16(11025, 2, &synth::chime(11025)));
    bank.add("IMPACT - STONE", 0.0, tpa::pcm16(11025, 1, &synth::knock(11025)));
    bank.add("IMPACT - SPLASH", 0.0, tpa::pcm8(11025, 1, &synth::splash(11025)));
    bank.add("SLIDE - GRAVEL", 0.0, tpa::pcm8(11025, 2, &synth::gravel(11025)));
    // A second id of a sound, and one that no list resolves.
    bank.ids.push(Id { attenuation: 0.5, ..tpa::id(name_hash("BIRD 03"), 4) });
    bank.ids.push(tpa::id(0xDEC0_DED5, 8));
    let collisions = bank.collisions();
    Ok(("voices.tpa", tpa::bank(bank.ids, bank.sounds, collisions).write()?))
}

#[derive(Default)]
struct Contents {
    ids: Vec<Id>,
    sounds: Vec<Cau>,
}

impl Contents {
    fn add(&mut self, name: &str, volume: f32, sound: Cau) {
        self.ids.push(Id { volume, ..tpa::id(name_hash(name), self.sounds.len()) });
        self.sounds.push(sound);
    }

    fn collisions(&self) -> Vec<CollisionEntry> {
        let hard = transfer(line(0.9, 0.1), line(0.5, -0.5), 0.0);
        let wet = transfer(line(1.2, -0.2), line(-0.6, 0.2), 0.3);
        let rough = transfer(line(0.7, 0.3), line(0.4, 0.0), 0.0);
        let [stone, splash, gravel] =
            ["IMPACT - STONE", "IMPACT - SPLASH", "SLIDE - GRAVEL"].map(name_hash);
        let base = CollisionEntry {
            min_delay: 0.3,
            hit_1: stone,
            hit_2: splash,
            slide: gravel,
            hit_1_transfer: hard,
            hit_2_transfer: wet,
            slide_transfer: rough,
            ..CollisionEntry::default()
        };
        let entry = |materials: [&str; 2], flags| {
            let [a, b] = materials.map(name_hash);
            CollisionEntry { material_a: a.min(b), material_b: a.max(b), flags, ..base }
        };
        vec![
            CollisionEntry { min_delay: 0.0, ..entry(["BULLET", "TERRAIN"], 1) },
            entry(["TERRAIN", "TERRAIN"], 1 | flags::SLIDE),
            entry(["TERRAIN", "WATER"], 2),
            entry(["WATER", "WATER"], flags::SLIDE),
        ]
    }
}

fn line(slope: f32, zero: f32) -> Line {
    Line { max: 1.0, min: -1.0, slope, zero }
}

fn transfer(volume: Line, pitch: Line, min_velocity: f32) -> Transfer {
    Transfer { volume: Line { min: 0.0, ..volume }, pitch, attenuation: 1.0, min_velocity }
}

/// Phrases spoken one after the other, each with its caption.
struct Voice {
    rate: u32,
    /// Stored as ADPCM, or as PCM.
    packed: bool,
    phrases: &'static [(&'static str, &'static str)],
    /// Caption that stays after the last word.
    last: (u64, &'static str),
}

const WELCOME: Voice = Voice {
    rate: 22050,
    packed: true,
    phrases: &[
        ("welcome_1", "Every sound of a bank\nis one key away."),
        ("welcome_2", "Its caption lights up\nwhen it is spoken."),
    ],
    last: (600, ""),
};
const ORIGIN: Voice = Voice {
    rate: 11025,
    packed: true,
    phrases: &[
        ("origin_1", "There is no game data in here."),
        ("origin_2", "This voice was made by a machine."),
    ],
    last: (1000, "(It is called “espeak-ng”.)"),
};
const STEP: Voice = Voice {
    rate: 11025,
    packed: false,
    phrases: &[("step_1", "Mind the step!")],
    last: (400, "…"),
};

/// Captions last multiples of a fifth of a second, so each phrase is padded with silence to that length.
fn voice(voice: &Voice) -> Result<Cau, Box<dyn Error>> {
    let unit = voice.rate as usize / 5;
    let (mut samples, mut captions) = (Vec::new(), Vec::new());
    for (file, text) in voice.phrases {
        let mut phrase = read(file, voice.rate)?;
        // At least a short pause between two phrases.
        let units = (phrase.len() + unit / 4).div_ceil(unit);
        phrase.resize(units * unit, 0);
        samples.extend(phrase);
        captions.push((units as u64 * 200, *text));
    }
    captions.push(voice.last);
    let sound = match voice.packed {
        true => tpa::adpcm(voice.rate, 1, &samples),
        false => tpa::pcm16(voice.rate, 1, &samples),
    };
    Ok(tpa::with_captions(sound, &captions))
}

fn read(name: &str, rate: u32) -> Result<Vec<i16>, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/voices");
    let mut wav = hound::WavReader::open(folder.join(name).with_extension("wav"))?;
    let spec = wav.spec();
    if (spec.sample_rate, spec.channels, spec.bits_per_sample) != (rate, 1, 16) {
        return Err(format!("{name}.wav is not mono, 16 bits, {rate} Hz").into());
    }
    Ok(wav.samples().collect::<Result<_, _>>()?)
}
