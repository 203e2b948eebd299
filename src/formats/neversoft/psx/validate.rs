//! Rules that need the whole file: indices that lead nowhere, bits without a meaning. Read errors
//! are reported where they happen; this is what is left (section 23).

use super::chunk::{BlockMap, Body, ObjectPointer, Pulse, Wibble, Wibbles};
use super::face::Face;
use super::flags::{self, base};
use super::records::{ColourPointer, File, Model, Pixels, Version, vertex_kind};
use super::{ModelPlace, Places};
use crate::bytes::{Problem, Problems, Severity, SourceId, Span};

/// A part of a face record.
#[derive(Clone, Copy)]
struct Part {
    field: &'static str,
    /// From the start of the face.
    offset: u64,
}

/// Reports what is wrong with `file`, which was read from `source`.
pub fn validate(file: &File, places: &Places, source: SourceId) -> Problems {
    let mut check = Check { file, places, source, problems: Problems::default() };
    check.objects();
    check.models();
    check.unknown_bits();
    check.chunks();
    check.textures();
    check.problems
}

struct Check<'a> {
    file: &'a File,
    places: &'a Places,
    source: SourceId,
    problems: Problems,
}

impl Check<'_> {
    fn add(&mut self, severity: Severity, start: u64, len: u64, field: String, message: String) {
        let span = Span::new(self.source, start, len);
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    fn objects(&mut self) {
        let models = self.file.models.len();
        for (index, object) in self.file.objects.iter().enumerate() {
            let start = super::read::OBJECTS + 36 * index as u64;
            if usize::from(object.model) >= models {
                self.add(
                    Severity::Error,
                    start + 22,
                    2,
                    format!("objects[{index}].model"),
                    format!("model {} does not exist, there are {models}", object.model),
                );
            }
            if let Some(ColourPointer::Stale(offset)) = self.file.colour_pointers.get(index) {
                self.add(
                    Severity::Warning,
                    start + 32,
                    4,
                    format!("objects[{index}].colours"),
                    format!("{offset:#x} is not the payload of an RGBs chunk"),
                );
            }
        }
    }

    fn models(&mut self) {
        let names = self.file.library.as_ref().map_or(0, |library| library.texture_names.len());
        let table = self.file.last_chunk(|chunk| chunk.rgbs()).map(<[_]>::len);
        for (index, model) in self.file.models.iter().enumerate() {
            let Some(place) = self.places.models.get(index) else { continue };
            self.indices(index, model, place);
            let texture = Part { field: "texture", offset: self.file.version.face_base() as u64 };
            let past = |face: &Face| face.texture.is_some_and(|texture| texture as usize >= names);
            self.first(index, texture, past, &format!("the texture is past the {names} names"));
            self.texture_bits(index);
            self.gouraud(index, table);
            self.next_lod(index, model, place);
        }
    }

    /// Corner and normal indices, an error for each face.
    fn indices(&mut self, index: usize, model: &Model, place: &ModelPlace) {
        let (vertices, normals) = (model.vertices.len(), model.normals.len());
        let wide = self.file.version.is_wide();
        for (number, face) in model.faces.iter().enumerate() {
            let bad = face.corners().iter().find(|corner| usize::from(**corner) >= vertices);
            let bad_normal = usize::from(face.normal) >= normals;
            if bad.is_none() && !bad_normal {
                continue;
            }
            let start = face_start(place, number);
            if self.problems.is_full() {
                self.problems.push_uncounted(Severity::Error);
                continue;
            }
            let path = format!("models[{index}].faces[{number}]");
            if let Some(corner) = bad {
                let message = format!("vertex {corner} does not exist, there are {vertices}");
                let len = if wide { 8 } else { 4 };
                self.add(Severity::Error, start + 4, len, format!("{path}.indices"), message);
            }
            if bad_normal {
                let normal = face.normal;
                let message = format!("normal {normal} does not exist, there are {normals}");
                let at = start + if wide { 16 } else { 12 };
                self.add(Severity::Error, at, 2, format!("{path}.normal"), message);
            }
        }
    }

    /// One warning a model for the faces that `bad` finds, at the first of them.
    fn first(&mut self, index: usize, part: Part, bad: impl Fn(&Face) -> bool, message: &str) {
        self.first_at(Severity::Warning, index, part, bad, message);
    }

    /// The same, as bad as `severity`.
    fn first_at(
        &mut self,
        severity: Severity,
        index: usize,
        part: Part,
        bad: impl Fn(&Face) -> bool,
        message: &str,
    ) {
        let (Some(model), Some(place)) =
            (self.file.models.get(index), self.places.models.get(index))
        else {
            return;
        };
        let mut found = model.faces.iter().enumerate().filter(|(_, face)| bad(face));
        let Some((number, _)) = found.next() else { return };
        let count = 1 + found.count();
        let start = face_start(place, number) + part.offset;
        let path = format!("models[{index}].faces[{number}].{}", part.field);
        let faces = if count == 1 { "face" } else { "faces" };
        self.add(severity, start, 4, path, format!("{message} ({count} {faces})"));
    }

    /// Faces that are textured by half: the two bits go together (section 6.3), and with them an
    /// index, which some models of version 3 do without.
    fn texture_bits(&mut self, index: usize) {
        let flags = Part { field: "flags", offset: 0 };
        let note = Severity::Note;
        for (bit, message) in [
            (base::TEXTURED, "textured, but not looked up: which texture it has is not sure"),
            (base::TEXTURE_LOOKUP, "looked up, but not textured: its coordinates are not sure"),
        ] {
            let lone = |face: &Face| face.flags & base::ANY_TEXTURE == bit;
            self.first_at(note, index, flags, lone, message);
        }
        let whole = |face: &Face| face.flags & base::ANY_TEXTURE == base::ANY_TEXTURE;
        let lacks = |face: &Face| whole(face) && face.texture.is_none();
        self.first_at(note, index, flags, lacks, "textured, but no texture index is stored");
    }

    fn gouraud(&mut self, index: usize, table: Option<usize>) {
        let offset = if self.file.version.is_wide() { 12 } else { 8 };
        let part = Part { field: "colour", offset };
        let is_gouraud = |face: &Face| face.flags & (base::GOURAUD | base::LIT) == base::GOURAUD;
        match table {
            Some(len) => {
                let past = |face: &Face| {
                    let mut used = face.colour.iter().take(face.corners().len());
                    is_gouraud(face) && used.any(|entry| usize::from(*entry) >= len)
                };
                let message = format!("a colour is past the {len} entries of RGBs, drawn grey");
                self.first(index, part, past, &message);
            }
            // A v6 face without a table has grey intensities of its own (section 9).
            None if self.file.version != Version::V6 => {
                self.first(index, part, is_gouraud, "gouraud without an RGBs chunk, drawn grey");
            }
            None => {}
        }
    }

    fn next_lod(&mut self, index: usize, model: &Model, place: &ModelPlace) {
        let Some(lod) = model.lod else { return };
        if lod.next != 0xFFFF && usize::from(lod.next) >= self.file.models.len() {
            let message = format!("the next level of detail, model {}, does not exist", lod.next);
            let at = place.vertices.saturating_sub(2);
            self.add(Severity::Error, at, 2, format!("models[{index}].lod.next"), message);
        }
    }

    /// A note for each bit that no source explains, at its first face, with the number of faces.
    fn unknown_bits(&mut self) {
        let mut seen: [[Option<Seen>; 16]; 3] = Default::default();
        for (m, model) in self.file.models.iter().enumerate() {
            for (f, face) in model.faces.iter().enumerate() {
                note_bits(&mut seen[0], face.flags & base::UNKNOWN, m, f);
                note_bits(&mut seen[1], face.surface & flags::SURFACE_UNKNOWN, m, f);
            }
            for (v, vertex) in model.vertices.iter().enumerate() {
                if !vertex_kind::SEEN.contains(&vertex.kind) || vertex.kind == 4 {
                    note_bits(&mut seen[2], vertex.kind & !vertex_kind::TESTED, m, v);
                }
            }
        }
        let wide = self.file.version.is_wide();
        let [flags, surface, kinds] = &seen;
        let surface_at = if wide { 18 } else { 14 };
        for (list, what, field, at) in
            [(flags, "base flag", "flags", 0), (surface, "surface flag", "surface", surface_at)]
        {
            for (bit, seen) in list.iter().enumerate() {
                let Some(seen) = seen else { continue };
                let place = self.places.models.get(seen.model);
                let start = place.map_or(0, |place| face_start(place, seen.index)) + at;
                let path = format!("models[{}].faces[{}].{field}", seen.model, seen.index);
                let message = format!("unknown {what} {:#06x} on {} faces", 1 << bit, seen.count);
                self.add(Severity::Note, start, 2, path, message);
            }
        }
        for (bit, seen) in kinds.iter().enumerate() {
            let Some(seen) = seen else { continue };
            let place = self.places.models.get(seen.model);
            let start = place.map_or(0, |place| place.vertices) + 8 * seen.index as u64 + 6;
            let path = format!("models[{}].vertices[{}].kind", seen.model, seen.index);
            let message = format!("unknown type bit {:#06x} on {} vertices", 1 << bit, seen.count);
            self.add(Severity::Note, start, 2, path, message);
        }
    }

    fn chunks(&mut self) {
        let chunks = self.file.library.as_ref().map_or(&[][..], |library| &library.chunks);
        for (index, chunk) in chunks.iter().enumerate() {
            let start = self.places.chunks.get(index).map_or(0, |span| span.start);
            let objects = self.file.objects.len();
            let found = match &chunk.body {
                Body::BlockMap(map) => bad_cell(map, objects),
                Body::Hier(parents) => bad_parents(parents, objects),
                Body::Wibble(wibbles) => bad_wibble(wibbles, objects),
                Body::Pulse(pulses) => still_pulse(pulses),
                _ => None,
            };
            if let Some((severity, field, message)) = found {
                self.add(severity, start, 4, format!("chunks[{index}].{field}"), message);
            }
        }
    }

    fn textures(&mut self) {
        let Some(library) = &self.file.library else { return };
        for (index, texture) in library.textures.iter().enumerate() {
            let start = self.places.textures.get(index).map_or(0, |place| place.span.start);
            if start == 0 {
                continue;
            }
            let path = format!("textures[{index}]");
            if texture.name as usize >= library.texture_names.len() {
                let names = library.texture_names.len();
                let message = format!("name {} is past the {names} texture names", texture.name);
                self.add(Severity::Warning, start + 12, 4, format!("{path}.name"), message);
            }
            let palettes = match texture.colours {
                16 => &library.palettes16,
                256 => &library.palettes256,
                _ => continue,
            };
            let found = palettes.iter().any(|palette| palette.name == texture.palette);
            if !found && matches!(texture.pixels, Pixels::Indexed(_)) {
                let message = format!(
                    "there is no palette {:#010x} of {} colours, drawn grey",
                    texture.palette, texture.colours
                );
                self.add(Severity::Warning, start + 8, 4, format!("{path}.palette"), message);
            }
        }
    }
}

