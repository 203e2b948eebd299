//! The job that finds the fields that store the placement of elements.

use std::collections::BTreeSet;

use super::{Handle, Message};
use crate::app::model::edits::Edit;
use crate::app::model::edits::transform_edit::TransformEdit;
use crate::app::model::numbers::counted;
use crate::app::model::selection::can_move::Question;
use crate::app::model::{Command, Level};
use crate::edit::{DisplayEdits, EditOp, all_stored_as};
use crate::formats::Document;
use crate::library::Library;

/// Finds the fields, and pushes the edit that changes them.
pub fn place(handle: &Handle, library: &Library, placing: TransformEdit) {
    let opened = match library.open(&placing.path, None) {
        Ok(opened) => opened,
        Err(error) => return handle.notify(Level::Error, error.to_string()),
    };
    let shown = || placing.shown.iter().map(|(path, shown)| (path.as_str(), shown));
    let asked = opened.beside(library, |context| all_stored_as(&opened.document, context, shown()));
    let DisplayEdits { orders, refused, .. } = asked;
    if let Some((_, why)) = refused.first() {
        let (all, refused) = (placing.shown.len(), refused.len());
        let text = match all - refused {
            0 => format!("Not changed: {why}."),
            _ => format!("{} of {} not changed: {why}.", refused, counted(all as u64, "element")),
        };
        handle.notify(Level::Warning, text);
    }
    if !orders.is_empty() {
        let edit = Edit { path: placing.path, name: placing.name, orders, ..Edit::default() };
        handle.send(Message::Command(Command::Edit(Box::new(edit))));
    }
}

/// Checks if the selection can be moved.
pub fn check_movable(handle: &Handle, library: &Library, asked: &Question) {
    handle.send(Message::Held { number: asked.number, answer: asked.answer(library) });
}

/// Paths of the copies: the ends of the lists, before the end marker of lists that have one.
pub fn copies(before: &Document, after: &Document, orders: &[EditOp]) -> Vec<String> {
    let copied = |order: &'_ EditOp| match order {
        EditOp::Copy { copy } => copy.all().to_vec(),
        _ => Vec::new(),
    };
    let list = |path: String| Some(path.rsplit_once('[')?.0.to_owned());
    let lists: BTreeSet<String> = orders.iter().flat_map(copied).filter_map(list).collect();
    let count = |document: &Document, list: &str| {
        document.tree.find(list).map_or(0, |id| document.tree.child_count(&id))
    };
    let bytes = |document: &Document, path: &str| {
        document.tree.span(path).map(|span| document.source.window(span.start, span.len).to_vec())
    };
    let new = |list: String| {
        let (old, now) = (count(before, &list), count(after, &list));
        // The end marker of a list stays at its end.
        let last = format!("{list}[{}]", old.saturating_sub(1));
        let ends = usize::from(bytes(before, &last) != bytes(after, &last));
        let range = old.saturating_sub(ends)..now.saturating_sub(ends);
        range.map(move |index| format!("{list}[{index}]"))
    };
    lists.into_iter().flat_map(new).collect()
}
