//! Rectangles of video memory: their words, texels, pages, overlaps, and the part that a face uses.

use std::ops::Range;

use super::{MEMORY_HEIGHT, MEMORY_WIDTH, PAGE_HEIGHT, PAGE_WIDTH, Unplaced, VideoMemory};
use crate::bytes::Span;
use crate::scene::{
    Element, FaceRef, Palette, Scene, Surface, TexelFormat, Texels, Texture, TextureId, Upload,
    UvSpace,
};

/// Words of a texture or palette before they are placed.
pub(super) struct Content {
    pub element: Element,
    /// Position, if the file states it.
    pub position: Option<[u32; 2]>,
    /// Words per row.
    pub width: u32,
    pub height: u32,
    /// Bits of a texel; 16 for the colours of a palette.
    pub bits: u32,
    pub words: Vec<u16>,
    span: Span,
}

/// A rectangle of video memory with a texture or palette.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryBlock {
    /// The texture or palette.
    pub element: Element,
    /// Words from the left.
    pub x: u32,
    /// Rows from the top.
    pub y: u32,
    /// Words per row.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// Bits of a texel: 4, 8, 16 or 24; 16 for the colours of a palette.
    pub bits: u32,
    /// The position was chosen by this program.
    pub is_packed: bool,
    /// Indices of the blocks that share words with this one, but are made from other bytes.
    pub overlaps: Vec<usize>,
    span: Span,
}

impl Content {
    /// Contents of all textures and palettes, and the elements that cannot be uploaded.
    pub(super) fn all(scene: &Scene) -> (Vec<Self>, Vec<Unplaced>) {
        let (mut contents, mut unplaced) = (Vec::new(), Vec::new());
        for (id, texture) in scene.textures.pairs() {
            match Self::of_texture(id, texture) {
                Ok(content) => contents.push(content),
                Err(reason) => unplaced.push(Unplaced { element: Element::Texture(id), reason }),
            }
        }
        let palettes = scene.palettes.pairs();
        contents.extend(palettes.map(|(id, own)| Self::of_palette(Element::Palette(id), own)));
        (contents, unplaced)
    }

    fn of_texture(id: TextureId, texture: &Texture) -> Result<Self, String> {
        let upload = texture.pixels.upload();
        let position = upload.as_ref().map(|upload| upload.position.map(u32::from));
        let bits = texture.bits();
        let (width, words) = match upload {
            Some(Upload { width, words, .. }) => (u32::from(width), words),
            None => packed_texels(texture)?,
        };
        let rows = words.len().checked_div(width as usize).unwrap_or(0);
        let height = u32::try_from(rows).unwrap_or(u32::MAX);
        let (element, span) = (Element::Texture(id), texture.origin.span);
        Ok(Self { element, position, width, height, bits, words, span })
    }

    fn of_palette(element: Element, palette: &Palette) -> Self {
        let words = palette.loaded();
        let width = u32::try_from(words.len()).unwrap_or(u32::MAX);
        let position = palette.position.map(|position| position.map(u32::from));
        Self { element, position, width, height: 1, bits: 16, words, span: palette.origin.span }
    }

    /// Position that the file states, if any. The error is the reason why it cannot be used.
    pub(super) fn stored_position(&self) -> Option<Result<[u32; 2], String>> {
        let [x, y] = self.position?;
        let right = x.saturating_add(self.width);
        let bottom = y.saturating_add(self.height);
        let fits = right <= MEMORY_WIDTH && bottom <= MEMORY_HEIGHT;
        let size = format_args!("{MEMORY_WIDTH} × {MEMORY_HEIGHT} words");
        Some(
            fits.then_some([x, y])
                .ok_or_else(|| format!("ends at {right},{bottom}, outside {size}")),
        )
    }

    pub(super) fn block(&self, [x, y]: [u32; 2]) -> MemoryBlock {
        let &Self { element, position, width, height, bits, span, .. } = self;
        let is_packed = position.is_none();
        MemoryBlock { element, x, y, width, height, bits, is_packed, overlaps: Vec::new(), span }
    }
}

/// Words per row, and the words of a texture, rows padded to whole words.
fn packed_texels(texture: &Texture) -> Result<(u32, Vec<u16>), String> {
    if texture.format == TexelFormat::Rgba8 {
        let bits = texture.bits();
        return Err(format!("expected texels of 4, 8 or 15 bits, found {bits}-bit colours"));
    }
    let pack = |indices: Vec<u8>, per_word: u32| {
        let row = texture.width.max(1) as usize;
        let bits = 16 / per_word;
        // The lowest bits are the left texel.
        let word = |texels: &[u8]| {
            texels.iter().rev().fold(0, |word, texel| word << bits | u16::from(*texel))
        };
        let rows = indices.chunks(row);
        let words = rows.flat_map(|row| row.chunks(per_word as usize).map(word)).collect();
        (texture.width.div_ceil(per_word), words)
    };
    Ok(match texture.pixels.decode() {
        Texels::Indices(indices) if texture.format == TexelFormat::Indexed4 => pack(indices, 4),
        Texels::Indices(indices) => pack(indices, 2),
        Texels::Words(words) => (texture.width, words),
        Texels::Rgba(_) => return Err("its texels are not available".to_owned()),
    })
}

