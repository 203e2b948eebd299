//! Animation: the clock, the pose, the transport commands.

use std::sync::Arc;

use crate::app::model::view::motion::{CurrentAnimation, PoseKey, SPEEDS};
use crate::app::model::view::play_direction::{PlayDirection, PlayLength, PlayPosition};
use crate::app::model::{SelectionTarget, Settings, State, View};
use crate::render::Camera;
use crate::scene::{
    Animation, AnimationId, Element, FlashLimit, Id, MeshId, OptionId, Pose, Posed, VariantId,
};

/// Longest pause between frames that the clock catches up with, in seconds.
const MAX_STEP: f64 = 1.0;

impl State {
    /// The current frame of the chosen animation, once it is decoded.
    pub fn now(&self) -> Option<CurrentAnimation<'_>> {
        let index = self.view.animation?;
        let animation = self.scene()?.scene.animations.get(index)?;
        let clip = self.motion.clip(index)?;
        let frame = animation.frame_at(clip, shown_seconds(&self.view, &self.settings));
        Some(CurrentAnimation { index, animation, clip, frame })
    }

    pub fn has_animations(&self) -> bool {
        self.scene().is_some_and(|scene| !scene.scene.animations.is_empty())
    }

    /// `true` if there are animations or a video to play.
    pub fn has_transport(&self) -> bool {
        self.has_animations() || self.film().is_some()
    }

    /// The current pose, for pictures and exports.
    pub fn pose(&self) -> Pose {
        let morphs = self.view.morphs.iter();
        let morphs = morphs.map(|((mesh, morph), weight)| (*mesh, *morph, *weight)).collect();
        let looped = |now: &CurrentAnimation<'_>| now.animation.looped;
        let interpolate = self.settings.interpolate;
        let pose = self.now().map(|now| now.clip.pose(now.frame, interpolate, looped(&now)));
        Pose { morphs, ..pose.unwrap_or_default() }
    }

    /// Advances the clock to `time` (seconds since an arbitrary start) and updates the pose if it
    /// changed. Returns the seconds until the next change; `None` if nothing plays.
    pub fn move_on(&mut self, time: f64) -> Option<f64> {
        let step = self.motion.ticked.replace(time).map_or(0.0, |before| time - before);
        if !self.view.playing {
            self.motion.ticked = None;
        } else if self.film().is_some() {
            self.move_film(step.clamp(0.0, MAX_STEP));
        } else if let Some(now) = self.now() {
            let length = PlayLength {
                last: f64::from(now.start_of(now.clip.frames.saturating_sub(1))),
                whole: f64::from(now.seconds()),
                looped: self.settings.motion_looped,
            };
            let step = step.clamp(0.0, MAX_STEP) * f64::from(self.settings.motion_speed);
            let (seconds, returns) = (f64::from(self.view.seconds), self.view.returns);
            let from = PlayPosition { seconds, returns, has_ended: false };
            let next = self.settings.motion_direction.advance(from, step, length);
            (self.view.seconds, self.view.returns) = (next.seconds as f32, next.returns);
            if next.has_ended {
                self.view.playing = false;
                self.motion.ticked = None;
            }
        }
        self.make_pose();
        self.follow_camera();
        self.move_surfaces();
        self.choose_details();
        self.until_next_frame().or_else(|| self.until_next())
    }

    /// Seconds until the next pose.
    fn until_next(&self) -> Option<f64> {
        let now = self.now().filter(|_| self.view.playing)?;
        let (seconds, fps) = (f64::from(self.view.seconds), f64::from(self.settings.motion_fps));
        let goes_back = self.settings.motion_direction.goes_back(self.view.returns);
        let is_smooth = self.settings.interpolate || self.has_surface_animation();
        let next = if goes_back {
            // The previous frame begins right before the start of this one.
            let start = f64::from(now.start_of(now.key())) * fps;
            if is_smooth { (seconds * fps).ceil() - 1.0 } else { (start - 1e-3).floor() }
        } else if is_smooth {
            (seconds * fps).floor() + 1.0
        } else {
            // A key is held until the next one starts.
            (f64::from(now.start_of(now.key() + 1)) * fps - 1e-3).ceil()
        } / fps;
        Some(((next - seconds).abs() / f64::from(self.settings.motion_speed)).clamp(0.0, 1.0))
    }

    fn make_pose(&mut self) {
        let Some(doc) = self.doc.clone() else { return };
        let Some(scene) = doc.scene.as_ref().map(|scene| &scene.scene) else { return };
        let now = self.now();
        let morphs = self.view.morphs.iter();
        let wanted = PoseKey {
            animation: now.as_ref().map(|now| now.index),
            frame: now.as_ref().map_or(0.0, |now| match self.settings.interpolate {
                true => now.frame,
                false => now.key() as f32,
            }),
            interpolate: self.settings.interpolate,
            ghost: self.view.ghost,
            morphs: morphs.map(|((mesh, morph), weight)| (*mesh, *morph, *weight)).collect(),
        };
        if self.motion.made_for.as_ref() == Some(&wanted) {
            return;
        }
        let ghost = now.filter(|now| self.view.ghost && now.clip.frames > 1).map(|now| {
            let frames = now.clip.frames;
            let before = (now.key() + frames - 1) % frames;
            let pose = now.clip.pose(before as f32, false, false);
            Arc::new(Posed::new(scene, &Pose { morphs: wanted.morphs.clone(), ..pose }))
        });
        let posed = Posed::new(scene, &self.pose());
        self.motion.posed = Arc::new(posed);
        self.motion.ghost = ghost;
        self.motion.changes += 1;
        self.motion.made_for = Some(wanted);
    }

    /// Uses the camera that the animation moves, if that is enabled.
    fn follow_camera(&mut self) {
        let Some(before) = self.view.ride else { return };
        let node = self.now().and_then(|now| now.animation.camera);
        let place = node.and_then(|node| self.motion.posed.bones().get(node.index()).copied());
        match place.and_then(|place| Camera::through(place, before.distance)) {
            Some(camera) => {
                self.look_from(Camera { field_of_view: before.field_of_view, ..camera });
            }
            // Another animation was selected.
            None if self.now().is_some() => self.end_ride(),
            None => {}
        }
    }

    fn look_from(&mut self, camera: Camera) {
        (self.view.camera, self.view.fitted_for) = (camera, None);
    }

    /// Restores the previous camera.
    fn end_ride(&mut self) {
        if let Some(before) = self.view.ride.take() {
            self.look_from(before);
        }
    }

    pub fn ride_along(&mut self) {
        let can = self.now().is_some_and(|now| now.animation.camera.is_some());
        match self.view.ride {
            Some(_) => self.end_ride(),
            None if can => self.view.ride = Some(self.view.camera),
            None => {}
        }
    }

    fn move_surfaces(&mut self) {
        let wanted = self.surfaces();
        if self.motion.moved_for == wanted {
            return;
        }
        let scene = self.scene().map(|scene| &scene.scene);
        let moved = scene.zip(wanted).map(|(scene, (time, flashes))| scene.moved(time, flashes));
        self.motion.moved = Arc::new(moved.unwrap_or_default());
        self.motion.moved_for = wanted;
        self.motion.changes += 1;
    }

    fn has_surface_animation(&self) -> bool {
        self.scene().is_some_and(|scene| scene.moving_surfaces)
    }

    /// Time of animated surfaces: that of the current animation, or 0 without one.
    fn surfaces(&self) -> Option<(f32, FlashLimit)> {
        if !self.has_surface_animation() {
            return None;
        }
        let settings = &self.settings;
        let flashes = match (settings.reduce_motion, settings.limit_flashes) {
            (true, _) => FlashLimit::None,
            (false, true) => FlashLimit::Few { speed: settings.motion_speed },
            (false, false) => FlashLimit::Free,
        };
        let seconds =
            |now: CurrentAnimation<'_>| now.frame / now.animation.rate.max(f32::MIN_POSITIVE);
        Some((self.now().map_or(0.0, seconds), flashes))
    }

    /// Plays or pauses the video or the animation.
    pub fn play(&mut self) {
        match self.film().is_some() {
            true => self.play_film(),
            false => self.play_animation(),
        }
    }

    /// Steps by frames, forward or back.
    pub fn step_frames(&mut self, by: i32) {
        match self.film().is_some() {
            true => self.step_film(by),
            false => self.step_frame(by),
        }
    }

    pub fn faster(&mut self) {
        self.step_speed(|now, speed| speed > now, false);
    }

    pub fn slower(&mut self) {
        self.step_speed(|now, speed| speed < now, true);
    }

    pub fn set_morph(&mut self, mesh: MeshId, morph: u32, weight: f32) {
        self.view.morphs.insert((mesh, morph), weight);
        self.view.morphs.retain(|_, weight| *weight != 0.0);
    }

    /// Selects the level of detail of objects for the camera and pose.
    fn choose_details(&mut self) {
        let Some(scene) = self.scene() else { return };
        let view = &self.view;
        let chosen =
            view.detail.chosen(&view.visibility, &scene.scene, &self.motion.posed, &view.camera);
        self.view.visibility.detail = chosen;
    }

    pub fn show_animation(&mut self, index: AnimationId) {
        if self.view.animation != Some(index) {
            (self.view.animation, self.view.seconds) = (Some(index), 0.0);
        }
    }

    pub fn step_animation(&mut self, by: i64) {
        let count = self.scene().map_or(0, |scene| scene.scene.animations.len()) as i64;
        if count > 0 {
            let now = self.view.animation.map_or(-by.min(0), |now| now.number().into());
            self.show_animation(Id::new((now + by).rem_euclid(count) as u32));
        }
    }

    fn play_animation(&mut self) {
        if self.view.animation.is_none() && self.has_animations() {
            self.show_animation(Id::new(0));
        }
        let ends = self.now().map(|now| {
            let last = now.clip.frames.saturating_sub(1);
            // Just before the end of the last frame.
            (now.key(), last, now.seconds() * 0.9999)
        });
        if let Some((key, last, end)) = ends.filter(|_| !self.view.playing) {
            let looped = self.settings.motion_looped;
            match self.settings.motion_direction {
                PlayDirection::Forwards if key == last && !looped => self.view.seconds = 0.0,
                PlayDirection::Backwards if key == 0 && !looped => self.view.seconds = end,
                PlayDirection::BackAndForth if key == last => self.view.returns = true,
                _ => {}
            }
        }
        self.view.playing = !self.view.playing && self.view.animation.is_some();
    }

    fn step_frame(&mut self, by: i32) {
        let Some(now) = self.now().filter(|now| now.clip.frames > 0) else { return };
        let next = (i64::from(now.key()) + i64::from(by)).rem_euclid(i64::from(now.clip.frames));
        let seconds = now.start_of(next as u32);
        self.seek(seconds);
    }

    /// Shows the last frame.
    pub fn seek_last(&mut self) {
        let film = self.film().map(|(_, film)| film.start_us(film.frames.saturating_sub(1)));
        let now = self.now().map(|now| now.start_of(now.clip.frames.saturating_sub(1)));
        if let Some(seconds) = film.map(|us| (us as f64 / 1e6) as f32).or(now) {
            self.seek(seconds);
        }
    }

    /// Chooses the direction in which animations play.
    pub fn play_in(&mut self, direction: PlayDirection) {
        self.settings.motion_direction = direction;
        self.view.returns = false;
    }

    pub fn seek(&mut self, seconds: f32) {
        if self.film().is_some() {
            return self.seek_film(seconds);
        }
        let whole = self.now().map_or(0.0, |now| now.seconds());
        (self.view.playing, self.view.returns) = (false, false);
        self.view.seconds = seconds.clamp(0.0, whole.max(0.0));
    }

    /// Goes to a frame and selects the field of the track's key there.
    pub fn seek_key(&mut self, track: usize, frame: u32) {
        let Some(now) = self.now() else { return };
        let (seconds, key) = (now.start_of(frame), now.animation.data.key(track, frame as usize));
        self.seek(seconds);
        let Some(origin) = key else { return };
        let path = SelectionTarget::Path { source: origin.span.source, path: origin.path };
        let target =
            if self.resolve(&path).is_some() { path } else { SelectionTarget::Bytes(origin.span) };
        // The bone stays selected, since its card was clicked.
        let element = self.selected_element();
        self.select(&target);
        if let (Some(selection), Some(Element::Bone { .. })) = (&mut self.selection, element) {
            selection.element = element;
        }
    }

    /// If the selected field is in an animation's frame, shows that frame; if it is in a bone's key,
    /// selects the bone.
    pub(super) fn go_to_selected_frame(&mut self) {
        self.go_to_selected_film_frame();
        let Some((doc, selection)) = self.doc.clone().zip(self.selection.as_mut()) else { return };
        let Some(scene) = doc.scene.as_ref().map(|scene| &scene.scene) else { return };
        let of_source = |animation: &&Animation| {
            animation.origin.span.source == selection.source && animation.rate > 0.0
        };
        let mut all = scene.animations.pairs().filter(|(_, a)| of_source(a));
        let found = all.find_map(|(index, animation)| {
            let (frame, node) = animation.data.moment(&selection.path)?;
            Some((index, frame as f32 / animation.rate, node))
        });
        let Some((index, seconds, node)) = found else { return };
        if let Some(bone) = node.and_then(|node| scene.bone_of(node)) {
            selection.element = Some(bone);
        }
        self.show_animation(index);
        (self.view.playing, self.view.seconds) = (false, seconds);
    }

    /// Steps to the nearest known speed that `beyond` accepts.
    fn step_speed(&mut self, beyond: impl Fn(f32, f32) -> bool, down: bool) {
        let now = self.settings.motion_speed;
        let mut further = SPEEDS.into_iter().filter(|speed| beyond(now, *speed));
        let next = if down { further.next_back() } else { further.next() };
        self.settings.motion_speed = next.unwrap_or(now);
    }

    pub fn choose_variant(&mut self, variant: VariantId, option: Option<OptionId>) {
        let Some(scene) = self.scene().map(|scene| scene.scene.clone()) else { return };
        let before = self.snapshot();
        self.view.visibility.choose(&scene, variant, option);
        let goes_on = self.undo.last().is_some_and(|last| last.differs_in(&before, variant));
        if before != self.snapshot() && !goes_on {
            self.undo.leave(before);
        }
    }
}

/// The displayed time: while playing, the clock is sampled at the display rate.
fn shown_seconds(view: &View, settings: &Settings) -> f32 {
    if !view.playing {
        return view.seconds;
    }
    let fps = settings.motion_fps.max(1) as f32;
    (view.seconds * fps + 1.0 / 1024.0).floor() / fps
}
