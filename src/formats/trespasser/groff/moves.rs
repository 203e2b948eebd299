//! New transforms of instances, from the fields that are set.

use std::collections::BTreeMap;

use super::body::Body;
use super::grf::Point;
use super::grf::region::{Instance, Placement};
use super::records::Groff;
use crate::formats::NewValue;

/// Parts of a transform, as stored in a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum TransformPart {
    Position(usize),
    Angle(usize),
    Scale,
}

/// A new transform of an instance.
pub(super) struct Move {
    pub before: Placement,
    pub after: Placement,
    /// The parts that are set, and whether they are additions to the old value.
    pub parts: BTreeMap<TransformPart, bool>,
}

/// An instance of a level.
pub(super) fn instance(groff: &Groff, section: usize, index: usize) -> Option<&Instance> {
    match &groff.sections.get(section)?.body {
        Body::Region(region) => region.instances.get(index),
        _ => None,
    }
}

/// The instances of a level whose transforms are set, by section and index.
pub(super) fn moves(groff: &Groff, set: &[NewValue]) -> BTreeMap<(usize, usize), Move> {
    let mut all: BTreeMap<(usize, usize), Move> = BTreeMap::new();
    for NewValue { path, value, is_relative } in set {
        let Some((at, part)) = transform_part(path) else { continue };
        let Some(found) = instance(groff, at.0, at.1) else { continue };
        let Some(value) = value.as_f64() else { continue };
        let of = all.entry(at).or_insert(Move {
            before: found.place,
            after: found.place,
            parts: BTreeMap::new(),
        });
        of.parts.insert(part, *is_relative);
        if let Some(stored) = part.of(&mut of.after) {
            *stored = value as f32;
        }
    }
    all
}

/// Section, index and part of `sections[1].instances[97].place.position.x`.
fn transform_part(path: &str) -> Option<((usize, usize), TransformPart)> {
    let (section, rest) = path.strip_prefix("sections[")?.split_once("].instances[")?;
    let (index, field) = rest.split_once("].")?;
    let field = field.strip_prefix("place.").unwrap_or(field);
    let part = match field.split_once('.') {
        Some(("position", axis)) => TransformPart::Position(axis_of(axis)?),
        Some(("angles", axis)) => TransformPart::Angle(axis_of(axis)?),
        None if field == "scale" => TransformPart::Scale,
        _ => return None,
    };
    Some(((section.parse().ok()?, index.parse().ok()?), part))
}

const AXES: [&str; 3] = ["x", "y", "z"];

fn axis_of(name: &str) -> Option<usize> {
    AXES.iter().position(|axis| *axis == name)
}

fn along(point: &mut Point, axis: usize) -> Option<&mut f32> {
    [&mut point.x, &mut point.y, &mut point.z].into_iter().nth(axis)
}

impl TransformPart {
    /// The number that a transform stores for this part.
    pub fn get(self, mut place: Placement) -> Option<f32> {
        self.of(&mut place).copied()
    }

    /// Name of the field below the transform of a block of the saved scene; `None` for angles,
    /// which the block stores as a quaternion.
    pub fn field_of_block(self) -> Option<String> {
        match self {
            TransformPart::Position(axis) => Some(format!("position.{}", AXES.get(axis)?)),
            TransformPart::Scale => Some("scale".to_owned()),
            TransformPart::Angle(_) => None,
        }
    }

    /// The stored number of this part.
    fn of(self, place: &mut Placement) -> Option<&mut f32> {
        match self {
            TransformPart::Position(axis) => along(&mut place.position, axis),
            TransformPart::Angle(axis) => along(&mut place.angles, axis),
            TransformPart::Scale => Some(&mut place.scale),
        }
    }
}
