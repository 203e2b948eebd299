//! Reads the records. Every violated rule is reported as a problem, and reading continues where possible.

use std::collections::{BTreeSet, HashMap};

use super::chunk::{payloads, tag};
use super::records::{
    ColourPointer, File, FileBlock, Header, Library, Model, Texture, Version, tables, vertex_kind,
};
use super::write::USUAL_GAP;
use crate::bytes::layout::{Context, Layout, Reading, field_span};
use crate::bytes::{Arrangement, Cursor, Recorder, Result, Severity, overlapping};

/// Reads a whole file.
///
/// # Errors
/// Returns an error if the header is invalid.
pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<File> {
    let header: Header = cur.record("header")?;
    let version = Version::of(header.version, header.minor).ok_or_else(|| {
        let Header { version, minor, .. } = header;
        let message =
            format_args!("unknown version {version}, {minor} (expected 3, 4 or 6, then 2)");
        cur.fail_at(field_span::<Header>(0, "version"), "header.version", message)
    })?;
    let mut file = File { version, ..File::default() };
    let mut found =
        CollectedPieces { tag_offset: header.tag_offset.into(), ..CollectedPieces::default() };
    if let Err(error) = found.body(cur, &mut file, &header) {
        cur.lose(error);
    }
    file.layout = found.arrange(cur);
    let payloads = match file.library {
        Some(_) => payloads(cur.slice(0, cur.source_len()), header.tag_offset as usize),
        None => Vec::new(),
    };
    file.colour_pointers = colour_pointers(&file, &payloads);
    Ok(file)
}

/// Collected pieces of a file.
#[derive(Default)]
struct CollectedPieces {
    tables_end: u64,
    tag_offset: u64,
    /// Extents of the pieces in the usual order.
    extents: Vec<(FileBlock, (u64, u64))>,
    shared: Vec<(FileBlock, FileBlock)>,
    stale: Vec<(FileBlock, u32)>,
    /// Total size of the pieces that were copied because several offsets lead to them.
    copied: u64,
}

impl CollectedPieces {
    fn body<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        file: &mut File,
        header: &Header,
    ) -> Result<()> {
        let mut models = Vec::new();
        let count = header.object_count as usize;
        let read = tables(&mut Reading { cur }, &mut file.objects, count, &mut models);
        self.tables_end = cur.pos();
        read?;
        file.version = sub_variant(cur, file.version, &models);
        file.models =
            self.pieces::<Model, _, _>(cur, ("models", FileBlock::Model), &models, file.version)?;
        let end = cur.source_len();
        if self.tag_offset == end {
            // A file with meshes only: without chunks, names or textures [S OpenTony].
            return Ok(());
        }
        if self.tag_offset < self.tables_end || self.tag_offset > end {
            let at = self.tag_offset;
            let tables_end = self.tables_end;
            let message =
                format_args!("the tag offset {at:#x} is outside {tables_end:#x} to {end:#x}");
            let span = field_span::<Header>(0, "tag_offset");
            return Err(cur.fail_at(span, "header.tag_offset", message));
        }
        let (mut library, mut textures) = (Library::default(), Vec::new());
        let counts = (models.len(), file.objects.len());
        let read = cur.within(self.tag_offset, end, |cur| {
            let read = library.pass(&mut Reading { cur }, counts, &mut textures);
            self.extents.push((FileBlock::Library, (self.tag_offset, cur.pos())));
            read
        });
        if read.is_ok() {
            let pieces = ("textures", FileBlock::Texture as fn(usize) -> FileBlock);
            library.textures = self.pieces::<Texture, _, _>(cur, pieces, &textures, ())?;
        }
        file.library = Some(library);
        read
    }

    /// Reads the pieces at `offsets`. Pieces that are reached again become copies.
    fn pieces<T: Layout<C> + Clone, C: Context, R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        (name, piece): (&'static str, fn(usize) -> FileBlock),
        offsets: &[u32],
        context: C,
    ) -> Result<Vec<T>> {
        let len = cur.source_len();
        let starts = offsets.iter().map(|offset| u64::from(*offset));
        // A piece ends at the start of the next one at the latest.
        let ends: BTreeSet<u64> = starts.chain([self.tag_offset, len]).collect();
        let mut known: HashMap<u32, (usize, u64)> = HashMap::new();
        let mut list: Vec<T> = Vec::with_capacity(offsets.len());
        cur.array(name, |cur| {
            for (index, offset) in offsets.iter().enumerate() {
                let start = u64::from(*offset);
                let mut item = T::default();
                if let Some((with, size)) = known.get(offset).copied() {
                    cur.link_element(index, start);
                    self.shared.push((piece(index), piece(with)));
                    if self.may_copy(cur, index, start, size) {
                        item = list.get(with).cloned().unwrap_or_default();
                    }
                } else if start < self.tables_end || start >= len {
                    self.stale.push((piece(index), *offset));
                    cur.lose_because(format_args!("{name}[{index}] is outside the file"));
                } else {
                    let end = ends.range(start + 1..).next().copied().unwrap_or(len).min(len);
                    let end = cur.within(start, end, |cur| {
                        let read = cur.element(index, T::TYPE, |cur| {
                            let read = item.pass(&mut Reading { cur }, context);
                            cur.describe(|| item.summary());
                            read
                        });
                        read.unwrap_or_else(|error| cur.lose(error));
                        Ok(cur.pos())
                    })?;
                    known.insert(*offset, (index, end - start));
                    self.extents.push((piece(index), (start, end)));
                }
                list.push(item);
            }
            Ok(())
        })?;
        Ok(list)
    }

    /// `true` if one more offset may have its own copy of the `size` bytes at `start`: all copies
    /// together must not exceed the size of the file.
    fn may_copy<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        index: usize,
        start: u64,
        size: u64,
    ) -> bool {
        self.copied = self.copied.saturating_add(size);
        let may = self.copied <= cur.source_len();
        if !may {
            let path = format!("[{index}]");
            let message = format_args!("copies of shared pieces exceed the size of the file");
            cur.problem(Severity::Error, (start, size), &path, message);
        }
        may
    }

    /// Order of the pieces, and the bytes between them.
    fn arrange<R: Recorder>(self, cur: &mut Cursor<'_, R>) -> Arrangement<FileBlock> {
        for (piece, _) in overlapping(self.tables_end, &self.extents) {
            cur.lose_because(format_args!("{piece:?} overlaps the preceding data"));
        }
        let start = (0, self.tables_end);
        let (layout, mut free) = Arrangement::spaced(cur, start, &self.extents, |_| USUAL_GAP);
        // Bytes that are not zero are reported as unread.
        free.retain(|(start, end)| cur.slice(*start, *end).iter().all(|byte| *byte == 0));
        cur.paddings(&free);
        Arrangement { shared: self.shared, stale: self.stale, ..layout }
    }
}

