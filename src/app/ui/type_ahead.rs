//! Type-ahead: letters typed in a list move its cursor to a row whose name begins with them.

use egui::{Event, Key, Ui};

/// Seconds after which typing starts a new name.
const PAUSE: f64 = 1.0;

/// The beginning of a name, as it is typed.
#[derive(Default)]
pub struct TypeAhead {
    /// In lower case.
    typed: String,
    /// Time of the last letter.
    at: f64,
}

impl TypeAhead {
    /// Starts a new name.
    pub fn clear(&mut self) {
        self.typed.clear();
    }

    /// Takes the letters and digits of this frame, and also other characters once a name has begun. Returns what
    /// has been typed so far if there were any.
    pub fn take(&mut self, ui: &Ui) -> Option<&str> {
        let now = ui.input(|input| input.time);
        if now - self.at > PAUSE {
            self.typed.clear();
        }
        let before = self.typed.len();
        ui.input_mut(|input| {
            let is_plain = !input.modifiers.command && !input.modifiers.alt;
            input.events.retain(|event| match event {
                Event::Text(text) if is_plain => {
                    // At first, a space plays and pauses, and signs are keys of commands.
                    let is_taken =
                        !self.typed.is_empty() || text.starts_with(char::is_alphanumeric);
                    if is_taken {
                        self.typed.push_str(&text.to_lowercase());
                    }
                    !is_taken
                }
                // The press comes before its text.
                Event::Key { key, pressed: true, modifiers, .. } => {
                    let is_plain = !modifiers.command && !modifiers.alt;
                    !(is_plain && is_part(*key, !self.typed.is_empty()))
                }
                _ => true,
            });
        });
        if self.typed.len() == before {
            return None;
        }
        self.at = now;
        Some(&self.typed)
    }

    /// The next of `count` rows whose name begins with the typed text, starting at row `here`, wrapping
    /// around. At most `reach` rows are searched.
    pub fn row(
        &self,
        here: Option<u64>,
        (count, reach): (u64, u64),
        mut name: impl FnMut(u64) -> Option<String>,
    ) -> Option<u64> {
        // A single letter goes to the next match; more letters may stay on the current row.
        let is_first = self.typed.chars().count() == 1;
        let first = here.map_or(0, |here| here + u64::from(is_first));
        let rows = (0..count.min(reach)).map(|step| (first + step) % count);
        let mut names = rows.map_while(|row| Some((row, name(row)?)));
        let found = names.find(|(_, name)| name.to_lowercase().starts_with(&self.typed));
        found.map(|(row, _)| row)
    }
}

/// `true` if the key's character belongs to a name: letters and digits always, spaces and signs if the name
/// `has_begun`.
fn is_part(key: Key, has_begun: bool) -> bool {
    let is_arrow = matches!(key, Key::ArrowDown | Key::ArrowUp | Key::ArrowLeft | Key::ArrowRight);
    let mut sign = key.symbol_or_name().chars();
    match (sign.next(), sign.next()) {
        (Some(sign), None) if !is_arrow => has_begun || sign.is_alphanumeric(),
        _ => has_begun && key == Key::Space,
    }
}
