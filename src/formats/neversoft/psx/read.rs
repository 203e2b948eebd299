//! Bytes to records. Strict about rules (each broken one is a problem), and goes on where it can.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::chunk::{self, Chunk, TAGS, tag};
use super::face::FaceReader;
use super::layout::{Gap, Piece};
use super::records::{
    ColourPointer, File, Library, Lod, Model, Normal, Object, Palette, Version, Vertex,
};
use super::texture;
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Severity, Span};

/// Where things were found; the scene gives every element its bytes from here.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub models: Vec<ModelPlace>,
    pub textures: Vec<TexturePlace>,
    /// Payload of each chunk.
    pub chunks: Vec<Span>,
    pub texture_names: u64,
    /// First palette of each size.
    pub palettes16: u64,
    pub palettes256: u64,
}

#[derive(Clone, Debug, Default)]
pub struct ModelPlace {
    pub span: Span,
    pub vertices: u64,
    /// First face, start of each from there, and the end of the last.
    pub faces: u64,
    pub face_starts: Arc<[u32]>,
    pub faces_end: u64,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct TexturePlace {
    pub span: Span,
    /// First byte of the pixels.
    pub pixels: u64,
}

/// Where objects start: behind the header.
pub const OBJECTS: u64 = 12;

/// The version a file starts with, sub-variant of version 3 still open.
pub fn version_of(first: u16, second: u16) -> Option<Version> {
    match (first, second) {
        (3, 2) => Some(Version::V3 { lod: true }),
        (4, 2) => Some(Version::V4),
        (6, 2) => Some(Version::V6),
        _ => None,
    }
}

/// Reads a whole file. Fails only when it does not start like one.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(File, Places)> {
    let mut reader = Reader { places: Places::default(), spans: Vec::new(), copied: 0 };
    let (version, tag_offset, objects) = cur.group("header", "Header", read_header)?;
    let mut file = File::new(version);
    file.library = None;
    if let Some(problem) = reader.body(cur, &mut file, tag_offset.into(), objects).err() {
        cur.lose(problem);
    }
    reader.layout(cur, &mut file);
    resolve_colour_pointers(&mut file, &reader.places);
    Ok((file, reader.places))
}

fn read_header<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<(Version, u32, u32)> {
    let first = cur.get("version")?;
    let second = cur.get("minor")?;
    let version = version_of(first, second).ok_or_else(|| {
        cur.fail_at(
            0,
            4,
            "version",
            format_args!("{first}, {second} is no version of this format (3, 4 or 6, then 2)"),
        )
    })?;
    let tag_offset = cur.get_as("tag_offset", Hint::Pointer)?;
    let objects = cur.get("object_count")?;
    Ok((version, tag_offset, objects))
}

struct Reader {
    places: Places,
    /// Bytes of every piece that was read.
    spans: Vec<(u64, u64, Piece)>,
    /// Bytes of the pieces that further pointers reached again.
    copied: u64,
}

