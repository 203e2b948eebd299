//! Converts changed vertices, texture coordinates and colours of the scene back to stored fields.

use glam::{Vec2, Vec3};

use super::records::{COLOUR, Group, P, Polygon};
use crate::bytes::Value;
use crate::formats::ff7::mesh::turn;
use crate::formats::write_back::{Fields, coordinate, floats, nothing, numbers};
use crate::formats::{EditResult, Refusal};
use crate::scene::ElementState;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub(super) fn stored_as(mesh: &P, path: &str, shown: &ElementState) -> EditResult<Fields> {
    match shown {
        ElementState::At(_) => Err(Refusal(format!(
            "{path} has no stored transform (its bone places it); move its vertices instead"
        ))),
        ElementState::Vertex(at) => vertex(mesh, path, *at),
        ElementState::Normal(_) => Err(nothing(path, "separate normals")),
        ElementState::TexCoords(corners) => coordinates(mesh, path, corners),
        ElementState::Colours(corners) => colours(mesh, path, corners),
        ElementState::Palette { .. } => Err(nothing(path, "palette")),
    }
}

fn vertex(mesh: &P, path: &str, at: Vec3) -> EditResult<Fields> {
    let stored = numbers(path, ["vertices"]).and_then(|[index]| mesh.vertices.get(index));
    let stored = stored.ok_or_else(|| nothing(path, "vertex"))?;
    let to = turn(at).to_array();
    // A value that is not finite is displayed as 0 and stays unchanged.
    let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
    let mut fields = Fields::new();
    for ((axis, was), to) in
        [".x", ".y", ".z"].into_iter().zip([stored.x, stored.y, stored.z]).zip(to)
    {
        if to != finite(was) {
            fields.extend(floats(path, [axis], [to])?);
        } else if was.is_finite() {
            fields.extend(floats(path, [axis], [was])?);
        }
    }
    Ok(fields)
}

/// A polygon with the group that draws it.
fn polygon<'a>(mesh: &'a P, path: &str) -> Option<(&'a Polygon, &'a Group)> {
    let [index] = numbers(path, ["polygons"])?;
    let owner = mesh.owners().get(index).copied().flatten()?;
    Some((mesh.polygons.get(index)?, mesh.groups.get(owner)?))
}

/// Sets texture coordinates; corners are identified by their vertices.
fn coordinates(mesh: &P, path: &str, corners: &[(u32, Vec2)]) -> EditResult<Fields> {
    let none = || nothing(path, "texture coordinates");
    let (polygon, group) = polygon(mesh, path).ok_or_else(none)?;
    let found = mesh.corners(group, polygon).ok_or_else(none)?;
    let texcoords = found.texcoords.ok_or_else(none)?;
    let mut fields = Fields::new();
    for (vertex, to) in corners {
        let is_it = |own: &usize| u32::try_from(*own) == Ok(*vertex);
        let corner = found.vertices.iter().position(is_it).ok_or_else(none)?;
        let index = texcoords.get(corner).copied().ok_or_else(none)?;
        let stored = mesh.texcoords.get(index).ok_or_else(none)?;
        let stored = [stored.u, stored.v];
        let shown = stored.map(|part| if part.is_finite() { part } else { 0.0 });
        fields.extend(coordinate(
            &format!("texcoords[{index}]"),
            [".u", ".v"],
            (stored, shown),
            *to,
        )?);
    }
    Ok(fields)
}

fn colours(mesh: &P, path: &str, corners: &[Option<[u8; 3]>]) -> EditResult<Fields> {
    let none = || nothing(path, "separate colours");
    let (polygon, group) = polygon(mesh, path).ok_or_else(none)?;
    let found = mesh.corners(group, polygon).ok_or_else(none)?;
    let mut fields = Fields::new();
    for (vertex, colour) in found.vertices.into_iter().zip(corners) {
        let Some(rgb) = colour else { continue };
        let stored = mesh.vertex_colours.get(vertex).ok_or_else(none)?;
        let word = COLOUR.recoloured(*stored, *rgb, None);
        fields.push((format!("vertex_colours[{vertex}]"), Value::Uint(word.into())));
    }
    Ok(fields)
}
