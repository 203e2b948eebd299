//! Builds the scene of a bank.

use super::body::Body;
use super::rates::{rates, vag_index};
use super::records::{REVERB, Tone, Used, Vab};
use super::split_bank::{companion, origin_beside, sounds_beside};
use crate::bytes::{Problem, Problems, Severity};
use crate::container::Context;
use crate::formats::Loaded;
use crate::formats::ps1::sound_cues;
use crate::formats::ps1::spu::{self, Named, USUAL_RATE};
use crate::scene::{
    self, Envelope, Id, List, NameHash, Origin, Program, RecordingId, Scene, SoundId,
};

/// Builds the scene of a bank, whose sounds may be in a companion.
pub(super) fn build(file: &Loaded<Vab>, context: Context<'_>) -> (Scene, Problems) {
    let vab = &file.records;
    let mut problems = Problems::default();
    let mut scene = Scene { name: file.source.stem().to_owned(), ..Scene::default() };
    if vab.is_head() {
        let name = sounds_beside(&file.source);
        match companion(&name, context.siblings) {
            Some(body) => {
                let body = Body::of(vab, body);
                add(&mut scene, file, &body, |index| origin_beside(&body, index));
            }
            None => {
                let message = format!("companion {name} with the sounds of this bank not found");
                let whole = file.source.span();
                problems.push(Problem::new(Severity::Warning, whole, "", message));
                scene.programs = programs(file, &[]);
            }
        }
    } else {
        let body = Body::of(vab, vab.body.clone());
        add(&mut scene, file, &body, |index| file.origin(format!("vags[{index}]")));
    }
    sound_cues::add_beside(&mut scene, &file.source, &[], context);
    (scene, problems)
}

/// Adds the sounds of a body and the programs that play them.
pub(super) fn add(
    scene: &mut Scene,
    file: &Loaded<Vab>,
    body: &Body,
    origin: impl Fn(usize) -> Origin,
) {
    let rates = rates(&file.records);
    let sizes = file.spans("sizes");
    let mut numbers = vec![None; body.places.len()];
    for (index, place) in body.places.iter().enumerate().filter(|(_, place)| place.declared > 0) {
        if let Some(number) = numbers.get_mut(index) {
            *number = Some(Id::at(scene.sounds.len()));
        }
        // VAG numbers start at 1.
        let number = index + 1;
        let id = SoundId {
            name: NameHash { hash: number as u32, known: Vec::new() },
            attenuation: 0.0,
            volume_db: 0.0,
            origin: sizes.origin(number),
        };
        let rate = rates.get(index).copied().flatten().unwrap_or(USUAL_RATE);
        let name = format!("VAG {number}");
        let named = Named { name, origin: origin(index), ids: vec![id], rate };
        scene.sounds.push(spu::sound(named, body.data(*place), body.extent(*place)));
    }
    scene.programs = programs(file, &numbers);
}

/// Programs of the bank; `sounds` are the recordings of the VAGs.
fn programs(file: &Loaded<Vab>, sounds: &[Option<RecordingId>]) -> List<Program> {
    let of = |program: Used<'_>| {
        let tones = program.tones.iter().enumerate();
        let path = |index: usize| format!("tables[{}].tones[{index}]", program.table);
        let tone = |(index, tone): (usize, &Tone)| {
            let sound = vag_index(tone).and_then(|vag| sounds.get(vag).copied().flatten());
            self::tone(file, &program, tone, sound, file.origin(path(index)))
        };
        Program {
            number: program.number as u32,
            volume: program.slot.volume,
            pan: program.slot.pan,
            tones: tones.map(tone).collect(),
            origin: file.origin(format!("slots[{}]", program.number)),
        }
    };
    file.records.programs().map(of).collect::<Vec<_>>().into()
}

fn tone(
    file: &Loaded<Vab>,
    program: &Used<'_>,
    tone: &Tone,
    sound: Option<RecordingId>,
    origin: Origin,
) -> scene::Tone {
    let volumes = [file.records.header.volume, program.slot.volume, tone.volume];
    let gain: f32 = volumes.iter().map(|volume| f32::from(*volume) / 127.0).product();
    scene::Tone {
        sound,
        keys: [tone.lowest, tone.highest],
        centre: tone.centre,
        fine: tone.fine,
        volume: tone.volume,
        pan: tone.pan,
        reverb: tone.mode & REVERB != 0,
        envelope: Envelope {
            attack_decay: tone.attack_decay,
            sustain_release: tone.sustain_release,
        },
        // As in Sony's library, loudness is proportional to the square of the volumes.
        gain: (gain * gain).min(1.0),
        origin,
    }
}
