//! Lines of the tree: roots and their expanded content.

use super::FilesPanel;
use crate::app::model::{Listing, Sniff, State, document::paths};
use crate::app::ui::Words;

/// A row of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub path: String,
    pub name: String,
    pub depth: u16,
    pub is_folder: bool,
    pub is_root: bool,
    /// A root or an open container, which is expanded by default.
    pub opens_itself: bool,
    /// A file whose members have been listed.
    pub is_container: bool,
    pub size: u64,
    /// Source of a resolved hash name.
    pub named_by: Option<String>,
    /// Channels of the interleaved sound in its sectors.
    pub channels: Vec<u8>,
    /// A message instead of a file: loading, empty or an error.
    pub note: Option<String>,
    /// The message is an error.
    pub failed: bool,
}

impl FilesPanel {
    /// The rows: roots and their expanded content.
    pub(super) fn make_lines(&self, state: &State) -> Vec<Line> {
        let words = self.filter.words();
        let mut lines = Vec::new();
        for root in &state.files.roots {
            let is_container = matches!(state.files.sniffs.get(root), Some(Sniff::Known { .. }));
            // Leaves space for the triangle of a container.
            let depth = u16::from(is_container);
            lines.push(Line {
                path: root.clone(),
                name: paths::name(root).to_owned(),
                depth,
                is_folder: true,
                is_root: true,
                opens_itself: true,
                is_container,
                ..Line::default()
            });
            if !self.closed.contains(root) {
                self.below(root, depth + 1, &words, state, &mut lines);
            }
        }
        lines
    }

    fn below(&self, folder: &str, depth: u16, words: &Words, state: &State, lines: &mut Vec<Line>) {
        let note = |note: String| Line {
            path: format!("{folder}\0note"),
            depth,
            note: Some(note),
            ..Line::default()
        };
        let entries = match state.files.listings.get(folder) {
            Some(Listing::Entries(entries)) => entries,
            Some(Listing::Failed(why)) => {
                return lines.push(Line { failed: true, ..note(why.clone()) });
            }
            Some(Listing::Loading) | None => return lines.push(note("Loading …".to_owned())),
        };
        if entries.is_empty() {
            lines.push(note("Empty".to_owned()));
        }
        for entry in entries.iter() {
            let at = lines.len();
            let container = !entry.is_folder && state.files.listings.contains_key(&entry.path);
            // A container with a separate picture is collapsed by default.
            let opens_itself = container && !is_whole(&entry.path, state);
            // Names may have been resolved since the folder was listed.
            let (name, named_by) = match state.library.real_name(&entry.path) {
                Some((name, from)) => (name, Some(from)),
                None => (entry.name.clone(), entry.named_by.clone()),
            };
            let matches = words.are_in(&name) || words.are_in(paths::name(&entry.path));
            lines.push(Line {
                path: entry.path.clone(),
                name,
                depth,
                is_folder: entry.is_folder || container,
                opens_itself,
                is_container: container,
                size: entry.size,
                named_by,
                channels: entry.channels.clone(),
                ..Line::default()
            });
            let open = self.open.contains(&entry.path);
            if open && !opens_itself || opens_itself && !self.closed.contains(&entry.path) {
                self.below(&entry.path, depth.saturating_add(1), words, state, lines);
            }
            // A folder stays visible if it contains a match.
            if !matches && lines.len() == at + 1 {
                lines.truncate(at);
            }
        }
    }
}

/// `true` for a container that shows a scene, or may do so once it is loaded.
fn is_whole(path: &str, state: &State) -> bool {
    let is_shown = state.doc.as_ref().is_some_and(|doc| doc.opened.path == path);
    state.files.collapsed.contains(path) || is_shown && state.loading
}