/// Distinguishes the two version-3 layouts by the first model (section 4.2): tests for a plausible vertex
/// type at its offset with and without the level-of-detail pair.
fn sub_variant<R: Recorder>(cur: &Cursor<'_, R>, version: Version, models: &[u32]) -> Version {
    let (Version::V3 { .. }, Some(first)) = (version, models.first()) else { return version };
    let word = |at: u64| {
        let bytes = cur.slice(u64::from(*first) + at, u64::from(*first) + at + 2);
        bytes.first_chunk().map(|b| u16::from_le_bytes(*b))
    };
    let plausible = |at| word(at).is_some_and(|kind| kind & !vertex_kind::TESTED == 0);
    let (absent, present) = (plausible(32 + 6), plausible(32 + 10));
    if absent != present {
        return Version::V3 { lod: present };
    }
    // If that is ambiguous, all vertices and normals are checked; the latter end with a zero.
    let [vertices, normals] = [4, 8].map(|at| u64::from(word(at).unwrap_or(0)));
    let fits = |from: u64| {
        let types = (0..vertices).all(|vertex| plausible(from + 8 * vertex + 6));
        types && (vertices..vertices + normals).all(|at| word(from + 8 * at + 6) == Some(0))
    };
    let (absent, present) = (fits(32), fits(36));
    let lod = if absent != present {
        present
    } else {
        word(32) == Some(0x7FFF) || word(34) == Some(0xFFFF)
    };
    Version::V3 { lod }
}

/// Resolves each object's colour pointer to a chunk.
fn colour_pointers(file: &File, payloads: &[u32]) -> Vec<ColourPointer> {
    let mut tables = HashMap::new();
    for (index, (chunk, payload)) in file.chunks().iter().zip(payloads).enumerate() {
        if chunk.tag == tag::RGBS {
            tables.entry(*payload).or_insert(index);
        }
    }
    let pointer = |offset: u32| match tables.get(&offset) {
        _ if offset == 0 => ColourPointer::None,
        Some(chunk) => ColourPointer::Chunk(*chunk),
        None => ColourPointer::Stale(offset),
    };
    file.objects.iter().map(|object| pointer(object.colours)).collect()
}
