//! The transport bar below the picture: animation, position, speed.

use egui::{
    Align, ComboBox, Layout, PopupCloseBehavior, Rect, RichText, ScrollArea, Sense, Ui, pos2, vec2,
};
use egui_material_icons::icons;

use crate::app::model::numbers::counted;
use crate::app::model::view::motion::RATES;
use crate::app::model::view::play_direction::PlayDirection;
use crate::app::model::{Command, Settings, State, Switch};
use crate::app::panels::sounds::{mute, volume};
use crate::app::ui::{
    Ctx, Filter, GRID, ROW, Theme,
    buttons::play_icon,
    choice::{choose, choose_in, long_list},
    command_button,
    drop_down::DropDown,
    shortcuts,
    speed::choose_speed,
    theme,
    timeline::{playhead, tick_step},
};
use crate::scene::{Animation, AnimationId, Id, List, Video};

pub const HEIGHT: f32 = ROW + 3.0 * GRID;

/// Below this width, some buttons are only in the menu.
const WIDE: f32 = 220.0 * GRID;

/// Below this width, the bar scrolls, and its content is as wide as `SCROLLED`.
const LEAST: f32 = 166.0 * GRID;
const SCROLLED: f32 = 190.0 * GRID;

/// Width of the volume slider with its spacing.
const VOLUME: f32 = 20.0 * GRID;

/// Longest list of animations that has no search box.
const MAX_UNFILTERED: usize = 12;

/// Draws the bar for a video, otherwise for animations. It scrolls if it does not fit.
pub fn bar(ui: &mut Ui, cx: &mut Ctx<'_>) {
    if ui.available_width() >= LEAST {
        return controls(ui, cx);
    }
    // The bar is over the controls, which keep their height.
    ui.spacing_mut().scroll = egui::style::ScrollStyle::thin();
    ScrollArea::horizontal().show(ui, |ui| {
        ui.set_width(SCROLLED);
        controls(ui, cx);
    });
}

fn controls(ui: &mut Ui, cx: &mut Ctx<'_>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        let is_wide = ui.available_width() >= WIDE;
        if cx.state.film().is_some() {
            return film(ui, cx, is_wide);
        }
        choice(ui, cx);
        buttons(ui, cx, is_wide);
        if is_wide {
            direction(ui, cx);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            command_button(ui, cx, icons::ICON_ANIMATION, &Command::Toggle(Switch::Ghost));
            command_button(ui, cx, icons::ICON_ANIMATED_IMAGES, &Command::Interpolate);
            if cx.state.now().is_some_and(|now| now.animation.camera.is_some()) {
                command_button(ui, cx, icons::ICON_VIDEOCAM, &Command::RideAlong);
            }
            pace(ui, cx);
            position(ui, cx.state);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let Some(now) = cx.state.now() else { return };
                let line = Line {
                    what: "Position in the animation",
                    frames: now.clip.frames,
                    key: now.key(),
                    frame: now.frame,
                };
                let Some(frame) = scrub(ui, &line) else { return };
                let frame = if cx.state.settings.interpolate { frame } else { frame.floor() };
                let seconds = frame / now.animation.rate.max(f32::MIN_POSITIVE);
                cx.push(Command::SeekAnimation(seconds));
            });
        });
    });
}

/// Step, play and loop buttons.
fn buttons(ui: &mut Ui, cx: &mut Ctx<'_>, is_wide: bool) {
    for (icon, command) in [
        (icons::ICON_SKIP_PREVIOUS, Command::FirstFrame),
        (icons::ICON_CHEVRON_LEFT, Command::StepFrame(-1)),
        (play_icon(cx.state.view.playing), Command::PlayAnimation),
        (icons::ICON_CHEVRON_RIGHT, Command::StepFrame(1)),
        (icons::ICON_SKIP_NEXT, Command::LastFrame),
        (icons::ICON_REPEAT, Command::LoopAnimation),
    ] {
        if is_wide || command != Command::LastFrame {
            command_button(ui, cx, icon, &command);
        }
    }
}

