//! Records of a `.psx` file, independent of offsets.

use super::chunk::{Chunk, MAX_CHUNKS, TAGS, tag};
use super::flags;
pub use super::model::{Bounds, Lod, Model, Normal, Vertex, vertex_kind};
pub use super::texture::{EscapeName, ExtraLists, Palette, Pixels, Texture};
pub use super::version::Version;
use crate::bytes::layout::Pass;
use crate::bytes::{Arrangement, Hint, Result};
pub use crate::formats::neversoft::transform::{Angles, Position};

crate::record! {
    /// Header of a file.
    pub struct Header {
        pub version: u16,
        /// Always 2.
        pub minor: u16,
        pub tag_offset: u32 => Hint::Pointer,
        pub object_count: u32,
    }
}

crate::record! {
    /// A placed model (section 3): `Item` in the engine, 36 bytes.
    pub struct Object {
        /// Run-time render flags; usually 0 on disc.
        pub flags: u16 => Hint::Flags(flags::OBJECT),
        pub inquiry_stamp: u16,
        pub position: Position,
        pub angles: Angles,
        pub model: u16 => Hint::Index("models"),
        pub frame: u8,
        pub tint: u8,
        pub animation: u8,
        pub region: u8,
        /// Run-time link; 0 on disc.
        pub next: u32 => Hint::Hex,
        /// Offset of the payload of an `RGBs` chunk, or 0.
        pub colours: u32 => Hint::Pointer,
    }
}

/// Target of an object's colour pointer; the stored number is recomputed on write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ColourPointer {
    #[default]
    None,
    /// The payload of this chunk.
    Chunk(usize),
    /// A number that does not point to an `RGBs` payload.
    Stale(u32),
}

/// All data starting at the tag offset. A mesh-only file ends at its tag offset.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    pub chunks: Vec<Chunk>,
    pub model_names: Vec<u32>,
    pub texture_names: Vec<u32>,
    pub palettes16: Vec<Palette>,
    pub palettes256: Vec<Palette>,
    pub escape: Option<ExtraLists>,
    pub textures: Vec<Texture>,
}

/// Part of a file that is reached by an offset, in the usual order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FileBlock {
    Model(usize),
    /// Chunks, names, palettes and the texture offsets, which are consecutive.
    Library,
    Texture(usize),
}

impl FileBlock {
    /// Field path of the offset that points to it.
    pub fn offset_path(self) -> String {
        match self {
            FileBlock::Model(index) => format!("model_offsets[{index}]"),
            FileBlock::Library => "header.tag_offset".to_owned(),
            FileBlock::Texture(index) => format!("texture_offsets[{index}]"),
        }
    }
}

/// Records of a whole file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    pub version: Version,
    pub objects: Vec<Object>,
    /// One per object; [`Object::colours`] itself is ignored on write.
    pub colour_pointers: Vec<ColourPointer>,
    pub models: Vec<Model>,
    pub library: Option<Library>,
    /// Order of the pieces and the bytes between them, which the format does not prescribe.
    pub layout: Arrangement<FileBlock>,
}

impl File {
    /// Creates an empty file.
    pub fn new(version: Version) -> Self {
        Self { version, library: Some(Library::default()), ..Self::default() }
    }

    /// Tagged chunks.
    pub fn chunks(&self) -> &[Chunk] {
        self.library.as_ref().map_or(&[], |library| &library.chunks)
    }

    /// Hashed names of textures; faces index this list.
    pub fn texture_names(&self) -> &[u32] {
        self.library.as_ref().map_or(&[], |library| &library.texture_names)
    }

    /// Names of the textures that the file contains.
    pub fn defined_textures(&self) -> impl Iterator<Item = u32> {
        let textures = self.library.iter().flat_map(|library| &library.textures);
        textures.filter_map(|texture| self.texture_names().get(texture.name as usize).copied())
    }

    /// `true` if its named sprites are used: the loader reads them only from files without objects.
    pub fn shows_sprites(&self) -> bool {
        self.objects.is_empty()
    }

    /// Last chunk of a kind, with its index: when a type occurs twice, the engine uses the last.
    pub fn last<'a, T>(&'a self, pick: impl Fn(&'a Chunk) -> Option<T>) -> Option<(usize, T)> {
        let mut numbered = self.chunks().iter().enumerate().rev();
        numbered.find_map(|(index, chunk)| Some((index, pick(chunk)?)))
    }

