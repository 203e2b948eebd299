//! Checks rules that need the whole file: invalid indices, unknown bits. Read errors are reported by the
//! reader; this module covers the rest (section 23).

mod bits;
mod textures;

use super::animation;
use super::chunk::{BlockMap, Body, ObjectPointer, Pulse, Wibble, Wibbles};
use super::face::Face;
use super::flags::{base, is_drawn};
use super::kind::Kind;
use super::records::{ColourPointer, File, FileBlock, Model, Version, Vertex, vertex_kind};
use crate::bytes::Severity::{self, Error, Note, Warning};
use crate::formats::{Loaded, Report};

/// Reports the problems of a file.
pub fn check(file: &Loaded<File>, report: &mut Report<'_>) {
    let len = file.source.len();
    let file = &file.records;
    for (piece, offset) in &file.layout.stale {
        let past = u64::from(*offset) >= len;
        let target = if past { "past the end of the file" } else { "into the tables" };
        report.error(piece.offset_path(), format!("the offset {offset:#x} points {target}"));
    }
    objects(file, report);
    let table = file.last_chunk(|chunk| chunk.rgbs()).map(<[_]>::len);
    for (index, model) in file.models.iter().enumerate() {
        if file.shared_with(FileBlock::Model(index)).is_none() {
            Faces { file, model, path: format!("models[{index}]"), report }.check(table);
        }
    }
    vanishing(file, report);
    details(file, report);
    bits::unknown(file, report);
    chunks(file, report);
    textures::check(file, report);
}

fn objects(file: &File, report: &mut Report<'_>) {
    let models = file.models.len();
    for (index, object) in file.objects.iter().enumerate() {
        if usize::from(object.model) >= models {
            let message = format!("unknown model {}; the file has {models}", object.model);
            report.error(format!("objects[{index}].model"), message);
        }
    }
    colour_pointers(file, report);
    let tinted = || file.objects.iter().enumerate().filter(|(_, object)| object.tint != 0);
    if let Some((first, _)) = tinted().next() {
        let count = tinted().count();
        let objects = if count == 1 { "object" } else { "objects" };
        let message = format!("tint ignored: meaning unknown ({count} {objects})");
        report.note(format!("objects[{first}].tint"), message);
    }
}

/// Adds one warning for objects whose colour pointer is invalid although gouraud faces need it. If no
/// face is gouraud, retail files store whatever the tool left in the pointer.
fn colour_pointers(file: &File, report: &mut Report<'_>) {
    let is_character = Kind::of(file).character;
    let needs_colours = |index: usize| {
        let stored = file.objects.get(index).map(|object| usize::from(object.model));
        let model = if is_character { Some(index) } else { stored };
        let faces = model.and_then(|model| file.models.get(model)).map(|model| &model.faces);
        faces.into_iter().flatten().any(is_gouraud)
    };
    let mut stale = file.colour_pointers.iter().enumerate().filter_map(|(index, pointer)| {
        let ColourPointer::Stale(offset) = pointer else { return None };
        needs_colours(index).then_some((index, offset))
    });
    let Some((first, offset)) = stale.next() else { return };
    let objects = match 1 + stale.count() {
        1 => "1 object".to_owned(),
        count => format!("{count} objects like this"),
    };
    let message = format!("no RGBs chunk at {offset:#x} ({objects})");
    report.warning(format!("objects[{first}].colours"), message);
}

/// `true` for a face whose corner colours are indices into a table.
fn is_gouraud(face: &Face) -> bool {
    face.flags & (base::GOURAUD | base::LIT) == base::GOURAUD
}

/// Adds one note for visible faces that reportedly vanish in the game. Retail levels have some.
fn vanishing(file: &File, report: &mut Report<'_>) {
    let bits = base::SUBDIVIDE | base::ANY_TEXTURE;
    let own = |index: &usize| file.shared_with(FileBlock::Model(*index)).is_none();
    let faces = (0..file.models.len()).filter(own).flat_map(|index| {
        let faces = file.models.get(index).into_iter().flat_map(|model| &model.faces).enumerate();
        let dropped =
            faces.filter(|(_, face)| face.flags & bits == base::SUBDIVIDE && is_drawn(face.flags));
        dropped.map(move |(number, _)| format!("models[{index}].faces[{number}].flags"))
    });
    report.first(
        Note,
        faces,
        "subdivided without a texture: reportedly vanishes near the camera in some games",
    );
}

/// Check of a model's faces.
struct Faces<'a, 'r, 't> {
    file: &'a File,
    model: &'a Model,
    path: String,
    report: &'r mut Report<'t>,
}

