//! The dialog for a camera flight through the saved views.

use egui::{Context, DragValue, Grid, ScrollArea, Slider, Ui, vec2};
use egui_material_icons::icons;

use super::export::folder_row;
use super::live_preview::LivePreview;
use super::picture::{NO_FOLDER, samples_row, size_row};
use super::{button_row, modal, primary};
use crate::app::jobs::Jobs;
use crate::app::model::export::flight::{
    FlightChoices, FlightFormat, LARGE, RATE, SECONDS_RANGE, Stop, command_line, flight, stops,
    stored,
};
use crate::app::model::export::picture::PictureChoices;
use crate::app::model::numbers::{self, counted};
use crate::app::model::view::state_string;
use crate::app::model::{Command, State};
use crate::app::shell::folders::chosen_folder;
use crate::app::ui::{Ctx, GRID, Theme, icon_button, shortcuts};
use crate::export::ffmpeg;
use crate::render::Flight;

/// The open dialog.
pub struct FlightBox {
    stops: Vec<Stop>,
    choices: FlightChoices,
    pub folder: String,
    /// Size of the displayed picture.
    displayed: (u32, u32),
    /// Largest number of pixels along a side.
    limit: u32,
    /// Displayed time of the flight, in seconds.
    time: f32,
    has_ffmpeg: bool,
    pub preview: LivePreview,
}

impl FlightBox {
    /// A dialog for the saved views, in the order of the last flight.
    pub fn new(state: &State, displayed: (u32, u32), limit: u32) -> Self {
        let sidecar = state.own_sidecar();
        let stops = sidecar.map(|own| stops(&own.views, state.view.camera, &own.flight));
        Self {
            stops: stops.unwrap_or_default(),
            choices: state.settings.flight,
            folder: chosen_folder(&state.settings),
            displayed,
            limit,
            time: 0.0,
            has_ffmpeg: ffmpeg::is_installed(),
            preview: LivePreview::default(),
        }
    }

