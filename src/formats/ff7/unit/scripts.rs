//! Action scripts as animations and as annotated text.

use std::sync::Arc;

use super::Unit;
use crate::bytes::count32;
use crate::formats::ff7::animation::Moves;
use crate::formats::ff7::rig::RATE;
use crate::formats::ff7::script::{Ending, ListedScript, Sequence, action_name, listing, play};
use crate::scene::{Animation, Scene};

impl Unit<'_> {
    /// Field path of a script.
    pub(super) fn script_path(&self, piece: usize) -> String {
        format!("{}scripts[{piece}]", self.prefix)
    }

    /// Every script, with its simulated run on the unit's animations.
    pub(super) fn listed(&self, moves: &[(u8, Arc<Moves>)]) -> Vec<ListedScript<'_>> {
        let frames = |number: u8| {
            let found = moves.iter().find(|(own, _)| *own == number);
            found.map_or(0, |(_, moves)| count32(moves.frames()))
        };
        let mut actions = self.settings.actions();
        let mut listed = |(piece, script): (usize, _)| ListedScript {
            script,
            path: self.script_path(piece),
            actions: actions.get_mut(piece).map(std::mem::take).unwrap_or_default(),
            played: play(script, self.is_enemy(), frames),
        };
        self.settings.scripts().map(&mut listed).collect()
    }

    /// Adds scripts that display frames as animations, after those that they play, and all scripts as a
    /// text.
    pub(super) fn actions(
        &self,
        scene: &mut Scene,
        moves: &[(u8, Arc<Moves>)],
        listed: &[ListedScript<'_>],
    ) {
        let count = self.settings.scripts.len();
        for listed in listed {
            let (Some(first), false) = (listed.actions.first(), listed.played.shots.is_empty())
            else {
                continue;
            };
            let shots = listed.played.shots.clone();
            let shown =
                moves.iter().filter(|(own, _)| shots.iter().any(|shot| shot.animation == *own));
            let name = format!("action {first} {}", action_name(*first, count));
            scene.animations.push(Animation {
                name: name.trim_end().to_owned(),
                rate: RATE,
                frames: count32(shots.len()),
                looped: listed.played.ending == Ending::Loop || *first == 0,
                is_event: false,
                camera: None,
                origin: (self.origin)(&listed.path),
                data: Arc::new(Sequence {
                    moves: shown.cloned().collect(),
                    shots,
                    path: listed.path.clone(),
                }),
            });
        }
        if listed.iter().any(|listed| !listed.script.is_unused()) {
            let text = listing(self.name, count, listed, |path| (self.origin)(path));
            scene.listing = Some(Arc::new(text));
        }
    }
}
