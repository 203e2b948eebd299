//! Maps edited transforms of instances and edited vertices back to the fields that store them.

use std::collections::{BTreeMap, HashMap};

use glam::{EulerRot, Mat3, Mat4, Quat, Vec3};

use super::super::body::Body;
use super::super::grf::Point;
use super::super::grf::region::{Placement, Region};
use super::super::moves::Move;
use super::super::read::Parsed;
use super::super::scn::block::{Place, Quaternion};
use super::coordinates::coordinates;
use super::facts::{Facts, FactsOfGroups};
use super::level::{Level, prototype_name};
use super::name_prefixes::NamePrefix;
use super::transform::{differs, of_block, of_instance, position};
use crate::formats::write_back::{
    self, Fields, Parts, angles, floats, nothing, numbers, same_turn,
};
use crate::formats::{EditResult, Loaded, Refusal};
use crate::scene::ElementState;

/// See [`Editable::stored_as`](crate::formats::Editable::stored_as).
pub fn stored_as(
    file: &Loaded<&Parsed>,
    facts: &FactsOfGroups,
    path: &str,
    shown: &ElementState,
) -> EditResult<Fields> {
    match shown {
        ElementState::At(transform) => match numbers(path, ["sections"]) {
            Some([section]) => block(file.records, section, path, transform),
            None => instance(file, facts, path, transform),
        },
        ElementState::Vertex(at) => vertex(file.records, path, *at),
        ElementState::Normal(to) => normal(file.records, path, *to),
        ElementState::TexCoords(corners) => coordinates(file.records, facts, path, corners),
        ElementState::Colours(_) => Err(nothing(path, "separate colours")),
        ElementState::Palette { .. } => Err(nothing(path, "palette")),
    }
}

/// Converts the scene's axes to the file's.
fn to_file_axes(v: Vec3) -> Point {
    Point::new(v.x, -v.z, v.y)
}

/// The three fields of the point at `path`; unchanged values are stored exactly as before.
fn point(path: &str, to: Vec3, before: Point) -> EditResult<Fields> {
    let (to, shown) = (to_file_axes(to), to_file_axes(position(before)));
    let keep = |to: f32, shown: f32, stored: f32| if to == shown { stored } else { to };
    let numbers = [
        keep(to.x, shown.x, before.x),
        keep(to.y, shown.y, before.y),
        keep(to.z, shown.z, before.z),
    ];
    floats(path, [".x", ".y", ".z"], numbers)
}

fn vertex(file: &Parsed, path: &str, at: Vec3) -> EditResult<Fields> {
    let of = |list: &str| {
        let [section, index] = numbers(path, ["sections", list])?;
        let points = match &file.groff.sections.get(section)?.body {
            Body::Geometry1(geometry) if list == "vertices" => &geometry.vertices,
            Body::Geometry2(geometry) if list == "points" => &geometry.points,
            _ => return None,
        };
        points.get(index).copied()
    };
    let stored = of("vertices").or_else(|| of("points"));
    point(path, at, stored.ok_or_else(|| nothing(path, "vertex"))?)
}

/// Edits the normal of a corner of a triangle, or of a vertex of polygons.
fn normal(file: &Parsed, path: &str, to: Vec3) -> EditResult<Fields> {
    let of = |list: &str| {
        let [section, index] = numbers(path, ["sections", list])?;
        match &file.groff.sections.get(section)?.body {
            Body::Geometry1(geometry) if list == "corner_normals" => {
                Some((path.to_owned(), *geometry.corner_normals.get(index)?))
            }
            Body::Geometry2(geometry) if list == "vertices" => {
                Some((format!("{path}.normal"), geometry.vertices.get(index)?.normal))
            }
            _ => None,
        }
    };
    let found = of("corner_normals").or_else(|| of("vertices"));
    let (path, stored) = found.ok_or_else(|| nothing(path, "normal"))?;
    let length = Vec3::new(stored.x, stored.y, stored.z);
    let to = write_back::normal(length, Vec3::new(to.x, -to.z, to.y), 1.0);
    floats(&path, [".x", ".y", ".z"], to.to_array())
}

