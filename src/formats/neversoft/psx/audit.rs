//! Finds stored values that differ from computed ones (section 27). Every rule was checked against the
//! retail files of four games and holds in all of them; a violation is a note, once per kind and model.

use std::collections::BTreeSet;

use super::chunk::{BlockMap, Chunk};
use super::derive;
use super::face::Face;
use super::flags::{self, base};
use super::records::{Bounds, File, Model, Piece, Vertex, vertex_kind};
use crate::bytes::Value;
use crate::formats::{Loaded, Report};

/// Angle in degrees between a stored normal and its face that is worth a note.
const LEAN: f64 = 5.0;
/// Vertex units by which rounding may have moved a corner across the plane of its face.
const ROUNDED: f64 = 2.0;

/// Adds a note for every value that differs.
pub fn audit(file: &Loaded<File>, report: &mut Report<'_>) {
    let units = derive::vertex_units(&file.records);
    for (index, stored) in file.records.models.iter().enumerate() {
        let piece = Piece::Model(index);
        if file.records.shared_with(piece).is_none() {
            let path = file.records.path(piece);
            gpu_codes(stored, &path, report);
            size(stored, units, &path, report);
            normals(stored, &path, report);
        }
    }
    block_map(file, report);
}

/// Checks whether radius and bounds enclose the vertices.
fn size(model: &Model, units: u16, path: &str, report: &mut Report<'_>) {
    // A stitch reference stores the number of its source; vertices of other kinds have no known extent.
    const STITCHED: u16 = vertex_kind::STITCH_SOURCE | vertex_kind::STITCH_REFERENCE;
    if model.vertices.iter().any(|vertex| vertex.kind & !STITCHED != 0) {
        return;
    }
    let placed = model.vertices.iter().filter(|vertex| vertex.stitched_to().is_none());
    let placed: Vec<Vertex> = placed.copied().collect();
    if placed.is_empty() {
        return;
    }
    // The original tools rounded the sixteenths of characters and the positions of their objects
    // separately.
    let (near, around) = if units > 1 { (3 << 12, 2) } else { (1 << 12, 0) };
    let least = derive::radius(&placed, units);
    if model.radius.saturating_add(near) < least {
        let message = format!("the farthest vertex is at distance {}", f64::from(least) / 4096.0);
        report.compute(format!("{path}.radius"), Value::Uint(least.into()));
        report.note(format!("{path}.radius"), message);
    }
    let made = derive::bounds(&placed, units);
    let stored = model.bounds;
    let is_short = |[stored, made]: [i16; 2]| i32::from(made) - i32::from(stored) > around;
    let is_long = |[stored, made]: [i16; 2]| i32::from(stored) - i32::from(made) > around;
    let outside = [[stored.xmax, made.xmax], [stored.ymax, made.ymax], [stored.zmax, made.zmax]]
        .into_iter()
        .any(is_short)
        || [[stored.xmin, made.xmin], [stored.ymin, made.ymin], [stored.zmin, made.zmin]]
            .into_iter()
            .any(is_long);
    if outside {
        let has_references = placed.len() < model.vertices.len();
        let Bounds { xmax, xmin, ymax, ymin, zmax, zmin } =
            if has_references { both(stored, made) } else { made };
        let sides = [
            ("xmax", xmax),
            ("xmin", xmin),
            ("ymax", ymax),
            ("ymin", ymin),
            ("zmax", zmax),
            ("zmin", zmin),
        ];
        for (name, side) in sides {
            report.compute(format!("{path}.bounds.{name}"), Value::Int(side.into()));
        }
        report.note(format!("{path}.bounds"), "the bounds do not enclose the vertices");
    }
}

/// Union of two bounds.
fn both(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        xmax: a.xmax.max(b.xmax),
        xmin: a.xmin.min(b.xmin),
        ymax: a.ymax.max(b.ymax),
        ymin: a.ymin.min(b.ymin),
        zmax: a.zmax.max(b.zmax),
        zmin: a.zmin.min(b.zmin),
    }
}

/// First face for which `differs` holds, its index, and the number of such faces.
fn first(model: &Model, differs: impl Fn(&Face) -> bool) -> Option<(usize, &Face, usize)> {
    let mut found = model.faces.iter().enumerate().filter(|(_, face)| differs(face));
    let (number, face) = found.next()?;
    Some((number, face, 1 + found.count()))
}

/// Checks that the drawing command of a flat face matches its flags (section 7).
fn gpu_codes(model: &Model, path: &str, report: &mut Report<'_>) {
    let differs = |face: &Face| {
        let flat = face.flags & (base::GOURAUD | base::LIT) == 0;
        flat && face.colour[3] != flags::gpu_code(face.flags)
    };
    for (number, face) in model.faces.iter().enumerate().filter(|(_, face)| differs(face)) {
        let code = flags::gpu_code(face.flags);
        report.compute(format!("{path}.faces[{number}].colour[3]"), Value::Uint(code.into()));
    }
    let Some((number, face, count)) = first(model, differs) else { return };
    let (stored, made) = (face.colour[3], flags::gpu_code(face.flags));
    let message = format!(
        "GPU code {stored:#04x} does not match the flags; expected {made:#04x} ({count} faces like this)"
    );
    report.note(format!("{path}.faces[{number}].colour"), message);
}