    /// Like [`File::last`], without the index.
    pub fn last_chunk<'a, T>(&'a self, pick: impl Fn(&'a Chunk) -> Option<T>) -> Option<T> {
        self.last(pick).map(|(_, found)| found)
    }

    /// Piece whose bytes a model or texture shares.
    pub fn shared_with(&self, piece: FileBlock) -> Option<FileBlock> {
        // Sorted by piece.
        let at = self.layout.shared.binary_search_by_key(&piece, |(piece, _)| *piece).ok()?;
        self.layout.shared.get(at).map(|(_, with)| *with)
    }

    /// `true` if the offset of a model or texture is invalid.
    pub fn is_lost(&self, piece: FileBlock) -> bool {
        self.layout.stale.binary_search_by_key(&piece, |(piece, _)| *piece).is_ok()
    }

    /// Field path of a model or texture, or of the one whose bytes it shares.
    pub fn path(&self, piece: FileBlock) -> String {
        match self.shared_with(piece).unwrap_or(piece) {
            FileBlock::Model(index) => format!("models[{index}]"),
            FileBlock::Library => String::new(),
            FileBlock::Texture(index) => format!("textures[{index}]"),
        }
    }
}

/// Processes the tables after the header: `count` objects, and the offsets of the models.
///
/// # Errors
/// Returns an error if the tables are truncated.
pub fn tables<P: Pass>(
    pass: &mut P,
    objects: &mut Vec<Object>,
    count: usize,
    models: &mut Vec<u32>,
) -> Result<()> {
    pass.counted_list("header.object_count", "objects", objects, count, ())?;
    let count = pass.count::<u32>("model_count", models.len())?;
    pass.counted_list("model_count", ("model_offsets", Hint::Pointer), models, count, ())
}

impl Library {
    /// Processes the library with the offsets of its textures, whose data are elsewhere. `models` and
    /// `objects` are the counts of the file.
    ///
    /// # Errors
    /// Returns an error if the library is truncated or its chunk list has no end.
    pub fn pass<P: Pass>(
        &mut self,
        pass: &mut P,
        (models, objects): (usize, usize),
        textures: &mut Vec<u32>,
    ) -> Result<()> {
        let more = |read: &[Chunk], ahead: &[u8]| {
            let next = ahead.first_chunk().map(|bytes| u32::from_le_bytes(*bytes));
            read.len() < MAX_CHUNKS && next.is_some_and(|tag| tag != tag::END)
        };
        pass.items_while("chunks", &mut self.chunks, more, objects)?;
        if pass.is_reading() && pass.peek() != Some(tag::END) {
            let message = "the chunk list has no end marker";
            return Err(match self.chunks.len() {
                MAX_CHUNKS => pass.fail("chunks", format_args!("more than {MAX_CHUNKS} chunks")),
                _ => pass.fail("", format_args!("{message}")),
            });
        }
        pass.value(("chunks_end", Hint::Enum(TAGS)), &mut { tag::END })?;
        let names = if pass.is_reading() { models } else { self.model_names.len() };
        let named = ("model_names", Hint::Name);
        pass.counted_list("model_names", named, &mut self.model_names, names, ())?;
        let count = pass.count::<u32>("texture_name_count", self.texture_names.len())?;
        let named = ("texture_names", Hint::Name);
        pass.counted_list("texture_name_count", named, &mut self.texture_names, count, ())?;
        for (count_name, name, palettes, colours) in [
            ("pal16_count", "palettes16", &mut self.palettes16, 16),
            ("pal256_count", "palettes256", &mut self.palettes256, 256),
        ] {
            let count = pass.count::<u32>(count_name, palettes.len())?;
            let there = pass.bounded_or_lost(count_name, count, 4 + 2 * colours as u64)?;
            pass.items(name, palettes, there, colours)?;
        }
        if pass.is_reading() {
            self.escape = (pass.peek() == Some(u32::MAX)).then(ExtraLists::default);
        }
        if let Some(escape) = &mut self.escape {
            crate::bytes::layout::Layout::pass(escape, pass, ())?;
        }
        let count = pass.count::<u32>("texture_count", textures.len())?;
        pass.counted_list("texture_count", ("texture_offsets", Hint::Pointer), textures, count, ())
    }
}
