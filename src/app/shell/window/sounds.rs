//! Sounds: decoding on threads, and the commands of the player.

use std::sync::Arc;

use super::Window;
use crate::app::jobs::Message;
use crate::app::model::sound::{Key, PlayMode, PlayRequest, SoundRequest, Track};
use crate::app::model::{
    Doc, DocScene, Level, command::CollisionPart, document::paths, sound::other_banks::OtherBanks,
};
use crate::audio::{Device, Player};
use crate::library::{Opened, ResolvedPath};
use crate::scene::{
    CollisionId, CollisionSound, CueId, ProgramId, RecordingId, Scene, Sound, Tone, note_name,
};

/// Steps of the volume.
pub(super) const VOLUME_STEP: f32 = 0.1;

impl Window {
    /// Prepares the sounds of a newly opened scene.
    pub(super) fn prepare_sounds(&mut self) {
        self.state.other_banks = OtherBanks::default();
        self.opening.looked_up = 0;
        let Some(doc) = self.state.doc.clone() else { return };
        let Some(scene) = doc.scene.as_ref().map(|scene| &scene.scene) else { return };
        if scene.sounds.is_empty() {
            return;
        }
        self.connect_player();
        let library = self.state.library.clone();
        let others = self.visited.others(&doc.opened.path);
        self.jobs.start("Comparing sounds", false, move |handle| {
            let Some(scene) = &doc.scene else { return };
            let scene_of = |other: &Arc<Opened>| Some((other.path.clone(), other.scene(&library)?));
            let others: Vec<(String, Arc<Scene>)> = others.iter().filter_map(scene_of).collect();
            let other_banks = OtherBanks::new(&library, &scene.scene, &others);
            handle.send(Message::OtherBanks { generation: doc.generation, other_banks });
        });
    }

    /// Connects the player to the sound output, unless it is connected.
    pub(super) fn connect_player(&mut self) {
        if !self.state.sound.is_connected() {
            let route = self.state.settings.route.output();
            self.state.sound.connect(Player::resting(route));
        }
    }

    /// Looks up the hash names of the open file again when the known names change, whether through an
    /// opened level, a text, or the user.
    pub(super) fn keep_names(&mut self) {
        let Some(doc) = self.state.doc.clone().filter(|_| self.state.has_sounds()) else { return };
        let revision = self.state.library.names.revision();
        if revision <= self.opening.looked_up.max(doc.names) || !doc.opened.is_named_elsewhere() {
            return;
        }
        self.opening.looked_up = revision;
        let library = self.state.library.clone();
        self.jobs.start("Looking up names", false, move |handle| {
            let (Some(scene), names) = doc.opened.scene_and_names(&library) else { return };
            handle.send(Message::Renamed(Arc::new(Doc {
                opened: doc.opened.clone(),
                problems: doc.problems.clone(),
                scene: Some(DocScene::new(scene)),
                generation: doc.generation,
                names,
            })));
        });
    }

    /// Adds the names that the user typed to the dictionary.
    pub(super) fn use_typed_names(&mut self) {
        self.state.library.names.set_typed(&self.state.settings.names);
    }

    /// Adds the words of the text at `path` to the hash names.
    pub(super) fn learn_names(&mut self, path: String) {
        let library = self.state.library.clone();
        let name = format!("Looking for names in {}", paths::name(&path));
        self.jobs.start(name, false, move |handle| {
            let learned = match library.place(&path) {
                Ok(ResolvedPath::File(source)) => library.learn(&source),
                _ => None,
            };
            match learned {
                Some(count) => handle.send(Message::Learned { path, count }),
                None => handle.notify(Level::Error, format!("{} is not text", paths::name(&path))),
            }
        });
    }

    /// Decodes the selected sound, so that its waveform is ready and it plays without delay.
    pub(super) fn follow_sound(&mut self) {
        let selected = self.state.selected_sound();
        if let Some(key) = selected.and_then(|sound| self.state.sound_key(sound)) {
            self.load_sound(key);
        }
    }

    pub(super) fn load_sound(&mut self, key: Key) {
        let scene = self.state.scene().map(|scene| scene.scene.clone());
        scene.into_iter().for_each(|scene| self.load_from(key, scene));
    }

    /// Decodes a sound of a scene, which need not be the open one, if that was not done yet.
    pub(super) fn load_from(&mut self, key: Key, scene: Arc<Scene>) {
        if scene.sounds.get(key.sound).is_none() || !self.state.sound.request(key) {
            return;
        }
        // Normalisation needs the loudness before playback starts.
        let normalises = self.state.settings.normalise;
        self.jobs.start("Decoding a sound", false, move |handle| {
            Track::decode(scene.sounds.get(key.sound), normalises, |track| {
                handle.send(Message::Decoded { key, track });
            });
        });
    }

    fn stored_sound(&self, sound: RecordingId) -> Option<&Sound> {
        self.state.scene()?.scene.sounds.get(sound)
    }

