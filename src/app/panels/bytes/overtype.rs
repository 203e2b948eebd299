//! Typed bytes that overwrite those of the file: displayed at once, applied with Enter.

use egui::{Event, Key, Ui};

use super::BytesPanel;
use crate::app::model::edits::Edit;
use crate::app::model::{Command, numbers};
use crate::app::ui::Ctx;
use crate::app::ui::input::take_presses;
use crate::bytes::{Tree, cp1252};
use crate::edit::{EditOp, bytes};

/// Maximum number of bytes that can be typed or pasted at once.
const MAX_BYTES: usize = 64 << 10;

/// Consecutive typed bytes that are not applied yet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overtype {
    start: u64,
    bytes: Vec<u8>,
    /// First digit of the next byte.
    half: Option<u8>,
    /// Characters are typed instead of digits.
    pub in_text: bool,
}

impl Overtype {
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.half.is_none()
    }

    fn end(&self) -> u64 {
        self.start.saturating_add(self.bytes.len() as u64)
    }

    /// Discards the typed bytes.
    pub fn clear(&mut self) {
        *self = Self { in_text: self.in_text, ..Self::default() };
    }

    /// Overwrites `row`, which begins at `start`, with the typed bytes; a single digit is the high one of
    /// its byte.
    pub fn put_over(&self, start: u64, row: &mut [u8]) {
        let half = self.half.map(|half| (self.end(), half));
        let typed = (self.start..).zip(self.bytes.iter().copied());
        for (at, byte) in typed {
            if let Some(shown) = slot(start, at, row) {
                *shown = byte;
            }
        }
        if let Some((at, half)) = half
            && let Some(shown) = slot(start, at, row)
        {
            *shown = half << 4 | *shown & 15;
        }
    }

    /// The range of the typed bytes.
    pub fn range(&self) -> std::ops::Range<u64> {
        self.start..self.end().saturating_add(u64::from(self.half.is_some()))
    }

    fn push(&mut self, cursor: u64, byte: u8) {
        if self.is_empty() {
            self.start = cursor;
        }
        self.half = None;
        if self.bytes.len() < MAX_BYTES {
            self.bytes.push(byte);
        }
    }

    fn digit(&mut self, cursor: u64, digit: u8) {
        match self.half.take() {
            Some(half) => self.push(cursor, half << 4 | digit),
            None => {
                if self.is_empty() {
                    self.start = cursor;
                }
                self.half = Some(digit);
            }
        }
    }

    /// Removes the last digit or byte.
    fn back(&mut self) {
        if self.half.take().is_none() {
            self.bytes.pop();
        }
    }

    /// The edit operations that apply the typed bytes, one for each field that they overlap.
    fn orders(&self, tree: &Tree) -> Vec<EditOp> {
        let mut orders = Vec::new();
        let mut at = self.start;
        while at < self.end() {
            let field = tree.deepest_at(at).and_then(|id| tree.field(&id));
            let Some(field) = field.filter(|field| field.span.contains(at)) else {
                at += 1;
                continue;
            };
            let end = field.span.end().min(self.end());
            let index = |offset: u64| usize::try_from(offset - self.start).unwrap_or(usize::MAX);
            let part = self.bytes.get(index(at)..index(end)).unwrap_or(&[]);
            let to: String = part.iter().map(|byte| format!("{byte:02x}")).collect();
            orders.push(EditOp::Bytes { bytes: field.path, at: at - field.span.start, to });
            at = end;
        }
        orders
    }
}

fn slot(start: u64, at: u64, row: &mut [u8]) -> Option<&mut u8> {
    row.get_mut(usize::try_from(at.checked_sub(start)?).ok()?)
}

impl BytesPanel {
    /// Handles typed and pasted text; typing elsewhere applies the bytes typed so far.
    pub(super) fn typed(&mut self, ui: &Ui, cx: &mut Ctx<'_>, tree: &Tree) {
        let last = tree.source().len().saturating_sub(1);
        let before = self.overtype.clone();
        for text in texts(ui) {
            for letter in text.chars() {
                match (self.overtype.in_text, letter.to_digit(16)) {
                    (true, _) => {
                        let encoded = cp1252::encode_all(letter.encode_utf8(&mut [0; 4]));
                        encoded.iter().flatten().for_each(|b| self.overtype.push(self.cursor, *b));
                    }
                    (false, Some(digit)) => self.overtype.digit(self.cursor, digit as u8),
                    (false, None) => {}
                }
            }
        }
        if let Some(pasted) = pasted(ui) {
            match bytes(&pasted) {
                _ if self.overtype.in_text => {
                    let encoded = cp1252::encode(&pasted);
                    encoded.iter().for_each(|byte| self.overtype.push(self.cursor, *byte));
                }
                Ok(all) => all.iter().for_each(|byte| self.overtype.push(self.cursor, *byte)),
                Err(why) => cx.push(Command::info(format!("Cannot paste as bytes: {why}."))),
            }
        }
        if !before.is_empty() {
            for (key, _) in take_presses(ui, &[Key::Enter, Key::Escape, Key::Backspace]) {
                match key {
                    Key::Enter => self.put(cx, tree),
                    Key::Escape => self.overtype.clear(),
                    _ => self.overtype.back(),
                }
            }
        }
        if self.overtype != before {
            self.cursor = match self.overtype.is_empty() {
                true => self.cursor.min(before.start.max(self.overtype.start)),
                false => self.overtype.end().min(last),
            };
            self.anchor = self.cursor;
            self.reveal = true;
        }
    }

    /// Applies the typed bytes.
    pub(super) fn put(&mut self, cx: &mut Ctx<'_>, tree: &Tree) {
        let Some(file) = self.file.clone() else { return };
        let orders = self.overtype.orders(tree);
        if !orders.is_empty() {
            let count = numbers::counted(self.overtype.bytes.len() as u64, "byte");
            let name = format!("overwrite {count} at {}", numbers::offset(self.overtype.start));
            cx.push(Command::Edit(Box::new(Edit {
                path: file.path.clone(),
                name,
                orders,
                ..Edit::default()
            })));
        }
        self.overtype.clear();
    }
}

/// Letters typed without a modifier; their key presses are consumed too.
fn texts(ui: &Ui) -> Vec<String> {
    ui.input_mut(|input| {
        let plain = !input.modifiers.command && !input.modifiers.alt;
        let mut texts = Vec::new();
        input.events.retain(|event| match event {
            // Space plays and pauses.
            Event::Text(text) if plain && !text.trim().is_empty() => {
                texts.push(text.clone());
                false
            }
            _ => true,
        });
        if !texts.is_empty() {
            let is_letter = |key: &Key| {
                let mut letters = key.name().chars();
                letters.next().is_some_and(char::is_alphanumeric) && letters.next().is_none()
            };
            input.events.retain(
                |event| !matches!(event, Event::Key { key, pressed: true, .. } if is_letter(key)),
            );
        }
        texts
    })
}

fn pasted(ui: &Ui) -> Option<String> {
    ui.input_mut(|input| {
        let at = input.events.iter().position(|event| matches!(event, Event::Paste(_)))?;
        match input.events.remove(at) {
            Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}
