//! Rules that need the whole file: indices that lead nowhere, bits without a meaning. Read errors
//! are reported where they happen; this is what is left (section 23).

mod bits;
mod textures;

use super::animation;
use super::chunk::{BlockMap, Body, ObjectPointer, Pulse, Wibble, Wibbles};
use super::face::Face;
use super::flags::{base, is_drawn};
use super::kind::Kind;
use super::records::{ColourPointer, File, Model, Piece, Version, Vertex, vertex_kind};
use crate::bytes::Severity::{self, Error, Note, Warning};
use crate::formats::{Loaded, Report};

/// Reports what is wrong with a file.
pub fn check(file: &Loaded<File>, report: &mut Report<'_>) {
    let len = file.source.len();
    let file = &file.records;
    for (piece, offset) in &file.layout.stale {
        let past = u64::from(*offset) >= len;
        let target = if past { "past the end of the file" } else { "into the tables" };
        report.error(piece.offset_path(), format!("the offset {offset:#x} leads {target}"));
    }
    objects(file, report);
    let table = file.last_chunk(|chunk| chunk.rgbs()).map(<[_]>::len);
    for (index, model) in file.models.iter().enumerate() {
        if file.shared_with(Piece::Model(index)).is_none() {
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
            let message = format!("model {} does not exist, there are {models}", object.model);
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

/// One warning for the objects whose colours are pointed at and needed, but not there. Where no face
/// is gouraud, retail files store whatever the tool left in the pointer.
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
    let message = format!("no RGBs chunk has its payload at {offset:#x} ({objects})");
    report.warning(format!("objects[{first}].colours"), message);
}

/// True for a face whose corners take their colours from a table.
fn is_gouraud(face: &Face) -> bool {
    face.flags & (base::GOURAUD | base::LIT) == base::GOURAUD
}

/// One note for the visible faces that one source says the game loses. Retail levels have some.
fn vanishing(file: &File, report: &mut Report<'_>) {
    let bits = base::SUBDIVIDE | base::ANY_TEXTURE;
    let own = |index: &usize| file.shared_with(Piece::Model(*index)).is_none();
    let faces = (0..file.models.len()).filter(own).flat_map(|index| {
        let faces = file.models.get(index).into_iter().flat_map(|model| &model.faces).enumerate();
        let dropped =
            faces.filter(|(_, face)| face.flags & bits == base::SUBDIVIDE && is_drawn(face.flags));
        dropped.map(move |(number, _)| format!("models[{index}].faces[{number}].flags"))
    });
    report.first(
        Note,
        faces,
        "subdivided without a texture: some games are said to lose it when near",
    );
}

/// A model whose faces are looked at.
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
        self.first(Warning, "texture", past, &format!("the texture is past the {names} names"));
        self.texture_bits();
        self.sprite_corners();
        self.gouraud(table);
        let models = self.file.models.len();
        let next = self.model.lod.map(|lod| lod.next).filter(|next| *next != 0xFFFF);
        if let Some(next) = next.filter(|next| usize::from(*next) >= models) {
            let message = format!("the next level of detail, model {next}, does not exist");
            self.report.error(format!("{}.lod.next", self.path), message);
        }
    }

    /// Corner and normal indices, an error for each face.
    fn indices(&mut self) {
        let (vertices, normals) = (self.model.vertices.len(), self.model.normals.len());
        for (number, face) in self.model.faces.iter().enumerate() {
            let path = |field| format!("{}.faces[{number}].{field}", self.path);
            if let Some(corner) = face.corners().find(|corner| usize::from(*corner) >= vertices) {
                let message = format!("vertex {corner} does not exist, there are {vertices}");
                self.report.error(path("indices"), message);
            }
            if usize::from(face.normal) >= normals {
                let message = format!("normal {} does not exist, there are {normals}", face.normal);
                self.report.error(path("normal"), message);
            }
        }
    }

    /// One problem for the faces that `bad` finds, at a field of the first of them.
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
        self.report.tell(severity, path, format!("{message} ({count} {faces})"));
    }

    /// Faces that are textured by half: the two bits go together (section 6.3), and with them an
    /// index, which some models of version 3 do without.
    fn texture_bits(&mut self) {
        for (bit, message) in [
            (base::TEXTURED, "textured, but not looked up: which texture it has is not sure"),
            (base::TEXTURE_LOOKUP, "looked up, but not textured: its coordinates are not sure"),
        ] {
            let lone = |face: &Face| face.flags & base::ANY_TEXTURE == bit;
            self.first(Note, "flags", lone, message);
        }
        let whole = |face: &Face| face.flags & base::ANY_TEXTURE == base::ANY_TEXTURE;
        let lacks = |face: &Face| whole(face) && face.texture().is_none();
        self.first(Note, "flags", lacks, "textured, but no texture index is stored");
    }

    /// Sprite corners name two vertices by the offsets of these (section 5).
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
        let message = format!("no vertex is there of {vertices}: the corner is not drawn");
        self.report.first(Warning, past, &message);
        self.report.first(Warning, uneven, "it is the offset of no vertex: not a multiple of 8");
    }

    fn gouraud(&mut self, table: Option<usize>) {
        match table {
            Some(len) => {
                let past = |face: &Face| {
                    let mut used = face.colour.iter().take(face.corners().len());
                    is_gouraud(face) && used.any(|entry| usize::from(*entry) >= len)
                };
                let message = format!("a colour is past the {len} entries of RGBs, drawn grey");
                self.first(Warning, "colour", past, &message);
            }
            // A v6 face without a table has grey intensities of its own (section 9).
            None if self.file.version != Version::V6 => {
                let message = "gouraud without an RGBs chunk, drawn grey";
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
            Body::Pulse(pulses) => still_pulse(pulses),
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
            report.tell(severity, format!("{path}.{field}"), message);
        }
    }
}

