//! Shortens names to the available space, and capitalizes them.

use std::borrow::Cow;

/// The end of a path, which distinguishes it from others, in at most `room` characters.
pub fn tail(path: &str, room: usize) -> String {
    let cut = path.chars().count().saturating_sub(room);
    if cut == 0 {
        return path.to_owned();
    }
    std::iter::once('…').chain(path.chars().skip(cut + 1)).collect()
}

/// The text with a capital letter at its start.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The longest form of a name that `fits`. Elements of an array differ by their index, so the text
/// before it is shortened, for example to `textured_qu…[17]`. Other names are cut at the end.
pub fn elided(name: &str, fits: impl Fn(&str) -> bool) -> Cow<'_, str> {
    let index = name.rfind('[').filter(|_| name.ends_with(']') && !fits(name));
    let Some((array, index)) = index.map(|at| name.split_at(at)) else { return name.into() };
    let starts: Vec<&str> = array.char_indices().filter_map(|(end, _)| array.get(..end)).collect();
    let short = |start: &str| format!("{start}…{index}");
    let fitting = starts.partition_point(|start| fits(&short(start)));
    let longest = fitting.checked_sub(1).and_then(|last| starts.get(last));
    longest.map_or(name.into(), |start| short(start).into())
}
