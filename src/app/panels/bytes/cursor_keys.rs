//! The keys that move a cursor over bytes.

use egui::{Key, Modifiers};

use super::layout::Layout;

pub const KEYS: [Key; 8] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::PageUp,
    Key::PageDown,
    Key::Home,
    Key::End,
];

/// The offset to which a key moves the cursor; `page` is the number of rows that fit.
pub fn moved_to(
    at: u64,
    key: Key,
    modifiers: Modifiers,
    len: u64,
    layout: &Layout,
    page: u64,
) -> Option<u64> {
    let last = len.checked_sub(1)?;
    let width = layout.width;
    let page = width.saturating_mul(page.max(1));
    let row = layout.bytes(layout.row_of(at), len);
    match key {
        Key::ArrowLeft => Some(at.saturating_sub(1)),
        Key::ArrowRight => Some((at + 1).min(last)),
        Key::ArrowUp => Some(at.checked_sub(width).unwrap_or(at)),
        Key::ArrowDown => Some(at.saturating_add(width)).filter(|to| *to <= last),
        Key::PageUp => Some(at.saturating_sub(page)),
        Key::PageDown => Some(at.saturating_add(page).min(last)),
        Key::Home => Some(if modifiers.command { 0 } else { row.start }),
        Key::End => Some(if modifiers.command { last } else { row.end.saturating_sub(1) }),
        _ => None,
    }
}