/// Finds the blocks that share words.
pub(super) fn find_overlaps(blocks: &mut [MemoryBlock]) {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|at| blocks.get(*at).map(|block| block.y));
    let mut found = Vec::new();
    for (position, first) in order.iter().enumerate() {
        let Some(one) = blocks.get(*first) else { continue };
        let below = order.iter().skip(position + 1).map_while(|at| {
            blocks.get(*at).filter(|other| other.y < one.y + one.height).map(|other| (at, other))
        });
        found.extend(below.filter(|(_, other)| one.conflicts(other)).map(|(at, _)| (*first, *at)));
    }
    for (one, other) in found {
        for (block, with) in [(one, other), (other, one)] {
            blocks.get_mut(block).into_iter().for_each(|block| block.overlaps.push(with));
        }
    }
}

/// Number of the texture page with the word at (x, y).
pub fn page_at(x: u32, y: u32) -> u32 {
    y / PAGE_HEIGHT * (MEMORY_WIDTH / PAGE_WIDTH) + x / PAGE_WIDTH
}

impl MemoryBlock {
    /// `true` for a palette.
    pub fn is_palette(&self) -> bool {
        matches!(self.element, Element::Palette(_))
    }

    /// `true` if the word at (x, y) is in the block.
    pub fn contains(&self, x: u32, y: u32) -> bool {
        let inside = |at: u32, start: u32, len: u32| at >= start && at - start < len;
        inside(x, self.x, self.width) && inside(y, self.y, self.height)
    }

    /// `true` if both have words in common, and are not views of the same bytes.
    fn conflicts(&self, other: &Self) -> bool {
        let meets = |a: u32, b: u32, length: [u32; 2]| a < b + length[1] && b < a + length[0];
        meets(self.x, other.x, [self.width, other.width])
            && meets(self.y, other.y, [self.height, other.height])
            && !self.span.overlaps(&other.span)
    }

    /// Columns and row of the texels in the word at (x, y); colours of a palette are texels of one row.
    pub fn texels_at(&self, x: u32, y: u32) -> Option<(Range<u32>, u32)> {
        let [column, row] = [x.checked_sub(self.x)?, y.checked_sub(self.y)?];
        // Texels of 24 bits can begin in one word and end in the next.
        let first = column.checked_mul(16)?.checked_div(self.bits)?;
        let end = ((column + 1) * 16).div_ceil(self.bits);
        self.contains(x, y).then_some((first..end, row))
    }

    /// `true` for a texture with words in several pages. Palettes are not addressed by page.
    pub fn crosses_pages(&self) -> bool {
        !self.is_palette() && self.pages().len() > 1
    }

    /// Numbers of the texture pages with words of the block, row by row from the top left.
    pub fn pages(&self) -> Vec<u32> {
        let pages = |start: u32, len: u32, size: u32| start / size..(start + len).div_ceil(size);
        let across = pages(self.x, self.width, PAGE_WIDTH);
        let down = pages(self.y, self.height, PAGE_HEIGHT);
        let page = |x, y| page_at(x * PAGE_WIDTH, y * PAGE_HEIGHT);
        down.flat_map(|y| across.clone().map(move |x| page(x, y))).collect()
    }
}

/// Part of video memory that a face uses.
#[derive(Clone, Debug, PartialEq)]
pub struct FaceInMemory {
    /// Index of the texture's block.
    pub texture: usize,
    /// Index of the palette's block.
    pub palette: Option<usize>,
    /// Corners around the face's edge: words from the left, rows from the top.
    pub corners: Vec<[f32; 2]>,
    /// Columns of the texture that the face uses.
    pub columns: Range<u32>,
    /// Rows of the texture that the face uses.
    pub rows: Range<u32>,
}

impl VideoMemory {
    /// The texels and the palette of a face; `None` if its texture is not in the memory.
    pub fn of_face(&self, scene: &Scene, at: FaceRef) -> Option<FaceInMemory> {
        let face = scene.mesh_of(scene.nodes.get(at.node)?)?.faces.get(at.face as usize)?;
        let material = scene.materials.get(face.material)?;
        let Surface::Textured { texture, palette } = material.surface else { return None };
        let index = self.block_of(Element::Texture(texture))?;
        let (block, stored) = (self.blocks.get(index)?, scene.textures.get(texture)?);
        let size = [stored.width as f32, stored.height as f32];
        let uvs = face.perimeter().iter().filter_map(|corner| face.uvs.get(*corner));
        let texels: Vec<[f32; 2]> = uvs
            .map(|[u, v]| match material.uv {
                // An integer coordinate is the centre of a texel.
                UvSpace::Texels => [u + 0.5, v + 0.5],
                UvSpace::Fraction => [u * size[0], v * size[1]],
            })
            .collect();
        let word =
            |[u, v]: &[f32; 2]| [block.x as f32 + u * block.bits as f32 / 16.0, block.y as f32 + v];
        Some(FaceInMemory {
            texture: index,
            palette: palette.and_then(|palette| self.block_of(Element::Palette(palette))),
            corners: texels.iter().map(word).collect(),
            columns: texel_range(texels.iter().map(|[u, _]| *u), stored.width),
            rows: texel_range(texels.iter().map(|[_, v]| *v), stored.height),
        })
    }
}

/// Texels from the lowest to the highest coordinate. If one is outside the texture, the texture
/// repeats, and all of `size` is used.
fn texel_range(coordinates: impl Iterator<Item = f32> + Clone, size: u32) -> Range<u32> {
    let low = coordinates.clone().fold(f32::INFINITY, f32::min);
    let high = coordinates.fold(f32::NEG_INFINITY, f32::max);
    if !(low >= 0.0 && high <= size as f32 + 0.5) {
        return 0..size;
    }
    low.floor() as u32..(high.ceil() as u32).min(size)
}
