//! The bar below the picture that plays animations: what, where, how fast.

use egui::{Align, ComboBox, Layout, PopupCloseBehavior, Rect, RichText, Sense, Ui, pos2, vec2};
use egui_material_icons::icons;

use crate::app::model::motion::{Now, RATES, SPEEDS};
use crate::app::model::{Command, Settings, State, Switch};
use crate::app::ui::{
    Ctx, Filter, GRID, ROW, Theme,
    buttons::play_icon,
    choice::{choose, choose_in, long_list},
    command_button, shortcuts, theme,
    timeline::{playhead, tick_step},
};
use crate::scene::{Animation, AnimationId, Id, List};

pub const HEIGHT: f32 = ROW + 3.0 * GRID;

/// Lists of no more animations than this need no search.
const MAX_UNFILTERED: usize = 12;

/// Draws the bar.
pub fn bar(ui: &mut Ui, cx: &mut Ctx<'_>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = GRID;
        choice(ui, cx);
        for (icon, command) in [
            (icons::ICON_SKIP_PREVIOUS, Command::FirstFrame),
            (icons::ICON_CHEVRON_LEFT, Command::StepFrame(-1)),
            (play_icon(cx.state.view.playing), Command::PlayAnimation),
            (icons::ICON_CHEVRON_RIGHT, Command::StepFrame(1)),
            (icons::ICON_REPEAT, Command::LoopAnimation),
        ] {
            command_button(ui, cx, icon, &command);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            command_button(ui, cx, icons::ICON_ANIMATION, &Command::Toggle(Switch::Ghost));
            command_button(ui, cx, icons::ICON_ANIMATED_IMAGES, &Command::Interpolate);
            pace(ui, cx);
            position(ui, cx.state);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if let Some(now) = cx.state.now() {
                    scrub(ui, cx, &now);
                }
            });
        });
    });
}

/// The box that chooses an animation.
fn choice(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Some(scene) = cx.state.scene().map(|scene| &scene.scene) else { return };
    let all = &scene.animations;
    let chosen = cx.state.view.animation;
    let name = chosen.and_then(|index| all.get(index));
    let name = name.map_or("no animation", |animation| animation.name.as_str());
    // What stands behind it is of one width; the name elides where that leaves little room.
    let width = (ui.available_width() * 0.15).clamp(18.0 * GRID, 38.0 * GRID);
    let combo = ComboBox::from_id_salt("animation").width(width).truncate();
    let combo = combo.height(24.0 * ROW).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let tip = shortcuts::tip(&Command::NextAnimation);
    let title = |index: AnimationId| {
        let animation = all.get(index);
        animation.map_or_else(String::new, |a| format!("{}  ·  {} frames", a.name, a.frames))
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

/// A box for a part of a name, where there are many, and what it leaves of the list.
fn search(ui: &mut Ui, all: &List<Animation>) -> Vec<AnimationId> {
    let id = ui.scope_id().with("wanted");
    let mut wanted: Filter = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    if all.len() > MAX_UNFILTERED {
        wanted.show(ui, "Filter the animations", "Filter", 56.0 * GRID);
        ui.data_mut(|data| data.insert_temp(id, wanted.clone()));
    }
    let words = wanted.words();
    let found = all.pairs().filter(|(_, animation)| words.are_in(&animation.name));
    found.map(|(index, _)| index).collect()
}

/// Speed, and how often a pose is shown. Laid out from the right.
fn pace(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let Settings { motion_fps, motion_speed, .. } = &cx.state.settings;
    let shown = format!("drawn {motion_fps}/s");
    let combo = ComboBox::from_id_salt("poses a second").width(22.0 * GRID).selected_text(shown);
    let tip = "How often another pose is drawn while playing, whatever the animation's own rate";
    let rates = RATES.map(|rate| (rate, format!("drawn {rate}/s")));
    let rate = choose(ui, combo, ("Poses a second", tip), motion_fps, rates);
    let shown = format!("×{motion_speed}");
    let combo = ComboBox::from_id_salt("speed").width(13.0 * GRID).selected_text(shown);
    let [faster, slower] = [Command::Faster, Command::Slower].map(|key| shortcuts::tip(&key));
    let tip = format!("Speed\n{faster}\n{slower}");
    let speeds = SPEEDS.map(|speed| (speed, format!("×{speed}")));
    let speed = choose(ui, combo, ("Speed", &tip), motion_speed, speeds);
    cx.extend(rate.map(Command::SetMotionRate));
    cx.extend(speed.map(Command::SetMotionSpeed));
}

/// `12 / 45   0.80 s  15/s`, with the animation's own rate, as wide whatever the numbers are.
fn position(ui: &mut Ui, state: &State) {
    let Some(now) = state.now() else { return };
    let last = now.clip.frames.saturating_sub(1);
    let digits = last.to_string().len();
    let seconds = now.start_of(0) + now.frame / now.animation.rate.max(f32::MIN_POSITIVE);
    let rate = now.animation.rate;
    let text = format!("{:>digits$} / {last}  {seconds:5.2} s  {rate}/s", now.key());
    let text = RichText::new(text).font(theme::mono()).color(Theme::of(ui).text);
    let tip = format!(
        "Frame, from 0, and seconds from the start\n{} frames at {} a second, {:.2} s",
        now.clip.frames,
        now.animation.rate,
        now.seconds()
    );
    ui.label(text).on_hover_text(tip);
    if now.clip.frames < now.animation.frames {
        let icon = icons::ICON_WARNING.rich_text().size(theme::ICON);
        let why = format!(
            "The file promises {} frames; {} could be decoded",
            now.animation.frames, now.clip.frames
        );
        ui.label(icon.color(Theme::of(ui).warning)).on_hover_text(why);
    }
}

/// The line to pull along, with a tick for each frame.
fn scrub(ui: &mut Ui, cx: &mut Ctx<'_>, now: &Now<'_>) {
    let theme = Theme::of(ui);
    let size = vec2(ui.available_width().max(8.0 * GRID), ROW + GRID);
    let (outer, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let rect = outer.shrink2(vec2(2.0 * GRID, GRID));
    let frames = now.clip.frames.max(1);
    let painter = ui.painter();
    painter.rect_filled(rect, 3.0, theme.well);
    let x_of = |frame: f32| rect.left() + rect.width() * frame / frames as f32;
    // The cell of the frame that has begun.
    let key = now.key() as f32;
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
    let x = x_of(now.frame.min(frames as f32));
    playhead(painter, x, rect, theme.accent);
    let text = format!("frame {} of {}", now.key(), now.clip.frames);
    response.widget_info(|| {
        let mut info =
            egui::WidgetInfo::slider(true, f64::from(now.key()), "Place in the animation");
        info.current_text_value = Some(text.clone());
        info
    });
    let pointer = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on());
    if let Some(pointer) = pointer {
        let part = ((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        let frame = (part * frames as f32).min(frames as f32 - 1.0 / 64.0);
        let frame = if cx.state.settings.interpolate { frame } else { frame.floor() };
        let seconds = frame / now.animation.rate.max(f32::MIN_POSITIVE);
        cx.push(Command::SeekAnimation(seconds));
    }
}
