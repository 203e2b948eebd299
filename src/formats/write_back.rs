//! Converts edited transforms and vertices back to stored fields: indices in paths, decomposition of
//! transforms, and the nearest storable value. Axes and units depend on the format.

use glam::{EulerRot, Mat3, Mat4, Quat, Vec2, Vec3};

use super::{EditResult, Refusal};
use crate::bytes::Value;

pub use super::Fields;

/// The indices in a path of nested lists: 3 and 7 in `models[3].vertices[7]`, where `parts` are `models`
/// and `vertices`.
pub fn numbers<const N: usize>(path: &str, parts: [&str; N]) -> Option<[usize; N]> {
    let mut pieces = path.split('.');
    let mut found = [0; N];
    for (slot, part) in found.iter_mut().zip(parts) {
        let number = pieces.next()?.strip_prefix(part)?.strip_prefix('[')?.strip_suffix(']')?;
        *slot = number.parse().ok()?;
    }
    pieces.next().is_none().then_some(found)
}

/// The refusal for an element that does not store data of this kind.
pub fn nothing(path: &str, what: &str) -> Refusal {
    Refusal(format!("{path} stores no {what}"))
}

/// The nearest integer, for a field that can store those in `range`.
///
/// # Errors
/// When it is out of range, with the path.
pub fn whole(
    path: impl Into<String>,
    number: f64,
    range: std::ops::RangeInclusive<i64>,
) -> EditResult<(String, Value)> {
    let path = path.into();
    let (least, most) = (*range.start(), *range.end());
    if number.is_nan() {
        return Err(Refusal(format!("{path} cannot store NaN")));
    }
    let nearest = number.round();
    if !(least as f64..=most as f64).contains(&nearest) {
        return Err(Refusal(format!("{path} must be from {least} to {most}")));
    }
    Ok((path, Value::Int(nearest as i64)))
}

/// Fields that store numbers without conversion.
///
/// # Errors
/// When a number is not finite.
pub fn floats<const N: usize>(
    path: &str,
    names: [&str; N],
    numbers: [f32; N],
) -> EditResult<Fields> {
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(Refusal(format!("{path} cannot be moved there: a coordinate is not finite")));
    }
    let field =
        |(name, number): (&str, f32)| (format!("{path}{name}"), Value::Float(number.into()));
    Ok(names.into_iter().zip(numbers).map(field).collect())
}

/// The stored components of the unit normal `to`, in the axes of the file, with the length of the
/// normal before; `unit` if that has none.
pub fn normal(stored: Vec3, to: Vec3, unit: f32) -> Vec3 {
    let length = stored.length();
    to * if length.is_finite() && length > 0.0 { length } else { unit }
}

/// The two fields of a texture coordinate that is displayed as `shown`. An unchanged one keeps its
/// stored value.
///
/// # Errors
/// When a new value is not finite.
pub fn coordinate(
    path: &str,
    names: [&str; 2],
    (stored, shown): ([f32; 2], [f32; 2]),
    to: Vec2,
) -> EditResult<Fields> {
    let mut fields = Fields::new();
    for (axis, name) in names.into_iter().enumerate() {
        let is_kept = to[axis] == shown[axis];
        if !is_kept {
            fields.extend(floats(path, [name], [to[axis]])?);
        } else if stored[axis].is_finite() {
            fields.extend(floats(path, [name], [stored[axis]])?);
        }
    }
    Ok(fields)
}

/// The components of a transform without shear.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// Position.
    pub at: Vec3,
    /// Rotation.
    pub turn: Mat3,
    /// Scale, which is the same along all axes.
    pub size: f32,
}

/// Tolerance for rounding errors.
const SAME: f32 = 1e-4;

impl Parts {
    /// Decomposes a transform into translation, rotation and scale.
    ///
    /// # Errors
    /// When it is mirrored, sheared, or scaled differently along different axes: no format stores that.
    pub fn of(path: &str, shown: &Mat4) -> EditResult<Self> {
        let refused =
            |what: &str| Refusal(format!("{path} cannot be {what}: no field stores that"));
        if !shown.is_finite() {
            return Err(Refusal(format!(
                "{path} cannot be moved there: a coordinate is not finite"
            )));
        }
        let axes = Mat3::from_mat4(*shown);
        let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis].map(Vec3::length);
        let size = (x + y + z) / 3.0;
        if size < 1e-9 || axes.determinant() <= 0.0 {
            return Err(refused("mirrored"));
        }
        if [x, y, z].iter().any(|own| (own / size - 1.0).abs() > SAME) {
            return Err(refused("stretched along one axis"));
        }
        let turn = axes * (1.0 / size);
        let [x, y, z] = [turn.x_axis, turn.y_axis, turn.z_axis];
        if [x.dot(y), y.dot(z), z.dot(x)].iter().any(|cosine| cosine.abs() > SAME) {
            return Err(refused("sheared"));
        }
        Ok(Self { at: shown.w_axis.truncate(), turn, size })
    }

    /// Like [`Parts::of`], for an element without a scale.
    ///
    /// # Errors
    /// When the transform has a scale.
    pub fn unsized_of(path: &str, shown: &Mat4) -> EditResult<Self> {
        let parts = Self::of(path, shown)?;
        if (parts.size - 1.0).abs() > SAME {
            return Err(nothing(path, "scale"));
        }
        Ok(parts)
    }

    /// `true` if its rotation is that of `other`, except for rounding.
    pub fn is_turned_as(&self, other: Mat3) -> bool {
        same_turn(self.turn, other)
    }
}

/// `true` if two rotations are equal except for rounding.
pub fn same_turn(a: Mat3, b: Mat3) -> bool {
    (0..3).all(|axis| (a.col(axis) - b.col(axis)).length() < SAME)
}

/// The angles of a rotation, in radians and in the order of `order`. Of the two solutions, the one nearer
/// to the angles `before` is returned, with each angle within half a turn of its previous value.
pub fn angles(turn: Mat3, order: EulerRot, before: [f32; 3]) -> [f32; 3] {
    use std::f32::consts::{PI, TAU};
    let (a, b, c) = Quat::from_mat3(&turn).normalize().to_euler(order);
    let near = |angles: [f32; 3]| {
        let pairs = std::array::from_fn::<_, 3, _>(|i| (angles[i], before[i]));
        pairs.map(|(angle, was)| angle + ((was - angle) / TAU).round() * TAU)
    };
    let ways = [near([a, b, c]), near([a + PI, PI - b, c + PI])];
    let far = |way: &[f32; 3]| (0..3).map(|i| (way[i] - before[i]).abs()).sum::<f32>();
    let [first, second] = ways;
    if far(&second) < far(&first) { second } else { first }
}
