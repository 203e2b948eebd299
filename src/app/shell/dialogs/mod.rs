//! Dialogs: finders, shortcuts, settings, export, path, diagnostics, about.

mod about;
mod bulk;
mod cheat_sheet;
mod crash_report;
mod diagnostics;
mod export;
mod flight;
mod layout_name;
mod leave;
mod live_preview;
mod locate;
mod names;
mod note;
mod path;
mod picture;
mod query;
mod quick_open;
mod save;
mod settings;
mod what_is_new;

use std::path::{Path, PathBuf};

use egui::{Context, Id, ScrollArea, Ui};

pub use self::leave::LeaveDialog;
use self::live_preview::LivePreview;
pub use self::live_preview::PreviewPicture;
use self::note::NoteBox;
use crate::app::jobs::Jobs;
use crate::app::jobs::file_dialog::{PathKind, Pick};
use crate::app::model::edits::save_plan::SavePlan;
use crate::app::model::export::bulk::{Bulk, Stage, Work};
use crate::app::model::export::choices::Choices;
use crate::app::model::export::picture::PictureChoices;
use crate::app::model::{Command, Note, SelectionTarget, State};
use crate::app::ui::{Ctx, GRID, ROW, buttons, input};
use crate::bytes::SourceId;
use crate::container::path_text;
use crate::export::Report;
pub use export::sum_up;

/// Id of the memory that a widget of the dialog had the focus when the frame began.
const HAD_FOCUS: &str = "a widget of the dialog had the focus";
/// Space between the edge and the content of a dialog, in points.
const MARGIN: f32 = 4.0 * GRID;

/// The open dialog; never more than one.
#[derive(Default)]
pub struct Dialogs {
    open: Option<Dialog>,
    /// A dialog opened since the last frame.
    is_new: bool,
    /// Choices of the export dialog, kept between its uses.
    pub export: Choices,
    /// The last query that selected faces, or that was typed.
    query: String,
}

pub enum Dialog {
    Finder(quick_open::Finder),
    CheatSheet(cheat_sheet::CheatSheet),
    Settings(settings::SettingsDialog),
    Export,
    Flight(Box<flight::FlightBox>),
    Bulk(Box<Bulk>),
    Leave(LeaveDialog),
    LayoutName(layout_name::LayoutName),
    Names(names::NamesDialog),
    Note(NoteBox),
    Path(path::PathBox),
    Picture(Box<picture::PictureBox>),
    Query(Box<query::QueryBox>),
    Save(save::SaveBox),
    WhereIs(locate::WhereIs),
    WhatIsNew,
    Diagnostics,
    CrashReport(crash_report::CrashReport),
    About,
}

impl Dialog {
    pub fn commands(state: &State) -> Self {
        Self::Finder(quick_open::Finder::commands(state))
    }

    pub fn files(state: &State) -> Self {
        Self::Finder(quick_open::Finder::files(state))
    }

    pub fn models_to_add(state: &State) -> Self {
        Self::Finder(quick_open::Finder::around(state))
    }

    pub fn saved_selections(state: &State) -> Self {
        Self::Finder(quick_open::Finder::saved_selections(state))
    }

    pub fn settings() -> Self {
        Self::Settings(Default::default())
    }

    pub fn layout_name() -> Self {
        Self::LayoutName(Default::default())
    }

    pub fn cheat_sheet() -> Self {
        Self::CheatSheet(Default::default())
    }

    /// The crash report in `file`, if there is one.
    pub fn crash_report(file: PathBuf) -> Option<Self> {
        crash_report::CrashReport::read(file).map(Self::CrashReport)
    }

    pub fn path() -> Self {
        Self::Path(path::PathBox::new(Pick::new("Open path", PathKind::File, |path| {
            Command::Open(path_text(path))
        })))
    }

    /// A picture of the scene with at most `limit` pixels along a side; `displayed` are the settings of a
    /// screenshot.
    pub fn picture(state: &State, displayed: PictureChoices, limit: u32) -> Self {
        Self::Picture(Box::new(picture::PictureBox::new(state, displayed, limit)))
    }

    pub fn bulk(work: Work, paths: &[String], folder: &str) -> Self {
        Self::Bulk(Box::new(Bulk::new(work, paths.to_vec(), folder)))
    }

    pub fn names(state: &State) -> Self {
        Self::Names(names::NamesDialog::new(state))
    }

    pub fn where_is(name: &str, looked_in: &str) -> Self {
        Self::WhereIs(locate::WhereIs::new(name, looked_in))
    }

    /// A new note on a target, or else on the selection.
    pub fn note_on(target: Option<&SelectionTarget>, state: &State) -> Option<Self> {
        NoteBox::on(target, state).map(Self::Note)
    }