/// Levels of detail that go round in a circle, each circle once.
fn details(file: &File, report: &mut Report<'_>) {
    let next = |model: usize| {
        let next = usize::from(file.models.get(model)?.lod?.next);
        (next < file.models.len()).then_some(next)
    };
    // The walk that came by first.
    let mut walks: Vec<Option<usize>> = vec![None; file.models.len()];
    for start in 0..file.models.len() {
        let mut at = Some(start);
        while let Some(model) = at {
            match walks.get_mut(model) {
                Some(walk @ None) => *walk = Some(start),
                Some(Some(walk)) if *walk == start => {
                    let path = format!("{}.lod.next", file.path(Piece::Model(model)));
                    let message = "the next levels of detail of the model lead back to it";
                    report.warning(path, message);
                    break;
                }
                _ => break,
            }
            at = next(model);
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
    Some((Error, format!("cells[{cell}].objects"), message))
}

fn bad_wibble(wibbles: &Wibbles, objects: usize) -> Found {
    let known = |wibble: &Wibble| match wibble.object {
        ObjectPointer::Object(object) => (object as usize) < objects,
        ObjectPointer::Stale(_) => false,
    };
    if let Some(record) = wibbles.records.iter().position(|wibble| !known(wibble)) {
        let message = "the offset is that of no object".to_owned();
        return Some((Error, format!("records[{record}].object"), message));
    }
    let message = "the list of wibbles has no end".to_owned();
    (!wibbles.ended).then_some((Warning, "records".to_owned(), message))
}

fn still_pulse(pulses: &[Pulse]) -> Found {
    let still =
        |pulse: &Pulse| pulse.keys.is_empty() || pulse.keys.iter().any(|key| key.interval == 0);
    let at = pulses.iter().position(still)?;
    let message = "a pulse without keys or with a zero interval stands still".to_owned();
    Some((Warning, format!("pulses[{at}]"), message))
}

/// A parent out of range, or parents that go round in a circle.
fn bad_parents(parents: &[u16], objects: usize) -> Found {
    let wrong = |message| Some((Error, "parents".to_owned(), message));
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