/// Choice of the direction.
fn direction(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let now = cx.state.settings.motion_direction;
    let icon = match now {
        PlayDirection::Forwards => icons::ICON_ARROW_FORWARD,
        PlayDirection::Backwards => icons::ICON_ARROW_BACK,
        PlayDirection::BackAndForth => icons::ICON_ARROW_RANGE,
    };
    DropDown::new(icon, "", "Direction").show(ui, |ui| {
        for (direction, name) in PlayDirection::ALL {
            if ui.selectable_label(direction == now, name).clicked() {
                cx.push(Command::PlayIn(direction));
                ui.close();
            }
        }
    });
}

/// The controls of a video.
fn film(ui: &mut Ui, cx: &mut Ctx<'_>, is_wide: bool) {
    buttons(ui, cx, is_wide);
    let Some((_, film)) = cx.state.film() else { return };
    let (film, key) = (film.clone(), cx.state.film_frame().unwrap_or(0));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        choose_speed(ui, cx);
        if !film.tracks.is_empty() {
            ui.allocate_ui(vec2(VOLUME, ui.available_height()), |ui| volume(ui, cx));
            mute(ui, cx);
        }
        place(ui, cx.state, &film, key);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let seconds = f64::from(cx.state.view.seconds);
            let frame = (seconds * 1e6 / film.frame_us as f64) as f32;
            let line = Line { what: "Position in the video", frames: film.frames, key, frame };
            if let Some(frame) = scrub(ui, &line) {
                let us = film.start_us(frame.floor() as u32);
                cx.push(Command::SeekAnimation((us as f64 / 1e6) as f32));
            }
        });
    });
}

/// Position in a video: `12 / 79 0.80 / 5.33 s 15.0 fps`.
fn place(ui: &mut Ui, state: &State, film: &Video, key: u32) {
    let last = film.frames.saturating_sub(1);
    let digits = last.to_string().len();
    let whole = film.duration_us() as f64 / 1e6;
    let rate = 1e6 / film.frame_us as f64;
    let seconds = state.view.seconds;
    let text = format!("{key:>digits$} / {last}  {seconds:5.2} / {whole:.2} s  {rate:.1} fps");
    let text = RichText::new(text).font(theme::mono()).color(Theme::of(ui).text);
    let tip = "Frame from 0, seconds from the start, frames per second";
    ui.label(text).on_hover_text(tip);
    let still = state.motion.screening.picture().map(|(_, still)| still);
    if still.is_some_and(|still| still.is_damaged) {
        let icon = icons::ICON_WARNING.rich_text().size(theme::ICON);
        let why = "This frame, or one before it, is damaged";
        ui.label(icon.color(Theme::of(ui).warning)).on_hover_text(why);
    }
}

/// The box that chooses an animation.
fn choice(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(scene) = cx.state.scene().map(|scene| &scene.scene) else { return };
    let all = &scene.animations;
    let chosen = cx.state.view.animation;
    let name = chosen.and_then(|index| all.get(index));
    let name = name.map_or("no animation", |animation| animation.name.as_str());
    // The controls after it have a fixed width; the name is elided if little space is left.
    let width = (ui.available_width() * 0.15).clamp(18.0 * GRID, 38.0 * GRID);
    let combo = ComboBox::from_id_salt("animation").width(width).truncate();
    let combo = combo.height(24.0 * ROW).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let tip = shortcuts::tip(&Command::NextAnimation);
    let title = |index: AnimationId| {
        let animation = all.get(index);
        animation.map_or_else(String::new, |a| {
            format!("{}  ·  {}", a.name, counted(u64::from(a.frames), "frame"))
        })
    };
    let picked = choose_in(ui, combo.selected_text(name), ("Animation", &tip), |ui| {
        let found = search(ui, all);
        let picked = long_list(ui, &found, &chosen.unwrap_or(Id::NONE), |index| title(*index));
        picked.inspect(|_| ui.close())
    });
    cx.extend(picked.map(Command::ShowAnimation));
    let fallback = scene.skeletons.iter().find_map(|skeleton| skeleton.fallback.as_ref());
    if let Some(why) = fallback {
        let icon = icons::ICON_WARNING.rich_text().size(theme::ICON);
        ui.label(icon.color(Theme::of(ui).warning)).on_hover_text(why);
    }
}

