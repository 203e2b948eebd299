//! Table of actions.

use super::Unit;
use super::settings::Target;
use crate::formats::ff7::script::{ListedScript, action_name, in_words};
use crate::scene::Table;

impl Unit<'_> {
    /// Lists the script of each action.
    pub(super) fn table(&self, told: &[ListedScript<'_>]) -> Table {
        let scripts = &self.settings.scripts;
        let mut table = Table::new("Actions", &["action", "name", "script", "frames", "does"]);
        for (action, target) in scripts.iter().enumerate() {
            let (script, frames, about) = match target {
                Target::Piece(index) => {
                    let path = self.script_path(*index);
                    let told = told.iter().find(|told| told.path == path);
                    let frames = told.map_or(0, |told| told.played.shots.len());
                    let about = told.map_or(String::new(), |told| in_words(told.script));
                    (format!("scripts[{index}]"), frames.to_string(), about)
                }
                Target::Stale(offset) => {
                    (format!("{offset:#x}"), "0".to_owned(), "nothing".to_owned())
                }
            };
            let name = action_name(action, scripts.len()).to_owned();
            let cells = [action.to_string(), name, script, frames, about];
            table.row(self.origin(&format!("script_offsets[{action}]")), cells);
        }
        table
    }
}
