//! Keys that indent the text.

use egui::text_edit::TextEditState;
use egui::{Event, Id, Key, Ui};

/// Inserts blanks for Tab, since YAML has no tabs, and keeps the indentation of the line for Enter.
pub fn indent(ui: &Ui, text: &str, id: Id) {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return;
    }
    let caret = TextEditState::load(ui.ctx(), id).and_then(|state| state.cursor.char_range());
    let caret = caret.map_or(0, |range| range.as_sorted_char_range().start.0);
    let above = text.char_indices().nth(caret).and_then(|(at, _)| text.get(..at)).unwrap_or(text);
    let line = above.rsplit('\n').next().unwrap_or_default();
    let new_line = format!("\n{}", " ".repeat(indentation_below(line)));
    ui.input_mut(|input| {
        for event in &mut input.events {
            match &*event {
                Event::Key { key: Key::Tab, pressed: true, modifiers, .. }
                    if modifiers.is_none() =>
                {
                    *event = Event::Text("  ".to_owned());
                }
                Event::Key { key: Key::Enter, pressed: true, modifiers, .. }
                    if modifiers.is_none() =>
                {
                    *event = Event::Text(new_line.clone());
                }
                _ => {}
            }
        }
    });
}

/// Indentation of the line below: that of the keys, or two more after a key without a value.
pub fn indentation_below(line: &str) -> usize {
    let mut rest = line.trim_start_matches(' ');
    while let Some(item) = rest.strip_prefix("- ") {
        rest = item.trim_start_matches(' ');
    }
    line.len() - rest.len() + if rest.ends_with(':') { 2 } else { 0 }
}
