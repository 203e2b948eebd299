//! Play, stop, loop, volume and pitch; and where the sound goes.

use egui::{RichText, Slider, Ui};
use egui_material_icons::{MaterialIcon, icons};

use super::clock;
use crate::app::command::{Command, Commands};
use crate::app::panel;
use crate::app::shortcuts;
use crate::app::state::State;
use crate::app::theme::{self, GRID, Theme};
use crate::audio;

/// One row of controls.
pub fn ui(ui: &mut Ui, state: &State, commands: &mut Commands) {
    egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
        ui.horizontal(|ui| {
            let mut button = |ui: &mut Ui, icon: MaterialIcon, command: Command, on: bool| {
                if panel::icon_button(ui, icon, &shortcuts::tip(&command), on).clicked() {
                    commands.push(command);
                }
            };
            button(ui, icons::ICON_SKIP_PREVIOUS, Command::SoundStart, false);
            button(ui, play_icon(state), Command::PlayPause, false);
            button(ui, icons::ICON_STOP, Command::StopSound, false);
            button(ui, icons::ICON_REPEAT, Command::ToggleLoop, state.settings.looped);
            let muted = state.settings.muted;
            let icon = if muted { icons::ICON_VOLUME_OFF } else { icons::ICON_VOLUME_UP };
            button(ui, icon, Command::ToggleMute, muted);
            volume(ui, state, commands);
            pitch(ui, state, commands);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.label(RichText::new(place(state)).font(theme::mono()));
                output(ui, state);
            });
        });
    });
}

pub fn play_icon(state: &State) -> MaterialIcon {
    match state.sound.state() {
        audio::State::Playing => icons::ICON_PAUSE,
        _ => icons::ICON_PLAY_ARROW,
    }
}

/// Where it is, and how long it is.
pub fn place(state: &State) -> String {
    let Some(now) = state.sound.now() else { return String::new() };
    let at = state.sound.position().unwrap_or(0.0);
    format!("{} / {}", clock(at), clock(now.track.seconds()))
}

fn volume(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let mut volume = state.settings.volume;
    ui.spacing_mut().slider_width = 24.0 * GRID;
    let tip = format!("Volume {:.0} % (9 and 0)", volume * 100.0);
    let slider = Slider::new(&mut volume, 0.0..=1.0).show_value(false);
    let response = ui.add(slider).on_hover_text(tip).accessible_name("Volume");
    let wheel = if response.hovered() { ui.input(|i| i.smooth_scroll_delta.y) } else { 0.0 };
    if response.changed() || wheel != 0.0 {
        commands.push(Command::SetVolume(volume + wheel * 0.002));
    }
}

fn pitch(ui: &mut Ui, state: &State, commands: &mut Commands) {
    let speed = state.settings.speed;
    let text = RichText::new(format!("×{speed:.2}")).font(theme::mono());
    let tip = "Pitch and speed: [ and ] change it by a semitone, a click takes it back";
    if ui.add(egui::Button::selectable(speed != 1.0, text)).on_hover_text(tip).clicked() {
        commands.push(Command::OriginalPitch);
    }
}

/// Where the sound goes; why it cannot be heard.
fn output(ui: &mut Ui, state: &State) {
    let theme = Theme::of(ui);
    match state.sound.output() {
        None => {}
        Some(Ok(name)) => {
            ui.add(egui::Label::new(RichText::new(name).color(theme.weak)).truncate());
        }
        Some(Err(why)) => {
            let text = format!("{why}: captions and transport still run");
            let icon = icons::ICON_VOLUME_OFF.rich_text().color(theme.warning);
            ui.add(egui::Label::new(RichText::new(text).color(theme.warning)).truncate());
            ui.label(icon);
        }
    }
}
