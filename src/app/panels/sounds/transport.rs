//! Playback controls: play, stop, loop, volume, pitch, and output device.

use egui::{RichText, Role, Slider, Ui};
use egui_material_icons::icons;

use super::clock;
use crate::app::model::{Command, Settings, State, settings::Looping};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, buttons::play_icon, command_button, spinner, theme};
use crate::audio::Route;

/// Width of the loop button.
const LOOP_WIDTH: f32 = 24.0 * GRID;

/// Draws the controls in one row, or in two if the panel is narrow.
pub fn ui(ui: &mut Ui, cx: &mut Ctx<'_>) {
    egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
        let is_narrow = ui.available_width() < super::NARROW;
        ui.horizontal(|ui| {
            let start = icons::ICON_SKIP_PREVIOUS;
            command_button(ui, cx, start, &Command::SoundStart);
            command_button(ui, cx, play_icon(cx.state.sound.is_playing()), &Command::PlayPause);
            command_button(ui, cx, icons::ICON_STOP, &Command::StopSound);
            looping(ui, cx);
            mute(ui, cx);
            volume(ui, cx);
            if !is_narrow {
                pitch(ui, cx);
                heard(ui, cx);
            }
        });
        if is_narrow {
            ui.horizontal(|ui| {
                pitch(ui, cx);
                heard(ui, cx);
            });
        }
        distance(ui, cx);
    });
}

/// Row with the slider of the distance, for a selected sound that becomes quieter with it.
fn distance(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let sounds = cx.state.scene().map(|scene| &scene.scene.sounds);
    let attenuation = |id| Some(sounds?.get(id)?.attenuation(cx.state.selected_id(id)));
    if cx.state.selected_sound().and_then(attenuation).is_some_and(|loss| loss > 0.0) {
        ui.horizontal(|ui| super::distance(ui, cx));
    }
}

/// Position and output device, laid out from the right.
fn heard(ui: &mut Ui, cx: &mut Ctx<'_>) {
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        position_label(ui, cx.state);
        clip_light(ui, cx.state);
        output(ui, cx);
    });
}

/// Button that switches looping: as stored, on, off.
fn looping(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let looping = cx.state.settings.looping;
    let icon = icons::ICON_REPEAT.rich_text().size(theme::ICON);
    let text = RichText::new(looping.title()).size(theme::SMALL);
    let tip = "Loop (L): as stored, on, off";
    let button = egui::Button::new((icon, text)).selected(looping == Looping::On);
    // Constant width, so that the neighbours do not move.
    let size = egui::vec2(LOOP_WIDTH, ui.spacing().interact_size.y);
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let response = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_width(LOOP_WIDTH);
        ui.add(button.frame_when_inactive(false)).on_hover_text(tip)
    });
    let response = response.inner;
    response.named_on(Role::Button, looping == Looping::On, format!("Loop: {}", looping.title()));
    if response.clicked() {
        cx.push(Command::ToggleLoop);
    }
}

/// Clipping indicator; lit for a moment after samples exceeded full scale.
pub fn clip_light(ui: &mut Ui, state: &State) {
    if !state.sound.is_clipping() {
        return;
    }
    let theme = Theme::of(ui);
    let text = RichText::new("CLIP").size(theme::SMALL).strong().color(theme.error);
    let tip = "Louder than full scale: playback is distorted, exports are not";
    ui.label(text).on_hover_text(tip);
}

/// Position and length of the sound that plays, otherwise of the selected sound.
fn position_label(ui: &mut Ui, state: &State) {
    let chosen = state.selected_sound().and_then(|sound| state.sound_key(sound));
    let heard = state.sound.now().filter(|_| state.sound.position().is_some());
    let key = heard.map(|now| now.key).or(chosen);
    let Some(sound) = key.and_then(|key| state.sound_of(key)) else {
        // The sound belongs to a file that is no longer open.
        if let Some(text) = heard_position(state) {
            ui.label(RichText::new(text).font(theme::mono()));
        }
        return;
    };
    let at = if heard.is_some() { state.sound.position() } else { None };
    let text = position(at.unwrap_or(0.0), sound.duration_ms());
    let response = ui.label(RichText::new(text).font(theme::mono()));
    let captions = sound.captions_ms();
    if captions > sound.duration_ms() {
        let over = clock(captions as f64 / 1000.0);
        response.on_hover_text(format!("Captions continue until {over}"));
    }
}

