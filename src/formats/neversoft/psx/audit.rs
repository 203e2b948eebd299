//! Stored values that differ from what can be computed (section 27). No retail level was at hand to
//! confirm that official files obey all of this, so each is a note, once a kind and model.

use std::collections::BTreeSet;

use super::chunk::{BlockMap, Chunk, tag};
use super::companions::Companions;
use super::derive;
use super::face::Face;
use super::flags::{self, base};
use super::kind::Kind;
use super::records::{File, Model, Piece, Vertex, vertex_kind};
use crate::bytes::Value;
use crate::container::NoNames;
use crate::formats::{Loaded, Report};

/// How far a stored normal may lean from its face before it is worth a note: cosine of 5 degrees.
const LEAN: f64 = 0.9962;

/// Notes on everything that differs.
pub fn audit(file: &Loaded<File>, report: &mut Report<'_>) {
    for (index, stored) in file.records.models.iter().enumerate() {
        let piece = Piece::Model(index);
        if file.records.shared_with(piece).is_none() {
            model(stored, &file.records.path(piece), report);
        }
    }
    block_map(file, report);
}

fn model(model: &Model, path: &str, report: &mut Report<'_>) {
    gpu_codes(model, path, report);
    // Vertices that are not positions say nothing about size.
    if model.vertices.is_empty()
        || model.vertices.iter().any(|v| v.kind & !vertex_kind::STITCH_SOURCE != 0)
    {
        return;
    }
    let least = derive::radius(&model.vertices);
    if model.radius.saturating_add(4096) < least {
        let message = format!("the farthest vertex is {} away", f64::from(least) / 4096.0);
        report.compute(format!("{path}.radius"), Value::Uint(least.into()));
        report.note(format!("{path}.radius"), message);
    }
    let made = derive::bounds(&model.vertices);
    let b = &model.bounds;
    let encloses = b.xmax >= made.xmax
        && b.xmin <= made.xmin
        && b.ymax >= made.ymax
        && b.ymin <= made.ymin
        && b.zmax >= made.zmax
        && b.zmin <= made.zmin;
    if !encloses {
        let sides = [
            ("xmax", made.xmax),
            ("xmin", made.xmin),
            ("ymax", made.ymax),
            ("ymin", made.ymin),
            ("zmax", made.zmax),
            ("zmin", made.zmin),
        ];
        for (name, side) in sides {
            report.compute(format!("{path}.bounds.{name}"), Value::Int(side.into()));
        }
        report.note(format!("{path}.bounds"), "the bounds do not enclose the vertices");
    }
    normals(model, path, report);
}

/// The first face that `differs`, with its number and how many do.
fn first(model: &Model, differs: impl Fn(&Face) -> bool) -> Option<(usize, &Face, usize)> {
    let mut found = model.faces.iter().enumerate().filter(|(_, face)| differs(face));
    let (number, face) = found.next()?;
    Some((number, face, 1 + found.count()))
}

/// Flat faces whose drawing command is not the one that their flags make (section 7).
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
        "the GPU code {stored:#04x} is not that of the flags, {made:#04x} ({count} faces like this)"
    );
    report.note(format!("{path}.faces[{number}].colour"), message);
}

fn normals(model: &Model, path: &str, report: &mut Report<'_>) {
    let corners = |face: &Face| {
        let corner = |index: u16| model.vertices.get(usize::from(index)).copied();
        let [a, b, c, _] = face.indices().map(corner);
        Some([a?, b?, c?])
    };
    let is_leaning = |face: &Face| {
        let stored = model.normals.get(usize::from(face.normal));
        let both = corners(face).zip(stored);
        both.is_some_and(|(corners, stored)| leans(corners, [stored.x, stored.y, stored.z]))
    };
    // A normal that is right for some of its faces stays what it is.
    let right = model.faces.iter().filter(|face| !is_leaning(face)).map(|face| face.normal);
    let mut settled: BTreeSet<u16> = right.collect();
    for face in model.faces.iter().filter(|face| is_leaning(face)) {
        if let Some(corners) = corners(face).filter(|_| settled.insert(face.normal)) {
            let made = derive::normal(corners);
            for (axis, value) in [("x", made.x), ("y", made.y), ("z", made.z)] {
                let field = format!("{path}.normals[{}].{axis}", face.normal);
                report.compute(field, Value::Int(value.into()));
            }
        }
    }
    let Some((number, _, count)) = first(model, is_leaning) else { return };
    let message = format!("the normal leans from its face ({count} faces like this)");
    report.note(format!("{path}.faces[{number}].normal"), message);
}

fn block_map(file: &Loaded<File>, report: &mut Report<'_>) {
    let Some((index, map)) = file.records.last(Chunk::block_map) else {
        if needs_block_map(file) {
            let message = "there is no block map: in a level without one, the game pulls the \
                           player into the middle of the world";
            report.note("header.object_count", message);
        }
        return;
    };
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
        report.note(path.as_str(), "the cells of the block map are not square or not whole");
        report.rebuild(path);
        return;
    }
    if nx > 20 || nz > 20 {
        report.note(path.as_str(), "more than 20 cells a side: the PC loader refuses them");
    }
    uncovered(&file.records, map, &path, report);
}

/// Objects whose box touches a cell that does not list them, or none at all.
fn uncovered(file: &File, map: &BlockMap, path: &str, report: &mut Report<'_>) {
    let [xmin, zmin, xmax, _] = map.bounds.map(i64::from);
    let nx = usize::from(map.nx);
    let side = (xmax - xmin) / i64::from(map.nx);
    let mut stale = false;
    for (index, object) in file.objects.iter().enumerate() {
        let Some(model) = file.models.get(usize::from(object.model)) else { continue };
        let footprint = derive::footprint(object, model);
        if !derive::touches(&footprint, map.bounds.map(i64::from)) {
            let message = format!("object {index} stands outside of the block map");
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
            let message = format!("object {index} touches the cell, which does not list it");
            report.note(format!("{path}.cells[{cell}]"), message);
            stale = true;
        }
    }
    if stale {
        report.rebuild(path);
    }
}

/// Banks, libraries and characters have no block map; only a level with collision needs one. By name
/// a part of a level is told, by its faces what the engine lights (no level geometry is), and one
/// object alone may be anything.
fn needs_block_map(level: &Loaded<File>) -> bool {
    let file = &level.records;
    let hangs_together = file.chunks().iter().any(|chunk| chunk.tag == tag::HIER);
    let mut faces = file.models.iter().flat_map(|model| &model.faces).peekable();
    file.objects.len() > 1
        && !Companions::of(&level.source, &NoNames).is_part()
        && !Kind::of(file).bones
        && !hangs_together
        && faces.peek().is_some()
        && faces.all(|face| face.flags & base::LIT == 0)
}

/// True when `stored` is not zero and leans from the plane of the corners.
fn leans(corners: [Vertex; 3], stored: [i16; 3]) -> bool {
    let made = derive::normal(corners);
    let (a, b) = ([made.x, made.y, made.z].map(f64::from), stored.map(f64::from));
    let dot = |p: &[f64; 3], q: &[f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let lengths = (dot(&a, &a) * dot(&b, &b)).sqrt();
    lengths > 0.0 && dot(&a, &b) / lengths < LEAN
}