    /// The command that stores order and times of the stops; `None` if they are stored.
    pub fn keep_stops(&self, state: &State) -> Option<Command> {
        let (sidecar, stops) = (state.own_sidecar()?, stored(&self.stops));
        (sidecar.flight != stops).then_some(Command::StoreFlight(stops))
    }

    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>, jobs: &Jobs) -> bool {
        let flight = flight(&self.stops);
        if let Ok(flight) = &flight {
            self.request_preview(flight, cx);
        }
        modal(ctx, "Camera flight", 140.0 * GRID, |ui| {
            if self.stops.is_empty() {
                let keys = shortcuts::keys_of(&Command::StoreView(1));
                ui.label(format!("No saved views yet: {keys} saves the displayed one as view 1"));
            }
            ScrollArea::vertical().max_height(56.0 * GRID).show(ui, |ui| self.stop_rows(ui));
            ui.add_space(2.0 * GRID);
            let grid = Grid::new("flight").num_columns(2).spacing([4.0 * GRID, 2.0 * GRID]);
            grid.show(ui, |ui| {
                size_row(ui, &mut self.choices.size, self.displayed, self.limit);
                samples_row(ui, &mut self.choices.samples);
                self.format_rows(ui);
                folder_row(ui, &mut self.folder, jobs);
            });
            ui.add_space(2.0 * GRID);
            if let Ok(flight) = &flight {
                let size = vec2(ui.available_width(), 48.0 * GRID);
                self.preview.show(ui, size, "Preview of the flight");
                ui.spacing_mut().slider_width = ui.available_width() - 20.0 * GRID;
                let time = Slider::new(&mut self.time, 0.0..=flight.seconds()).suffix(" s");
                ui.add(time.fixed_decimals(2)).on_hover_text("Time of the preview");
            }
            ui.add_space(2.0 * GRID);
            self.buttons(ui, cx, flight)
        })
    }

    fn request_preview(&mut self, flight: &Flight, cx: &mut Ctx<'_>) {
        let camera = flight.at(self.time.min(flight.seconds()));
        let (size, field_of_view) = (self.choices.size, camera.field_of_view);
        let choices = PictureChoices { size, field_of_view, ..PictureChoices::default() }.preview();
        if choices.refusal(self.limit).is_none() {
            self.preview.update(choices, camera, cx);
        }
    }

    fn stop_rows(&mut self, ui: &mut Ui) {
        let (mut raised, mut is_first, count) = (None, true, self.stops.len());
        let grid = Grid::new("stops").num_columns(3).spacing([4.0 * GRID, GRID]);
        grid.show(ui, |ui| {
            for (index, stop) in self.stops.iter_mut().enumerate() {
                ui.horizontal(|ui| {
                    let up = ui.add_enabled_ui(index > 0, |ui| {
                        let tip = format!("Move view {} up", stop.slot);
                        icon_button(ui, icons::ICON_ARROW_UPWARD, &tip, false).clicked()
                    });
                    let down = ui.add_enabled_ui(index + 1 < count, |ui| {
                        let tip = format!("Move view {} down", stop.slot);
                        icon_button(ui, icons::ICON_ARROW_DOWNWARD, &tip, false).clicked()
                    });
                    if up.inner {
                        raised = Some(index);
                    }
                    if down.inner {
                        raised = Some(index + 1);
                    }
                });
                let name = format!("{}  {}", stop.slot, stop.about);
                ui.checkbox(&mut stop.is_used, name).on_hover_text("Include in the flight");
                match stop.is_used && !is_first {
                    true => {
                        let value =
                            DragValue::new(&mut stop.seconds).range(SECONDS_RANGE).suffix(" s");
                        let value = ui.add(value.speed(0.05).max_decimals(2));
                        let value = value.on_hover_text("Seconds from the view before it");
                        value.accessible_name(format!("Seconds to view {}", stop.slot));
                    }
                    false => {
                        ui.weak(if stop.is_used { "start" } else { "" });
                    }
                }
                is_first &= !stop.is_used;
                ui.end_row();
            }
        });
        if let Some(index) = raised {
            self.stops.swap(index - 1, index);
        }
    }

    fn format_rows(&mut self, ui: &mut Ui) {
        let label = ui.label("Frames");
        let value = DragValue::new(&mut self.choices.rate).range(RATE).suffix(" per second");
        ui.add(value).labelled_by(label.id);
        ui.end_row();
        ui.label("Format");
        ui.horizontal(|ui| {
            for (format, text, tip) in [
                (FlightFormat::Gif, "GIF", "256 colours"),
                (FlightFormat::Apng, "APNG", "Lossless"),
                (FlightFormat::Pictures, "PNG", "A picture for each frame, in a new folder"),
                (FlightFormat::Video, "MP4", "Video, written by FFmpeg"),
            ] {
                let is_possible = format != FlightFormat::Video || self.has_ffmpeg;
                ui.add_enabled_ui(is_possible, |ui| {
                    let chosen = ui.selectable_value(&mut self.choices.format, format, text);
                    chosen.on_hover_text(tip).on_disabled_hover_text("FFmpeg is not installed");
                });
            }
        });
        ui.end_row();
    }

    /// Number of frames, duration and expected size, with a warning if the recording is large.
    fn extent(&self, ui: &mut Ui, seconds: f32) {
        let frames = counted(self.choices.frames(seconds).into(), "frame");
        let expected = self.preview.stored_size();
        let expected = expected
            .map(|(bytes, drawn)| self.choices.expected_bytes(seconds, bytes, drawn))
            .filter(|bytes| *bytes > 0);
        let about = expected
            .map_or_else(String::new, |bytes| format!(" · up to about {}", numbers::size(bytes)));
        ui.weak(format!("{frames} · {seconds:.2} s{about}"));
        if expected.is_some_and(|bytes| bytes > LARGE) {
            let advice = "This is large: choose a smaller size, or fewer frames per second";
            ui.colored_label(Theme::of(ui).warning, advice);
        }
    }

    fn buttons(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        flight: Result<Flight, &'static str>,
    ) -> bool {
        let seconds = flight.as_ref().map_or(0.0, Flight::seconds);
        let mut why = match &flight {
            Err(why) => Some((*why).to_owned()),
            Ok(_) => self.choices.refusal(seconds, self.limit),
        };
        if self.choices.format == FlightFormat::Video && !self.has_ffmpeg {
            why = why.or_else(|| Some("FFmpeg is not installed".to_owned()));
        }
        if why.is_none() && self.folder.trim().is_empty() {
            why = Some(NO_FOLDER.to_owned());
        }
        match &why {
            Some(why) => {
                ui.colored_label(Theme::of(ui).warning, why);
            }
            None => self.extent(ui, seconds),
        }
        ui.add_space(2.0 * GRID);
        let Ok(flight) = flight else { return ui.button("Cancel").clicked() };
        button_row(ui, |ui| {
            if primary(ui, "Save", why.is_none()) {
                let (choices, folder) = (self.choices, self.folder.trim().to_owned());
                cx.push(Command::SaveFlight { flight, choices, folder });
                return true;
            }
            let play = ui.button("Play in scene").on_hover_text("Escape ends the flight");
            if play.clicked() {
                cx.push(Command::PlayFlight(flight.clone()));
                return true;
            }
            let cancel = ui.button("Cancel").clicked();
            let view = state_string::of(cx.state);
            if let Some((doc, view)) = cx.state.doc.as_ref().zip(view) {
                let copy = ui.button("Copy as command");
                let tip = "The command line records the flight without overlays";
                if copy.on_hover_text(tip).clicked() {
                    let text = command_line(&flight, self.choices, &doc.opened.path, &view);
                    cx.push(Command::Copy { what: "command", text });
                }
            }
            cancel
        })
    }
}