impl Reader {
    fn body<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        tag_offset: u64,
        objects: u32,
    ) -> Result<()> {
        let count = cur.bounded("object_count", objects.into(), 36);
        note_short(cur, "objects", count, objects);
        file.objects = cur.records::<Object>("objects", count)?;
        let stored: u32 = cur.get("model_count")?;
        let count = cur.bounded("model_count", stored.into(), 4);
        note_short(cur, "models", count, stored);
        let pointers: Vec<u32> = cur.records_as("model_offsets", count, Hint::Pointer)?;
        let tables_end = cur.pos();
        self.spans.push((0, tables_end, Piece::Library));
        let ends = ends(&pointers, tag_offset, cur.source_len());
        file.version = sub_variant(cur, file.version, &pointers);
        cur.array("models", |cur| {
            self.models(cur, file, &pointers, tables_end, &ends);
            Ok(())
        })?;
        self.library_at(cur, file, tag_offset, tables_end, stored)
    }

    fn models<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        pointers: &[u32],
        tables_end: u64,
        ends: &BTreeSet<u64>,
    ) {
        let mut first_with = std::collections::HashMap::new();
        for (index, pointer) in pointers.iter().enumerate() {
            let start = u64::from(*pointer);
            let piece = Piece::Model(index);
            if let Some(with) = first_with.get(pointer).copied() {
                cur.link_element(index, start);
                file.layout.shared.push((piece, Piece::Model(with)));
                let place = self.places.models.get(with).cloned().unwrap_or_default();
                let model = file.models.get(with).filter(|_| self.may_copy(cur, index, place.span));
                file.models.push(model.cloned().unwrap_or_default());
                self.places.models.push(place);
                continue;
            }
            let place = pointer_place(12 + 36 * file.objects.len() + 4 + 4 * index);
            if start < tables_end || start >= cur.source_len() {
                let past = start >= cur.source_len();
                let where_to = if past { "past the end of the file" } else { "into the tables" };
                let message = format_args!("the model pointer {start:#x} leads {where_to}");
                cur.problem(Severity::Error, place, "", message);
                file.layout.stale.push((piece, *pointer));
                cur.lose_because(format_args!("model {index} lies outside the file"));
                file.models.push(Model::default());
                self.places.models.push(ModelPlace::default());
                continue;
            }
            first_with.insert(*pointer, index);
            let end = ends.range(start + 1..).next().copied().unwrap_or(cur.source_len());
            self.model(cur, file, index, start, end);
        }
    }

    fn model<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        index: usize,
        start: u64,
        end: u64,
    ) {
        let version = file.version;
        let mut model = Model::default();
        let mut place = ModelPlace::default();
        let mut whole = false;
        let result = cur.within(start, end, |cur| {
            let result = cur.element(index, "Model", |cur| {
                whole = read_model(cur, version, &mut model, &mut place)?;
                Ok(())
            });
            place.span = cur.span_from(start);
            result
        });
        if let Err(problem) = result {
            cur.keep(problem);
        }
        if !whole {
            cur.lose_because(format_args!("models[{index}] could not be read to its end"));
        }
        self.spans.push((start, place.span.end(), Piece::Model(index)));
        file.models.push(model);
        self.places.models.push(place);
    }

    fn library_at<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        tag_offset: u64,
        tables_end: u64,
        stored_models: u32,
    ) -> Result<()> {
        if tag_offset == cur.source_len() {
            // Seen: mesh only, without chunks, names or textures [S OpenTony].
            return Ok(());
        }
        if tag_offset < tables_end || tag_offset > cur.source_len() {
            return Err(cur.fail_at(
                4,
                4,
                "header.tag_offset",
                format_args!("the tag offset {tag_offset:#x} is not behind the tables"),
            ));
        }
        let mut library = Library::default();
        let len = cur.source_len();
        let mut pointers = Vec::new();
        let mut end = tag_offset;
        let result = cur.within(tag_offset, len, |cur| {
            let result = self.library(cur, file, &mut library, stored_models, &mut pointers);
            end = cur.pos();
            result
        });
        self.spans.push((tag_offset, end, Piece::Library));
        file.library = Some(library);
        result?;
        cur.array("textures", |cur| {
            self.textures(cur, file, &pointers);
            Ok(())
        })
    }

    fn library<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        library: &mut Library,
        stored_models: u32,
        pointers: &mut Vec<u32>,
    ) -> Result<()> {
        cur.array("chunks", |cur| self.chunks(cur, file, library))?;
        let end: Option<u32> = cur.peek_at(0);
        if end == Some(tag::END) {
            cur.get_as::<u32>("chunks_end", Hint::Enum(TAGS))?;
        } else {
            file.layout.unterminated = true;
            return Err(cur.fail(format_args!("the list of chunks has no end mark")));
        }
        let count = cur.bounded("model_names", stored_models.into(), 4);
        note_short(cur, "model names", count, stored_models);
        library.model_names = cur.records_as("model_names", count, Hint::Name)?;
        let stored: u32 = cur.get("texture_name_count")?;
        let count = cur.bounded("texture_name_count", stored.into(), 4);
        note_short(cur, "texture names", count, stored);
        self.places.texture_names = cur.pos();
        library.texture_names = cur.records_as("texture_names", count, Hint::Name)?;
        self.places.palettes16 = cur.pos() + 4;
        library.palettes16 = read_palettes(cur, "pal16_count", "palettes16", 16)?;
        self.places.palettes256 = cur.pos() + 4;
        library.palettes256 = read_palettes(cur, "pal256_count", "palettes256", 256)?;
        if cur.peek_at::<u32>(0) == Some(u32::MAX) {
            library.escape = Some(texture::read_escape(cur)?);
        }
        let stored: u32 = cur.get("texture_count")?;
        let count = cur.bounded("texture_count", stored.into(), 4);
        note_short(cur, "textures", count, stored);
        *pointers = cur.records_as("texture_offsets", count, Hint::Pointer)?;
        Ok(())
    }

    fn chunks<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        library: &mut Library,
    ) -> Result<()> {
        while let Some(tag) = cur.peek_at::<u32>(0).filter(|tag| *tag != tag::END) {
            let index = library.chunks.len();
            if index == chunk::MAX_CHUNKS {
                return Err(cur.fail(format_args!("more than {index} chunks")));
            }
            let chunk = cur.element(index, "Chunk", |cur| {
                cur.get_as::<u32>("type", Hint::Enum(TAGS))?;
                let length: u32 = cur.get("length")?;
                let start = cur.pos();
                let end = start + u64::from(length);
                if end > cur.limit() {
                    return Err(cur.fail_at(
                        start - 4,
                        4,
                        "length",
                        format_args!("the chunk ends at {end:#x}, past the end of the file"),
                    ));
                }
                let chunk = cur.within(start, end, |cur| Ok(read_chunk(cur, file, tag, end)))?;
                cur.seek(end)?;
                self.places.chunks.push(cur.span_from(start));
                Ok(chunk)
            })?;
            library.chunks.push(chunk);
        }
        Ok(())
    }

    fn textures<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        pointers: &[u32],
    ) {
        let ends = ends(pointers, cur.source_len(), cur.source_len());
        let mut first_with = std::collections::HashMap::new();
        for (index, pointer) in pointers.iter().enumerate() {
            let start = u64::from(*pointer);
            let piece = Piece::Texture(index);
            let Some(library) = &mut file.library else { return };
            if let Some(with) = first_with.get(pointer).copied() {
                cur.link_element(index, start);
                file.layout.shared.push((piece, Piece::Texture(with)));
                let place = self.places.textures.get(with).copied().unwrap_or_default();
                let texture = library.textures.get(with);
                let texture = texture.filter(|_| self.may_copy(cur, index, place.span)).cloned();
                library.textures.push(texture.unwrap_or_else(texture::unreadable));
                self.places.textures.push(place);
                continue;
            }
            first_with.insert(*pointer, index);
            let end = ends.range(start.saturating_add(1)..).next().copied();
            let end = end.unwrap_or(cur.source_len());
            let mut place = TexturePlace::default();
            let result = cur.within(start, end, |cur| {
                let result =
                    cur.element(index, "Texture", |cur| texture::read(cur, &mut place.pixels));
                place.span = cur.span_from(start);
                result
            });
            let (texture, whole) = result.unwrap_or_else(|problem| {
                cur.keep(problem);
                (texture::unreadable(), false)
            });
            if !whole {
                cur.lose_because(format_args!("textures[{index}] could not be read to its end"));
            }
            if place.span.len > 0 {
                self.spans.push((start, place.span.end(), piece));
            } else {
                file.layout.stale.push((piece, *pointer));
            }
            library.textures.push(texture);
            self.places.textures.push(place);
        }
    }

    /// Whether one more pointer may have its own copy of what stands at `span`: all copies together
    /// take no more than the file.
    fn may_copy<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>, index: usize, span: Span) -> bool {
        self.copied = self.copied.saturating_add(span.len);
        if self.copied > cur.source_len() {
            cur.problem(
                Severity::Error,
                (span.start, span.len),
                &format!("[{index}]"),
                format_args!("more pointers lead to the same bytes than the file has bytes for"),
            );
        }
        self.copied <= cur.source_len()
    }

    /// Order of the pieces, and what is between them.
    fn layout<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>, file: &mut File) {
        self.spans.sort_by_key(|(start, end, _)| (*start, *end));
        let mut gaps = Vec::new();
        let mut at = 0;
        for (start, end, piece) in &self.spans {
            // The first span is the header with its tables; it has no piece of its own.
            let is_head = *start == 0;
            if *start < at {
                cur.lose_because(format_args!("{piece:?} overlaps what stands before it"));
            } else if !is_head {
                let bytes = between(cur, at, *start);
                file.layout.pieces.push((Gap::of(bytes, *start), *piece));
                gaps.push((at, *start));
            }
            at = at.max(*end);
        }
        let len = cur.source_len();
        file.layout.tail = between(cur, at, len).to_vec();
        gaps.push((at, len));
        gaps.retain(|(start, end)| {
            end > start && between(cur, *start, *end).iter().all(|byte| *byte == 0)
        });
        cur.paddings(&gaps);
    }
}