/// The transform of an instance in a saved scene.
fn block(file: &Parsed, section: usize, path: &str, shown: &Mat4) -> EditResult<Fields> {
    let body = file.groff.sections.get(section).map(|section| &section.body);
    let place = match body {
        Some(Body::Block(block)) => block.place().map(|(place, _)| place),
        _ => None,
    };
    let place = place.ok_or_else(|| nothing(path, "transform"))?;
    let parts = Parts::of(path, shown)?;
    let mut fields = point(&format!("{path}.place.position"), parts.at, place.position)?;
    fields.extend(rotation(&format!("{path}.place.rotation"), &place, &parts)?);
    fields.extend(size(&format!("{path}.place.scale"), place.scale, parts.size)?);
    Ok(fields)
}

fn rotation(path: &str, place: &Place, shown: &Parts) -> EditResult<Fields> {
    let stored = place.rotation;
    let before = of_block(place).and_then(|before| Parts::of(path, &before).ok());
    let as_before = before.is_some_and(|before| shown.is_turned_as(before.turn));
    let numbers = if as_before {
        [stored.w, stored.x, stored.y, stored.z]
    } else {
        let to = Quat::from_mat3(&shown.turn).normalize();
        [to.w, to.x, -to.z, to.y]
    };
    floats(path, [".w", ".x", ".y", ".z"], numbers)
}

fn size(path: &str, stored: f32, shown: f32) -> EditResult<Fields> {
    let is_same = (shown / stored - 1.0).abs() < 1e-4;
    floats(path, [""], [if is_same { stored } else { shown }])
}

/// The transform of an instance in the level. Helpers are stored relative to their prototype, so that
/// copies take them along automatically; if the prototype itself moves, its helpers move too.
fn instance(
    file: &Loaded<&Parsed>,
    facts: &FactsOfGroups,
    path: &str,
    shown: &Mat4,
) -> EditResult<Fields> {
    let [section, index] =
        numbers(path, ["sections", "instances"]).ok_or_else(|| nothing(path, "transform"))?;
    let body = file.records.groff.sections.get(section).map(|section| &section.body);
    let Some(Body::Region(region)) = body else { return Err(nothing(path, "transform")) };
    let stored = region.instances.get(index).ok_or_else(|| nothing(path, "transform"))?;
    let before = of_instance(&stored.place);
    let nothing_known = Facts::default();
    let facts = facts.of(stored.values.id).unwrap_or(&nothing_known);
    if facts.is_class("CTerrainObj") {
        return piece(path, &stored.place, before, shown);
    }
    let mut fields = placed(path, &stored.place, shown)?;
    let Some(before) = before.filter(|before| differs(*before, *shown)) else { return Ok(fields) };
    let text = |index: usize| name_of(file.records, region, index);
    let find = |name: &str| (0..region.instances.len()).find(|other| text(*other) == name);
    for helper in helpers(file, region, index, facts, &find) {
        fields.extend(helper_moved(region, (section, helper), before, *shown)?);
    }
    Ok(fields)
}

/// The fields of a helper whose prototype moves.
fn helper_moved(
    region: &Region,
    (section, helper): (usize, usize),
    before: Mat4,
    after: Mat4,
) -> EditResult<Fields> {
    let own = region.instances.get(helper).map(|instance| instance.place);
    let own = own.and_then(|own| Some((own, of_instance(&own)?)));
    let Some((own, at)) = own else { return Ok(Vec::new()) };
    let to = after * before.inverse() * at;
    placed(&format!("sections[{section}].instances[{helper}]"), &own, &to)
}

/// The fields of all helpers whose prototypes move. Helpers that are moved themselves do not follow.
pub fn helpers_that_follow(
    file: &Loaded<&Parsed>,
    facts: &FactsOfGroups,
    moves: &BTreeMap<(usize, usize), Move>,
) -> EditResult<Fields> {
    let mut fields = Vec::new();
    let mut known: HashMap<usize, HashMap<&str, usize>> = HashMap::new();
    for ((section, index), of) in moves {
        let body = file.records.groff.sections.get(*section).map(|section| &section.body);
        let Some(Body::Region(region)) = body else { continue };
        let values = region.instances.get(*index).map_or(0, |instance| instance.values.id);
        let Some(facts) = facts.of(values).filter(|facts| !facts.is_class("CTerrainObj")) else {
            continue;
        };
        let transforms = of_instance(&of.before).zip(of_instance(&of.after));
        let Some((before, after)) = transforms.filter(|(from, to)| differs(*from, *to)) else {
            continue;
        };
        let names = known.entry(*section).or_insert_with(|| {
            let all = (0..region.instances.len()).rev();
            all.map(|index| (name_of(file.records, region, index), index)).collect()
        });
        let find = |name: &str| names.get(name).copied();
        for helper in helpers(file, region, *index, facts, &find) {
            if !moves.contains_key(&(*section, helper)) {
                fields.extend(helper_moved(region, (*section, helper), before, after)?);
            }
        }
    }
    Ok(fields)
}