fn normals(model: &Model, path: &str, report: &mut Report<'_>) {
    let mut leaning = Vec::new();
    let mut settled = BTreeSet::new();
    for (number, face) in model.faces.iter().enumerate() {
        let stored = model.normals.get(usize::from(face.normal));
        let both = corners(model, face).zip(stored);
        let leans = both.and_then(|((corners, count), stored)| {
            let leans = leans(corners.get(..count)?, [stored.x, stored.y, stored.z]);
            leans.then_some([corners[0], corners[1], corners[2]])
        });
        match leans {
            Some(corners) => leaning.push((number, face.normal, corners)),
            // A normal that fits some of its faces is not recomputed.
            None => {
                settled.insert(face.normal);
            }
        }
    }
    let Some((number, ..)) = leaning.first() else { return };
    let message =
        format!("the normal is not perpendicular to its face ({} faces like this)", leaning.len());
    report.note(format!("{path}.faces[{number}].normal"), message);
    for (_, normal, corners) in leaning {
        if settled.insert(normal) {
            let made = derive::normal(corners);
            for (axis, value) in [("x", made.x), ("y", made.y), ("z", made.z)] {
                let field = format!("{path}.normals[{normal}].{axis}");
                report.compute(field, Value::Int(value.into()));
            }
        }
    }
}

/// Corner positions of a face and their number; `None` if a corner is not a position.
fn corners(model: &Model, face: &Face) -> Option<([Vertex; 4], usize)> {
    let (mut corners, indices) = ([Vertex::default(); 4], face.corners());
    let count = indices.len();
    for (corner, index) in corners.iter_mut().zip(indices) {
        *corner = *model.vertices.get(usize::from(index))?;
        if corner.kind & !vertex_kind::STITCH_SOURCE != 0 {
            return None;
        }
    }
    Some((corners, count))
}

fn block_map(file: &Loaded<File>, report: &mut Report<'_>) {
    let Some((index, map)) = file.records.last(Chunk::block_map) else { return };
    let path = format!("chunks[{index}]");
    let [xmin, zmin, xmax, zmax] = map.bounds.map(i64::from);
    let (nx, nz) = (i64::from(map.nx), i64::from(map.nz));
    if nx == 0 || nz == 0 {
        report.note(path, "the block map has no cells");
        return;
    }
    if (xmax - xmin) % nx != 0
        || (zmax - zmin) % nz != 0
        || (xmax - xmin) / nx != (zmax - zmin) / nz
    {
        report.note(
            path.as_str(),
            "the cells of the block map are not square or have a fractional size",
        );
        report.rebuild(path);
        return;
    }
    if nx > 20 || nz > 20 {
        report.note(path.as_str(), "more than 20 cells per side: the PC loader refuses this");
    }
    uncovered(&file.records, map, &path, report);
}

/// Reports objects outside the map and objects whose box touches a cell that does not list them.
fn uncovered(file: &File, map: &BlockMap, path: &str, report: &mut Report<'_>) {
    let [xmin, zmin, xmax, _] = map.bounds.map(i64::from);
    let nx = usize::from(map.nx);
    let side = (xmax - xmin) / i64::from(map.nx);
    let mut stale = false;
    for (index, object) in file.objects.iter().enumerate() {
        let Some(model) = file.models.get(usize::from(object.model)) else { continue };
        let footprint = derive::footprint(object, model);
        if !derive::touches(&footprint, map.bounds.map(i64::from)) {
            let message = format!("object {index} is outside the block map");
            report.note(format!("objects[{index}].position"), message);
            stale = true;
            continue;
        }
        let missing = map.cells.iter().enumerate().find(|(cell, content)| {
            let x = xmin + (cell % nx) as i64 * side;
            let z = zmin + (cell / nx) as i64 * side;
            // Strictly inside: touching a border only is not worth a note.
            let inner = [x + 1, z + 1, x + side - 1, z + side - 1];
            derive::touches(&footprint, inner)
                && !content.objects.iter().any(|o| *o as usize == index)
        });
        if let Some((cell, _)) = missing {
            let message = format!("object {index} touches this cell but is not listed in it");
            report.note(format!("{path}.cells[{cell}]"), message);
            stale = true;
        }
    }
    if stale {
        report.rebuild(path);
    }
}

/// `true` if `stored` is not zero and not perpendicular to the face. It may be the normal of any three
/// corners of a quad, and may point to either side (as in mirrored models); rounding is tolerated for
/// thin faces.
fn leans(corners: &[Vertex], stored: [i16; 3]) -> bool {
    const TRIANGLES: [[usize; 3]; 4] = [[0, 1, 2], [1, 3, 2], [0, 1, 3], [0, 3, 2]];
    let corner = |at: usize| corners.get(at).map(|v| [v.x, v.y, v.z].map(f64::from));
    let triangles = TRIANGLES.into_iter().filter_map(|[a, b, c]| {
        let (a, b, c) = (corner(a)?, corner(b)?, corner(c)?);
        Some([difference(c, a), difference(b, a), difference(c, b)])
    });
    let stored = stored.map(f64::from);
    for (number, [e, f, third]) in triangles.enumerate() {
        let made = cross(e, f);
        let lengths = length(made) * length(stored);
        if lengths == 0.0 {
            // A face without area has no plane.
            if number == 0 {
                return false;
            }
            continue;
        }
        let height = length(made) / length(e).max(length(f)).max(length(third));
        let dot = made.iter().zip(stored).map(|(a, b)| a * b).sum::<f64>();
        let angle = (dot.abs() / lengths).min(1.0).acos();
        if height < ROUNDED || angle <= LEAN.to_radians() + (ROUNDED / height).atan() {
            return false;
        }
    }
    true
}

fn difference(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn length(v: [f64; 3]) -> f64 {
    v.iter().map(|c| c * c).sum::<f64>().sqrt()
}
