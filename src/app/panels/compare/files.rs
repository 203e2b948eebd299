//! Rows of the files that differ in two folders, archives or discs.

use egui::{Rect, RichText, Ui};

use super::mark;
use crate::app::model::Command;
use crate::app::ui::{GRID, Theme, cells, row, shorten, theme};
use crate::edit::{FileChange, Kind};

/// Kind of the change in a word.
pub fn word(change: &FileChange) -> &'static str {
    match (change.kind, change.renamed_from()) {
        (Kind::Changed, Some(_)) if change.is_equal => "renamed",
        (Kind::Changed, Some(_)) => "renamed and changed",
        (kind, _) => kind.word(),
    }
}

/// Text of a row, by which it is found.
pub fn label(change: &FileChange) -> String {
    let from = change.renamed_from().map(|name| format!(" from {name}")).unwrap_or_default();
    format!("{} {}{from}", change.name(), word(change))
}

/// The command that shows the files of a row: both compared with each other, or the only one.
pub fn open(change: &FileChange) -> Option<Command> {
    let path = |file: &crate::library::NamedFile| file.path.clone();
    match (&change.a, &change.b) {
        (Some(a), Some(b)) => Some(Command::OpenCompared { path: path(b), other: path(a) }),
        (Some(one), None) | (None, Some(one)) => Some(Command::OpenBehind(path(one))),
        (None, None) => None,
    }
}

/// Tooltip of a row.
pub fn tip(ui: &mut Ui, change: &FileChange) {
    for file in [&change.a, &change.b].into_iter().flatten() {
        ui.label(RichText::new(&file.path).font(theme::mono()));
    }
    let hint = match (&change.a, &change.b) {
        (Some(_), Some(_)) => "Double-click to compare both files in a new tab",
        (Some(_), None) => "Only in the other folder. Double-click to open it in a new tab",
        _ => "Only in this folder. Double-click to open it in a new tab",
    };
    ui.label(RichText::new(hint).color(Theme::of(ui).weak));
}

/// Draws icon, name and kind.
pub fn paint(ui: &Ui, rect: Rect, change: &FileChange) {
    let theme = Theme::of(ui);
    let inner = mark::paint(ui, rect, change.kind, change.is_equal);
    let kind = match change.renamed_from() {
        Some(from) => format!("{} from {from}", word(change)),
        None => word(change).to_owned(),
    };
    let kind = cells::cut_inside(ui, &kind, &theme::small(), inner.width() * 0.5);
    let start = row::right_text(ui, inner, inner.right(), &kind, theme::small(), theme.weak);
    let letters = (start - 2.0 * GRID - inner.left()) / cells::mono_width(ui, &theme::mono());
    let name = shorten::tail(change.name(), letters.max(0.0) as usize);
    row::row_text(ui, inner, inner.left(), start, &name, theme::mono(), theme.text);
}
