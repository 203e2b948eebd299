//! Sections of battle models and stages: read one by one, so that one that is damaged takes nothing
//! else with it.

use super::directory::Extent;
use crate::bytes::{Cursor, Recorder, Result as Read, Severity};

/// A section to be read.
pub struct Wanted {
    pub index: usize,
    pub type_name: &'static str,
    /// What it is for, where that is known before.
    pub about: Option<String>,
    pub at: Extent,
}

/// Why there is nothing of a section.
pub enum Unread {
    Empty,
    /// What is wrong with it. It stays unread, and the file is not written.
    Broken(String),
}

/// Reads a section with `content`.
pub fn section<R: Recorder, S>(
    cur: &mut Cursor<'_, R>,
    wanted: Wanted,
    content: impl FnOnce(&mut Cursor<'_, R>) -> Read<S>,
) -> Read<Result<S, Unread>> {
    let Wanted { index, type_name, about, at } = wanted;
    cur.within(at.start, at.end, |cur| {
        cur.element(index, type_name, |cur| {
            if let Some(about) = about {
                cur.describe(|| about);
            }
            if at.is_empty() {
                let message = format_args!("the section is empty");
                cur.problem(Severity::Warning, (at.start, 0), "", message);
                return Ok(Err(Unread::Empty));
            }
            Ok(content(cur).map_err(|error| {
                let why = error.0.to_string();
                cur.keep(error);
                Unread::Broken(why)
            }))
        })
    })
}
