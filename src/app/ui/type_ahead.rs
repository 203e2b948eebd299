//! Type-ahead: letters typed in a list move its cursor to a row whose name begins with them.

use egui::{Event, Ui};

/// Seconds after which typing starts a new name.
const PAUSE: f64 = 1.0;
/// Maximum number of rows that are searched.
const REACH: u64 = 2_000;

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

    /// Takes the letters and digits of this frame. Returns what has been typed so far if there were any.
    pub fn take(&mut self, ui: &Ui) -> Option<&str> {
        let now = ui.input(|input| input.time);
        let typed: String = ui.input(|input| {
            let texts = input.events.iter().filter_map(|event| match event {
                // Space plays and pauses.
                Event::Text(text) if !input.modifiers.command && !input.modifiers.alt => {
                    Some(text.trim())
                }
                _ => None,
            });
            texts.collect()
        });
        // Consumes the key presses too, so that nothing else acts on the letters.
        ui.input_mut(|input| input.events.retain(|event| !is_typed(event)));
        if typed.is_empty() {
            return None;
        }
        if now - self.at > PAUSE {
            self.typed.clear();
        }
        self.at = now;
        self.typed.push_str(&typed.to_lowercase());
        Some(&self.typed)
    }

    /// The next of `count` rows whose name begins with the typed text, starting at row `here`, wrapping
    /// around.
    pub fn row(
        &self,
        here: u64,
        count: u64,
        mut name: impl FnMut(u64) -> Option<String>,
    ) -> Option<u64> {
        // A single letter goes to the next match; more letters may stay on the current row.
        let first = here + u64::from(self.typed.chars().count() == 1);
        let rows = (0..count.min(REACH)).map(|step| (first + step) % count);
        let mut names = rows.map_while(|row| Some((row, name(row)?)));
        let found = names.find(|(_, name)| name.to_lowercase().starts_with(&self.typed));
        found.map(|(row, _)| row)
    }
}

/// `true` for the press of a letter or digit, which may be part of a name or an index.
fn is_typed(event: &Event) -> bool {
    let Event::Key { key, pressed: true, modifiers, .. } = event else { return false };
    let mut sign = key.name().chars();
    let is_sign = sign.next().is_some_and(char::is_alphanumeric) && sign.next().is_none();
    is_sign && !modifiers.command && !modifiers.alt
}
