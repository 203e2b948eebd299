//! Converts changed vertices, texture coordinates and collision shapes of the scene back to stored
//! fields.

use glam::{Mat3, Mat4, Vec2, Vec3};

use super::records::Mesh;
use super::scene::material_hash;
use crate::container::Context;
use crate::formats::totem::material::Material;
use crate::formats::totem::materials::SceneMaterials;
use crate::formats::write_back::{self, Fields, Parts, floats, nothing, numbers, same_turn};
use crate::formats::{EditResult, Refusal};
use crate::scene::ElementState;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub(super) fn stored_as(
    mesh: &Mesh,
    context: Context<'_>,
    path: &str,
    shown: &ElementState,
) -> EditResult<Fields> {
    match shown {
        ElementState::At(transform) => shape(mesh, path, transform),
        ElementState::Vertex(at) => {
            let stored = numbers(path, ["vertices"]).and_then(|[index]| mesh.vertices.get(index));
            let stored = stored.ok_or_else(|| nothing(path, "vertex"))?;
            // A value that is not finite is displayed as 0 and stays unchanged.
            let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
            let axes = std::array::from_fn(|axis| {
                let (to, was) = (at[axis], stored[axis]);
                if to == finite(was) { was } else { to }
            });
            coordinates(path, 0, Vec3::from_array(axes))
        }
        ElementState::Normal(to) => {
            let stored = numbers(path, ["normals"]).and_then(|[index]| mesh.normals.get(index));
            let stored = stored.ok_or_else(|| nothing(path, "normal"))?;
            coordinates(path, 0, write_back::normal(Vec3::from(*stored), *to, 1.0))
        }
        ElementState::TexCoords(corners) => {
            let strip = numbers(path, ["strips", "vertex_ids"]);
            let strip = strip.and_then(|[strip, end]| Some((strip, mesh.strips.get(strip)?, end)));
            let (index, strip, end) = strip.ok_or_else(|| nothing(path, "texture coordinates"))?;
            let (_, hash) = material_hash(mesh, strip);
            let material = SceneMaterials::new(context).record(hash);
            let mut fields = Fields::new();
            for (vertex, to) in corners {
                let at = texcoord(mesh, index, end, *vertex);
                let at = at.ok_or_else(|| nothing(path, "texture coordinates"))?;
                fields.extend(moved(mesh, &material, usize::from(at), *to)?);
            }
            Ok(fields)
        }
        ElementState::Colours(_) => Err(nothing(path, "separate colours")),
        ElementState::Palette { .. } => Err(nothing(path, "palette")),
    }
}

/// Index of the texture coordinate at `vertex` in the triangle that ends at corner `end` of a strip.
fn texcoord(mesh: &Mesh, strip: usize, end: usize, vertex: u32) -> Option<u16> {
    let data = &mesh.strip_data.get(strip)?.corners;
    let ids = &mesh.strips.get(strip)?.vertex_ids;
    let corners = end.checked_sub(2)?..=end;
    let mut of = corners.filter_map(|corner| Some((ids.get(corner)?, data.get(corner)?)));
    let found = of.find(|(id, _)| u32::from(**id) == vertex);
    found.filter(|_| ids.len() == data.len()).map(|(_, corner)| corner.texcoord_id)
}

/// The fields of a texture coordinate, with the inverse of its material's transform.
fn moved(mesh: &Mesh, material: &Material, index: usize, to: Vec2) -> EditResult<Fields> {
    let path = format!("texcoords[{index}]");
    let stored = mesh.texcoords.get(index);
    let stored = *stored.ok_or_else(|| nothing(&path, "texture coordinate"))?;
    let is_known = stored.iter().all(|part| part.is_finite());
    let shown = if is_known { material.uv(stored) } else { [0.0; 2] };
    let many = || {
        Refusal(format!(
            "{path} cannot be changed: the material's texture transform is not invertible"
        ))
    };
    let to = match to.to_array() == shown {
        true => stored,
        false => material.before(to.to_array()).ok_or_else(many)?,
    };
    match is_known || to != stored && to.iter().all(|part| part.is_finite()) {
        true => floats(&path, ["[0]", "[1]"], to),
        false => Ok(Fields::new()),
    }
}

/// Fields of three numbers of a list, starting at index `first`.
fn coordinates(path: &str, first: usize, to: Vec3) -> EditResult<Fields> {
    let names = std::array::from_fn::<_, 3, _>(|axis| format!("[{}]", first + axis));
    floats(path, names.each_ref().map(String::as_str), to.to_array())
}

/// Moves a collision shape by the movement of its centre.
fn shape(mesh: &Mesh, path: &str, shown: &Mat4) -> EditResult<Fields> {
    let parts = Parts::unsized_of(path, shown)?;
    if !same_turn(parts.turn, Mat3::IDENTITY) {
        return Err(nothing(path, "separate rotation"));
    }
    if let Some([index]) = numbers(path, ["spheres"])
        && mesh.spheres.get(index).is_some()
    {
        return coordinates(&format!("{path}.centre"), 0, parts.at);
    }
    if let Some(stored) = numbers(path, ["cylinders"]).and_then(|[i]| mesh.cylinders.get(i)) {
        let (base, half) = (Vec3::from(stored.base), Vec3::from(stored.axis) * stored.height * 0.5);
        return coordinates(&format!("{path}.base"), 0, base + (parts.at - (base + half)));
    }
    if let Some(stored) = numbers(path, ["cuboids"]).and_then(|[i]| mesh.cuboids.get(i)) {
        let m = &stored.transform;
        let (base, half) = (Vec3::new(m[12], m[13], m[14]), Vec3::new(m[4], m[5], m[6]) * 0.5);
        return coordinates(&format!("{path}.transform"), 12, base + (parts.at - (base + half)));
    }
    Err(Refusal(format!(
        "{path} has no stored transform (the level places it); move its vertices instead"
    )))
}
