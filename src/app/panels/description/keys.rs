//! Keys that indent the text.

use std::ops::Range;

use egui::text::{CCursor, CCursorRange};
use egui::text_edit::TextEditState;
use egui::{Event, FocusDirection, Id, Key, Modifiers, PointerButton, Rect, Ui};

/// Blanks of a level.
const LEVEL: &str = "  ";

/// Keys that arrived in the same frame as a click into the text, or as typed text that they depend on. They
/// are handled in later frames, when the caret, the text and its suggestions are up to date.
#[derive(Default)]
pub struct KeysInOrder {
    deferred: Vec<Event>,
}

impl KeysInOrder {
    /// Puts the deferred events before those of this frame. Defers the keyboard events that follow a click into
    /// the text, and those from the first one that depends on earlier ones.
    pub fn defer(&mut self, ui: &Ui, id: Id) {
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let area = ui.max_rect();
        ui.input_mut(|input| {
            input.events.splice(0..0, self.deferred.drain(..));
            let clicked = input.events.iter().position(|event| is_click(event, area));
            let dependent = first_dependent(&input.events).filter(|_| has_focus);
            let Some(from) = clicked.into_iter().chain(dependent).min() else { return };
            for event in input.events.split_off(from) {
                let is_key = matches!(event, Event::Key { .. }) || is_press(&event);
                let events = if is_key { &mut self.deferred } else { &mut input.events };
                events.push(event);
            }
        });
        if has_focus || !self.deferred.is_empty() {
            // Tab and the arrow keys stay in the text, also before the text has locked them.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
        }
        if !self.deferred.is_empty() {
            ui.ctx().request_repaint();
        }
    }
}

/// Index of the first event that depends on text or keys before it.
fn first_dependent(events: &[Event]) -> Option<usize> {
    let first = events.iter().position(is_press)?;
    let after = events.iter().skip(first + 1).position(is_dependent)?;
    Some(first + 1 + after)
}

fn is_click(event: &Event, area: Rect) -> bool {
    let Event::PointerButton { pos, pressed: true, button, .. } = event else { return false };
    *button == PointerButton::Primary && area.contains(*pos)
}

/// `true` for text, the clipboard, and for a key that is pressed.
fn is_press(event: &Event) -> bool {
    matches!(event, Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Copy | Event::Ime(_))
        || matches!(event, Event::Key { pressed: true, .. })
}

/// `true` for a key whose effect depends on the text at the caret, or on the suggestions for it.
fn is_dependent(event: &Event) -> bool {
    let Event::Key { key, pressed: true, .. } = event else { return false };
    matches!(key, Key::Tab | Key::Enter | Key::Escape | Key::ArrowUp | Key::ArrowDown)
}

/// Inserts blanks for Tab, since YAML has no tabs, and keeps the indentation of the line for Enter. Tab moves
/// several selected lines to the right, and Shift+Tab moves lines to the left. Returns `true` if lines were
/// moved.
pub fn indent(ui: &Ui, text: &mut String, id: Id) -> bool {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return false;
    }
    let caret = TextEditState::load(ui.ctx(), id).and_then(|state| state.cursor.char_range());
    let caret = caret.map_or(0..0, |range| {
        let range = range.as_sorted_char_range();
        range.start.0..range.end.0
    });
    let byte = |at: usize| text.char_indices().nth(at).map_or(text.len(), |(at, _)| at);
    let selected = byte(caret.start)..byte(caret.end);
    let has_lines = text.get(selected.clone()).is_some_and(|selected| selected.contains('\n'));
    let pressed = |modifiers| ui.input_mut(|input| input.consume_key(modifiers, Key::Tab));
    let is_left = pressed(Modifiers::SHIFT);
    if is_left || has_lines && pressed(Modifiers::NONE) {
        let before = text.len();
        let moved = move_lines(text, selected.clone(), is_left);
        let removed = before.saturating_sub(text.len());
        let back = |at: usize| at.saturating_sub(removed).max(moved.start);
        // Typing must not replace the line, unless it was selected.
        let moved = if has_lines { moved } else { back(selected.start)..back(selected.end) };
        let at =
            |byte: usize| CCursor::new(text.get(..byte).map_or(0, |before| before.chars().count()));
        let mut state = TextEditState::load(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(CCursorRange::two(at(moved.start), at(moved.end))));
        state.store(ui.ctx(), id);
        return true;
    }
    let above = text.get(..selected.start).unwrap_or_default();
    let line = above.rsplit('\n').next().unwrap_or_default();
    let new_line = format!("\n{}", " ".repeat(indentation_below(line)));
    ui.input_mut(|input| {
        for event in &mut input.events {
            match &*event {
                Event::Key { key: Key::Tab, pressed: true, modifiers, .. }
                    if modifiers.is_none() =>
                {
                    *event = Event::Text(LEVEL.to_owned());
                }
                // A text field ignores a new line that is typed as text.
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. }
                    if modifiers.is_none() || modifiers.shift_only() =>
                {
                    *event = Event::Paste(new_line.clone());
                }
                _ => {}
            }
        }
    });
    false
}

/// Moves the lines of some bytes by a level, and returns their bytes. A line of which nothing is selected is
/// not moved.
pub fn move_lines(text: &mut String, selected: Range<usize>, is_left: bool) -> Range<usize> {
    let before = text.get(..selected.start).unwrap_or_default();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let inside = text.get(start..selected.end).unwrap_or_default();
    let lines = inside.strip_suffix('\n').unwrap_or(inside);
    let end = start + lines.len();
    let end = text.get(end..).and_then(|rest| rest.find('\n')).map_or(text.len(), |at| end + at);
    let lines = text.get(start..end).unwrap_or_default().split('\n').map(|line| match is_left {
        true => line.strip_prefix(LEVEL).unwrap_or(line.trim_start_matches(' ')).to_owned(),
        false if line.is_empty() => String::new(),
        false => format!("{LEVEL}{line}"),
    });
    let moved = lines.collect::<Vec<_>>().join("\n");
    let len = moved.len();
    text.replace_range(start..end, &moved);
    start..start + len
}

/// Indentation of the line below: that of the keys, or two more after a key without a value. After an item in
/// braces or brackets, that of the item.
pub fn indentation_below(line: &str) -> usize {
    let mut rest = line.trim_start_matches(' ');
    while let Some(item) = rest.strip_prefix("- ").filter(|item| !item.starts_with(['{', '['])) {
        rest = item.trim_start_matches(' ');
    }
    line.len() - rest.len() + if rest.ends_with(':') { 2 } else { 0 }
}
