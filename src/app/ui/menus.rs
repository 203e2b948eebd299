//! Menu entries: commands of the table, and shared context menus.

use egui::{Button, Id, Key, Modifiers, Popup, Pos2, Response, RichText, Role, ScrollArea, Ui};

use super::named::Named;
use super::shortcuts::command_info::CommandInfo;
use super::shorten::capitalized;
use super::{Keys, ROW, Theme, input::is_covered, shortcuts};
use crate::app::model::numbers::offset;
use crate::app::model::{Command, SelectionTarget, State, Switch};
use crate::app::ui::Ctx;

/// The context menu of a right click on `response`, and of the menu key if `response` has the focus.
/// `opens` opens it, for a list that took the menu key for its current row.
pub fn context(response: &Response, opens: bool, content: impl FnOnce(&mut Ui)) {
    context_at(response, opens, response.rect.left_bottom(), content);
}

/// Like [`context`]; a menu that opens without the pointer opens at `at`.
pub fn context_at(response: &Response, opens: bool, at: Pos2, content: impl FnOnce(&mut Ui)) {
    let (ctx, id) = (&response.ctx, Popup::default_response_id(response));
    if response.has_focus() {
        ctx.data_mut(|data| data.insert_temp(menu_owner(), response.id));
    }
    let is_focused = response.has_focus() && !Popup::is_any_open(ctx);
    if opens || is_focused && take_key(ctx) {
        Popup::open_id(ctx, id);
    }
    let mut popup = Popup::context_menu(response);
    // Without a pointer position.
    if !response.secondary_clicked() && Popup::position_of_id(ctx, id).is_none() {
        popup = popup.at_position(at);
    }
    popup.show(content);
}

/// `true` if the menu key, or its substitute, was pressed, no dialog or menu is open, no text is edited, and the
/// widget with the focus has no menu.
pub fn key_pressed(ctx: &egui::Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    let owner: Option<Id> = ctx.data(|data| data.get_temp(menu_owner()));
    let is_owned = focused.is_some() && focused == owner;
    !is_owned && !is_covered(ctx) && !ctx.text_edit_focused() && take_key(ctx)
}

/// Id under which the widget with a menu is stored that had the focus last.
fn menu_owner() -> Id {
    Id::unique("owner of the menu key")
}

fn take_key(ctx: &egui::Context) -> bool {
    let keys = [Keys(Modifiers::NONE, Key::Menu), Keys(Modifiers::SHIFT, Key::F10)];
    ctx.input_mut(|input| keys.iter().any(|keys| keys.take(input)))
}

/// A command of the table as a menu entry.
pub fn command(ui: &mut Ui, cx: &mut Ctx<'_>, command: &Command) {
    if let Some(entry) = shortcuts::info(command) {
        item(ui, cx, &CommandInfo { block: false, ..entry.clone() });
    }
}

/// Commands for the selection as menu entries, the same in all menus.
pub fn of_selection(ui: &mut Ui, cx: &mut Ctx<'_>) {
    let in_picture = [
        Command::FrameSelection,
        Command::Isolate,
        Command::HideSelected,
        Command::ShowSelected,
        Command::ShowAll,
    ];
    // A sound is not visible.
    for entry in in_picture.iter().filter(|_| cx.state.selection_is_in_scene()) {
        command(ui, cx, entry);
    }
    command(ui, cx, &Command::ExportSelection);
    if !cx.state.movable().is_empty() {
        ui.separator();
        for entry in [Command::Toggle(Switch::Gizmo), Command::Duplicate, Command::Delete] {
            command(ui, cx, &entry);
        }
    }
}

/// An entry that pushes a command and closes the menu.
pub fn entry(ui: &mut Ui, cx: &mut Ctx<'_>, title: impl Into<String>, command: Command) {
    if ui.button(title.into()).clicked() {
        cx.push(command);
        ui.close();
    }
}

/// The rows of a menu, which scrolls if it is higher than the window.
pub fn scrolled<R>(ui: &mut Ui, rows: impl FnOnce(&mut Ui) -> R) -> R {
    // Keeps the menu bar and the margins of the menu free.
    let height = (ui.ctx().content_rect().height() - 3.0 * ROW).max(4.0 * ROW);
    // Without a minimum height, the menu would only use the space below the pointer.
    let area = ScrollArea::vertical().max_height(height).min_scrolled_height(height);
    area.show(ui, rows).inner
}

