//! Finds stored values that differ from computed ones (section 27). Every rule holds in all 531 retail
//! files of four games, 74 of which are levels with a block map; a violation is a note, once per kind and
//! model.

use std::collections::HashSet;

use super::chunk::{BlockMap, Chunk};
use super::derive::{self, Grid};
use super::face::Face;
use super::flags::{self, base};
use super::planes;
use super::records::{Bounds, File, FileBlock, Model, Vertex, vertex_kind};
use crate::bytes::{Severity, Value};
use crate::formats::{Loaded, Report};

/// Name of the table of normals in a model.
pub const NORMALS: &str = "normals";

/// Adds a note for every value that differs.
pub fn audit(file: &Loaded<File>, report: &mut Report<'_>) {
    let file = &file.records;
    let units = derive::vertex_units(file);
    let mut bounds: Vec<Bounds> = file.models.iter().map(|model| model.bounds).collect();
    for (index, stored) in file.models.iter().enumerate() {
        let piece = FileBlock::Model(index);
        let path = file.path(piece);
        if let Some(FileBlock::Model(with)) = file.shared_with(piece) {
            let shared = bounds.get(with).copied();
            if let (Some(bounds), Some(shared)) = (bounds.get_mut(index), shared) {
                *bounds = shared;
            }
        } else {
            gpu_codes(stored, &path, report);
            let computed = size(stored, units, &path, report);
            if let (Some(bounds), Some(computed)) = (bounds.get_mut(index), computed) {
                *bounds = computed;
            }
            normals(stored, &path, report);
        }
    }
    block_map(file, &bounds, report);
}

/// Checks whether radius and bounds enclose the vertices and are not larger than needed. Returns the
/// computed bounds if they differ.
fn size(model: &Model, units: u16, path: &str, report: &mut Report<'_>) -> Option<Bounds> {
    // A stitch reference stores the number of its source; vertices of other kinds have no known extent.
    const STITCHED: u16 = vertex_kind::STITCH_SOURCE | vertex_kind::STITCH_REFERENCE;
    if model.vertices.iter().any(|vertex| vertex.kind & !STITCHED != 0) {
        return None;
    }
    let placed = model.vertices.iter().filter(|vertex| vertex.stitched_to().is_none());
    let placed: Vec<Vertex> = placed.copied().collect();
    if placed.is_empty() {
        return None;
    }
    // References extend radius and bounds.
    let has_references = placed.len() < model.vertices.len();
    // The original tools rounded the sixteenths of characters and the positions of their objects
    // separately.
    let (near, around) = if units > 1 { (3 << 12, 2) } else { (1 << 12, 0) };
    let farthest = derive::radius(&placed, units);
    let spare = if units > 1 { near } else { 0 };
    let is_small = model.radius.saturating_add(near) < farthest;
    let is_large = !has_references && model.radius > farthest.saturating_add(spare);
    if is_small || is_large {
        let made = derive::stored_radius(&placed, units);
        let size = if is_small { "small" } else { "large" };
        let distance = f64::from(farthest) / 4096.0;
        let message =
            format!("the radius is too {size}: the farthest vertex is at distance {distance}");
        report.compute(format!("{path}.radius"), Value::Uint(made.into()));
        report.note(format!("{path}.radius"), message);
    }
    let made = derive::bounds(&placed, units);
    let stored = model.bounds;
    let sides = [
        ("xmax", stored.xmax, made.xmax, 1),
        ("xmin", stored.xmin, made.xmin, -1),
        ("ymax", stored.ymax, made.ymax, 1),
        ("ymin", stored.ymin, made.ymin, -1),
        ("zmax", stored.zmax, made.zmax, 1),
        ("zmin", stored.zmin, made.zmin, -1),
    ];
    // Distance by which each side is too far inside.
    let missing = sides.map(|(_, is, made, sign)| (i32::from(made) - i32::from(is)) * sign);
    let outside = missing.iter().any(|by| *by > around);
    let too_large = !has_references && missing.iter().any(|by| *by < -around);
    if !outside && !too_large {
        return None;
    }
    let made = if has_references { both(stored, made) } else { made };
    for (name, value) in [
        ("xmax", made.xmax),
        ("xmin", made.xmin),
        ("ymax", made.ymax),
        ("ymin", made.ymin),
        ("zmax", made.zmax),
        ("zmin", made.zmin),
    ] {
        report.compute(format!("{path}.bounds.{name}"), Value::Int(value.into()));
    }
    let message = match outside {
        true => "the bounds do not enclose the vertices",
        false => "the bounds are larger than the vertices need",
    };
    report.note(format!("{path}.bounds"), message);
    Some(made)
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
        "GPU code {stored:#04x} does not match the flags; expected {made:#04x} ({})",
        faces_like_this(count)
    );
    report.note(format!("{path}.faces[{number}].colour"), message);
}