    pub fn note(source: SourceId, note: &Note, state: &State) -> Option<Self> {
        NoteBox::edit(source, note, state).map(Self::Note)
    }
}

impl Dialogs {
    /// Opens the dialog for a camera flight; `displayed` is the size of the displayed picture, and `limit`
    /// the largest number of pixels along a side.
    pub fn compose_flight(&mut self, displayed: (u32, u32), limit: u32, cx: &mut Ctx<'_>) {
        let flight = flight::FlightBox::new(cx.state, displayed, limit);
        self.open(Dialog::Flight(Box::new(flight)), cx);
    }

    /// Asks for a path in a text box.
    pub fn ask_for_path(&mut self, pick: Pick, cx: &mut Ctx<'_>) {
        self.open(Dialog::Path(path::PathBox::new(pick)), cx);
    }

    /// Opens the box for queries on faces, with the last one.
    pub fn ask_for_query(&mut self, ctx: &Context, cx: &mut Ctx<'_>) {
        let query = query::QueryBox::new(ctx, cx.state, &self.query);
        self.open(Dialog::Query(Box::new(query)), cx);
    }

    /// Opens a dialog; a note that was being written is kept as a draft.
    pub fn open(&mut self, dialog: Dialog, cx: &mut Ctx<'_>) {
        self.is_new = true;
        if let Some(Dialog::Note(note)) = self.open.replace(dialog) {
            note.leave(cx);
        }
    }

    /// Closes tooltips when a dialog opens, since they would cover it: the pointer counts as outside
    /// until it moves.
    pub fn close_tooltips(&mut self, ctx: &Context) {
        if std::mem::take(&mut self.is_new) {
            ctx.input_mut(|input| input.pointer = egui::PointerState::default());
        }
    }

    /// The bulk dialog, while it is open.
    pub fn bulk(&mut self) -> Option<&mut Bulk> {
        match &mut self.open {
            Some(Dialog::Bulk(bulk)) => Some(bulk),
            _ => None,
        }
    }

    /// The preview of the open dialog, if it has one.
    pub fn preview(&mut self) -> Option<&mut LivePreview> {
        match &mut self.open {
            Some(Dialog::Picture(picture)) => Some(&mut picture.preview),
            Some(Dialog::Flight(flight)) => Some(&mut flight.preview),
            _ => None,
        }
    }

    /// Asks for confirmation to write a file; the job computes the differences.
    pub fn ask_to_save(&mut self, path: String, job: u64, cx: &mut Ctx<'_>) {
        self.open(Dialog::Save(save::SaveBox::new(path, job)), cx);
    }

    /// Shows the differences that saving would write, if the dialog is still open.
    pub fn take_save_plan(&mut self, plan: Box<SavePlan>) {
        if let Some(Dialog::Save(save)) = &mut self.open {
            save.take(plan);
        }
    }

    /// Handles the end of a job: dialogs stop waiting for it.
    pub fn ended(&mut self, job: u64) {
        self.export.ended(job);
        self.bulk().into_iter().for_each(|bulk| bulk.ended(job));
        if matches!(&self.open, Some(Dialog::Save(save)) if save.ended(job)) {
            self.open = None;
        }
    }

    /// `true` while a dialog receives the keys.
    pub fn is_modal(&self) -> bool {
        self.open.is_some()
    }

    /// Passes a path to the dialog that asks for one; `false` if there is none.
    pub fn take_place(&mut self, path: &str) -> bool {
        match &mut self.open {
            Some(Dialog::WhereIs(place)) => {
                place.take(path);
                true
            }
            _ => false,
        }
    }

    /// Passes a picked path to the open dialog.
    pub fn take_path(&mut self, path: &Path) {
        let path = path_text(path);
        match &mut self.open {
            Some(Dialog::WhereIs(place)) => place.take(&path),
            Some(Dialog::Export) => self.export.folder = path,
            Some(Dialog::Bulk(bulk)) => bulk.folder = path,
            Some(Dialog::Picture(picture)) => picture.folder = path,
            Some(Dialog::Flight(flight)) => flight.folder = path,
            _ => {}
        }
    }

    /// Passes the result of a search to the dialog that asks for a companion. Closes the dialog and
    /// returns `true` if the companion was found.
    pub fn answer_place(&mut self, path: &str, found: Result<bool, String>) -> bool {
        let is_found = match &mut self.open {
            Some(Dialog::WhereIs(place)) => place.answered(path, found),
            // The dialog was closed in the meantime, but the result is still useful.
            _ => return found == Ok(true),
        };
        if is_found {
            self.open = None;
        }
        is_found
    }