/// The rotation of an instance as a scene stores it.
pub fn rotation_of(place: &Placement) -> Option<Quaternion> {
    let parts = Parts::of("", &of_instance(place)?).ok()?;
    let to = Quat::from_mat3(&parts.turn).normalize();
    Some(Quaternion { w: to.w, x: to.x, y: -to.z, z: to.y })
}

/// The name of an instance.
fn name_of<'a>(file: &'a Parsed, region: &Region, index: usize) -> &'a str {
    region.instances.get(index).map_or("", |instance| file.texts.get(instance.place.name))
}

/// The transform of a terrain piece. If it is laid on the ground, it is displayed without rotation and
/// scale, so that only its position can change.
fn piece(path: &str, place: &Placement, before: Option<Mat4>, shown: &Mat4) -> EditResult<Fields> {
    let before = before.unwrap_or(Mat4::IDENTITY);
    let at = |of: Mat4| Mat4 { w_axis: shown.w_axis, ..of };
    if differs(at(before), *shown) && differs(at(Mat4::IDENTITY), *shown) {
        let why = "is laid on the ground: edit its place.angles instead";
        return Err(Refusal(format!("{path} {why}")));
    }
    placed(path, place, &at(before))
}

fn placed(path: &str, place: &Placement, shown: &Mat4) -> EditResult<Fields> {
    let parts = Parts::of(path, shown)?;
    let mut fields = point(&format!("{path}.place.position"), parts.at, place.position)?;
    let before = of_instance(place).map(|before| (before, Parts::of(path, &before)));
    let was = match before {
        Some((_, Ok(before))) => before.turn,
        _ => Mat3::ZERO,
    };
    let Point { x, y, z } = place.angles;
    // Rotations about X first, then Y, then Z.
    let [to_z, to_y, to_x] = if same_turn(parts.turn, was) {
        [z, y, x]
    } else {
        // The change of axes, and its inverse.
        let axes = Mat3::from_cols(Vec3::X, Vec3::NEG_Z, Vec3::Y);
        let before = [z, y, x].map(|angle| if angle.is_finite() { angle } else { 0.0 });
        angles(axes.transpose() * parts.turn * axes, EulerRot::ZYX, before)
    };
    let names = [".x", ".y", ".z"];
    fields.extend(floats(&format!("{path}.place.angles"), names, [to_x, to_y, to_z])?);
    fields.extend(size(&format!("{path}.place.scale"), place.scale, parts.size)?);
    Ok(fields)
}

/// The instances that belong to a prototype: physics boxes, coarser models, its shadow, its joints, and
/// points of a gun, whose transforms the game uses relative to the gun's. `find`
/// returns the instance with a name.
fn helpers(
    file: &Loaded<&Parsed>,
    region: &Region,
    index: usize,
    facts: &Facts,
    find: &dyn Fn(&str) -> Option<usize>,
) -> Vec<usize> {
    let joints = facts.joints.unwrap_or(0) + facts.double_joints.unwrap_or(0);
    let named: Vec<&String> = facts
        .models
        .iter()
        .chain(&facts.details)
        .chain(&facts.shadow)
        .chain(&facts.gun_points)
        .collect();
    if named.is_empty() && joints <= 0 {
        return Vec::new();
    }
    // Helpers belong to the prototype, not to its copies.
    let own = name_of(file.records, region, index);
    if prototype_name(own).and_then(|name| find(&name)).is_some_and(|own| own != index) {
        return Vec::new();
    }
    let mut found: Vec<usize> = named.into_iter().filter_map(|name| find(name)).collect();
    if joints > 0 {
        let level = Level::new(file.part(|parsed| *parsed));
        let stem = level
            .instance(index)
            .and_then(|instance| NamePrefix::of(&level, instance, joints.min(100)));
        let stem = stem.iter();
        found.extend(stem.flat_map(|s| (0..joints.min(100)).filter_map(|n| s.joint(&level, n))));
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|helper| *helper != index);
    found
}
