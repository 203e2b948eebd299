//! What is shown, back in the fields that store it: where objects stand, vertices, texture
//! coordinates.

use glam::{Mat4, Vec2, Vec3};

use super::face::Uv;
use super::records::{File, Object, vertex_kind};
use super::scene::parents;
use super::{paint, questions};
use crate::container::Context;
use crate::formats::Refusal;
use crate::formats::neversoft::transform::{self, transform, turn};
use crate::formats::placing::{Fields, Parts, nothing, numbers, whole};
use crate::scene::Shown;

/// See [`Content::stored_as`](crate::formats::Content::stored_as).
pub fn stored_as(
    file: &File,
    context: Context<'_>,
    path: &str,
    shown: &Shown,
) -> Result<Fields, Refusal> {
    match shown {
        Shown::At(local) => at(file, path, local),
        Shown::Vertex(at) => vertex(file, context, path, *at),
        Shown::TexCoords(corners) => coordinates(file, path, corners),
        Shown::Colours(corners) => paint::stored_as(file, path, corners),
    }
}

/// An object. What is stored of bones counts from the world, so that those below one go along.
fn at(file: &File, path: &str, local: &Mat4) -> Result<Fields, Refusal> {
    let index = numbers(path, ["objects"]).map(|[index]| index);
    let found = index.and_then(|index| Some((index, file.objects.get(index)?)));
    let (index, object) = found.ok_or_else(|| {
        Refusal(format!("{path} stands nowhere by itself: what places it can be moved"))
    })?;
    let parents = parents(file);
    let world = |object: &Object| transform(object.position.to_scene(), object.angles);
    let above = parents.get(index).copied().flatten().and_then(|parent| file.objects.get(parent));
    let above = above.map_or(Mat4::IDENTITY, world);
    // As the scene rounds it, so that what is not moved stays where it is.
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
    // There are no circles, and no more steps than objects.
    for _ in parents {
        match parents.get(object).copied().flatten() {
            Some(parent) if parent == above => return true,
            Some(parent) => object = parent,
            None => return false,
        }
    }
    false
}

fn placed(path: &str, object: &Object, shown: &Mat4, before: &Mat4) -> Result<Fields, Refusal> {
    let parts = Parts::unsized_of(path, shown)?;
    let by = parts.at - before.w_axis.truncate();
    let mut fields = transform::moved(&format!("{path}.position"), object.position, by)?;
    fields.extend(transform::turned(&format!("{path}.angles"), object.angles, &parts)?);
    Ok(fields)
}

fn vertex(file: &File, context: Context<'_>, path: &str, at: Vec3) -> Result<Fields, Refusal> {
    let found = numbers(path, ["models", "vertices"]);
    let found = found.and_then(|[model, v]| file.models.get(model)?.vertices.get(v));
    let stored = found.ok_or_else(|| nothing(path, "vertex"))?;
    if stored.kind & vertex_kind::SPRITE != 0 {
        return Err(Refusal(format!("{path} stands beside another vertex, which can be moved")));
    }
    if let Some(source) = stored.stitched_to() {
        let why = format!("{path} is where stitch source {source} is, which can be moved");
        return Err(Refusal(why));
    }
    let to = turn(at) / questions::kind(file, context).scale;
    let axes = [("x", to.x), ("y", to.y), ("z", to.z)];
    let range = || i16::MIN.into()..=i16::MAX.into();
    axes.into_iter().map(|(axis, v)| whole(format!("{path}.{axis}"), v.into(), range())).collect()
}

/// The corners of a face; texels, or 512ths of the texture.
fn coordinates(file: &File, path: &str, corners: &[(u32, Vec2)]) -> Result<Fields, Refusal> {
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
