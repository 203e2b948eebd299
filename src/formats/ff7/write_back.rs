//! Converts changed vertices, texture coordinates and colours of the scene back to stored fields.

use glam::{Vec2, Vec3};

use super::mesh::{List, Mesh, Polygon, Skin, Vertex, turn};
use super::section::Section;
use crate::bytes::Value;
use crate::formats::ps1::tim::shift;
use crate::formats::ps1::vram::ClutWord;
use crate::formats::write_back::{Fields, nothing, numbers, whole};
use crate::formats::{EditResult, Refusal};
use crate::scene::ElementState;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub fn stored_as(sections: &[Section], path: &str, shown: &ElementState) -> EditResult<Fields> {
    match shown {
        ElementState::At(_) => {
            let why = "has no stored transform; move its vertices instead";
            Err(Refusal(format!("{path} {why}")))
        }
        ElementState::Vertex(at) => vertex(sections, path, *at),
        ElementState::Normal(_) => Err(nothing(path, "normals")),
        ElementState::TexCoords(corners) => coordinates(sections, path, corners),
        ElementState::Colours(corners) => colours(sections, path, corners),
        ElementState::Palette { position, .. } => palette(sections, path, *position),
    }
}

/// Finds the mesh and the element index of a path: `sections[3].vertices[7]`, or one level deeper in a
/// battle model.
fn element<'a>(sections: &'a [Section], path: &str, list: &str) -> Option<(&'a Mesh, usize)> {
    let (mesh, element) = path.rsplit_once('.')?;
    let [element] = numbers(element, [list])?;
    let mesh = match numbers(mesh, ["sections"]) {
        Some([section]) => match sections.get(section)? {
            Section::Part(mesh, _) => mesh,
            _ => return None,
        },
        None => {
            let [section, mesh] = numbers(mesh, ["sections", "meshes"])?;
            match sections.get(section)? {
                Section::Model(model) => model.meshes.get(mesh)?,
                _ => return None,
            }
        }
    };
    Some((mesh, element))
}

fn vertex(sections: &[Section], path: &str, at: Vec3) -> EditResult<Fields> {
    let found = element(sections, path, "vertices");
    let stored: Option<&Vertex> = found.and_then(|(mesh, vertex)| mesh.vertices.get(vertex));
    stored.ok_or_else(|| nothing(path, "vertex"))?;
    let to = turn(at);
    let range = || i16::MIN.into()..=i16::MAX.into();
    let axes = [("x", to.x), ("y", to.y), ("z", to.z)];
    axes.into_iter().map(|(axis, v)| whole(format!("{path}.{axis}"), v.into(), range())).collect()
}

/// Sets the colour of each corner; a textured polygon has one shade.
fn colours(sections: &[Section], path: &str, corners: &[Option<[u8; 3]>]) -> EditResult<Fields> {
    let is_there = |list: List| {
        let found = element(sections, path, list.field());
        found.is_some_and(|(mesh, at)| mesh.polygons().any(|p| p.list == list && p.index == at))
    };
    let changed = corners.iter().enumerate().filter_map(|(at, colour)| Some((at, (*colour)?)));
    if [List::ColouredTriangles, List::ColouredQuads].into_iter().any(is_there) {
        let channels = |(corner, rgb): (usize, [u8; 3])| {
            let field = move |(name, value): (&str, u8)| {
                (format!("{path}.colours[{corner}].{name}"), Value::Uint(value.into()))
            };
            ["r", "g", "b"].into_iter().zip(rgb).map(field)
        };
        return Ok(changed.flat_map(channels).collect());
    }
    if [List::TexturedTriangles, List::TexturedQuads].into_iter().any(is_there) {
        let all: Vec<f64> = changed.flat_map(|(_, rgb)| rgb).map(f64::from).collect();
        let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
        return Ok(vec![whole(format!("{path}.shade"), mean, 0..=255)?]);
    }
    Err(nothing(path, "separate colours"))
}

/// The textured polygon at a path, with its mesh.
fn textured<'a>(sections: &'a [Section], path: &str) -> Option<(&'a Mesh, Polygon)> {
    [List::TexturedTriangles, List::TexturedQuads].into_iter().find_map(|list| {
        let (mesh, index) = element(sections, path, list.field())?;
        Some((mesh, mesh.polygons().find(|p| p.list == list && p.index == index)?))
    })
}

/// Sets the position of the palette of a polygon: a multiple of 16 words, and a row.
fn palette(sections: &[Section], path: &str, position: Option<[u16; 2]>) -> EditResult<Fields> {
    let none = || nothing(path, "choice of a palette");
    let skin = textured(sections, path).ok_or_else(none)?.1.skin;
    let Skin::Textured { clut: stored, .. } = skin else { return Err(none()) };
    let word = position.and_then(ClutWord::at).ok_or_else(|| {
        Refusal("the palette has no position that a face can refer to".to_owned())
    })?;
    // The highest bit is not part of the position.
    let word = word.0 | stored & 0x8000;
    Ok(vec![(format!("{path}.clut"), Value::Uint(word.into()))])
}

/// Sets texture coordinates: stored ones are relative to the texture page, those of the scene to the
/// picture.
fn coordinates(sections: &[Section], path: &str, corners: &[(u32, Vec2)]) -> EditResult<Fields> {
    let found = textured(sections, path);
    let (mesh, polygon) = found.ok_or_else(|| nothing(path, "texture coordinates"))?;
    let picture = sections.iter().find_map(|section| match section {
        Section::Picture(tim) => shift(tim, mesh.page()),
        _ => None,
    });
    let [right, down] = picture.unwrap_or_default().map(f64::from);
    let mut fields = Fields::new();
    for (corner, (_, to)) in corners.iter().enumerate().take(polygon.sides) {
        let [u, v] = [f64::from(to.x) - right, f64::from(to.y) - down];
        fields.push(whole(format!("{path}.uv{corner}[0]"), u, 0..=255)?);
        fields.push(whole(format!("{path}.uv{corner}[1]"), v, 0..=255)?);
    }
    Ok(fields)
}