    /// Shows the result of an export if its dialog is still open; otherwise returns it.
    pub fn show_export(&mut self, job: u64, report: Report, folder: PathBuf) -> Option<Report> {
        match &mut self.open {
            Some(Dialog::Bulk(bulk)) if bulk.waits_for(job) => {
                bulk.stage = Stage::Done(report, folder);
                None
            }
            Some(Dialog::Export) => self.export.done(job, report, folder),
            _ => Some(report),
        }
    }

    /// Asks for confirmation to quit.
    pub fn ask_to_leave(&mut self, leave: LeaveDialog, cx: &mut Ctx<'_>) {
        self.open(Dialog::Leave(leave), cx);
    }

    /// Draws the open dialog. `drawn` is the device memory of the scene.
    pub fn show(&mut self, ctx: &Context, cx: &mut Ctx<'_>, jobs: &Jobs, drawn: u64) {
        let Some(dialog) = &mut self.open else { return };
        let close = match dialog {
            Dialog::Finder(finder) => finder.show(ctx, cx),
            Dialog::CheatSheet(sheet) => sheet.show(ctx, cx),
            Dialog::Settings(settings) => settings.show(ctx, cx),
            Dialog::Export => self.export.show(ctx, cx, jobs),
            Dialog::Flight(flight) => {
                let close = flight.show(ctx, cx, jobs);
                // Once, when nothing is being dragged.
                if close || !ctx.input(|input| input.pointer.any_down()) {
                    cx.extend(flight.keep_stops(cx.state));
                }
                close
            }
            Dialog::Bulk(bulk) => bulk.show(ctx, cx, jobs),
            Dialog::Leave(leave) => leave.show(ctx, cx),
            Dialog::LayoutName(name) => name.show(ctx, cx),
            Dialog::Names(names) => names.show(ctx, cx),
            Dialog::Note(note) => note.show(ctx, cx),
            Dialog::Path(path) => path.show(ctx, cx),
            Dialog::Picture(picture) => picture.show(ctx, cx, jobs),
            Dialog::Query(query) => {
                let close = query.show(ctx, cx);
                query.typed().clone_into(&mut self.query);
                close
            }
            Dialog::Save(save) => save.show(ctx, cx),
            Dialog::WhereIs(place) => place.show(ctx, cx),
            Dialog::WhatIsNew => what_is_new::show(ctx),
            Dialog::Diagnostics => diagnostics::show(ctx, cx, drawn),
            Dialog::CrashReport(report) => report.show(ctx, cx),
            Dialog::About => about::about(ctx, cx.state),
        };
        if close {
            // Cancels a plan that is no longer needed.
            if let Some((job, _)) = self.bulk().and_then(|bulk| bulk.planning.take()) {
                cx.push(Command::Cancel { job });
            }
            self.open = None;
        }
    }
}

/// A dialog in the middle of the window; it scrolls if the window is too small for it. Returns `true` when
/// Esc was pressed, the outside was clicked, or `content` returns `true`.
fn modal(ctx: &Context, name: &str, width: f32, content: impl FnOnce(&mut Ui) -> bool) -> bool {
    // No fading: a dialog appears at once.
    let id = Id::unique(name);
    let area = egui::Modal::default_area(id).fade_in(false);
    let frame = egui::Frame::window(&ctx.global_style()).inner_margin(MARGIN);
    let room = ctx.content_rect().size() - frame.total_margin().sum();
    // A text field loses the focus in the frame in which Enter is pressed.
    let had_focus = has_focus(ctx);
    ctx.data_mut(|data| data.insert_temp(Id::unique(HAD_FOCUS), had_focus));
    let shown = egui::Modal::new(id).area(area).frame(frame).show(ctx, |ui| {
        ui.set_width(width.min(room.x));
        let title = ui.heading(name).rect;
        ui.add_space(GRID);
        let above = title.height() + GRID + 2.0 * ui.spacing().item_spacing.y;
        let close = fit(ui, room - egui::vec2(0.0, above), content);
        // The close button is in the corner, whatever the width of the content.
        let corner = egui::pos2(ui.min_rect().right(), title.center().y);
        let side = egui::Vec2::splat(ROW + GRID);
        let place = egui::Align2::RIGHT_CENTER.anchor_size(corner, side);
        let mut corner = ui.new_child(egui::UiBuilder::new().max_rect(place));
        close | close_button(&mut corner)
    });
    // A choice that was clicked does not take Enter from the primary button.
    if ctx.input(|input| input.pointer.any_click()) && !ctx.text_edit_focused() {
        unfocus(ctx);
    }
    shown.should_close() || shown.inner
}