/// A search box for long lists, and the animations that match.
fn search(ui: &mut Ui, all: &List<Animation>) -> Vec<AnimationId> {
    let id = ui.scope_id().with("wanted");
    let mut wanted: Filter = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if all.len() > MAX_UNFILTERED {
        wanted.show(ui, "Filter animations", "Filter", 56.0 * GRID);
        ui.data_mut(|data| data.insert_temp(id, wanted.clone()));
    }
    let words = wanted.words();
    let found = all.pairs().filter(|(_, animation)| words.are_in(&animation.name));
    found.map(|(index, _)| index).collect()
}

/// Speed and display rate. Laid out from the right.
fn pace(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Settings { motion_fps, .. } = &cx.state.settings;
    let shown = format!("display {motion_fps} fps");
    let combo = ComboBox::from_id_salt("display rate").width(26.0 * GRID).selected_text(shown);
    let tip = "Poses drawn per second while playing, independent of the animation's own rate";
    let rates = RATES.map(|rate| (rate, format!("display {rate} fps")));
    let rate = choose(ui, combo, ("Display rate", tip), motion_fps, rates);
    cx.extend(rate.map(Command::SetMotionRate));
    choose_speed(ui, cx);
}

/// Position in an animation with its own rate, in a fixed width: `12 / 45 0.80 s 15 fps`.
fn position(ui: &mut Ui, state: &State) {
    let Some(now) = state.now() else { return };
    let last = now.clip.frames.saturating_sub(1);
    let digits = last.to_string().len();
    let seconds = now.start_of(0) + now.frame / now.animation.rate.max(f32::MIN_POSITIVE);
    let rate = now.animation.rate;
    let text = format!("{:>digits$} / {last}  {seconds:5.2} s  {rate} fps", now.key());
    let text = RichText::new(text).font(theme::mono()).color(Theme::of(ui).text);
    let tip = format!(
        "Frame from 0, seconds from the start\n{} frames at {} per second, {:.2} s",
        now.clip.frames,
        now.animation.rate,
        now.seconds()
    );
    ui.label(text).on_hover_text(tip);
    if now.clip.frames < now.animation.frames {
        let icon = icons::ICON_WARNING.rich_text().size(theme::ICON);
        let why = format!(
            "The file lists {} frames; {} could be decoded",
            now.animation.frames, now.clip.frames
        );
        ui.label(icon.color(Theme::of(ui).warning)).on_hover_text(why);
    }
}

/// Position in a video or animation.
struct Line {
    /// Label of the slider, for assistive technology.
    what: &'static str,
    frames: u32,
    /// Number of the current frame.
    key: u32,
    /// The current frame with the elapsed fraction of it.
    frame: f32,
}

/// The draggable time line, with a tick for each frame; returns the frame it is dragged to.
fn scrub(ui: &mut Ui, line: &Line) -> Option<f32> {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width().max(8.0 * GRID), ROW + GRID);
    let (outer, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let rect = outer.shrink2(vec2(2.0 * GRID, GRID));
    let frames = line.frames.max(1);
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, theme.well);
    let x_of = |frame: f32| rect.left() + rect.width() * frame / frames as f32;
    // The cell of the current frame.
    let key = line.key as f32;
    let cell = Rect::from_x_y_ranges(x_of(key)..=x_of(key + 1.0), rect.y_range());
    painter.rect_filled(cell, 2.0, theme.accent_fill);
    let step = tick_step(rect.width(), frames);
    for frame in (0..=frames).step_by(step as usize) {
        let tall = frame % (step * 5) == 0;
        let top = rect.bottom() - rect.height() * if tall { 0.6 } else { 0.3 };
        let x = x_of(frame as f32);
        let stroke = egui::Stroke::new(1.0, if tall { theme.weak } else { theme.faint });
        painter.line_segment([pos2(x, top), pos2(x, rect.bottom())], stroke);
    }
    let x = x_of(line.frame.min(frames as f32));
    playhead(painter, x, rect, theme.accent);
    let text = format!("frame {} of {}", line.key, line.frames);
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::slider(true, f64::from(line.key), line.what);
        info.current_text_value = Some(text.clone());
        info
    });
    let pointer = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on());
    let part = (pointer?.x - rect.left()) / rect.width();
    Some((part.clamp(0.0, 1.0) * frames as f32).min(frames as f32 - 1.0 / 64.0))
}
