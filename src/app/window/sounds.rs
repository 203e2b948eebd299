//! What is heard: decoding on threads, and the commands of the player.

use std::sync::Arc;

use super::Window;
use crate::app::command::Command;
use crate::app::jobs::Message;
use crate::app::layout;
use crate::app::panel::PanelKind;
use crate::app::playback::{Key, Manner, Playback, Track};
use crate::audio::{Device, Player};
use crate::scene::Sound;

/// Steps of the volume.
const VOLUME_STEP: f32 = 0.1;

impl Window {
    /// A scene was opened: makes ready what its sounds will need.
    pub(super) fn prepare_sounds(&mut self) {
        self.state.bank = None;
        let Some(doc) = self.state.doc.clone() else { return };
        let Some(scene) = doc.scene.as_ref().map(|scene| &scene.scene) else { return };
        if scene.sounds.is_empty() {
            if layout::visible(&self.layout).contains(&PanelKind::Sounds) {
                layout::show(&mut self.layout, PanelKind::Scene);
            }
            return;
        }
        if scene.meshes.is_empty() {
            layout::show(&mut self.layout, PanelKind::Sounds);
            self.state.focus = PanelKind::Sounds;
        }
        let connected = self.state.sound.is_connected();
        self.jobs.start("Preparing sound", false, move |handle| {
            if !connected {
                let player = Player::new(Box::new(Device::default()));
                handle.send(Message::Player(Box::new(player)));
            }
            let crc32 = doc.opened.stored.crc32();
            handle.send(Message::Bank { generation: doc.generation, crc32 });
        });
    }

    /// Decodes what is selected, so that its picture is there and playing starts at once.
    pub(super) fn follow_sound(&mut self) {
        let selected = self.state.selected_sound();
        if let Some(key) = selected.and_then(|sound| self.state.sound_key(sound)) {
            self.load_sound(key);
        }
    }

    fn load_sound(&mut self, key: Key) {
        let Some(doc) = self.state.doc.clone() else { return };
        if self.stored_sound(key.sound).is_none() || !self.state.sound.ask(key) {
            return;
        }
        self.jobs.start("Decoding a sound", false, move |handle| {
            let sounds = doc.scene.as_ref().map(|scene| &scene.scene.sounds);
            let sound = sounds.and_then(|sounds| sounds.get(key.sound as usize));
            let track = sound.and_then(Track::of).map(Arc::new);
            handle.send(Message::Decoded { key, track });
        });
    }

    fn stored_sound(&self, sound: u32) -> Option<&Sound> {
        self.state.scene()?.scene.sounds.get(sound as usize)
    }

    fn play_sound(&mut self, sound: u32, engine: Option<(f32, f32)>) {
        let Some(stored) = self.stored_sound(sound) else { return };
        let (volume_db, engine_speed) = match engine {
            Some((volume_db, speed)) => (volume_db, Some(speed)),
            None => (stored.volume_db(), None),
        };
        let (name, manner) = (stored.name.clone(), Manner { volume_db, engine_speed });
        let Some(key) = self.state.sound_key(sound) else { return };
        self.load_sound(key);
        self.state.sound.play(key, name, manner);
    }

    /// As the engine plays it: with volume and speed from the velocity.
    fn play_collision(&mut self, collision: u32, which: usize, velocity: f32) {
        let Some(scene) = self.state.scene() else { return };
        let Some(collision) = scene.scene.collisions.get(collision as usize) else { return };
        let Some(heard) = collision.hits.iter().chain(&collision.slide).nth(which) else { return };
        let transfer = heard.transfer;
        if let Some(sound) = heard.sound.filter(|_| transfer.is_heard(velocity)) {
            let engine = (transfer.volume_db(velocity), transfer.speed(velocity));
            self.play_sound(sound, Some(engine));
        }
    }

    /// Applies the commands of the player. Returns false for everything else.
    pub(super) fn apply_sound(&mut self, command: &Command, ctx: &egui::Context) -> bool {
        let settings = &mut self.state.settings;
        match command {
            Command::PlaySound(sound) => self.play_sound(*sound, None),
            Command::PlayCollision { collision, which, velocity } => {
                self.play_collision(*collision, *which, *velocity);
            }
            Command::PlayPause => self.play_pause(),
            Command::TogglePlaying => self.state.sound.toggle(),
            Command::Retrigger => self.retrigger(),
            Command::StopSound => self.state.sound.stop(),
            Command::SoundStart => self.state.sound.seek(0.0),
            Command::SeekBy { percent } => self.state.sound.seek_by(f64::from(*percent) / 100.0),
            Command::SeekTo(seconds) => self.state.sound.seek(*seconds),
            Command::PlayOnly(region) => self.state.sound.set_region(*region),
            Command::SetVolume(volume) => {
                settings.volume = volume.clamp(0.0, 1.0);
                settings.muted = false;
            }
            Command::Louder => settings.volume = (settings.volume + VOLUME_STEP).min(1.0),
            Command::Quieter => settings.volume = (settings.volume - VOLUME_STEP).max(0.0),
            Command::ToggleLoop => settings.looped = !settings.looped,
            Command::ToggleMute => settings.muted = !settings.muted,
            Command::Higher => settings.speed = Playback::pitched(settings.speed, true),
            Command::Lower => settings.speed = Playback::pitched(settings.speed, false),
            Command::OriginalPitch => settings.speed = 1.0,
            Command::StarSound(sound) => self.star(*sound),
            Command::StarSelected => {
                let selected: Vec<u32> = self.state.selected_sounds().collect();
                selected.into_iter().for_each(|sound| self.star(sound));
            }
            _ => return false,
        }
        if matches!(command, Command::Higher | Command::Lower | Command::OriginalPitch) {
            self.state.sound.set_speed(self.state.settings.speed);
        }
        self.state.sound.use_settings(&self.state.settings);
        ctx.request_repaint();
        true
    }

    /// The selected sound, unless it is the one that plays.
    fn other_selected(&self) -> Option<u32> {
        let selected = self.state.selected_sound()?;
        let key = self.state.sound_key(selected);
        let playing = self.state.sound.now().map(|now| now.key);
        (key != playing).then_some(selected)
    }

    fn play_pause(&mut self) {
        let is_silent = self.state.sound.state() != crate::audio::State::Playing;
        match self.other_selected().filter(|_| is_silent) {
            Some(sound) => self.play_sound(sound, None),
            None => self.state.sound.toggle(),
        }
    }

    fn retrigger(&mut self) {
        match self.other_selected() {
            Some(sound) => self.play_sound(sound, None),
            None => self.state.sound.retrigger(),
        }
    }

    fn star(&mut self, sound: u32) {
        let Some(star) = self.state.star_of(sound) else { return };
        let stars = &mut self.state.settings.stars;
        if !stars.remove(&star) {
            stars.insert(star);
        }
    }
}
