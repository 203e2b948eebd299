//! The dialog for a picture of the scene: size, field of view, background, supersampling, with a preview.

use egui::{Context, DragValue, Grid, RichText, Ui, vec2};

use super::export::folder_row;
use super::live_preview::LivePreview;
use super::{button_row, modal, primary};
use crate::app::jobs::Jobs;
use crate::app::model::export::picture::{Background, PictureChoices};
use crate::app::model::view::state_string;
use crate::app::model::{Command, State};
use crate::app::shell::folders::chosen_folder;
use crate::app::ui::{Ctx, GRID, Theme};
use crate::render::{FIELD_OF_VIEW, FIELD_OF_VIEW_RANGE};

/// Sizes that are offered, with their names.
const SIZES: [(&str, (u32, u32)); 3] =
    [("1080p", (1920, 1080)), ("4K", (3840, 2160)), ("Square", (1024, 1024))];

/// Reason why nothing can be saved.
pub(super) const NO_FOLDER: &str = "Enter or choose a folder";

/// The open dialog.
pub struct PictureBox {
    choices: PictureChoices,
    pub folder: String,
    /// Settings of a screenshot of the displayed picture.
    displayed: PictureChoices,
    /// Largest number of pixels along a side.
    limit: u32,
    pub preview: LivePreview,
}

impl PictureBox {
    /// A dialog with the last choices, and the field of view of the displayed picture.
    pub fn new(state: &State, displayed: PictureChoices, limit: u32) -> Self {
        let field_of_view = displayed.field_of_view;
        let choices = PictureChoices { field_of_view, ..state.settings.picture };
        let folder = chosen_folder(&state.settings);
        let preview = LivePreview::default();
        Self { choices, folder, displayed, limit, preview }
    }

    /// Draws the dialog. Returns `true` to close it.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>, jobs: &Jobs) -> bool {
        if self.choices.refusal(self.limit).is_none() {
            self.preview.update(self.choices.preview(), cx.state.view.camera, cx);
        }
        modal(ctx, "Save picture", 140.0 * GRID, |ui| {
            let grid = Grid::new("picture").num_columns(2).spacing([4.0 * GRID, 2.0 * GRID]);
            grid.show(ui, |ui| {
                self.rows(ui);
                folder_row(ui, &mut self.folder, jobs);
            });
            ui.add_space(2.0 * GRID);
            self.preview.show(
                ui,
                vec2(ui.available_width(), 78.0 * GRID),
                "Preview of the picture",
            );
            ui.add_space(GRID);
            self.summary(ui);
            ui.add_space(2.0 * GRID);
            self.buttons(ui, cx)
        })
    }

    fn rows(&mut self, ui: &mut Ui) {
        size_row(ui, &mut self.choices.size, self.displayed.size, self.limit);
        let choices = &mut self.choices;

        let label = ui.label("Field of view");
        ui.horizontal(|ui| {
            let value = DragValue::new(&mut choices.field_of_view).range(FIELD_OF_VIEW_RANGE);
            ui.add(value.suffix("°").speed(0.5).max_decimals(1)).labelled_by(label.id);
            for (text, degrees) in [("45°", FIELD_OF_VIEW), ("60°", 60.0), ("90°", 90.0)] {
                ui.selectable_value(&mut choices.field_of_view, degrees, text);
            }
        });
        ui.end_row();

        samples_row(ui, &mut choices.samples);

        let label = ui.label("Background");
        ui.horizontal(|ui| {
            for (background, text, tip) in [
                (Background::Default, "Default", "The sky of the level, otherwise grey"),
                (Background::Colour, "Colour", "One colour behind the scene"),
                (Background::Transparent, "Transparent", "Neither background nor sky"),
            ] {
                ui.selectable_value(&mut choices.background, background, text).on_hover_text(tip);
            }
            if choices.background == Background::Colour {
                ui.color_edit_button_srgb(&mut choices.colour).labelled_by(label.id);
            }
        });
        ui.end_row();

        ui.label("Overlays");
        let tip = "Grid, axes, wireframe, colours of faces, and the selection";
        ui.checkbox(&mut choices.overlays, "Lines, colours and selection").on_hover_text(tip);
        ui.end_row();
    }

    /// The reason why the picture cannot be saved.
    fn refusal(&self) -> Option<String> {
        let no_folder = || self.folder.trim().is_empty().then(|| NO_FOLDER.to_owned());
        self.choices.refusal(self.limit).or_else(no_folder)
    }

    fn summary(&self, ui: &mut Ui) {
        if let Some(why) = self.refusal() {
            ui.label(RichText::new(why).color(Theme::of(ui).warning));
            return;
        }
        let (width, height) = self.choices.size;
        ui.weak(format!("{width}×{height} PNG"));
    }

    fn buttons(&self, ui: &mut Ui, cx: &mut Ctx<'_>) -> bool {
        button_row(ui, |ui| {
            let ready = self.refusal().is_none();
            if primary(ui, "Save", ready) {
                let (choices, folder) = (self.choices, self.folder.trim().to_owned());
                cx.push(Command::SavePicture { choices, folder });
                return true;
            }
            let cancel = ui.button("Cancel").clicked();
            let view = state_string::of(cx.state);
            if let Some((doc, view)) = cx.state.doc.as_ref().zip(view) {
                let copy = ui.button("Copy as command");
                let copy =
                    copy.on_hover_text("The command line draws the picture without overlays");
                if copy.clicked() {
                    let text = self.choices.command_line(&doc.opened.path, view);
                    cx.push(Command::Copy { what: "command", text });
                }
            }
            cancel
        })
    }
}

/// The row for supersampling.
pub(super) fn samples_row(ui: &mut Ui, samples: &mut u32) {
    ui.label("Supersampling");
    ui.horizontal(|ui| {
        for (number, text) in [(1, "Off"), (2, "2×2"), (4, "4×4"), (8, "8×8")] {
            let tip = "Rendered pixels that are averaged for each pixel of the picture";
            ui.selectable_value(samples, number, text).on_hover_text(tip);
        }
    });
    ui.end_row();
}

/// The row for width and height, up to `limit`; `displayed` is the size of the picture in the window.
pub(super) fn size_row(ui: &mut Ui, size: &mut (u32, u32), displayed: (u32, u32), limit: u32) {
    let label = ui.label("Size");
    ui.horizontal(|ui| {
        let value = |side| DragValue::new(side).range(1..=limit).speed(4.0);
        ui.add(value(&mut size.0)).labelled_by(label.id).on_hover_text("Width in pixels");
        ui.weak("×");
        ui.add(value(&mut size.1)).on_hover_text("Height in pixels").accessible_name("Height");
        ui.weak("px");
        let own = [("Window", displayed)];
        for (name, offered) in own.into_iter().chain(SIZES) {
            let tip = format!("{}×{}", offered.0, offered.1);
            ui.selectable_value(size, offered, name).on_hover_text(tip);
        }
    });
    ui.end_row();
}