fn faces_like_this(count: usize) -> String {
    if count == 1 { "1 face like this".to_owned() } else { format!("{count} faces like this") }
}

/// Checks whether normals have length 4096 and are perpendicular to their faces.
fn normals(model: &Model, path: &str, report: &mut Report<'_>) {
    let planes::Findings { leaning, lengths, computed, needs_split } = planes::findings(model);
    if let Some((face, count)) = leaning {
        let faces = faces_like_this(count);
        let message = format!("the normal is not perpendicular to its face ({faces})");
        report.note(format!("{path}.faces[{face}].normal"), message);
    }
    if let Some((count, index, length)) = lengths {
        let message =
            format!("the normal has length {length:.0}; expected 4096 ({count} like this)");
        report.note(format!("{path}.normals[{index}]"), message);
    }
    for (index, made) in computed {
        for (axis, value) in [("x", made.x), ("y", made.y), ("z", made.z)] {
            report.compute(format!("{path}.normals[{index}].{axis}"), Value::Int(value.into()));
        }
    }
    if needs_split {
        report.rebuild(format!("{path}.{NORMALS}"));
    }
}

/// Compares the block map with the one that follows from the objects and the computed `bounds` of their
/// models.
fn block_map(file: &File, bounds: &[Bounds], report: &mut Report<'_>) {
    let Some((index, map)) = file.last(Chunk::block_map) else { return };
    let path = format!("chunks[{index}]");
    let stale = if map.nx == 0 || map.nz == 0 {
        report.note(path.as_str(), "the block map has no cells");
        true
    } else if let Some(grid) = Grid::of(map) {
        if map.nx > 20 || map.nz > 20 {
            report.note(path.as_str(), "more than 20 cells per side: the PC loader refuses this");
        }
        differs(file, &grid, map, bounds, &path, report)
    } else {
        let message = "the cells of the block map are not square or have a fractional size";
        report.note(path.as_str(), message);
        true
    };
    if stale {
        report.rebuild(path);
    }
}

/// Reports objects outside the map, objects whose box touches a cell that does not list them, and
/// cells that list objects whose box does not touch them.
fn differs(
    file: &File,
    grid: &Grid,
    map: &BlockMap,
    bounds: &[Bounds],
    path: &str,
    report: &mut Report<'_>,
) -> bool {
    let listed: HashSet<(usize, u32)> = (0..)
        .zip(&map.cells)
        .flat_map(|(cell, content)| content.objects.iter().map(move |object| (cell, *object)))
        .collect();
    let mut stale = false;
    for (index, object) in (0u32..).zip(&file.objects) {
        let Some(bounds) = bounds.get(usize::from(object.model)) else { continue };
        let footprint = derive::footprint_of(object, bounds);
        if !grid.encloses(&footprint) {
            let touches = derive::touches(&footprint, map.bounds.map(i64::from));
            let part = if touches { "partly outside" } else { "outside" };
            let message = format!("object {index} is {part} the block map");
            report.note(format!("objects[{index}].position"), message);
            stale = true;
        }
        let mut cells = grid.cells(&footprint);
        if let Some(cell) = cells.find(|cell| !listed.contains(&(*cell, index))) {
            let message = format!("object {index} touches this cell but is not listed in it");
            report.note(format!("{path}.cells[{cell}]"), message);
            stale = true;
        }
    }
    let is_beyond = |(cell, object): (usize, u32)| {
        let object = file.objects.get(object as usize)?;
        let bounds = bounds.get(usize::from(object.model))?;
        Some(!grid.touches(cell, &derive::footprint_of(object, bounds)))
    };
    let beyond = (0..).zip(&map.cells).filter(|(cell, content)| {
        content.objects.iter().any(|object| is_beyond((*cell, *object)) == Some(true))
    });
    let mut beyond = beyond.map(|(cell, _)| format!("{path}.cells[{cell}]")).peekable();
    stale |= beyond.peek().is_some();
    report.first(Severity::Note, beyond, "the cell lists an object that does not touch it");
    stale
}