/// Position and length of the sound that plays; `None` if none plays.
pub fn heard_position(state: &State) -> Option<String> {
    let now = state.sound.now()?;
    let clip = &now.track.clip;
    let ms = clip.frames() as u64 * 1000 / u64::from(clip.rate().max(1));
    Some(position(state.sound.position()?, ms))
}

/// Lengths are whole milliseconds, so the position is limited to the length.
fn position(at: f64, length_ms: u64) -> String {
    let length = length_ms as f64 / 1000.0;
    format!("{} / {}", clock(at.min(length)), clock(length))
}

/// Button that mutes all sounds.
pub fn mute(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let muted = cx.state.settings.muted;
    let icon = if muted { icons::ICON_VOLUME_OFF } else { icons::ICON_VOLUME_UP };
    command_button(ui, cx, icon, &Command::ToggleMute);
}

/// Slider of the master volume.
pub fn volume(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let mut volume = cx.state.settings.volume;
    ui.spacing_mut().slider_width = (ui.available_width() * 0.3).clamp(8.0 * GRID, 24.0 * GRID);
    let tip = format!("Volume {:.0} % (9 and 0)", volume * 100.0);
    let slider = Slider::new(&mut volume, 0.0..=1.0).show_value(false);
    let response = ui.add(slider).on_hover_text(tip).accessible_name("Volume");
    let wheel = if response.hovered() { ui.input(|i| i.smooth_scroll_delta.y) } else { 0.0 };
    if response.changed() || wheel != 0.0 {
        cx.push(Command::SetVolume(volume + wheel * 0.002));
    }
}

fn pitch(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let speed = cx.state.settings.speed;
    let text = RichText::new(format!("×{speed:.2}")).font(theme::mono());
    let tip = "Pitch and speed: [ and ] change by a semitone, a click resets";
    if ui.add(egui::Button::selectable(speed != 1.0, text)).on_hover_text(tip).clicked() {
        cx.push(Command::OriginalPitch);
    }
}

/// Output device, or the reason why there is no sound.
fn output(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let theme = Theme::of(ui);
    let (text, colour) = match (cx.state.sound.output(), cx.state.sound.output_note()) {
        (None, _) => return,
        (Some(Ok(_)), Some(note)) => (note, theme.warning),
        // The device is opened when a sound plays.
        (Some(Ok(name)), None) if name.is_empty() => {
            (cx.state.settings.route.title().to_owned(), theme.weak)
        }
        (Some(Ok(name)), None) => (name, theme.weak),
        (Some(Err(why)), _) => {
            (format!("{why}; captions and playback controls still work"), theme.warning)
        }
    };
    let tip = format!("{text}\nClick to choose the output device");
    output_menu(ui, cx, RichText::new(text).color(colour), &tip);
}

/// Button with the menu of output devices.
pub fn output_menu(ui: &mut Ui, cx: &mut Ctx<'_>, face: RichText, tip: &str) {
    let button = egui::Button::new(face).frame_when_inactive(false).truncate();
    let response = ui.add(button).on_hover_text(tip);
    response.named(Role::Button, format!("Sound device: {}", cx.state.settings.route.title()));
    if response.clicked() {
        // Devices may change, so the list is requested each time the menu is opened.
        cx.push(Command::ListDevices);
    }
    egui::Popup::menu(&response).show(|ui| {
        ui.set_max_width(90.0 * GRID);
        let chosen = &cx.state.settings.route;
        let devices = cx.state.sound.devices.as_deref().unwrap_or(&[]);
        let devices = devices.iter().cloned().map(Route::Device);
        let mut routes: Vec<Route> = std::iter::once(Route::System).chain(devices).collect();
        if !routes.contains(chosen) && *chosen != Route::Silent {
            // The chosen device is not available now, but stays in the list.
            routes.push(chosen.clone());
        }
        routes.push(Route::Silent);
        let area = egui::ScrollArea::vertical().max_height(80.0 * GRID);
        area.min_scrolled_height(80.0 * GRID).show(ui, |ui| {
            for route in routes {
                let label = ui.selectable_label(route == *chosen, route.title());
                let label = match &route {
                    Route::Device(device) => label.on_hover_text(&device.id),
                    _ => label,
                };
                if label.clicked() {
                    let settings = Settings { route, ..cx.state.settings.clone() };
                    cx.push(Command::SetSettings(Box::new(settings)));
                    ui.close();
                }
            }
        });
        if cx.state.sound.devices.is_none() {
            spinner(ui, ROW);
        }
    });
}