/// A row with a command, its title aligned with those of rows with icons.
pub fn act(ui: &mut Ui, cx: &mut Ctx<'_>, title: impl Into<String>, command: Command) {
    let title = title.into();
    let response = ui.button((blank(), title.as_str()));
    if response.clicked() {
        cx.push(command);
        ui.close();
    }
    response.named(Role::Button, title);
}

/// A submenu, its title aligned with those of rows with icons.
pub fn submenu(ui: &mut Ui, title: &str, rows: impl FnOnce(&mut Ui)) {
    let shown = ui.menu_button((blank(), title), rows);
    shown.response.named(Role::Button, title);
}

/// An invisible icon, which aligns titles with those of rows with icons.
pub fn blank() -> RichText {
    egui_material_icons::icons::ICON_CHECK.rich_text().color(egui::Color32::TRANSPARENT)
}

/// One entry: tick or icon, title, key.
pub fn item(ui: &mut Ui, cx: &mut Ctx<'_>, entry: &CommandInfo) {
    if entry.block {
        ui.separator();
    }
    let theme = Theme::of(ui);
    let on = entry.is_on(cx.state);
    let icon = match (on, entry.icon) {
        (Some(true), _) => Some(egui_material_icons::icons::ICON_CHECK),
        (Some(false), _) => None,
        (None, icon) => icon,
    };
    let colour = if on == Some(true) { theme.accent } else { theme.weak };
    let icon = icon.map_or_else(blank, |icon| icon.rich_text().color(colour));
    let button = Button::new((icon, title(entry, cx.state))).shortcut_text(entry.first_keys());
    let why_not = entry.blocked(cx.state);
    let mut response = ui.add_enabled(why_not.is_none(), button);
    response = response.on_disabled_hover_text(why_not.unwrap_or_default());
    if let Command::Toggle(switch) = entry.command {
        response = response.on_hover_text(switch.meaning());
    }
    if response.clicked() {
        cx.push(entry.command.clone());
        // Switches keep the menu open, since several are often clicked in a row.
        if on.is_none() {
            ui.close();
        }
    }
}

/// Longest name of a step in a menu, in characters.
const STEP: usize = 48;

/// The title of an entry; Undo and Redo include the name of the step.
fn title(entry: &CommandInfo, state: &State) -> String {
    let step = match entry.command {
        Command::Undo => state.undo_name(),
        Command::Redo => state.redo_name(),
        _ => None,
    };
    let Some(step) = step else { return entry.title.to_owned() };
    let short: String = step.chars().take(STEP).collect();
    let more = if step.chars().nth(STEP).is_some() { "…" } else { "" };
    format!("{}: {}{more}", entry.title, capitalized(&short))
}

/// Content of a context menu, the same in all panels.
#[derive(Clone, Debug, Default)]
pub struct Item {
    pub value: String,
    pub offset: Option<u64>,
    pub path: String,
    /// Command for "Show all like this".
    pub like: Option<Command>,
}

/// Entries that copy parts of `item`, and "Show all like this".
pub fn item_menu(ui: &mut Ui, cx: &mut Ctx<'_>, item: &Item) {
    let mut copy = |ui: &mut Ui, label: &str, what: &'static str, text: String| {
        if ui.add_enabled(!text.is_empty(), egui::Button::new(label)).clicked() {
            cx.push(Command::Copy { what, text });
            ui.close();
        }
    };
    copy(ui, "Copy value", "value", item.value.clone());
    copy(ui, "Copy offset", "offset", item.offset.map_or_else(String::new, offset));
    copy(ui, "Copy path", "path", item.path.clone());
    if let Some(like) = &item.like {
        entry(ui, cx, "Show all like this", like.clone());
    }
}

/// The context menu entry that adds a note to `target`, or else to the selection.
pub fn note_entry(ui: &mut Ui, cx: &mut Ctx<'_>, target: Option<SelectionTarget>) {
    entry(ui, cx, "Add note…", target.map_or(Command::AddNote, Command::NoteOn));
}
