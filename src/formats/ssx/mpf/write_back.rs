//! Maps edited bones, IK points, vertices and texture coordinates back to the fields that store them.

use glam::{EulerRot, Mat4, Vec2, Vec3};

use super::chunk::chunks;
use super::packet::Data;
use super::records::{Bone, File, Mesh, Vector};
use super::scene::{AXES, local, turn};
use crate::formats::write_back::{self, Fields, Parts, angles, floats, nothing, numbers, whole};
use crate::formats::{EditResult, Refusal};
use crate::scene::ElementState;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub fn stored_as(file: &File, path: &str, shown: &ElementState) -> EditResult<Fields> {
    match shown {
        ElementState::At(transform) => at(file, path, transform),
        ElementState::Vertex(at) => vertex(file, path, *at),
        ElementState::Normal(to) => normal(file, path, *to),
        ElementState::TexCoords(corners) => coordinates(file, path, corners),
        ElementState::Colours(_) => Err(nothing(path, "colours")),
        ElementState::Palette { .. } => Err(nothing(path, "palette")),
    }
}

/// The mesh, and the indices of tag, code and element, for `….tags[0].codes[3].positions[7]`.
fn of_mesh<'a>(file: &'a File, path: &str, list: &str) -> Option<(&'a Mesh, [usize; 3])> {
    let parts = ["models", "groups", "weight_groups", "meshes", "tags", "codes", list];
    let [model, group, weights, mesh, tag, code, vertex] = numbers(path, parts)?;
    let group = file.models.get(model)?.groups.get(group)?;
    let mesh = group.weight_groups.get(weights)?.meshes.get(mesh)?;
    Some((mesh, [tag, code, vertex]))
}

/// Edits the texture coordinates of a triangle. `path` is the path of the last of its three
/// consecutive vertices. Coordinates are 4096ths of the texture; other triangles share them.
fn coordinates(file: &File, path: &str, corners: &[(u32, Vec2)]) -> EditResult<Fields> {
    let none = || nothing(path, "texture coordinates");
    let (mesh, [tag, code, vertex]) = of_mesh(file, path, "positions").ok_or_else(none)?;
    let all = chunks(mesh);
    let chunk = all.iter().find(|chunk| chunk.vertices_at == (tag, code)).ok_or_else(none)?;
    let last = corners.iter().map(|(vertex, _)| *vertex).max().unwrap_or_default();
    let (front, _) = path.rsplit_once(".tags[").ok_or_else(none)?;
    let (tag, code) = chunk.uvs_at;
    let mut fields = Fields::new();
    for (at, to) in corners {
        let own = vertex.checked_sub((last - at) as usize);
        let own = own.filter(|own| *own < chunk.uvs.len()).ok_or_else(none)?;
        let uv = format!("{front}.tags[{tag}].codes[{code}].uvs[{own}]");
        let range = || i16::MIN.into()..=i16::MAX.into();
        for (name, part) in [("u", to.x), ("v", to.y)] {
            fields.push(whole(format!("{uv}.{name}"), f64::from(part) * 4096.0, range())?);
        }
    }
    Ok(fields)
}

/// The three fields of the vector at `path`; unchanged if it is displayed as stored.
fn vector(path: &str, to: Vec3, before: Vector) -> EditResult<Fields> {
    let to = if to == turn(before) { before } else { Vector { x: to.x, y: -to.z, z: to.y } };
    floats(path, [".x", ".y", ".z"], [to.x, to.y, to.z])
}

fn at(file: &File, path: &str, shown: &Mat4) -> EditResult<Fields> {
    let bone = numbers(path, ["models", "bones"]);
    let bone = bone.and_then(|[model, bone]| file.models.get(model)?.bones.get(bone));
    let point = numbers(path, ["models", "ik_points"]);
    let point = point.and_then(|[model, point]| file.models.get(model)?.ik_points.get(point));
    match (bone, point) {
        (Some(bone), _) => of_bone(path, bone, shown),
        (_, Some(point)) => {
            let parts = Parts::unsized_of(path, shown)?;
            vector(&format!("{path}.position"), parts.at, point.position)
        }
        _ => {
            let why = "is placed by its bones: move bones or vertices instead";
            Err(Refusal(format!("{path} {why}")))
        }
    }
}

fn of_bone(path: &str, bone: &Bone, shown: &Mat4) -> EditResult<Fields> {
    let parts = Parts::unsized_of(path, shown)?;
    let mut fields = vector(&format!("{path}.position"), parts.at, bone.position)?;
    let stored = bone.rotation;
    let before = Parts::of(path, &local(bone))?;
    let [z, y, x] = match parts.is_turned_as(before.turn) {
        true => [stored.z, stored.y, stored.x],
        false => {
            let was = [-stored.z, -stored.y, -stored.x];
            let to = angles(AXES.transpose() * parts.turn * AXES, EulerRot::ZYX, was);
            to.map(|angle| -angle)
        }
    };
    fields.extend(floats(&format!("{path}.rotation"), [".x", ".y", ".z"], [x, y, z])?);
    Ok(fields)
}

fn vertex(file: &File, path: &str, at: Vec3) -> EditResult<Fields> {
    let code = |list: &str| {
        let (mesh, [tag, code, vertex]) = of_mesh(file, path, list)?;
        Some((&mesh.chain.get(tag)?.codes.get(code)?.data, vertex))
    };
    if let Some((Data::Positions(list), index)) = code("positions")
        && let Some(stored) = list.get(index)
    {
        return vector(path, at, *stored);
    }
    if let Some((Data::Shadow(list), index)) = code("vertices")
        && let Some(stored) = list.get(index)
    {
        return vector(&format!("{path}.position"), at, stored.position);
    }
    Err(nothing(path, "vertex"))
}

/// Edits a normal, which is stored in 32768ths.
fn normal(file: &File, path: &str, to: Vec3) -> EditResult<Fields> {
    let found = of_mesh(file, path, "normals").and_then(|(mesh, [tag, code, index])| {
        let Data::Normals(list) = &mesh.chain.get(tag)?.codes.get(code)?.data else { return None };
        list.get(index)
    });
    let stored = found.ok_or_else(|| nothing(path, "normal"))?;
    let stored = Vec3::new(stored.x.into(), stored.y.into(), stored.z.into());
    let full = f32::from(i16::MAX);
    let to = write_back::normal(stored, Vec3::new(to.x, -to.z, to.y), full)
        .clamp(Vec3::splat(-full), Vec3::splat(full));
    let axes = [("x", to.x), ("y", to.y), ("z", to.z)];
    let range = || i16::MIN.into()..=i16::MAX.into();
    axes.into_iter().map(|(axis, v)| whole(format!("{path}.{axis}"), v.into(), range())).collect()
}
