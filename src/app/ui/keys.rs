//! Keys: how they are written, and which press on which keyboard is meant by them.
//!
//! A press arrives with the sign that the user's layout gives it (`key`) and with its position on an
//! American keyboard (`physical_key`). Letters go by their sign. Signs go by what was typed, with
//! Shift or without: `+` is Shift+= in America and a key of its own in Germany. Digits go by their
//! position, as Shift types others there, and in France the digits themselves. Brackets that only
//! AltGr types are found in the American position as well.

use egui::{Event, InputState, Key, Modifiers};

/// A key with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys(pub Modifiers, pub Key);

/// How surely a press is meant by some keys; the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fit {
    /// The key and its modifiers.
    Exact,
    /// What stands there on an American keyboard.
    Position,
    /// The sign, which needs Shift on this keyboard.
    Typed,
}

// How modifiers are written in tables.
pub const NONE: Modifiers = Modifiers::NONE;
pub const CTRL: Modifiers = Modifiers::COMMAND;
pub const SHIFT: Modifiers = Modifiers::SHIFT;
pub const ALT: Modifiers = Modifiers::ALT;
pub const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
pub const ALT_SHIFT: Modifiers = Modifiers::ALT.plus(Modifiers::SHIFT);

/// Whether a key stands for a sign, which keyboards have in different places.
fn is_sign(key: Key) -> bool {
    let brackets = matches!(key, Key::OpenBracket | Key::CloseBracket);
    brackets || matches!(key, Key::Plus | Key::Minus | Key::Equals | Key::Comma | Key::Period)
}

impl Keys {
    /// `Frame all (Home)`: a title with the first of its keys.
    pub fn beside(title: &str, keys: &[Self]) -> String {
        match keys.first() {
            Some(keys) => format!("{title} ({})", keys.text()),
            None => title.to_owned(),
        }
    }

    /// Text as written in menus: `Ctrl+Shift+P`, `Alt+←`.
    pub fn text(self) -> String {
        let modifiers = egui::ModifierNames::NAMES.format(&self.0, cfg!(target_os = "macos"));
        let key = match self.1 {
            Key::ArrowLeft => "←",
            Key::ArrowRight => "→",
            Key::ArrowUp => "↑",
            Key::ArrowDown => "↓",
            Key::PageUp => "Page Up",
            Key::PageDown => "Page Down",
            key => key.symbol_or_name(),
        };
        if modifiers.is_empty() { key.to_owned() } else { format!("{modifiers}+{key}") }
    }

    /// Whether `event` is a press that is meant by these keys. The modifiers are those at the
    /// press: by the time of a late frame they may have been let go.
    pub fn fit(self, event: &Event) -> Option<Fit> {
        let Self(wanted, sign) = self;
        match event {
            // Ctrl+C arrives as an event of its own.
            Event::Copy => (self == Self(Modifiers::COMMAND, Key::C)).then_some(Fit::Exact),
            Event::Key { key, physical_key, pressed: true, modifiers, .. } => {
                let at_position = *physical_key == Some(sign);
                let is_bracket = matches!(sign, Key::OpenBracket | Key::CloseBracket);
                let is_digit = (Key::Num0..=Key::Num9).contains(&sign);
                // Where Shift makes another sign of the key, that other sign would have arrived.
                let typed = *key == sign && !at_position && is_sign(sign);
                let unshifted = Modifiers { shift: false, ..*modifiers };
                if *key == sign && modifiers.matches_exact(wanted) {
                    Some(Fit::Exact)
                } else if (is_digit || is_bracket) && at_position && modifiers.matches_exact(wanted)
                {
                    Some(Fit::Position)
                } else if typed && unshifted.matches_exact(wanted) {
                    Some(Fit::Typed)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// Whether they were pressed in this frame, with these modifiers and no others; takes those
    /// presses away from everybody else.
    pub fn take(self, input: &mut InputState) -> bool {
        let before = input.events.len();
        input.events.retain(|event| self.fit(event).is_none());
        input.events.len() < before
    }

    /// Whether a text box that is being typed in keeps them to itself.
    pub fn belong_to_text(self) -> bool {
        let function_key =
            matches!(self.1, Key::F1 | Key::F3 | Key::F5 | Key::F6 | Key::F7 | Key::F8 | Key::F12);
        let editing =
            matches!(self.1, Key::C | Key::V | Key::X | Key::A | Key::Z | Key::Y | Key::U);
        let moving = matches!(self.1, Key::ArrowLeft | Key::ArrowRight);
        if self.0.command { editing } else { !function_key || (moving && self.0.alt) }
    }
}