impl Faces<'_, '_, '_> {
    fn check(&mut self, table: Option<usize>) {
        self.indices();
        let names = self.file.texture_names().len();
        let past = |face: &Face| face.texture().is_some_and(|texture| texture as usize >= names);
        self.first(
            Warning,
            "texture",
            past,
            &format!("the texture index exceeds the {names} names"),
        );
        self.texture_bits();
        self.sprite_corners();
        self.gouraud(table);
        let models = self.file.models.len();
        let next = self.model.lod.map(|lod| lod.next).filter(|next| *next != 0xFFFF);
        if let Some(next) = next.filter(|next| usize::from(*next) >= models) {
            let message = format!("unknown model {next} as the next level of detail");
            self.report.error(format!("{}.lod.next", self.path), message);
        }
    }

    /// Checks corner and normal indices: an error per face.
    fn indices(&mut self) {
        let (vertices, normals) = (self.model.vertices.len(), self.model.normals.len());
        for (number, face) in self.model.faces.iter().enumerate() {
            let path = |field| format!("{}.faces[{number}].{field}", self.path);
            if let Some(corner) = face.corners().find(|corner| usize::from(*corner) >= vertices) {
                let message = format!("unknown vertex {corner}; the model has {vertices}");
                self.report.error(path("indices"), message);
            }
            if usize::from(face.normal) >= normals {
                let message = format!("unknown normal {}; the model has {normals}", face.normal);
                self.report.error(path("normal"), message);
            }
        }
    }

    /// Adds one problem for all faces that match `bad`, at a field of the first of them.
    fn first(
        &mut self,
        severity: Severity,
        field: &str,
        bad: impl Fn(&Face) -> bool,
        message: &str,
    ) {
        let mut found = self.model.faces.iter().enumerate().filter(|(_, face)| bad(face));
        let Some((number, _)) = found.next() else { return };
        let count = 1 + found.count();
        let path = format!("{}.faces[{number}].{field}", self.path);
        let faces = if count == 1 { "face" } else { "faces" };
        self.report.report(severity, path, format!("{message} ({count} {faces})"));
    }

    /// Checks the two texture bits, which belong together (section 6.3), and the texture index, which
    /// some models of version 3 omit.
    fn texture_bits(&mut self) {
        for (bit, message) in [
            (base::TEXTURED, "textured flag without lookup flag: the texture is uncertain"),
            (
                base::TEXTURE_LOOKUP,
                "lookup flag without textured flag: the texture coordinates are uncertain",
            ),
        ] {
            let lone = |face: &Face| face.flags & base::ANY_TEXTURE == bit;
            self.first(Note, "flags", lone, message);
        }
        let whole = |face: &Face| face.flags & base::ANY_TEXTURE == base::ANY_TEXTURE;
        let lacks = |face: &Face| whole(face) && face.texture().is_none();
        self.first(Note, "flags", lacks, "textured, but without a stored texture index");
    }

    /// Checks sprite corners, which refer to two vertices by byte offset (section 5).
    fn sprite_corners(&mut self) {
        let vertices = self.model.vertices.len();
        let sprites = self.model.vertices.iter().enumerate();
        let sprites = sprites.filter(|(_, vertex)| vertex.kind & vertex_kind::SPRITE != 0);
        let fields = |(number, vertex): (usize, &Vertex)| {
            [(number, "x", vertex.x as u16), (number, "y", vertex.y as u16)]
        };
        let all: Vec<_> = sprites.flat_map(fields).collect();
        let paths = |bad: &dyn Fn(u16) -> bool| {
            let bad = all.iter().filter(|(.., offset)| bad(*offset));
            let path = |(number, axis, _): &(usize, &str, u16)| {
                format!("{}.vertices[{number}].{axis}", self.path)
            };
            bad.map(path).collect::<Vec<_>>()
        };
        let past = paths(&|offset| usize::from(offset / 8) >= vertices);
        let uneven = paths(&|offset| offset % 8 != 0);
        let message =
            format!("vertex offset beyond the {vertices} vertices: the corner is not drawn");
        self.report.first(Warning, past, &message);
        self.report.first(Warning, uneven, "vertex offset is not a multiple of 8");
    }

    fn gouraud(&mut self, table: Option<usize>) {
        match table {
            Some(len) => {
                let past = |face: &Face| {
                    let mut used = face.colour.iter().take(face.corners().len());
                    is_gouraud(face) && used.any(|entry| usize::from(*entry) >= len)
                };
                let message =
                    format!("a colour index exceeds the {len} entries of RGBs: drawn grey");
                self.first(Warning, "colour", past, &message);
            }
            // A v6 face without a table has direct grey intensities (section 9).
            None if self.file.version != Version::V6 => {
                let message = "gouraud without an RGBs chunk: drawn grey";
                self.first(Warning, "colour", is_gouraud, message);
            }
            None => {}
        }
    }
}

