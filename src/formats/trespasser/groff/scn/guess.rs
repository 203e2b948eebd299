//! Guesses the kind of a block. Its layout follows from the class of its instance, which only the
//! level states. Without the level, the size identifies most kinds, and the values in it identify
//! the rest.
//!
//! | bytes | kind |
//! |---|---|
//! | 28, 92 | a trigger, without and with a `FireExpression` |
//! | 32, 96 | a start trigger (with a word after it) or a sequence trigger (with a word before it) |
//! | 36, 100 | a timer trigger |
//! | 100, 164 | a location trigger |
//! | 36, 44 | a movable instance, a gun; 4 less in save versions 13 to 16 |
//! | 4, 124 | a checkpoint, the camera |

use super::block::{Block, Place, Trigger, TriggerBlock};
use super::kind::{BlockKind, CAMERA, TriggerKind, subsystem};
use super::saved::has_flags;
use crate::bytes::Endian;
use crate::bytes::layout::{Measuring, Pass};

/// All kinds of triggers, the most common of each size first.
const TRIGGERS: [TriggerKind; 5] = [
    TriggerKind::Plain,
    TriggerKind::Start,
    TriggerKind::Sequence,
    TriggerKind::Location,
    TriggerKind::Timer,
];

/// Upper bound for the size of known blocks.
const MAX_SIZE: usize = 256;

impl BlockKind {
    /// Bytes of a block of this kind; `None` if its layout is unknown.
    pub fn size(self) -> Option<u64> {
        let mut skim = Measuring::new(&[0; MAX_SIZE], MAX_SIZE as u64, 0, Endian::Little);
        let is_known = !matches!(self, BlockKind::Subsystem | BlockKind::Unknown);
        (is_known && Block::of_kind(self).pass(&mut skim).is_ok()).then(|| skim.pos())
    }

    /// Every kind whose blocks have this size, the most common first. The camera is recognised by its
    /// name instead.
    fn of_size(len: usize, version: i32) -> impl Iterator<Item = Self> {
        let flags = has_flags(version);
        let placed = [BlockKind::Placement { flags }, BlockKind::Gun { flags }];
        let triggers = [false, true].into_iter().flat_map(|expression| {
            TRIGGERS.into_iter().map(move |kind| BlockKind::Trigger { expression, kind })
        });
        let all = placed.into_iter().chain(triggers).chain([BlockKind::Teleport]);
        all.filter(move |kind| kind.size() == Some(len as u64))
    }

    /// The kind of a block, by its hash, its size, and the plausibility of its values.
    pub fn guess(hash: u32, bytes: &[u8], version: i32) -> Self {
        if hash == CAMERA && BlockKind::Camera.size() == Some(bytes.len() as u64) {
            return BlockKind::Camera;
        }
        if subsystem(hash).is_some() {
            return BlockKind::Subsystem;
        }
        let likely = |best: (u8, Self), kind: Self| {
            let score = kind.likeliness(bytes);
            if score > best.0 { (score, kind) } else { best }
        };
        Self::of_size(bytes.len(), version).fold((0, BlockKind::Unknown), likely).1
    }

    /// The other kinds that the block may have, by its size and values. Only the class of its instance,
    /// in the level, is certain.
    pub fn others(self, bytes: &[u8], version: i32) -> Vec<Self> {
        if matches!(self, BlockKind::Camera | BlockKind::Subsystem) {
            return Vec::new();
        }
        let is_odd = self.likeliness(bytes) == 1;
        let may_be = |other: &Self| *other != self && (is_odd || other.likeliness(bytes) > 1);
        Self::of_size(bytes.len(), version).filter(may_be).collect()
    }

    /// Score of the values for this kind; at least 1, since the size fits.
    fn likeliness(self, bytes: &[u8]) -> u8 {
        let mut block = Block::of_kind(self);
        let mut skim = Measuring::new(bytes, bytes.len() as u64, 0, Endian::Little);
        match (block.pass(&mut skim), &block) {
            (Ok(()), Block::Placement { place, .. } | Block::Gun { place, .. }) => placement(place),
            (Ok(()), Block::Trigger(TriggerBlock { state, .. })) => trigger(state),
            _ => 1,
        }
    }
}

/// Score of the common state of a trigger: the probability must be a whole percentage, and the fire time
/// a time or −1.
fn trigger(state: &Trigger) -> u8 {
    let is_time = |time: f32| time == -1.0 || time == 0.0 || (1e-6..1e7).contains(&time);
    let fits = state.has_whole_percent() && state.next_action <= 0xFF && is_time(state.fire_time);
    match (fits, state.probability) {
        (false, _) => 1,
        // Zeros fit any kind.
        (true, 0) => 2,
        (true, _) => 3,
    }
}

/// Score of a transform: a unit quaternion, a plausible scale, and no subnormal coordinates, as counts of
/// a trigger would be.
fn placement(place: &Place) -> u8 {
    let Place { position, rotation: turn, scale } = place;
    let squares = [turn.w, turn.x, turn.y, turn.z].map(|part| part * part);
    let is_turn = (squares.iter().sum::<f32>() - 1.0).abs() < 0.1;
    let is_there = [position.x, position.y, position.z].iter().all(|at| !at.is_subnormal());
    if is_turn && is_there && (1e-6..1e6).contains(scale) { 3 } else { 1 }
}
