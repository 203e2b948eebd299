//! Playback queue across all opened banks.

use egui::{Rect, Role, Sense, Ui, vec2};
use egui_material_icons::icons;

use super::clock;
use crate::app::model::command::QueueCommand;
use crate::app::model::sound::{PlayMode, Queue, Repeat};
use crate::app::model::{Command, document::paths, grouped};
use crate::app::ui::named::Named;
use crate::app::ui::shortcuts::with_keys;
use crate::app::ui::{Ctx, GRID, ROW, RowScroll, Theme, buttons, cells, menus, row, theme, tips};
use crate::scene::Element;

/// Widths of the bank's name and of the length, from the right.
const BANK: f32 = 44.0 * GRID;
const LENGTH: f32 = 18.0 * GRID;

/// List of the queued sounds.
#[derive(Default)]
pub struct QueueList {
    scroll: RowScroll,
    /// The row that played in the last frame, to notice a change.
    shown: Option<usize>,
}

impl QueueList {
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>) {
        bar(ui, cx);
        let count = cx.state.sound.queue.entries().len();
        if count == 0 {
            let add = with_keys("Sound › Add to queue", &Command::QueueSelected);
            let hint = format!("{add} adds the selected sounds; the buttons above add banks");
            return tips::empty_state(ui, icons::ICON_QUEUE_MUSIC, "The queue is empty", &hint);
        }
        let current = cx.state.sound.queue.current().map(|(place, _)| place);
        if current != self.shown {
            self.shown = current;
            current.into_iter().for_each(|place| self.scroll.reveal(place as u64));
        }
        let shown = self.scroll.show(ui, "Queue", count as u64, ROW);
        let mut asked = Vec::new();
        shown.each(ui, |ui, number, rect| {
            let place = usize::try_from(number).unwrap_or(usize::MAX);
            asked.extend(line(ui, cx, place, rect));
        });
        cx.extend(asked.into_iter().map(Command::Queue));
    }
}

/// Playback controls of the queue, and buttons that add sounds.
fn bar(ui: &mut Ui, cx: &mut Ctx<'_>) {
    egui::Frame::new().inner_margin(GRID).show(ui, |ui| {
        ui.horizontal(|ui| {
            let queue = &cx.state.sound.queue;
            let (repeat, count) = (queue.repeat(), queue.entries().len());
            let again =
                if repeat == Repeat::One { icons::ICON_REPEAT_ONE } else { icons::ICON_REPEAT };
            let plays = buttons::play_icon(cx.state.sound.is_playing());
            let starts = if is_queued(cx) { Command::TogglePlaying } else { start(queue) };
            let next = |command| Command::Queue(command);
            for (icon, title, on, command) in [
                (icons::ICON_SKIP_PREVIOUS, "Previous", false, next(QueueCommand::Previous)),
                (plays, "Play or pause the queue", false, starts),
                (icons::ICON_SKIP_NEXT, "Next", false, next(QueueCommand::Next)),
                (icons::ICON_SHUFFLE, "Shuffle", queue.is_shuffled(), next(QueueCommand::Shuffle)),
                (again, repeat.title(), repeat != Repeat::Off, next(QueueCommand::Repeat)),
            ] {
                let tip = with_keys(title, &command);
                if buttons::icon_button(ui, icon, &tip, on).clicked() {
                    cx.commands.push(command);
                }
            }
            ui.weak(format!("{} queued", grouped(count as u64)));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let all = cx.state.scene().map(|scene| scene.scene.sounds.ids().collect());
                let all = QueueCommand::Add { sounds: all.unwrap_or_default(), next: false };
                for (icon, tip, command) in [
                    (icons::ICON_PLAYLIST_REMOVE, "Clear the queue", QueueCommand::Clear),
                    (icons::ICON_LIBRARY_MUSIC, "Add all opened banks", QueueCommand::AddBanks),
                    (icons::ICON_PLAYLIST_ADD, "Add this bank", all),
                ] {
                    if buttons::icon_button(ui, icon, tip, false).clicked() {
                        cx.push(Command::Queue(command));
                    }
                }
            });
        });
    });
}

/// `true` if the sound that plays belongs to the queue.
fn is_queued(cx: &Ctx<'_>) -> bool {
    cx.state.sound.now().is_some_and(|now| now.manner == PlayMode::AsQueued)
}

/// Command that resumes the queue, or starts it from the beginning.
fn start(queue: &Queue) -> Command {
    let place = queue.current().map(|(place, _)| place);
    Command::Queue(place.map_or(QueueCommand::Next, QueueCommand::Play))
}

/// Draws a sound of the queue; returns the command of a click.
fn line(ui: &mut Ui, cx: &mut Ctx<'_>, place: usize, rect: Rect) -> Option<QueueCommand> {
    let theme = Theme::of(ui);
    let queue = &cx.state.sound.queue;
    let entry = queue.entries().get(place)?.clone();
    let sound = entry.stored()?;
    let is_current = queue.current().is_some_and(|(current, _)| current == place);
    let response = ui.interact(rect, ui.scope_id().with(place), Sense::click());
    row::fill(ui, rect, is_current, response.hovered());
    let icon = Rect::from_min_size(rect.min, vec2(6.0 * GRID, ROW));
    if is_current {
        let playing = is_queued(cx) && cx.state.sound.is_playing();
        let shown = if playing { icons::ICON_VOLUME_UP } else { icons::ICON_PAUSE };
        cells::icon(ui, icon, shown, theme::ICON, theme.accent);
    }
    let button = Rect::from_min_max(egui::pos2(rect.right() - 6.0 * GRID, rect.top()), rect.max);
    let right = button.left() - GRID;
    let seconds = sound.duration_ms() as f64 / 1000.0;
    row::right_text(ui, rect, right, &clock(seconds), theme::mono(), theme.weak);
    let bank = paths::name(&entry.bank.path);
    let left = (right - LENGTH - BANK).max(rect.center().x);
    row::row_text(ui, rect, left, right - LENGTH, bank, theme::body(), theme.weak);
    let name = sound.name_as(entry.id);
    row::row_text(ui, rect, icon.right(), left - GRID, &name, theme::body(), theme.text);
    let gone = ui.interact(button, ui.scope_id().with(("remove", place)), Sense::CLICK);
    let ink = if gone.hovered() { theme.text } else { theme.weak };
    cells::icon(ui, button, icons::ICON_CLOSE, theme::ICON, ink);
    gone.named(Role::Button, format!("Remove from the queue: {name}"));
    if gone.on_hover_text("Remove from the queue").clicked() {
        return Some(QueueCommand::Remove(place));
    }
    response.named_on(Role::Button, is_current, format!("{name}, {bank}"));
    let is_open = cx.state.doc.as_ref().is_some_and(|doc| doc.opened.path == entry.bank.path);
    menus::context(&response, false, |ui| {
        if ui.button("Play").clicked() {
            cx.push(Command::Queue(QueueCommand::Play(place)));
            ui.close();
        }
        let show = ui.add_enabled(is_open, egui::Button::new("Show in the list"));
        if show.on_disabled_hover_text("The sound is in another file").clicked() {
            cx.select(crate::app::model::SelectionTarget::Element(Element::Sound(entry.sound)));
            ui.close();
        }
        if !is_open && ui.button("Open its file").clicked() {
            cx.push(Command::Open(entry.bank.path.clone()));
            ui.close();
        }
    });
    response.double_clicked().then_some(QueueCommand::Play(place))
}
