//! Converts edited scene values to stored fields: object transforms, vertices, texture coordinates.

use glam::{Mat4, Vec2, Vec3};

use super::face::Uv;
use super::records::{File, Object, vertex_kind};
use super::scene::parents;
use super::{paint, read_options};
use crate::bytes::Value;
use crate::container::Context;
use crate::formats::neversoft::transform::{self, transform, turn};
use crate::formats::write_back::{self, Fields, Parts, nothing, numbers, whole};
use crate::formats::{EditResult, Refusal};
use crate::scene::ElementState;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub fn stored_as(
    file: &File,
    context: Context<'_>,
    path: &str,
    shown: &ElementState,
) -> EditResult<Fields> {
    match shown {
        ElementState::At(local) => at(file, path, local),
        ElementState::Vertex(at) => vertex(file, context, path, *at),
        ElementState::Normal(to) => normal(file, path, *to),
        ElementState::TexCoords(corners) => coordinates(file, path, corners),
        ElementState::Colours(corners) => paint::stored_as(file, path, corners),
        ElementState::Palette { path: palette, .. } => palette_of(file, path, palette),
    }
}

/// Edits the transform of an object. Bones store world transforms, so their descendants are moved as
/// well.
fn at(file: &File, path: &str, local: &Mat4) -> EditResult<Fields> {
    let index = numbers(path, ["objects"]).map(|[index]| index);
    let found = index.and_then(|index| Some((index, file.objects.get(index)?)));
    let (index, object) = found.ok_or_else(|| {
        Refusal(format!("{path} has no position; move the object that places it"))
    })?;
    let parents = parents(file);
    let world = |object: &Object| transform(object.position.to_scene(), object.angles);
    let above = parents.get(index).copied().flatten().and_then(|parent| file.objects.get(parent));
    let above = above.map_or(Mat4::IDENTITY, world);
    // Rounded as in the scene, so that unmoved values do not change.
    let before = above.inverse() * world(object);
    let rounded = above * before;
    let moved = above * *local * rounded.inverse();
    let mut fields = placed(path, object, &(above * *local), &rounded)?;
    for (number, other) in file.objects.iter().enumerate() {
        if number != index && hangs_below(&parents, number, index) && *local != before {
            let now = world(other);
            fields.extend(placed(&format!("objects[{number}]"), other, &(moved * now), &now)?);
        }
    }
    Ok(fields)
}

fn hangs_below(parents: &[Option<usize>], mut object: usize, above: usize) -> bool {
    // The hierarchy has no cycles, and a path is no longer than the number of objects.
    for _ in parents {
        match parents.get(object).copied().flatten() {
            Some(parent) if parent == above => return true,
            Some(parent) => object = parent,
            None => return false,
        }
    }
    false
}

fn placed(path: &str, object: &Object, shown: &Mat4, before: &Mat4) -> EditResult<Fields> {
    let parts = Parts::unsized_of(path, shown)?;
    let by = parts.at - before.w_axis.truncate();
    let mut fields = transform::moved(&format!("{path}.position"), object.position, by)?;
    fields.extend(transform::turned(&format!("{path}.angles"), object.angles, &parts)?);
    Ok(fields)
}

fn vertex(file: &File, context: Context<'_>, path: &str, at: Vec3) -> EditResult<Fields> {
    let found = numbers(path, ["models", "vertices"]);
    let found = found.and_then(|[model, v]| file.models.get(model)?.vertices.get(v));
    let stored = found.ok_or_else(|| nothing(path, "vertex"))?;
    if stored.kind & vertex_kind::SPRITE != 0 {
        return Err(Refusal(format!("{path} is attached to another vertex; move that one")));
    }
    if let Some(source) = stored.stitched_to() {
        let why = format!("{path} shares the position of stitch source {source}; move that one");
        return Err(Refusal(why));
    }
    let to = turn(at) / read_options::kind(file, context).scale;
    let axes = [("x", to.x), ("y", to.y), ("z", to.z)];
    let range = || i16::MIN.into()..=i16::MAX.into();
    axes.into_iter().map(|(axis, v)| whole(format!("{path}.{axis}"), v.into(), range())).collect()
}