fn face_start(place: &ModelPlace, number: usize) -> u64 {
    place.faces + place.face_starts.get(number).map_or(0, |start| u64::from(*start))
}

#[derive(Clone, Copy)]
struct Seen {
    model: usize,
    index: usize,
    count: usize,
}

fn note_bits(seen: &mut [Option<Seen>; 16], bits: u16, model: usize, index: usize) {
    if bits == 0 {
        return;
    }
    for (bit, seen) in seen.iter_mut().enumerate() {
        if bits & (1 << bit) != 0 {
            seen.get_or_insert(Seen { model, index, count: 0 }).count += 1;
        }
    }
}

/// What is wrong inside a chunk: how bad, which field of it, and a sentence.
type Found = Option<(Severity, String, String)>;

fn bad_cell(map: &BlockMap, objects: usize) -> Found {
    let (cell, object) = map.cells.iter().enumerate().find_map(|(cell, content)| {
        Some((cell, *content.objects.iter().find(|object| **object as usize >= objects)?))
    })?;
    let message = format!("object {object} does not exist, there are {objects}");
    Some((Severity::Error, format!("cells[{cell}].objects"), message))
}

fn bad_wibble(wibbles: &Wibbles, objects: usize) -> Found {
    let known = |wibble: &Wibble| match wibble.object {
        ObjectPointer::Object(object) => (object as usize) < objects,
        ObjectPointer::Stale(_) => false,
    };
    if let Some(record) = wibbles.records.iter().position(|wibble| !known(wibble)) {
        let message = "the offset is that of no object".to_owned();
        return Some((Severity::Error, format!("records[{record}].object"), message));
    }
    let message = "the list of wibbles has no end".to_owned();
    (!wibbles.ended).then_some((Severity::Warning, "records".to_owned(), message))
}

fn still_pulse(pulses: &[Pulse]) -> Found {
    let still =
        |pulse: &Pulse| pulse.keys.is_empty() || pulse.keys.iter().any(|key| key.interval == 0);
    let at = pulses.iter().position(still)?;
    let message = "a pulse without keys or with a zero interval stands still".to_owned();
    Some((Severity::Warning, format!("pulses[{at}]"), message))
}

/// A parent out of range, or parents that go round in a circle.
fn bad_parents(parents: &[u16], objects: usize) -> Found {
    let wrong = |message| Some((Severity::Error, "parents".to_owned(), message));
    let parents = parents.get(..objects).unwrap_or(parents);
    if let Some(child) = parents.iter().position(|parent| usize::from(*parent) >= objects) {
        return wrong(format!("the parent of object {child} does not exist"));
    }
    // From every object the root is at most as many steps away as there are objects.
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
    wrong(format!("the parents of object {start} go round in a circle"))
}
