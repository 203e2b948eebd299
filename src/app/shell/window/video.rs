//! Videos: frames decoded on threads, and their sound.

use std::sync::Arc;

use super::Window;
use crate::app::jobs::Message;
use crate::app::model::sound::{PlayRequest, SoundRequest};
use crate::scene::Sound;

impl Window {
    /// Decodes the current frame in the background.
    pub(super) fn decode_frame(&mut self) {
        let Some(frame) = self.state.film_frame() else { return };
        let Some((_, film)) = self.state.film() else { return };
        let film = film.clone();
        if !self.state.motion.screening.request(frame) {
            return;
        }
        let generation = self.state.generation();
        self.jobs.start("Decoding a frame", false, move |handle| {
            let still = Arc::new(film.still(frame));
            handle.send(Message::Still { generation, frame, still });
        });
    }

    /// Starts the sound of a playing video, and keeps it in sync with the pictures.
    pub(super) fn follow_film(&mut self) {
        let speed = self.state.settings.motion_speed;
        let sounding = self.state.motion.screening.sounding;
        if !self.state.view.playing || sounding == Some(speed) {
            return;
        }
        let Some(wanted) = self.sound_of_film(speed) else { return };
        self.state.motion.screening.sounding = Some(speed);
        if sounding.is_some() {
            self.state.sound.adjust(&wanted);
        } else if !wanted.sounds.is_empty() {
            wanted.sounds.iter().for_each(|wish| self.load_sound(wish.key));
            self.state.sound.play(wanted);
        }
    }

    /// All audible tracks from the current position; the longest, which is the clock, comes first.
    fn sound_of_film(&self, speed: f32) -> Option<PlayRequest> {
        let (_, film) = self.state.film()?;
        let scene = &self.state.scene()?.scene;
        let from = f64::from(self.state.view.seconds);
        let is_heard =
            |sound: &Sound| sound.channels > 0 && sound.duration_ms() as f64 > from * 1e3;
        let tracks = film.tracks.iter().filter_map(|id| Some((*id, scene.sounds.get(*id)?)));
        let mut tracks: Vec<_> = tracks.filter(|(_, sound)| is_heard(sound)).collect();
        tracks.sort_by_key(|(_, sound)| std::cmp::Reverse(sound.duration_ms()));
        let wish = |(id, _): &(_, &Sound)| {
            let key = self.state.sound_key(*id)?;
            Some(SoundRequest { key, volume_db: 0.0, attenuation: 0.0, speed, envelope: None })
        };
        let sounds = tracks.iter().filter_map(wish).collect();
        let manner = self.state.manner_of_film()?;
        Some(PlayRequest { sounds, name: film.name.clone(), manner, from })
    }
}
