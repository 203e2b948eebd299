//! Keys typed in the same frame as the press that opens the text box they are meant for.

use egui::{Event, Key, PointerButton};

/// Keyboard events deferred to the next frame.
///
/// A text box takes keys from the frame after it was opened or clicked. When a frame takes long,
/// the press and the text arrive together, and the text would run commands or overwrite bytes.
#[derive(Default)]
pub struct TypedAhead {
    deferred: Vec<Event>,
    /// Presses after Tab. They are meant for the next widget, which gets the focus while the frame is
    /// drawn, and receives the arrow keys from the frame after the next one on.
    after_tab: Vec<Event>,
    /// Presses are deferred in this frame, too.
    waits: bool,
}

impl TypedAhead {
    /// Puts the presses deferred after Tab before those of this frame, and defers the presses after its
    /// first Tab. Called with the input of a frame before egui uses it.
    pub fn defer_after_tab(&mut self, ctx: &egui::Context, events: &mut Vec<Event>) {
        let first = if std::mem::take(&mut self.waits) {
            0
        } else {
            events.splice(0..0, self.after_tab.drain(..));
            let Some(tab) = events.iter().position(is_tab) else { return };
            self.waits = true;
            tab + 1
        };
        for event in events.split_off(first) {
            let events = if is_key(&event) { &mut self.after_tab } else { &mut *events };
            events.push(event);
        }
        ctx.request_repaint();
    }

    /// Puts the deferred events before those of this frame, and defers what was typed after a click
    /// or a shortcut.
    pub fn defer(&mut self, ctx: &egui::Context) {
        ctx.input_mut(|input| {
            input.events.splice(0..0, self.deferred.drain(..));
            let after = input.events.iter().position(may_open_box);
            let typed = after.and_then(|after| {
                input.events.iter().skip(after).position(is_typed).map(|typed| after + typed)
            });
            let Some(typed) = typed else { return };
            for event in input.events.split_off(typed) {
                // Pointer events are not deferred, because the pointer's state is already that of the end
                // of this frame.
                let events = if is_key(&event) { &mut self.deferred } else { &mut input.events };
                events.push(event);
            }
        });
        if !self.deferred.is_empty() {
            ctx.request_repaint();
        }
    }
}

fn is_tab(event: &Event) -> bool {
    matches!(event, Event::Key { key: Key::Tab, pressed: true, modifiers, .. } if !modifiers.command)
}

/// `true` if `event` may open a text box or give it the focus.
fn may_open_box(event: &Event) -> bool {
    match event {
        Event::PointerButton { button: PointerButton::Primary, .. } => true,
        Event::Key { pressed: true, repeat: false, modifiers, .. } => modifiers.command,
        _ => false,
    }
}

/// `true` if a text box would take `event` as text, or as a key that ends the text.
fn is_typed(event: &Event) -> bool {
    match event {
        Event::Key { pressed: true, modifiers, .. } => !modifiers.command,
        Event::Text(_) | Event::Paste(_) | Event::Ime(_) => true,
        _ => false,
    }
}

/// `true` if `event` comes from the keyboard. The order of such events must be preserved.
fn is_key(event: &Event) -> bool {
    matches!(event, Event::Key { .. } | Event::Copy | Event::Cut) || is_typed(event)
}
