//! Compares the sounds of two scenes by their samples.

use std::ops::ControlFlow;
use std::sync::Arc;

use rayon::prelude::*;

use super::align::{Element, align};
use super::digest::Digest;
use super::scene_digest::ElementPair;
use crate::scene::{Id, Origin, RecordingId, Samples, Scene, Sound, SoundData};

/// Sounds of two scenes with other samples, or another rate or loop; `None` in a pair where only one scene has the
/// sound. `None` if `go_on` returns `false`.
///
/// All sounds are decoded, in parts.
pub fn differing_sounds(
    a: &Scene,
    b: &Scene,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<ElementPair<RecordingId>>> {
    let elements = |scene: &Scene| -> Option<Vec<Element>> {
        let sounds: Vec<&Sound> = scene.sounds.iter().collect();
        sounds.into_par_iter().map(|sound| element(sound, go_on)).collect()
    };
    let (ones, twos) = (elements(a)?, elements(b)?);
    let content = |list: &[Element], at: Option<usize>| list.get(at?)?.content;
    let pairs = align(&ones, &twos).into_iter();
    let differing = pairs.filter(|(one, two)| content(&ones, *one) != content(&twos, *two));
    Some(differing.map(|(one, two)| (one.map(Id::at), two.map(Id::at))).collect())
}

/// The content of a sound; `None` if `go_on` returns `false`.
fn element(sound: &Sound, go_on: &dyn Fn() -> bool) -> Option<Element> {
    if !go_on() {
        return None;
    }
    let mut digest = Digest::new();
    let looped = sound.looped.map_or([u64::MAX; 2], |part| [part.first, part.last]);
    let shape = [sound.rate.into(), sound.channels.into(), sound.frames];
    [shape.as_slice(), &looped].concat().into_iter().for_each(|number| digest.add(number));
    sound.data.parts(&mut |part| {
        samples(&part).for_each(|sample| digest.add(u64::from(sample.cast_unsigned())));
        if go_on() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if !go_on() {
        return None;
    }
    let name = sound.id().map_or_else(|| Digest::of_bytes(sound.name.as_bytes()), u64::from);
    let (content, shape) = (Some(digest.finished()), Some(Digest::of(shape)));
    Some(Element { content, name: Some(name), shape })
}

/// Samples as 16-bit numbers.
fn samples(part: &Samples) -> Box<dyn Iterator<Item = i16> + '_> {
    match part {
        Samples::U8(samples) => {
            Box::new(samples.iter().map(|sample| (i16::from(*sample) - 128) << 8))
        }
        Samples::I16(samples) => Box::new(samples.iter().copied()),
    }
}

/// The samples of `b` without those of `a`.
///
/// # Errors
/// If they have other rates or channels.
pub fn sound_difference(a: &Sound, b: &Sound) -> Result<Sound, String> {
    if a.channels != b.channels {
        return Err(format!("the number of channels differs: {} and {}", a.channels, b.channels));
    }
    if a.rate != b.rate {
        return Err(format!("the rates differ: {} Hz and {} Hz", a.rate, b.rate));
    }
    let data = Subtracted { data: [a.data.clone(), b.data.clone()] };
    Ok(Sound {
        name: format!("{} (difference)", b.name),
        origin: Origin::default(),
        ids: Vec::new(),
        codec: "PCM",
        bits: 16,
        frames: a.frames.max(b.frames),
        expected_frames: a.frames.max(b.frames),
        stored_bytes: 0,
        looped: None,
        data: Arc::new(data),
        captions: Vec::new(),
        ..b.clone()
    })
}

/// The second sound without the first one.
struct Subtracted {
    data: [Arc<dyn SoundData>; 2],
}

impl SoundData for Subtracted {
    fn decode(&self) -> Samples {
        let [a, b] = self.data.each_ref().map(|data| data.decode());
        let count = a.len().max(b.len());
        let padded = |part| samples(part).chain(std::iter::repeat(0)).take(count);
        let subtracted = padded(&b).zip(padded(&a)).map(|(b, a)| b.saturating_sub(a));
        Samples::I16(subtracted.collect())
    }
}
