//! Reports mistyped subcommands.

use clap::CommandFactory;

use super::Cli;
use crate::container::disk_path;
use crate::ksy::edit_distance;
use crate::library::Library;

/// Maximum number of characters in which a mistyped word may differ.
const MAX_WRONG: usize = 3;

impl Cli {
    /// Error message if the first argument looks like a mistyped subcommand and is not a path.
    pub fn mistake(&self) -> Option<String> {
        let first = self.paths.first().filter(|_| self.command.is_none())?;
        let is_word = first.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        if !is_word || first.is_empty() || Library::default().is_there(first) {
            return None;
        }
        let advice = match nearest(first) {
            Some(name) => format!("did you mean `gouraud {name}`?"),
            None => "`gouraud --help` lists the subcommands".to_owned(),
        };
        Some(format!("unknown subcommand or file {first:?}; {advice}"))
    }

    /// Error message if none of the paths exists.
    pub fn nothing_there(&self) -> Option<String> {
        let is_there =
            |path: &String| disk_path(path).exists() || Library::default().is_there(path);
        let asked = self.command.is_none() && !self.paths.is_empty();
        let none = asked && !self.paths.iter().any(is_there);
        none.then(|| format!("{}: no such file or folder", self.paths.join(", ")))
    }
}

/// The subcommand that is spelled most like `word`.
fn nearest(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let command = Cli::command();
    let names = command.get_subcommands().map(|command| command.get_name().to_owned());
    let similar = |name: &String| name.starts_with(&word) && word.len() > 1;
    let near = names.map(|name| {
        let wrong = if similar(&name) { 1 } else { edit_distance(&word, &name) };
        (wrong, name)
    });
    let (wrong, name) = near.min_by_key(|(wrong, _)| *wrong)?;
    // At least half of the characters must match.
    (wrong <= MAX_WRONG.min(name.len() / 2)).then_some(name)
}