fn between<'a, R: Recorder>(cur: &Cursor<'a, R>, start: u64, end: u64) -> &'a [u8] {
    cur.slice(start, end)
}

/// Everything a piece may end at: the next pointer, the tag offset, the end of the file.
fn ends(pointers: &[u32], tag_offset: u64, len: u64) -> BTreeSet<u64> {
    pointers.iter().map(|p| u64::from(*p)).chain([tag_offset, len]).filter(|p| *p <= len).collect()
}

fn pointer_place(offset: usize) -> (u64, u64) {
    (offset as u64, 4)
}

fn note_short<R: Recorder>(cur: &mut Cursor<'_, R>, what: &str, read: usize, stored: u32) {
    if (read as u64) < u64::from(stored) {
        cur.lose_because(format_args!("only {read} of {stored} {what} are in the file"));
    }
}

/// Tells the two version-3 layouts apart on the first model (section 4.2): a plausible vertex type
/// where the type would be with, or without, the level-of-detail pair.
fn sub_variant<R: Recorder>(cur: &Cursor<'_, R>, version: Version, pointers: &[u32]) -> Version {
    let (Version::V3 { .. }, Some(first)) = (version, pointers.first()) else { return version };
    let word = |at: u64| {
        let bytes = cur.slice(u64::from(*first) + at, u64::from(*first) + at + 2);
        bytes.first_chunk().map(|b| u16::from_le_bytes(*b))
    };
    let plausible = |at| word(at).is_some_and(|kind| kind & !0x13 == 0);
    let (absent, present) = (plausible(32 + 6), plausible(32 + 10));
    let lod = if absent != present { present } else { word(32) == Some(0x7FFF) };
    Version::V3 { lod }
}

