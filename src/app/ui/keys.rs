//! Keys: their notation, and matching of presses on different keyboard layouts.
//!
//! A press carries the symbol of the user's layout (`key`) and its position on an American keyboard
//! (`physical_key`). Letters are matched by symbol. Symbols are matched as typed, with Shift or without:
//! `+` is Shift+= on an American keyboard and a separate key on a German one. Digits are matched by
//! position, since Shift changes them, and on a French keyboard digits themselves need Shift. Brackets
//! that need AltGr are also found at the American position.

use egui::{Event, InputState, Key, Modifiers};

/// A key with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Keys(pub Modifiers, pub Key);

/// Quality of a match between a press and keys; the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fit {
    /// The key and its modifiers.
    Exact,
    /// The position of the key on an American keyboard.
    Position,
    /// The symbol, which needs Shift on this keyboard.
    Typed,
}

// Modifiers in the notation of tables.
pub const NONE: Modifiers = Modifiers::NONE;
pub const CTRL: Modifiers = Modifiers::COMMAND;
pub const SHIFT: Modifiers = Modifiers::SHIFT;
pub const ALT: Modifiers = Modifiers::ALT;
pub const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);
pub const ALT_SHIFT: Modifiers = Modifiers::ALT.plus(Modifiers::SHIFT);

/// `true` if the position of a key's symbol depends on the keyboard layout.
fn is_sign(key: Key) -> bool {
    let brackets = matches!(key, Key::OpenBracket | Key::CloseBracket);
    brackets || matches!(key, Key::Plus | Key::Minus | Key::Equals | Key::Comma | Key::Period)
}

impl Keys {
    /// The keys that were assigned to a command, or the default ones.
    pub fn or_default(assigned: Option<&[(Modifiers, Key)]>, default: &[Self]) -> Vec<Self> {
        match assigned {
            Some(keys) => keys.iter().map(|(modifiers, key)| Self(*modifiers, *key)).collect(),
            None => default.to_vec(),
        }
    }

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

    /// Match of a press `event` with these keys. The modifiers are those of the press: in a late frame
    /// they may have been released already.
    pub fn fit(self, event: &Event) -> Option<Fit> {
        let Self(wanted, sign) = self;
        match event {
            // Ctrl+C arrives as a separate event.
            Event::Copy => (self == Self(Modifiers::COMMAND, Key::C)).then_some(Fit::Exact),
            Event::Cut => (self == Self(Modifiers::COMMAND, Key::X)).then_some(Fit::Exact),
            Event::Key { key, physical_key, pressed: true, modifiers, .. } => {
                let at_position = *physical_key == Some(sign);
                let is_bracket = matches!(sign, Key::OpenBracket | Key::CloseBracket);
                let is_digit = (Key::Num0..=Key::Num9).contains(&sign);
                // The event has this symbol, so Shift does not change the symbol of the key.
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

    /// The pressed keys, written as in the table of commands. `None` for other events, and if only Ctrl, Shift
    /// or Alt is pressed.
    pub fn of_press(event: &Event) -> Option<Self> {
        match event {
            // The system's keys for the clipboard arrive as separate events.
            Event::Copy => Some(Self(CTRL, Key::C)),
            Event::Cut => Some(Self(CTRL, Key::X)),
            Event::Paste(_) => Some(Self(CTRL, Key::V)),
            Event::Key { key, physical_key, pressed: true, modifiers, .. } => {
                let is_digit = |key: &Key| (Key::Num0..=Key::Num9).contains(key);
                let key = physical_key.filter(is_digit).unwrap_or(*key);
                let is_modifier = (Key::ShiftLeft..=Key::SuperRight).contains(&key);
                let held = Modifiers {
                    alt: modifiers.alt,
                    // Signs are matched as typed, with Shift or without.
                    shift: modifiers.shift && !is_sign(key),
                    command: modifiers.command,
                    // Control in addition to Command, or instead of it, on macOS.
                    ctrl: modifiers.ctrl && (modifiers.mac_cmd || !modifiers.command),
                    mac_cmd: false,
                };
                (!is_modifier).then_some(Self(held, key))
            }
            _ => None,
        }
    }

    /// `true` for keys that commands cannot have: every dialog and list needs them, the system does, or they need
    /// a modifier that is not in the notation.
    pub fn is_reserved(self) -> bool {
        let Self(held, key) = self;
        let is_moving = matches!(key, Key::Escape | Key::Tab | Key::Enter);
        let is_lock = (Key::CapsLock..=Key::ScrollLock).contains(&key);
        is_moving || is_lock || held.ctrl || self == Self(CTRL, Key::V)
    }

    /// `true` if the keys were pressed in this frame with exactly these modifiers; consumes the presses.
    pub fn take(self, input: &mut InputState) -> bool {
        let before = input.events.len();
        input.events.retain(|event| self.fit(event).is_none());
        input.events.len() < before
    }

    /// `true` if a focused text box keeps these keys.
    pub fn belong_to_text(self) -> bool {
        let function_key = (Key::F1..=Key::F35).contains(&self.1);
        let editing =
            matches!(self.1, Key::C | Key::V | Key::X | Key::A | Key::Z | Key::Y | Key::U)
                || matches!(self.1, Key::Backspace | Key::Delete | Key::Home | Key::End)
                || matches!(
                    self.1,
                    Key::ArrowLeft | Key::ArrowRight | Key::ArrowUp | Key::ArrowDown
                );
        let moving = matches!(self.1, Key::ArrowLeft | Key::ArrowRight);
        if self.0.command { editing } else { !function_key || (moving && self.0.alt) }
    }
}
