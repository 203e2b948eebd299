//! Converts edited corner colours to stored bytes: gouraud faces refer to entries of a colour table, flat
//! faces have one colour.

use super::face::{Face, Uv};
use super::flags::base;
use super::records::File;
use super::scene::table_of_model;
use crate::bytes::Value;
use crate::formats::write_back::{Fields, nothing, numbers};
use crate::formats::{EditResult, Refusal};

/// Fields of a face for these corner colours, or the nearest ones in its table.
pub fn stored_as(file: &File, path: &str, corners: &[Option<[u8; 3]>]) -> EditResult<Fields> {
    let found = numbers(path, ["models", "faces"]);
    let face =
        found.and_then(|[model, face]| Some((model, file.models.get(model)?.faces.get(face)?)));
    let (model, face) = face.ok_or_else(|| nothing(path, "separate colours"))?;
    if face.flags & base::LIT != 0 {
        let why = "is lit by its normals and has no colours";
        return Err(Refusal(format!("{path} {why}")));
    }
    if face.flags & base::GOURAUD == 0 {
        return Ok(bytes(path, face, mean(corners).into_iter().flatten().map(Some)));
    }
    let table = table_of_model(file, model);
    // Wide faces without a table store greys directly.
    if table.is_none() && !matches!(face.uv(), Some(Uv::Wide { .. })) {
        return Err(Refusal(format!("{path} refers to a missing colour table")));
    }
    let stored = corners.iter().zip(face.colour).map(|(to, was)| {
        to.map(|to| table.map_or_else(|| grey(to), |table| nearest(table, to, was)))
    });
    Ok(bytes(path, face, stored))
}

/// Fields of the bytes that change.
fn bytes(path: &str, face: &Face, new: impl IntoIterator<Item = Option<u8>>) -> Fields {
    let pairs = new.into_iter().zip(face.colour).enumerate();
    let changed = pairs.filter_map(|(at, (new, was))| Some((at, new.filter(|new| *new != was)?)));
    changed.map(|(at, new)| (format!("{path}.colour[{at}]"), Value::Uint(new.into()))).collect()
}

/// Mean colour, for a flat face.
fn mean(corners: &[Option<[u8; 3]>]) -> Option<[u8; 3]> {
    let all: Vec<[u8; 3]> = corners.iter().flatten().copied().collect();
    let count = u32::try_from(all.len()).ok().filter(|count| *count > 0)?;
    let channel = |of: fn(&[u8; 3]) -> u8| {
        let sum: u32 = all.iter().map(|colour| u32::from(of(colour))).sum();
        u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX)
    };
    Some([channel(|[r, _, _]| *r), channel(|[_, g, _]| *g), channel(|[_, _, b]| *b)])
}

fn grey([r, g, b]: [u8; 3]) -> u8 {
    u8::try_from((u16::from(r) + u16::from(g) + u16::from(b) + 1) / 3).unwrap_or(u8::MAX)
}

/// Index of the nearest colour; the current index wins ties.
fn nearest(table: &[[u8; 4]], to: [u8; 3], was: u8) -> u8 {
    let far = |[r, g, b, _]: &[u8; 4]| -> u32 {
        let apart = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
        [*r, *g, *b].into_iter().zip(to).map(apart).sum()
    };
    let own = table.get(usize::from(was)).map(|entry| (far(entry), was));
    let all = (0..=u8::MAX).zip(table).map(|(at, entry)| (far(entry), at));
    let best = own.into_iter().chain(all).min_by_key(|(far, _)| *far);
    best.map_or(was, |(_, at)| at)
}
