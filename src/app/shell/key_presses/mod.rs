//! Maps the key presses of a frame to commands.

mod typed_ahead;

use egui::text_selection::LabelSelectionState;
use egui::{Event, Key, Modifiers, PointerButton};

use crate::app::model::{Command, PanelId};
use crate::app::shell::commands::table;
use crate::app::ui::shortcuts::command_info::{CommandInfo, Scope};
use crate::app::ui::{Keys, keys::Fit};

pub use self::typed_ahead::TypedAhead;

/// The commands whose keys were pressed in this frame, in the order of the presses. Keys of the focused
/// panel have priority over those of the window. The presses are consumed.
pub fn pressed(ctx: &egui::Context, focus: PanelId) -> Vec<Command> {
    let here = |entry: &CommandInfo| entry.scope != Scope::Window && entry.scope.holds(focus);
    let window = |entry: &CommandInfo| entry.scope == Scope::Window;
    take(ctx, focus, ctx.text_edit_focused(), &[&here, &window])
}

/// The scene commands whose keys the focused panel left unused. Called after the panels were drawn, since
/// lists consume keys while drawing. `typing`: a text box had the focus at the start of the frame.
pub fn left_over(ctx: &egui::Context, focus: PanelId, typing: bool) -> Vec<Command> {
    if focus == PanelId::SCENE {
        return Vec::new();
    }
    // A widget that was focused with Tab handles Space.
    let reached = ctx.memory(|memory| memory.focused().is_some());
    let scene = |entry: &CommandInfo| {
        // Commands that other panels have, too, such as Delete, are meant for what has the focus there.
        let is_only = matches!(entry.scope, Scope::In([PanelId::SCENE]));
        let of_scene = is_only || (focus == PanelId::CARD && entry.scope.holds(PanelId::SCENE));
        of_scene && !(reached && entry.keys().iter().any(|keys| keys.1 == Key::Space))
    };
    take(ctx, focus, typing || ctx.text_edit_focused(), &[&scene])
}

/// Rows of the table.
type Rows<'a> = &'a dyn Fn(&CommandInfo) -> bool;

/// The commands for the key presses of this frame, from the given groups of rows; earlier groups have
/// priority.
fn take(ctx: &egui::Context, focus: PanelId, typing: bool, rows: &[Rows<'_>]) -> Vec<Command> {
    let popup = egui::Popup::is_any_open(ctx);
    let text_selected = ctx.plugin::<LabelSelectionState>().lock().has_selection();
    let mut now = KeyContext { focus, typing, text_selected, flying: false, popup };
    let id = egui::Id::unique("held key");
    let mut held: Option<Key> = ctx.data(|data| data.get_temp(id)).flatten();
    let mut out = Vec::new();
    ctx.input_mut(|input| {
        let mut looking = looked_around(&input.events, input.pointer.secondary_down());
        input.events.retain(|event| {
            if let Some(pressed) = secondary(event) {
                looking = pressed;
            }
            now.flying = looking && now.focus == PanelId::SCENE;
            let found = rows.iter().find_map(|rows| now.matching_row(event, rows));
            let found = match event {
                Event::Key { key, repeat: false, .. } => {
                    held = found.map(|_| *key);
                    found
                }
                // A key that was pressed for another purpose, such as flying, does not become a command
                // if the right button is released before the key.
                Event::Key { key, .. } => {
                    found.filter(|entry| held == Some(*key) && repeats(&entry.command))
                }
                _ => found,
            };
            out.extend(found.map(|entry| entry.command.clone()));
            found.is_none()
        });
    });
    ctx.data_mut(|data| data.insert_temp(id, held));
    out
}

/// `Some(pressed)` if `event` presses or releases the right button.
fn secondary(event: &Event) -> Option<bool> {
    match event {
        Event::PointerButton { button: PointerButton::Secondary, pressed, .. } => Some(*pressed),
        _ => None,
    }
}

/// `true` if the right button was down before `events`; `after` is its state after them.
fn looked_around(events: &[Event], after: bool) -> bool {
    events.iter().find_map(secondary).map_or(after, |pressed| !pressed)
}

/// `true` if holding the key repeats the command; switching, opening and showing happen once.
fn repeats(command: &Command) -> bool {
    matches!(
        command,
        Command::Undo
            | Command::Redo
            | Command::Back
            | Command::Forward
            | Command::NextFile
            | Command::PreviousFile
            | Command::FindNext
            | Command::FindPrevious
            | Command::NextPanel
            | Command::PreviousPanel
            | Command::NextTab
            | Command::PreviousTab
            | Command::NextDocument
            | Command::PreviousDocument
            | Command::NextPalette
            | Command::PreviousPalette
            | Command::ZoomIn
            | Command::ZoomOut
            | Command::NextAnimation
            | Command::PreviousAnimation
            | Command::StepFrame(_)
            | Command::StepFaces(_)
            | Command::StepGroup(_)
            | Command::Faster
            | Command::Slower
            | Command::NextSound
            | Command::PreviousSound
            | Command::ExtendSelection { .. }
            | Command::SeekBy { .. }
            | Command::Louder
            | Command::Quieter
            | Command::Higher
            | Command::Lower
    )
}

/// Situation that decides the meaning of a key.
struct KeyContext {
    focus: PanelId,
    /// A text box has the focus and receives plain keys.
    typing: bool,
    /// Text of a message is selected, which Copy copies.
    text_selected: bool,
    /// The right button is down over the scene: letter keys fly.
    flying: bool,
    /// A menu is open: Esc closes it before anything is deselected.
    popup: bool,
}

impl KeyContext {
    /// The row of the given group that a press means.
    fn matching_row(&self, event: &Event, rows: Rows<'_>) -> Option<&'static CommandInfo> {
        let all = table().iter().filter(|entry| rows(entry));
        let fitting = all.filter_map(|entry| Some((self.fit(entry, event)?, entry)));
        fitting.min_by_key(|(fit, _)| *fit).map(|(_, entry)| entry)
    }

    fn fit(&self, entry: &CommandInfo, event: &Event) -> Option<Fit> {
        if self.text_selected && *event == Event::Copy {
            return None;
        }
        let is_view = matches!(entry.command, Command::RecallView(_) | Command::StoreView(_));
        // While flying, digits still select views, with or without Alt.
        let flies = self.flying && !is_view;
        let fit = |keys: &Keys| {
            let others = (self.typing || flies) && keys.belong_to_text()
                || self.popup && keys.1 == Key::Escape;
            if others {
                return None;
            }
            let plain = Keys(Modifiers { alt: false, ..keys.0 }, keys.1);
            let in_flight = || (self.flying && is_view).then(|| plain.fit(event)).flatten();
            keys.fit(event).or_else(in_flight)
        };
        entry.keys().iter().filter_map(fit).min()
    }
}