/// Edits the normal of a vertex. Those of planes follow from the vertices.
fn normal(file: &File, path: &str, to: Vec3) -> EditResult<Fields> {
    let found = numbers(path, ["models", "normals"]);
    let found = found.and_then(|[model, index]| {
        let model = file.models.get(model)?;
        Some((model.normals.get(index)?, model.is_smooth() && index < model.vertices.len()))
    });
    let (stored, is_of_vertex) = found.ok_or_else(|| nothing(path, "normal"))?;
    if !is_of_vertex {
        return Err(Refusal(format!(
            "{path} is the normal of a plane, which is computed from the vertices: \
             `recompute` sets it"
        )));
    }
    let stored = Vec3::new(stored.x.into(), stored.y.into(), stored.z.into());
    let to = write_back::normal(stored, turn(to), 4096.0);
    let axes = [("x", to.x), ("y", to.y), ("z", to.z)];
    let range = || i16::MIN.into()..=i16::MAX.into();
    axes.into_iter().map(|(axis, v)| whole(format!("{path}.{axis}"), v.into(), range())).collect()
}

/// Edits the texture coordinates of a face: texels, or 512ths of the texture.
fn coordinates(file: &File, path: &str, corners: &[(u32, Vec2)]) -> EditResult<Fields> {
    let found = numbers(path, ["models", "faces"]);
    let face = found.and_then(|[model, face]| file.models.get(model)?.faces.get(face));
    let stored = face.and_then(|face| Some((face, face.uv()?)));
    let (face, uv) = stored.ok_or_else(|| nothing(path, "texture coordinates"))?;
    let mut fields = Fields::new();
    for (corner, (_, to)) in corners.iter().enumerate().take(face.corners().len()) {
        let [u, v] = [to.x, to.y].map(f64::from);
        match uv {
            Uv::Texels(_) => {
                fields.push(whole(format!("{path}.uv[{corner}].u"), u, 0..=255)?);
                fields.push(whole(format!("{path}.uv[{corner}].v"), v, 0..=255)?);
            }
            Uv::Wide { .. } => {
                let (most, signed) = (u16::MAX.into(), i16::MIN.into()..=i16::MAX.into());
                fields.push(whole(format!("{path}.u[{corner}]"), u * 512.0, 0..=most)?);
                fields.push(whole(format!("{path}.v[{corner}]"), v * 512.0, signed)?);
            }
        }
    }
    Ok(fields)
}

/// Edits the name of the palette that a texture uses. Palettes are found by their name and their number
/// of colours; of several with one name, the first is used.
fn palette_of(file: &File, path: &str, palette: &str) -> EditResult<Fields> {
    let library = file.library.as_ref();
    let texture = library.zip(numbers(path, ["textures"]));
    let texture = texture.and_then(|(library, [at])| library.textures.get(at));
    let texture = texture.ok_or_else(|| nothing(path, "choice of a palette"))?;
    let lists =
        library.map(|l| [("palettes16", 16, &l.palettes16), ("palettes256", 256, &l.palettes256)]);
    let found = lists.into_iter().flatten().find_map(|(name, colours, list)| {
        let [at] = numbers(palette, [name])?;
        Some((colours, list.get(at)?.name, list, at))
    });
    let (colours, name, list, at) = found.ok_or_else(|| nothing(palette, "palette"))?;
    if colours != texture.colours {
        let needed = texture.colours;
        return Err(Refusal(format!("{path} needs {needed} colours; {palette} has {colours}")));
    }
    if list.iter().position(|other| other.name == name) != Some(at) {
        return Err(Refusal(format!("the name of {palette} belongs to an earlier palette")));
    }
    Ok(vec![(format!("{path}.palette"), Value::Uint(name.into()))])
}
