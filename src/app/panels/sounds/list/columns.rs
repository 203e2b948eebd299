//! Columns of the list and their values.

use egui::Rect;

use crate::app::model::{State, grouped, numbers::size};
use crate::app::panels::sounds::clock;
use crate::app::ui::GRID;
use crate::scene::{RecordingId, Sound};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Column {
    Star,
    #[default]
    Index,
    Name,
    Duration,
    Rate,
    Channels,
    Codec,
    Size,
    Captions,
    Users,
}

/// Columns with title and width; the name takes the remaining width.
pub const COLUMNS: [(Column, &str, f32); 10] = [
    (Column::Star, "", 24.0),
    (Column::Index, "#", 48.0),
    (Column::Name, "Name", 0.0),
    (Column::Duration, "Length", 72.0),
    (Column::Rate, "Rate", 72.0),
    (Column::Channels, "Channels", 68.0),
    (Column::Codec, "Codec", 124.0),
    (Column::Size, "Size", 76.0),
    (Column::Captions, "Captions", 68.0),
    (Column::Users, "Users", 52.0),
];
/// Narrowest name column.
pub const NARROWEST: f32 = 100.0;

/// Columns that are hidden first if space is short.
const LEFT_OUT: [Column; 6] =
    [Column::Users, Column::Channels, Column::Size, Column::Codec, Column::Rate, Column::Captions];

/// A column with its left and right edge.
pub type Extent = (Column, f32, f32);

/// The columns that fit, with their edges.
pub fn extents(all: Rect) -> Vec<Extent> {
    // Leaves space for the scroll bar.
    let width = all.width() - 3.0 * GRID;
    let mut shown = COLUMNS.to_vec();
    let fixed = |shown: &[(Column, &str, f32)]| shown.iter().map(|(_, _, w)| w).sum::<f32>();
    for column in LEFT_OUT {
        if fixed(&shown) + NARROWEST > width {
            shown.retain(|(other, _, _)| *other != column);
        }
    }
    let name = (width - fixed(&shown)).max(NARROWEST);
    let mut left = all.left();
    let extent = |(column, _, fixed_width): (Column, &str, f32)| {
        let start = left;
        left += if column == Column::Name { name } else { fixed_width };
        (column, start, left)
    };
    shown.into_iter().map(extent).collect()
}

pub fn title(column: Column) -> &'static str {
    COLUMNS.iter().find(|(other, _, _)| *other == column).map_or("", |(_, title, _)| title)
}

pub fn is_number(column: Column) -> bool {
    !matches!(column, Column::Star | Column::Name | Column::Codec)
}

/// The text of a cell.
pub fn value(sound: &Sound, column: Column, at: RecordingId) -> String {
    match column {
        Column::Star => String::new(),
        Column::Index => at.to_string(),
        Column::Name => {
            // Any of the known names of a hash may be the right one, so all are shown.
            let known = sound.ids.first().map_or(&[][..], |id| &id.name.known);
            let others = known.iter().skip(1).map(|known| format!(" or {}", known.name));
            let name = std::iter::once(sound.name.clone()).chain(others).collect::<String>();
            match sound.ids.len() {
                0 | 1 => name,
                more => format!("{name} and {} more", more - 1),
            }
        }
        Column::Duration => clock(sound.duration_ms() as f64 / 1000.0),
        Column::Rate => grouped(u64::from(sound.rate)),
        Column::Channels => match sound.channels {
            1 => "mono".to_owned(),
            2 => "stereo".to_owned(),
            _ => "?".to_owned(),
        },
        Column::Codec => format!("{} {} bit", sound.codec, sound.bits),
        Column::Size => size(sound.stored_bytes),
        Column::Captions => count(sound.captions.len()),
        // Filled in by the list: a sound has no list of the elements that play it.
        Column::Users => String::new(),
    }
}

pub fn count(count: usize) -> String {
    if count == 0 { "–".to_owned() } else { count.to_string() }
}

/// Number of elements that play a sound, in the open file and in other opened banks.
pub fn users(sound: &Sound, at: RecordingId, state: &State) -> usize {
    let own = state.scene().and_then(|scene| scene.sound_users.get(at.index()));
    own.map_or(0, Vec::len) + state.other_banks.users(sound)
}

/// Sort key of a column of numbers.
pub fn number(sound: &Sound, column: Column, at: RecordingId, state: &State) -> u64 {
    match column {
        Column::Star => u64::from(!state.is_starred(at)),
        Column::Duration => sound.duration_ms(),
        Column::Rate => u64::from(sound.rate),
        Column::Channels => u64::from(sound.channels),
        Column::Size => sound.stored_bytes,
        Column::Captions => sound.captions.len() as u64,
        Column::Index | Column::Name | Column::Codec | Column::Users => u64::from(at.number()),
    }
}

/// Searchable text of a sound: its names, identifiers and captions.
pub fn text_of(sound: &Sound) -> String {
    let mut text = sound.name.to_lowercase();
    let ids = sound.ids.iter();
    let known = ids
        .flat_map(|id| id.name.known.iter().map(|known| known.name.clone()).chain([id.name.hex()]));
    for part in known.chain(sound.captions.iter().map(|caption| caption.text.clone())) {
        text.push('\n');
        text.push_str(&part.to_lowercase());
    }
    text
}
