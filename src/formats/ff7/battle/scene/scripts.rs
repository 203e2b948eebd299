//! Action scripts as animations and as a text.

use std::sync::Arc;

use crate::bytes::count32;
use crate::formats::Loaded;
use crate::formats::ff7::animation::Moves;
use crate::formats::ff7::battle::Battle;
use crate::formats::ff7::battle::roles::Kind;
use crate::formats::ff7::rig::RATE;
use crate::formats::ff7::script::{Ending, Sequence, Told, action_name, listing, play};
use crate::scene::{Animation, Scene};

/// The field of a script.
pub(super) fn script_path(piece: usize) -> String {
    format!("sections[1].scripts[{piece}]")
}

impl Loaded<Battle> {
    /// Every script, with what it shows of the unit's animations.
    pub(super) fn scripts(&self, moves: &[(u8, Arc<Moves>)]) -> Vec<Told<'_>> {
        let Some(settings) = self.records.settings() else { return Vec::new() };
        let is_enemy = matches!(self.records.kind(), Kind::Enemy | Kind::ArmedEnemy);
        let frames = |number: u8| {
            let found = moves.iter().find(|(own, _)| *own == number);
            found.map_or(0, |(_, moves)| count32(moves.frames()))
        };
        let mut actions = settings.actions();
        let mut told = |(piece, script): (usize, _)| Told {
            script,
            path: script_path(piece),
            actions: actions.get_mut(piece).map(std::mem::take).unwrap_or_default(),
            played: play(script, is_enemy, frames),
        };
        settings.scripts().map(&mut told).collect()
    }

    /// The scripts that show something as animations, behind those that they are made of, and all of
    /// them as a text.
    pub(super) fn actions(&self, scene: &mut Scene, moves: &[(u8, Arc<Moves>)], told: &[Told<'_>]) {
        let count = self.records.settings().map_or(0, |settings| settings.scripts.len());
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
                origin: self.origin(told.path.clone()),
                data: Arc::new(Sequence {
                    moves: shown.cloned().collect(),
                    shots,
                    path: told.path.clone(),
                }),
            });
        }
        if told.iter().any(|told| !told.script.is_unused()) {
            let name = self.source.file_name();
            let text = listing(name, count, told, |path| self.origin(path));
            scene.listing = Some(Arc::new(text));
        }
    }
}