/// Reads a model as far as it goes; false when not everything it promises is there.
fn read_model<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    version: Version,
    model: &mut Model,
    place: &mut ModelPlace,
) -> Result<bool> {
    let hint = Hint::Flags(super::flags::MODEL);
    let counts: [u32; 3];
    if version.is_wide() {
        model.flags = cur.get_as("flags", hint)?;
        counts = [cur.get("vertex_count")?, cur.get("normal_count")?, cur.get("face_count")?];
    } else {
        model.flags = cur.get_as::<u16>("flags", hint)?.into();
        counts = [
            cur.get::<u16>("vertex_count")?.into(),
            cur.get::<u16>("normal_count")?.into(),
            cur.get::<u16>("face_count")?.into(),
        ];
    }
    let [vertices, normals, faces] = counts;
    model.radius = cur.get_as("radius", Hint::Fixed(12))?;
    model.bounds = cur.record("bounds")?;
    if version.has_lod() {
        model.lod = Some(cur.record::<Lod>("lod")?);
    }
    cur.describe(|| format!("{vertices} vertices, {normals} normals, {faces} faces"));
    place.vertices = cur.pos();
    let count = cur.bounded("vertex_count", vertices.into(), 8);
    model.vertices = cur.records::<Vertex>("vertices", count)?;
    let count = cur.bounded("normal_count", normals.into(), 8);
    model.normals = cur.records::<Normal>("normals", count)?;
    let least = version.face_base() as u64;
    let count = cur.bounded("face_count", faces.into(), least);
    let run = cur.run("faces", count, FaceReader { version, model: model.flags });
    place.faces = run.start;
    place.face_starts = run.starts;
    place.faces_end = run.end;
    model.faces = run.items;
    let stored = [vertices, normals, faces].map(|n| n as usize);
    Ok(stored == [model.vertices.len(), model.normals.len(), model.faces.len()])
}