/// The row of buttons of a dialog. They keep their ids and the focus if the content above changes.
fn button_row<R>(ui: &mut Ui, content: impl FnOnce(&mut Ui) -> R) -> R {
    let same_ids = egui::UiBuilder::new().scope_id(ui.scope_id().with("buttons"));
    ui.scope_builder(same_ids, |ui| ui.horizontal(content).inner).inner
}

/// The primary button of a dialog; `true` if it is pressed. It takes the focus when it becomes enabled, unless
/// another widget of the dialog has it. Enter presses it while no widget of the dialog has the focus; in a text or
/// number field, Enter only ends the input.
fn primary(ui: &mut Ui, text: &str, enabled: bool) -> bool {
    let before = ui.ctx().read_response(ui.next_auto_id());
    let is_new = enabled && before.is_none_or(|before| !before.enabled());
    let response = buttons::primary(ui, text, enabled);
    if is_new && !has_focus(ui.ctx()) {
        response.request_focus();
    }
    response.clicked() || (enabled && enter(ui.ctx()))
}

/// `true` if Enter is pressed and no widget of the dialog had the focus before.
fn enter(ctx: &Context) -> bool {
    let had_focus = ctx.data(|data| data.get_temp(Id::unique(HAD_FOCUS)));
    had_focus != Some(true) && ctx.input(|input| input.key_pressed(egui::Key::Enter))
}

/// Draws `content`, in a scroll area if it was larger than `room` when it was drawn last. The area scrolls to a widget
/// that gets the focus.
fn fit<R>(ui: &mut Ui, room: egui::Vec2, content: impl FnOnce(&mut Ui) -> R) -> R {
    let id = ui.scope_id().with("size of the content");
    let last: egui::Vec2 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    // Sizes are rounded to pixels.
    let exceeds = [last.x > room.x + 1.0, last.y > room.y + 1.0];
    // Widgets keep their ids and the focus when the scroll area appears.
    let same_ids = egui::UiBuilder::new().scope_id(id.with("content"));
    let (size, result) = if exceeds.contains(&true) {
        let width = ui.available_width();
        let area = ScrollArea::new(exceeds).max_width(room.x).max_height(room.y);
        let shown = area.show(ui, |ui| {
            ui.set_width(width - ui.spacing().scroll.allocated_width());
            let result = ui.scope_builder(same_ids, content).inner;
            let focused = ui.memory(|memory| {
                memory.focused().filter(|focused| !memory.had_focus_last_frame(*focused))
            });
            if let Some(response) = focused.and_then(|focused| ui.ctx().read_response(focused)) {
                ui.scroll_to_rect(response.rect.expand(2.0 * GRID), None);
            }
            // Areas within the content would take a scroll from before.
            input::scroll_dialog(ui);
            result
        });
        (shown.content_size, shown.inner)
    } else {
        let shown = ui.scope_builder(same_ids, content);
        (shown.response.rect.size(), shown.inner)
    };
    if size != last {
        ui.data_mut(|data| data.insert_temp(id, size));
        ui.ctx().request_repaint();
    }
    result
}

/// `true` if a widget of the dialog has the focus. Widgets of the window behind it may keep theirs.
fn has_focus(ctx: &Context) -> bool {
    let (focused, dialog) = ctx.memory(|memory| (memory.focused(), memory.top_modal_layer()));
    let layer = focused.and_then(|id| ctx.read_response(id)).map(|response| response.layer_id);
    layer.is_some() && layer == dialog
}

/// Takes the focus from the widget of the dialog that has it.
fn unfocus(ctx: &Context) {
    if let Some(id) = ctx.memory(egui::Memory::focused).filter(|_| has_focus(ctx)) {
        ctx.memory_mut(|memory| memory.surrender_focus(id));
    }
}

fn close_button(ui: &mut Ui) -> bool {
    let icon = egui_material_icons::icons::ICON_CLOSE;
    crate::app::ui::icon_button(ui, icon, "Close (Escape)", false).clicked()
}

/// A dialog without a title near the top of the window: a text box and its results. `dims` darkens the
/// window behind it.
fn top_modal(
    ctx: &Context,
    name: &str,
    width: f32,
    dims: bool,
    content: impl FnOnce(&mut Ui) -> bool,
) -> bool {
    let id = Id::unique(name);
    let area = egui::Modal::default_area(id)
        .fade_in(false)
        .anchor(egui::Align2::CENTER_TOP, egui::vec2(0.0, 20.0 * GRID));
    let mut modal = egui::Modal::new(id).area(area);
    if !dims {
        modal = modal.backdrop_color(egui::Color32::TRANSPARENT);
    }
    let room = ctx.content_rect().width() - 2.0 * MARGIN;
    let shown = modal.show(ctx, |ui| {
        ui.set_width(width.min(room));
        content(ui)
    });
    shown.should_close() || shown.inner
}
