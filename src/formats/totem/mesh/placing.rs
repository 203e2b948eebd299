//! What is shown, back in the fields that store it: vertices and collision shapes.

use glam::{Mat3, Mat4, Vec3};

use super::records::Mesh;
use crate::formats::Refusal;
use crate::formats::placing::{Fields, Parts, floats, nothing, numbers, same_turn};
use crate::scene::Shown;

/// See [`Content::stored_as`](crate::formats::Content::stored_as).
pub(super) fn stored_as(mesh: &Mesh, path: &str, shown: &Shown) -> Result<Fields, Refusal> {
    match shown {
        Shown::At(transform) => shape(mesh, path, transform),
        Shown::Vertex(at) => {
            let stored = numbers(path, ["vertices"]).and_then(|[index]| mesh.vertices.get(index));
            let stored = stored.ok_or_else(|| nothing(path, "vertex"))?;
            // What is no number is shown as 0, and stays what it is.
            let finite = |v: f32| if v.is_finite() { v } else { 0.0 };
            let axes = std::array::from_fn(|axis| {
                let (to, was) = (at[axis], stored[axis]);
                if to == finite(was) { was } else { to }
            });
            coordinates(path, 0, Vec3::from_array(axes))
        }
        _ => Err(nothing(path, "such thing")),
    }
}

/// Three numbers of a list, from `first` on.
fn coordinates(path: &str, first: usize, to: Vec3) -> Result<Fields, Refusal> {
    let names = std::array::from_fn::<_, 3, _>(|axis| format!("[{}]", first + axis));
    floats(path, names.each_ref().map(String::as_str), to.to_array())
}

/// A shape to collide with, by as much as its middle moves.
fn shape(mesh: &Mesh, path: &str, shown: &Mat4) -> Result<Fields, Refusal> {
    let parts = Parts::unsized_of(path, shown)?;
    if !same_turn(parts.turn, Mat3::IDENTITY) {
        return Err(nothing(path, "turn by itself"));
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
    Err(Refusal(format!("{path} stands where its level puts it: its vertices can be moved")))
}
