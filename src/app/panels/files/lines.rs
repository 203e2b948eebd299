//! The lines of the tree: roots, with what is open below them.

use super::FilesPanel;
use crate::app::model::{Listing, Sniff, State, paths};
use crate::app::ui::Words;

/// A row of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    pub path: String,
    pub name: String,
    pub depth: u16,
    pub is_folder: bool,
    pub is_root: bool,
    /// A root, or a container that was opened.
    pub opens_itself: bool,
    /// A file with others in it, which have been listed.
    pub is_container: bool,
    pub size: u64,
    /// Where the name comes from, of which the archive keeps nothing but a hash.
    pub named_by: Option<String>,
    /// Channels of the packed sound in its sectors.
    pub channels: Vec<u8>,
    /// Words instead of a file: loading, or why there is nothing.
    pub note: Option<String>,
    /// Whether they say what went wrong.
    pub failed: bool,
}

impl FilesPanel {
    /// The rows: roots, with what is open below them.
    pub(super) fn make_lines(&self, state: &State) -> Vec<Line> {
        let words = self.filter.words();
        let mut lines = Vec::new();
        for root in &state.files.roots {
            let is_container = matches!(state.files.sniffs.get(root), Some(Sniff::Known { .. }));
            // The mark in front of a container has to have room.
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
            // What has a picture is more than its members, which are a click away.
            let opens_itself = container && !is_whole(&entry.path, state);
            // Names may have become known since the folder was listed.
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
            // A folder stays in sight when something in it matches.
            if !matches && lines.len() == at + 1 {
                lines.truncate(at);
            }
        }
    }
}

/// True for what shows a scene, and for what may yet.
fn is_whole(path: &str, state: &State) -> bool {
    let is_shown = state.doc.as_ref().is_some_and(|doc| doc.opened.path == path);
    state.files.collapsed.contains(path) || is_shown && state.loading
}
