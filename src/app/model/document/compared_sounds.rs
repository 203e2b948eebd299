//! Sounds that differ in a comparison, with their difference as a sound of its own.

use std::sync::Arc;

use super::pair_part::PairPart;
use crate::app::model::sound::Key;
use crate::edit::{ElementPair, differing_sounds, sound_difference};
use crate::scene::{RecordingId, Scene, Sound};

/// A sound of a pair in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedSound {
    /// Index of the pair.
    pub pair: usize,
    pub part: PairPart,
}

/// The sounds that differ.
#[derive(Default)]
pub struct ComparedSounds {
    pairs: Vec<ElementPair<RecordingId>>,
    other: Arc<Scene>,
    own: Arc<Scene>,
    /// A scene with the difference of each pair that has one.
    differences: Arc<Scene>,
    /// For each pair, the sound of its difference, or a message that explains why it cannot be computed.
    difference_of: Vec<Result<RecordingId, String>>,
    /// Generation of the sounds of the other file; those of the differences have the next one.
    generation: u64,
    own_generation: u64,
}

impl ComparedSounds {
    /// Compares the sounds of two scenes. Slow. `None` if `go_on` returns `false`.
    pub fn of(
        other: Arc<Scene>,
        own: Arc<Scene>,
        own_generation: u64,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Option<Self> {
        if other.sounds.is_empty() || own.sounds.is_empty() {
            return Some(Self::default());
        }
        let pairs = differing_sounds(&other, &own, go_on)?;
        let mut differences = Scene::default();
        let difference = |pair: &ElementPair<RecordingId>| {
            let sounds = pair.0.zip(pair.1);
            let (one, two) = sounds.ok_or("only one file has this sound")?;
            let sounds = other.sounds.get(one).zip(own.sounds.get(two));
            let (one, two) = sounds.ok_or("only one file has this sound")?;
            sound_difference(one, two)
        };
        let found: Vec<Result<Sound, String>> = pairs.iter().map(difference).collect();
        let difference_of =
            found.into_iter().map(|sound| Ok(differences.sounds.push(sound?))).collect();
        let differences = Arc::new(differences);
        let generation = 0;
        Some(Self { pairs, other, own, differences, difference_of, generation, own_generation })
    }

    /// Sets the generation of the sounds of the other file, with which they are cached. The next one is used, too.
    pub fn set_generation(&mut self, generation: u64) {
        self.generation = generation;
    }

    /// Generations of the sounds of the other file and of the differences.
    pub fn generations(&self) -> [u64; 2] {
        [self.generation, self.generation + 1]
    }

    /// Number of pairs.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }

    /// `true` if no sound differs.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The sounds of a pair.
    pub fn pair(&self, index: usize) -> Option<ElementPair<RecordingId>> {
        self.pairs.get(index).copied()
    }

    /// Index of the pair of a sound of the open file.
    pub fn pair_of(&self, own: RecordingId) -> Option<usize> {
        self.pairs.iter().position(|pair| pair.1 == Some(own))
    }

    /// The reason why a pair has no difference.
    pub fn refusal(&self, pair: usize) -> Option<&str> {
        self.difference_of.get(pair)?.as_ref().err().map(String::as_str)
    }

    /// Cache key of a sound, with its scene.
    pub fn find(&self, sound: ComparedSound) -> Option<(Key, &Arc<Scene>)> {
        let (other, own) = self.pair(sound.pair)?;
        let (scene, generation, id) = match sound.part {
            PairPart::Other => (&self.other, self.generation, other?),
            PairPart::Own => (&self.own, self.own_generation, own?),
            PairPart::Difference => {
                let id = *self.difference_of.get(sound.pair)?.as_ref().ok()?;
                (&self.differences, self.generation + 1, id)
            }
        };
        Some((Key { generation, sound: id }, scene))
    }

    /// A sound of a pair.
    pub fn sound(&self, sound: ComparedSound) -> Option<&Sound> {
        let (key, scene) = self.find(sound)?;
        scene.sounds.get(key.sound)
    }
}
