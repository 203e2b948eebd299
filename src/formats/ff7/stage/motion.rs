//! Moving parts of stages, tick by tick.
//!
//! Source: format document `ff7-battle.md`, section 8.1. Numbers are the file's: y down, z away, 4096 per
//! turn.

use std::sync::Arc;

use glam::{Mat4, Vec3};

use crate::formats::ff7::animation::rotation;
use crate::formats::ff7::mesh::turn;
use crate::formats::ff7::rig;
use crate::scene::{Animation, AnimationData, Clip, Node, NodeId, Origin, Scene, Track, Transform};

/// Number of copies of a moving belt in the train's stage, and how far in front the first one is. The
/// copies are spaced by the distance that each moves before it restarts.
const BELT: (u16, i32) = (8, 40_000);

/// Motion of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Scenery that a train passes, one of eight copies: moves 1000 along z per tick, restarts after 10
    /// ticks.
    Scenery(u16),
    /// The train itself: 40 up every 4th tick, 80 up every 32nd.
    Shake,
    /// The shaft of an elevator, one of two copies: moves 100 up per tick, restarts after 125 ticks.
    Shaft(u16),
    /// A cabin: moves 25 up or down per tick and reverses every 16; the second is half a period behind
    /// the first.
    Bob(u16),
    /// Rotates about y by this angle per tick.
    TurnY(i16),
    /// Rotates about z by this angle per tick, 2500 units up.
    TurnZ(i16),
}

/// The motions of part `index` of a stage of type `kind`, one for each copy that is drawn; empty if it
/// does not move.
pub fn of_part(kind: u8, index: usize) -> Vec<Motion> {
    match (kind, index) {
        (0, 1 | 5 | 6 | 7 | 11) => vec![Motion::Shake],
        (0, 8..=10) => (0..BELT.0).map(Motion::Scenery).collect(),
        (2, 1 | 7) => vec![Motion::Bob(0)],
        (2, 2 | 8) => vec![Motion::Bob(1)],
        (2, 3..=5 | 9 | 10) => vec![Motion::Shaft(0), Motion::Shaft(1)],
        (3, 5) => vec![Motion::TurnY(1)],
        (3, 6) => vec![Motion::TurnY(2)],
        (3, 7) => vec![Motion::TurnY(4)],
        (4, 6) => vec![Motion::TurnZ(8)],
        (4, 7) => vec![Motion::TurnZ(6)],
        (4, 8) => vec![Motion::TurnZ(4)],
        _ => Vec::new(),
    }
}

/// Ticks after which everything on a stage of type `kind` repeats.
fn period(kind: u8) -> u32 {
    match kind {
        // Least common multiple of 10 and 32.
        0 => 160,
        // Least common multiple of 125 and 32.
        2 => 4000,
        3 => 4096,
        // Least common multiple of 512, 2048 and 1024.
        4 => 2048,
        _ => 0,
    }
}

impl Motion {
    /// Position and angles of the part at a tick.
    pub fn at(self, tick: u32) -> ([i32; 3], [i16; 3]) {
        let ticks = |round: u32| i32::try_from(tick % round).unwrap_or(0);
        // Angles wrap.
        let angle = |step: i16| ((tick % 4096) as i16).wrapping_mul(step);
        let place = match self {
            Motion::Scenery(copy) => [0, 0, 10_000 * i32::from(copy) - BELT.1 + 1000 * ticks(10)],
            Motion::Shake => {
                // A value that is set in a tick is visible in the next one.
                let before = ticks(32) + 31;
                let small = if before % 4 == 0 { -40 } else { 0 };
                let great = if before % 32 == 16 { -80 } else { 0 };
                [0, small + great, 0]
            }
            Motion::Shaft(copy) => [0, 12_500 * i32::from(copy) - 100 * ticks(125), 0],
            Motion::Bob(half) => [0, bob(ticks(32), half), 0],
            Motion::TurnY(_) => [0; 3],
            Motion::TurnZ(_) => [0, -2500, 0],
        };
        let angles = match self {
            Motion::TurnY(step) => [0, angle(step), 0],
            Motion::TurnZ(step) => [0, 0, angle(step)],
            _ => [0; 3],
        };
        (place, angles)
    }

    /// The transform at a tick in the scene's axes.
    fn transform(self, tick: u32) -> Transform {
        let (place, angles) = self.at(tick);
        Transform {
            translation: turn(Vec3::from_array(place.map(|part| part as f32))),
            rotation: rotation(angles),
            scale: Vec3::ONE,
        }
    }

    /// The transform at the start.
    pub fn start(self) -> Mat4 {
        self.transform(0).matrix()
    }
}

/// Height of a cabin after `ticks` of 32. In the game, a counter that runs down determines whether it
/// rises.
fn bob(ticks: i32, half: u16) -> i32 {
    let first = 16 * i32::from(half);
    let step = |tick: i32| if (first - tick).rem_euclid(32) < 16 { -25 } else { 25 };
    (0..ticks).map(step).sum()
}

/// The moving parts of a stage.
pub struct Moving {
    kind: u8,
    parts: Vec<(NodeId, Motion)>,
}

impl Moving {
    /// A stage of this type, without parts.
    pub fn new(kind: u8) -> Self {
        Self { kind, parts: Vec::new() }
    }

    /// Adds the node of part `index` to the scene, once for each copy that is drawn.
    pub fn place(&mut self, scene: &mut Scene, index: usize, node: Node) {
        let motions = of_part(self.kind, index);
        if motions.is_empty() {
            scene.nodes.push(node);
            return;
        }
        let copies = motions.len();
        for (copy, motion) in motions.into_iter().enumerate() {
            let name = match copies {
                1 => node.name.clone(),
                _ => format!("{}, {} of {copies}", node.name, copy + 1),
            };
            let copied = Node { name, local: motion.start(), ..node.clone() };
            self.parts.push((scene.nodes.push(copied), motion));
        }
    }

    /// The animation of all added parts; `origin` is the field that selects it. `None` if nothing moves.
    pub fn animation(self, origin: Origin) -> Option<Animation> {
        let frames = period(self.kind);
        let moves = !self.parts.is_empty();
        moves.then(|| rig::repeated("stage".to_owned(), frames, Arc::new(self), origin))
    }
}

impl AnimationData for Moving {
    fn decode(&self) -> Clip {
        let frames = period(self.kind);
        let tracks = self.parts.iter().map(|(node, motion)| Track {
            node: *node,
            keys: (0..frames).map(|tick| motion.transform(tick)).collect(),
            angles: (0..frames).map(|tick| motion.at(tick).1.map(f32::from)).collect(),
        });
        Clip { frames, tracks: tracks.collect() }
    }
}