fn chunks(file: &File, report: &mut Report<'_>) {
    let objects = file.objects.len();
    for (index, chunk) in file.chunks().iter().enumerate() {
        let path = format!("chunks[{index}]");
        let found = match &chunk.body {
            Body::BlockMap(map) => bad_cell(map, objects),
            Body::Hier(parents) => bad_parents(parents, objects),
            Body::Wibble(wibbles) => bad_wibble(wibbles, objects),
            Body::Pulse(pulses) => constant_pulse(pulses),
            Body::Sprites(sprites) => {
                textures::sprites(file, sprites, &path, report);
                None
            }
            Body::Animation(animations) => {
                animation::check(animations, &path, report);
                None
            }
            _ => None,
        };
        if let Some((severity, field, message)) = found {
            report.report(severity, format!("{path}.{field}"), message);
        }
    }
}

/// Reports cycles in levels of detail, each cycle once.
fn details(file: &File, report: &mut Report<'_>) {
    let next = |model: usize| {
        let next = usize::from(file.models.get(model)?.lod?.next);
        (next < file.models.len()).then_some(next)
    };
    // Start of the traversal that first visited each model.
    let mut walks: Vec<Option<usize>> = vec![None; file.models.len()];
    for start in 0..file.models.len() {
        let mut at = Some(start);
        while let Some(model) = at {
            match walks.get_mut(model) {
                Some(walk @ None) => *walk = Some(start),
                Some(Some(walk)) if *walk == start => {
                    let path = format!("{}.lod.next", file.path(FileBlock::Model(model)));
                    let message = "the chain of next levels of detail leads back to this model";
                    report.warning(path, message);
                    break;
                }
                _ => break,
            }
            at = next(model);
        }
    }
}

/// Problem inside a chunk: severity, field and message.
type ChunkProblem = Option<(Severity, String, String)>;

fn bad_cell(map: &BlockMap, objects: usize) -> ChunkProblem {
    let (cell, object) = map.cells.iter().enumerate().find_map(|(cell, content)| {
        Some((cell, *content.objects.iter().find(|object| **object as usize >= objects)?))
    })?;
    let message = format!("unknown object {object}; the file has {objects}");
    Some((Error, format!("cells[{cell}].objects"), message))
}

fn bad_wibble(wibbles: &Wibbles, objects: usize) -> ChunkProblem {
    let known = |wibble: &Wibble| match wibble.object {
        ObjectPointer::Object(object) => (object as usize) < objects,
        ObjectPointer::Stale(_) => false,
    };
    if let Some(record) = wibbles.records.iter().position(|wibble| !known(wibble)) {
        let message = "the offset is not that of an object".to_owned();
        return Some((Error, format!("records[{record}].object"), message));
    }
    let message = "the list of wibbles has no end marker".to_owned();
    (!wibbles.ended).then_some((Warning, "records".to_owned(), message))
}

fn constant_pulse(pulses: &[Pulse]) -> ChunkProblem {
    let still =
        |pulse: &Pulse| pulse.keys.is_empty() || pulse.keys.iter().any(|key| key.interval == 0);
    let at = pulses.iter().position(still)?;
    let message = "a pulse without keys or with a zero interval: not animated".to_owned();
    Some((Warning, format!("pulses[{at}]"), message))
}

/// Finds a parent out of range or a cycle of parents.
fn bad_parents(parents: &[u16], objects: usize) -> ChunkProblem {
    let wrong = |message| Some((Error, "parents".to_owned(), message));
    let parents = parents.get(..objects).unwrap_or(parents);
    if let Some(child) = parents.iter().position(|parent| usize::from(*parent) >= objects) {
        return wrong(format!("unknown parent of object {child}"));
    }
    // Without a cycle the root is reached in fewer steps than there are objects.
    let goes_round = |start: &usize| {
        let mut at = *start;
        for _ in 0..parents.len() {
            let up = parents.get(at).map_or(at, |parent| usize::from(*parent));
            if up == at {
                return false;
            }
            at = up;
        }
        true
    };
    let start = (0..parents.len()).find(goes_round)?;
    wrong(format!("the parents of object {start} form a cycle"))
}
