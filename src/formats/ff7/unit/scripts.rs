//! Action scripts as animations and as annotated text.

use std::sync::Arc;

use super::Unit;
use crate::bytes::count32;
use crate::formats::ff7::animation::Moves;
use crate::formats::ff7::rig::RATE;
use crate::formats::ff7::script::{Ending, Sequence, Told, action_name, listing, play};
use crate::scene::{Animation, Scene};

impl Unit<'_> {
    /// Field path of a script.
    pub(super) fn script_path(&self, piece: usize) -> String {
        format!("{}scripts[{piece}]", self.prefix)
    }

    /// Every script, with its simulated run on the unit's animations.
    pub(super) fn told(&self, moves: &[(u8, Arc<Moves>)]) -> Vec<Told<'_>> {
        let frames = |number: u8| {
            let found = moves.iter().find(|(own, _)| *own == number);
            found.map_or(0, |(_, moves)| count32(moves.frames()))
        };
        let mut actions = self.settings.actions();
        let mut told = |(piece, script): (usize, _)| Told {
            script,
            path: self.script_path(piece),
            actions: actions.get_mut(piece).map(std::mem::take).unwrap_or_default(),
            played: play(script, self.is_enemy(), frames),
        };
        self.settings.scripts().map(&mut told).collect()
    }

    /// Adds scripts that display frames as animations, after those that they play, and all scripts as a
    /// text.
    pub(super) fn actions(&self, scene: &mut Scene, moves: &[(u8, Arc<Moves>)], told: &[Told<'_>]) {
        let count = self.settings.scripts.len();
        for told in told {
            let (Some(first), false) = (told.actions.first(), told.played.shots.is_empty()) else {
                continue;
            };
            let shots = told.played.shots.clone();
            let shown =
                moves.iter().filter(|(own, _)| shots.iter().any(|shot| shot.animation == *own));
            let name = format!("action {first} {}", action_name(*first, count));
            scene.animations.push(Animation {
                name: name.trim_end().to_owned(),
                rate: RATE,
                frames: count32(shots.len()),
                looped: told.played.ending == Ending::Loop || *first == 0,
                is_event: false,
                camera: None,
                origin: (self.origin)(&told.path),
                data: Arc::new(Sequence {
                    moves: shown.cloned().collect(),
                    shots,
                    path: told.path.clone(),
                }),
            });
        }
        if told.iter().any(|told| !told.script.is_unused()) {
            let text = listing(self.name, count, told, |path| (self.origin)(path));
            scene.listing = Some(Arc::new(text));
        }
    }
}
