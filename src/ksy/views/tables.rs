//! Tables and texts.

use std::sync::Arc;

use super::builder::SceneBuilder;
use super::entry::Entry;
use super::sizes::size_of_text;
use super::walk::{Element, Walk};
use crate::ksy::value::Value;
use crate::scene::{AnnotatedLine, AnnotatedText, Table, Word, WordKind};

impl SceneBuilder {
    pub(super) fn table(&mut self, walk: &mut Walk<'_>, entry: &Entry, root: &Element) {
        let columns = entry.columns("columns");
        let mut table = Table::new(String::new(), &[]);
        table.columns = columns.iter().map(|(heading, _)| heading.to_string()).collect();
        let mut name = None;
        let rows: usize = self.scene.tables.iter().map(|table| table.rows.len()).sum();
        walk.each(entry, root, &mut |walk, element| {
            if !self.has_room(walk, entry, element, rows + table.rows.len()) {
                return;
            }
            if name.is_none() {
                name = walk.text(entry, "name", element).map(|name| name.to_string());
            }
            let cells = columns.iter().map(|(_, code)| {
                // A cell may be large.
                let value = walk.value_of(code, element).filter(|_| !walk.is_full);
                let text = value.map_or_else(String::new, |value| cell(walk, &value));
                walk.take_memory(size_of_text(&text));
                text
            });
            let cells: Vec<String> = cells.collect();
            table.row(walk.origin(element), cells);
        });
        let list = || {
            let item = walk.reader.item_named(&entry.code("each")?.expr, &root.env)?;
            Some(walk.reader.item_path(item))
        };
        table.name = name.or_else(list).unwrap_or_else(|| walk.stem.to_owned());
        self.scene.tables.push(table);
    }

    /// Adds texts to the scene's annotated text, each below its name.
    pub(super) fn text(&mut self, walk: &mut Walk<'_>, entry: &Entry, root: &Element) {
        let mut lines = Vec::new();
        walk.each(entry, root, &mut |walk, element| {
            let Some(text) = walk.text(entry, "text", element) else { return };
            if !self.has_room(walk, entry, element, lines.len()) {
                return;
            }
            let origin = walk.origin(element);
            let line = |depth, kind, text: &str| AnnotatedLine {
                depth,
                words: vec![Word::new(kind, text)],
                origin: origin.clone(),
            };
            let own = size_of::<AnnotatedLine>() + size_of::<Word>() + size_of_text(&origin.path);
            lines.push(line(0, WordKind::Title, &walk.name(entry, element)));
            walk.take_memory(own);
            for text in text.lines() {
                if !walk.take_memory(own.saturating_add(size_of_text(text))) {
                    break;
                }
                lines.push(line(1, WordKind::Plain, text));
            }
        });
        if lines.is_empty() {
            return;
        }
        let mut whole = self.scene.listing.take().map(Arc::unwrap_or_clone).unwrap_or_default();
        whole.name.clone_from(&self.scene.name);
        whole.lines.extend(lines);
        self.scene.listing = Some(Arc::new(AnnotatedText { ..whole }));
    }
}

/// Text of a cell.
fn cell(walk: &Walk<'_>, value: &Value) -> String {
    match value {
        Value::Float(number) => format!("{number:?}"),
        Value::Text(text) => text.to_string(),
        Value::Enum(id, number) => match walk.reader.enum_names(*id, *number) {
            Some((_, Some(name))) => name.to_owned(),
            _ => number.to_string(),
        },
        other => other.brief(),
    }
}
