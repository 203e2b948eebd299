//! Videos: the clock and the transport commands. While its sound plays, the sound is the clock.

use crate::app::model::State;
use crate::app::model::sound::PlayMode;
use crate::scene::{Element, Scene, Video, VideoId};

impl State {
    /// The current video.
    pub fn film(&self) -> Option<(VideoId, &Video)> {
        self.scene()?.scene.films.pairs().next()
    }

    /// `true` if the document shows nothing but the video.
    pub fn is_film(&self) -> bool {
        let flat = |scene: &Scene| scene.nodes.is_empty() && scene.helpers.is_empty();
        self.film().is_some() && self.scene().is_some_and(|scene| flat(&scene.scene))
    }

    /// Number of the current frame.
    pub fn film_frame(&self) -> Option<u32> {
        let (_, film) = self.film()?;
        let frames = f64::from(self.view.seconds) * 1e6 / film.frame_us as f64;
        // The start time of a frame may round down slightly.
        let frame = (frames + 1.0 / 1024.0).floor();
        // The cast saturates.
        Some((frame as u32).min(film.frames.saturating_sub(1)))
    }

    /// Playback settings for the tracks of the video.
    pub fn manner_of_film(&self) -> Option<PlayMode> {
        let (film, _) = self.film()?;
        Some(PlayMode::AsFilm { film, generation: self.generation() })
    }

    /// `true` if the current sound, playing, paused or ended, is that of the video.
    pub fn plays_video_sound(&self) -> bool {
        let manner = self.sound.now().map(|now| now.manner);
        manner.is_some() && manner == self.manner_of_film()
    }

    /// Advances the clock by `step` seconds.
    pub(super) fn move_film(&mut self, step: f64) {
        let (Some((_, film)), Some(manner)) = (self.film(), self.manner_of_film()) else { return };
        let whole = film.duration_us() as f64 / 1e6;
        let last = seconds_of(film, film.frames.saturating_sub(1));
        if self.sound.awaits(manner) {
            return;
        }
        let heard = self.plays_video_sound().then(|| self.sound.state());
        if heard == Some(crate::audio::State::Paused) {
            // Paused by another command.
            self.view.playing = false;
            return;
        }
        let clock = self.sound.position().filter(|_| heard == Some(crate::audio::State::Playing));
        let by_itself =
            || f64::from(self.view.seconds) + step * f64::from(self.settings.motion_speed);
        let next = clock.unwrap_or_else(by_itself);
        if next < whole {
            self.view.seconds = next as f32;
        } else {
            self.hush_film();
            let goes_on = self.settings.motion_looped;
            self.view.seconds = if goes_on { 0.0 } else { last };
            self.view.playing = goes_on;
        }
    }

    /// Seconds until the next frame; `None` if nothing plays.
    pub(super) fn until_next_frame(&self) -> Option<f64> {
        let (_, film) = self.film().filter(|_| self.view.playing)?;
        let next = f64::from(seconds_of(film, self.film_frame()? + 1));
        let left = (next - f64::from(self.view.seconds)) / f64::from(self.settings.motion_speed);
        // Pending frames and playing sound are checked more often.
        Some(left.clamp(0.001, 0.1))
    }

    pub(super) fn play_film(&mut self) {
        let Some((_, film)) = self.film() else { return };
        let is_over = self.film_frame() == film.frames.checked_sub(1);
        self.hush_film();
        if !self.view.playing && is_over {
            self.view.seconds = 0.0;
        }
        self.view.playing = !self.view.playing;
    }

    pub(super) fn step_film(&mut self, by: i32) {
        let (Some((_, film)), Some(frame)) = (self.film(), self.film_frame()) else { return };
        let next = (i64::from(frame) + i64::from(by)).rem_euclid(i64::from(film.frames.max(1)));
        // Fits into 32 bits.
        self.stop_film_at(next as u32);
    }

    /// Seeks to a time; playback continues from there.
    pub(super) fn seek_film(&mut self, seconds: f32) {
        let Some((_, film)) = self.film() else { return };
        let last = seconds_of(film, film.frames.saturating_sub(1));
        self.hush_film();
        self.view.seconds = seconds.clamp(0.0, last);
    }

    /// If the selected field is in a frame, shows that frame.
    pub(super) fn go_to_selected_film_frame(&mut self) {
        let element = self.selected_element();
        if let (Some(Element::Frame { frame, .. }), Some((_, film))) = (element, self.film())
            && frame < film.frames
            && self.film_frame() != Some(frame)
        {
            self.stop_film_at(frame);
        }
    }

    fn stop_film_at(&mut self, frame: u32) {
        let Some((_, film)) = self.film() else { return };
        let seconds = seconds_of(film, frame);
        self.hush_film();
        (self.view.playing, self.view.seconds) = (false, seconds);
    }

    /// Stops the video's sound, which is started again when playback continues.
    fn hush_film(&mut self) {
        let awaits = self.manner_of_film().is_some_and(|manner| self.sound.awaits(manner));
        if awaits || self.plays_video_sound() {
            self.sound.stop();
        }
        self.motion.screening.sounding = None;
    }
}

/// Start time of a frame in seconds.
fn seconds_of(film: &Video, frame: u32) -> f32 {
    (film.start_us(frame) as f64 / 1e6) as f32
}
