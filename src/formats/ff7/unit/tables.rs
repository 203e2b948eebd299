//! Table of actions.

use super::Unit;
use super::settings::OffsetTarget;
use crate::formats::ff7::script::{ListedScript, action_name, in_words};
use crate::scene::Table;

impl Unit<'_> {
    /// Lists the script of each action.
    pub(super) fn table(&self, listed: &[ListedScript<'_>]) -> Table {
        let scripts = &self.settings.scripts;
        let mut table = Table::new("Actions", &["action", "name", "script", "frames", "does"]);
        for (action, target) in scripts.iter().enumerate() {
            let (script, frames, about) = match target {
                OffsetTarget::Block(index) => {
                    let path = self.script_path(*index);
                    let script = listed.iter().find(|script| script.path == path);
                    let frames = script.map_or(0, |script| script.played.shots.len());
                    let about = script.map_or(String::new(), |script| in_words(script.script));
                    (format!("scripts[{index}]"), frames.to_string(), about)
                }
                OffsetTarget::Stale(offset) => {
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