fn read_palettes<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    count_name: &'static str,
    name: &'static str,
    colours: usize,
) -> Result<Vec<Palette>> {
    let stored: u32 = cur.get(count_name)?;
    let count = cur.bounded(count_name, stored.into(), 4 + 2 * colours as u64);
    note_short(cur, name, count, stored);
    Ok(cur.run(name, count, PaletteReader { colours }).items)
}

struct PaletteReader {
    colours: usize,
}

impl RecordReader for PaletteReader {
    type Out = Palette;
    const TYPE: &'static str = "Palette";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Palette> {
        let name = cur.get_as("name", Hint::Name)?;
        let colours = cur.records_as("colours", self.colours, Hint::Colour15)?;
        Ok(Palette { name, colours })
    }
}

/// Reads the payload up to `end`. What cannot be read is lost, and said.
fn read_chunk<R: Recorder>(cur: &mut Cursor<'_, R>, file: &mut File, tag: u32, end: u64) -> Chunk {
    let start = cur.pos();
    let body = chunk::read_body(cur, tag, file.objects.len()).unwrap_or_else(|problem| {
        cur.lose(problem);
        chunk::Body::Unknown
    });
    if matches!(body, chunk::Body::Unknown) && end > start {
        cur.problem(
            Severity::Note,
            (start, end - start),
            "",
            format_args!("the payload of chunk type {tag:#010x} is not understood"),
        );
    } else if cur.pos() < end {
        let here = cur.pos();
        cur.problem(
            Severity::Note,
            (here, end - here),
            "rest",
            format_args!("{} bytes behind the chunk's content are unexplained", end - here),
        );
    }
    let rest = cur.bytes_if_any("rest", end).unwrap_or(&[]).to_vec();
    Chunk { tag, body, rest }
}

/// Which chunk each object's colour pointer means.
fn resolve_colour_pointers(file: &mut File, places: &Places) {
    let chunks = file.library.as_ref().map_or(&[][..], |library| &library.chunks);
    let payloads: Vec<(u64, usize)> = (0..)
        .zip(chunks.iter().zip(&places.chunks))
        .filter(|(_, (chunk, _))| chunk.tag == tag::RGBS)
        .map(|(index, (_, span))| (span.start, index))
        .collect();
    file.colour_pointers = file
        .objects
        .iter()
        .map(|object| match object.colours {
            0 => ColourPointer::None,
            offset => payloads
                .iter()
                .find(|(start, _)| *start == u64::from(offset))
                .map_or(ColourPointer::Stale(offset), |(_, index)| ColourPointer::Chunk(*index)),
        })
        .collect();
}
