//! Stored values that differ from what can be computed (section 27). No retail level was at hand to
//! confirm that official files obey all of this, so each is a note, once a kind and model.

use super::chunk::{BlockMap, tag};
use super::companions::Companions;
use super::derive;
use super::face::Face;
use super::flags::{self, base};
use super::records::{File, Model, Vertex, vertex_kind};
use super::{Level, Places};
use crate::bytes::{Problem, Problems, Severity, SourceId, Span};

/// How far a stored normal may lean from its face before it is worth a note: cosine of 5 degrees.
const LEAN: f64 = 0.9962;

/// Notes on everything that differs.
pub fn audit(level: &Level) -> Problems {
    let mut notes = Notes { source: level.source.id(), problems: Problems::default() };
    for (index, model) in level.file.models.iter().enumerate() {
        notes.model(&level.file, &level.places, index, model);
    }
    notes.block_map(level);
    notes.problems
}

struct Notes {
    source: SourceId,
    problems: Problems,
}

impl Notes {
    fn add(&mut self, start: u64, len: u64, field: String, message: String) {
        let severity = Severity::Note;
        let span = Span::new(self.source, start, len);
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    fn model(&mut self, file: &File, places: &Places, index: usize, model: &Model) {
        let Some(place) = places.models.get(index).filter(|place| place.span.len > 0) else {
            return;
        };
        self.gpu_codes(file, index, model, place);
        // Vertices that are not positions say nothing about size.
        if model.vertices.is_empty()
            || model.vertices.iter().any(|v| v.kind & !vertex_kind::STITCH_SOURCE != 0)
        {
            return;
        }
        let head = if file.version.is_wide() { 16 } else { 8 };
        let at = place.span.start + head;
        let least = derive::radius(&model.vertices);
        if model.radius.saturating_add(4096) < least {
            let message = format!("the farthest vertex is {} away", f64::from(least) / 4096.0);
            self.add(at, 4, format!("models[{index}].radius"), message);
        }
        let box_of = derive::bounds(&model.vertices);
        let b = &model.bounds;
        let encloses = b.xmax >= box_of.xmax
            && b.xmin <= box_of.xmin
            && b.ymax >= box_of.ymax
            && b.ymin <= box_of.ymin
            && b.zmax >= box_of.zmax
            && b.zmin <= box_of.zmin;
        if !encloses {
            let message = "the bounds do not enclose the vertices".to_owned();
            self.add(at + 4, 12, format!("models[{index}].bounds"), message);
        }
        self.normals(index, model, place);
    }

    /// Flat faces whose drawing command is not the one that their flags make (section 7).
    fn gpu_codes(&mut self, file: &File, index: usize, model: &Model, place: &super::ModelPlace) {
        let differs = |face: &&Face| {
            let flat = face.flags & (base::GOURAUD | base::LIT) == 0;
            flat && face.colour[3] != flags::gpu_code(face.flags)
        };
        let mut differing = model.faces.iter().enumerate().filter(|(_, face)| differs(face));
        let Some((number, face)) = differing.next() else { return };
        let count = 1 + differing.count();
        let start = place.faces + place.face_starts.get(number).map_or(0, |s| u64::from(*s));
        let colour = if file.version.is_wide() { 12 } else { 8 };
        let (stored, made) = (face.colour[3], flags::gpu_code(face.flags));
        let message = format!(
            "the GPU code {stored:#04x} is not that of the flags, {made:#04x} ({count} faces like \
             this)"
        );
        let path = format!("models[{index}].faces[{number}].colour");
        self.add(start + colour + 3, 1, path, message);
    }

    fn normals(&mut self, index: usize, model: &Model, place: &super::ModelPlace) {
        let mut leaning = model.faces.iter().enumerate().filter(|(_, face)| {
            let corner = |i: usize| {
                let index = face.corners().get(i)?;
                model.vertices.get(usize::from(*index)).copied()
            };
            let (Some(a), Some(b), Some(c)) = (corner(0), corner(1), corner(2)) else {
                return false;
            };
            let Some(stored) = model.normals.get(usize::from(face.normal)) else { return false };
            leans([a, b, c], [stored.x, stored.y, stored.z])
        });
        let Some((number, _)) = leaning.next() else { return };
        let count = 1 + leaning.count();
        let start = place.faces + place.face_starts.get(number).map_or(0, |s| u64::from(*s));
        let path = format!("models[{index}].faces[{number}].normal");
        let message = format!("the normal leans from its face ({count} faces like this)");
        self.add(start, 4, path, message);
    }

    fn block_map(&mut self, level: &Level) {
        let (file, places) = (&level.file, &level.places);
        let chunks = file.library.as_ref().map_or(&[][..], |library| &library.chunks);
        let Some(index) = chunks.iter().rposition(|chunk| chunk.tag == tag::BLOCK_MAP) else {
            if needs_block_map(level) {
                let message = "there is no block map: in a level without one, the game pulls the \
                               player into the middle of the world";
                self.add(8, 4, "header.object_count".to_owned(), message.to_owned());
            }
            return;
        };
        let Some(map) = chunks.get(index).and_then(|chunk| chunk.block_map()) else { return };
        let start = places.chunks.get(index).map_or(0, |span| span.start);
        let path = format!("chunks[{index}]");
        let [xmin, zmin, xmax, zmax] = map.bounds.map(i64::from);
        let (nx, nz) = (i64::from(map.nx), i64::from(map.nz));
        if nx == 0 || nz == 0 {
            self.add(start + 16, 4, path, "the block map has no cells".to_owned());
            return;
        }
        if (xmax - xmin) % nx != 0
            || (zmax - zmin) % nz != 0
            || (xmax - xmin) / nx != (zmax - zmin) / nz
        {
            let message = "the cells of the block map are not square or not whole".to_owned();
            self.add(start, 16, path.clone(), message);
            return;
        }
        if nx > 20 || nz > 20 {
            let message = "more than 20 cells a side: the PC loader refuses them".to_owned();
            self.add(start + 16, 4, path.clone(), message);
        }
        self.uncovered(file, map, start, &path);
    }

    /// Objects whose box touches a cell that does not list them.
    fn uncovered(&mut self, file: &File, map: &BlockMap, start: u64, path: &str) {
        let [xmin, zmin, xmax, _] = map.bounds.map(i64::from);
        let nx = usize::from(map.nx);
        let side = (xmax - xmin) / i64::from(map.nx);
        for (index, object) in file.objects.iter().enumerate() {
            let Some(model) = file.models.get(usize::from(object.model)) else { continue };
            let footprint = derive::footprint(object, model);
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
                self.add(start, 20, format!("{path}.cells[{cell}]"), message);
            }
        }
    }
}

/// Banks, libraries and characters have no block map; only a level with collision needs one. By name
/// a part of a level is told, by its faces what the engine lights (no level geometry is), and one
/// object alone may be anything.
fn needs_block_map(level: &Level) -> bool {
    let file = &level.file;
    let hangs_together = file.last_chunk(|c| (c.tag == tag::HIER).then_some(())).is_some();
    let mut faces = file.models.iter().flat_map(|model| &model.faces).peekable();
    file.objects.len() > 1
        && !Companions::of(&level.source).is_part()
        && !level.part().kind().bones
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