    pub(super) fn play_sound(&mut self, sound: RecordingId) {
        let Some(stored) = self.stored_sound(sound) else { return };
        let id = self.state.selected_id(sound);
        let (name, volume_db) = (stored.name_as(id), stored.volume_db(id));
        let attenuation = stored.attenuation(id);
        let manner = PlayMode::AsSet { looped: stored.looped.is_some() };
        let Some(key) = self.state.sound_key(sound) else { return };
        self.load_sound(key);
        let sounds = vec![SoundRequest { key, volume_db, attenuation, speed: 1.0, envelope: None }];
        self.state.sound.play(PlayRequest { sounds, name, manner, from: 0.0 });
    }

    /// Plays a collision as the engine does: volumes and speeds from the velocity, all hits together, the
    /// slide for its duration.
    pub(super) fn play_collision(
        &mut self,
        collision: CollisionId,
        heard: CollisionPart,
        velocity: f32,
    ) {
        let Some(scene) = self.state.scene() else { return };
        let Some(stored) = scene.scene.collisions.get(collision) else { return };
        let sounds: Vec<&CollisionSound> = match heard {
            CollisionPart::Hits => stored.hits.iter().collect(),
            CollisionPart::Hit(which) => stored.hits.get(which).into_iter().collect(),
            CollisionPart::Slide => stored.slide.iter().collect(),
        };
        let wish = |sound: &&CollisionSound| {
            let transfer = sound.transfer;
            let key = self.state.sound_key(sound.sound.filter(|_| transfer.is_heard(velocity))?)?;
            let (volume_db, speed) = (transfer.volume_db(velocity), transfer.speed(velocity));
            let attenuation = transfer.attenuation;
            Some(SoundRequest { key, volume_db, attenuation, speed, envelope: None })
        };
        let looped = heard == CollisionPart::Slide;
        let wanted = PlayRequest {
            sounds: sounds.iter().filter_map(wish).collect(),
            name: stored.title(),
            manner: PlayMode::AsEngine { collision, looped },
            from: 0.0,
        };
        if wanted.sounds.is_empty() || (looped && self.state.sound.adjust(&wanted)) {
            return;
        }
        wanted.sounds.iter().for_each(|wish| self.load_sound(wish.key));
        self.state.sound.play(wanted);
    }

    /// Plays a key of an instrument.
    pub(super) fn play_note(&mut self, program: ProgramId, only: Option<u32>, note: u8) {
        let Some(scene) = self.state.scene() else { return };
        let Some(stored) = scene.scene.programs.get(program) else { return };
        let tones = (0..).zip(&stored.tones).filter(|(index, tone)| match only {
            // A selected tone plays on every key.
            Some(only) => *index == only,
            None => tone.is_heard_at(note),
        });
        let wish = |(_, tone): (u32, &Tone)| {
            let sound = scene.scene.sounds.get(tone.sound?)?;
            let speed = tone.rate_at(note) as f32 / sound.rate.max(1) as f32;
            let (key, envelope) = (self.state.sound_key(tone.sound?)?, Some(tone.envelope));
            let volume_db = tone.gain_db();
            Some(SoundRequest { key, volume_db, attenuation: 0.0, speed, envelope })
        };
        let sounds: Vec<SoundRequest> = tones.filter_map(wish).collect();
        let name = format!("program {}, {}", stored.number, note_name(note));
        if !sounds.is_empty() {
            sounds.iter().for_each(|wish| self.load_sound(wish.key));
            let manner = PlayMode::AsNote { program, note };
            self.state.sound.play(PlayRequest { sounds, name, manner, from: 0.0 });
        }
    }

    /// Plays the tone of a cue at its key, or a recording of a bank without tones.
    pub(super) fn play_cue(&mut self, cue: CueId) {
        let cues = self.state.scene().map(|scene| &scene.scene.cues);
        let Some(cue) = cues.and_then(|cues| cues.get(cue)) else { return };
        match (cue.tone, cue.sound) {
            (Some((program, tone)), _) => self.play_note(program, Some(tone), cue.note),
            (None, Some(sound)) => self.play_sound(sound),
            (None, None) => {}
        }
    }

    pub(super) fn list_devices(&mut self) {
        self.jobs.start("Looking for sound devices", false, |handle| {
            handle.send(Message::Devices(Device::all()));
        });
    }

    pub(super) fn set_volume(&mut self, volume: f32) {
        let settings = &mut self.state.settings;
        settings.volume = volume.clamp(0.0, 1.0);
        settings.muted = false;
    }

    pub(super) fn change_volume(&mut self, by: f32) {
        let volume = &mut self.state.settings.volume;
        *volume = (*volume + by).clamp(0.0, 1.0);
    }

    /// The selected sound, unless it is the one that plays.
    fn other_selected(&self) -> Option<RecordingId> {
        let selected = self.state.selected_sound()?;
        let key = self.state.sound_key(selected);
        let playing = self.state.sound.now().map(|now| now.key);
        (key != playing).then_some(selected)
    }

    pub(super) fn play_pause(&mut self) {
        let is_silent = !self.state.sound.is_playing();
        match self.other_selected().filter(|_| is_silent) {
            Some(sound) => self.play_sound(sound),
            None => self.state.sound.toggle(),
        }
    }

    pub(super) fn retrigger(&mut self) {
        match self.other_selected() {
            Some(sound) => self.play_sound(sound),
            None => self.state.sound.retrigger(),
        }
    }
}
