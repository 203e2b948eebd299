//! Palette of an image.

use super::alpha::Alpha;
use super::coding::{ChunkContent, Colours, Console};
use super::records::{Chunk, Image};
use crate::bytes::{Source, Span};
use crate::codec::ps2;
use crate::scene::{ColourTable, Origin, Spans, TextureId};

/// Maximum number of colours that indices can address.
const MAX_COLOURS: usize = 256;
/// Consecutive colours in a palette in the console's order.
const RUN: u8 = 8;

pub(super) struct Palette {
    chunk: Chunk,
    coding: Colours,
    /// In index order, with alpha in the usual range.
    pub colours: Vec<[u8; 4]>,
    alpha: Alpha,
    /// Bits 3 and 4 of an index are exchanged to address a colour.
    swizzled: bool,
}

impl Palette {
    /// Palette of an image; `None` if it has none.
    pub fn of(image: &Image, source: &Source) -> Option<Self> {
        let chunk = *image.palette()?;
        let ChunkContent::Colours(coding) = chunk.holds else { return None };
        let data = chunk.stored(source);
        let most = MAX_COLOURS.saturating_mul(coding.size());
        let stored = coding.decode(data.get(..most).unwrap_or(data));
        let alpha = Alpha::of(image, stored.iter().map(|[.., alpha]| *alpha));
        // Sixteen colours are always in plain order.
        let swizzled = image.console == Console::Ps2
            && chunk.header.is_swizzled()
            && stored.len() == MAX_COLOURS;
        let colour = |index: u8| {
            let at = if swizzled { ps2::clut_index(index) } else { index };
            let [r, g, b, a] = *stored.get(usize::from(at))?;
            Some([r, g, b, alpha.apply(a)])
        };
        let colours = (0..=u8::MAX).take(stored.len()).filter_map(colour).collect();
        Some(Self { chunk, coding, colours, alpha, swizzled })
    }

    /// Field path of the colours of image `index`.
    pub fn path(&self, image: &Image, index: usize) -> Option<String> {
        let chunk = image.chunks.iter().position(|chunk| *chunk == self.chunk)?;
        Some(format!("images[{index}].chunks[{chunk}].colours"))
    }

    /// Bytes of each colour, in index order.
    pub fn entries(&self, source: &Source, path: &str) -> Spans {
        let (size, start) = (self.coding.size() as u64, self.chunk.start);
        let run = |at: u8, count: u64| {
            let start = start.saturating_add(size * u64::from(at));
            Spans::even(source.id(), start, size, count, path.to_owned()).counted_from(at.into())
        };
        if !self.swizzled {
            return run(0, self.colours.len() as u64);
        }
        let first = (0..=u8::MAX).step_by(RUN.into());
        let runs = first.map(|first| (RUN.into(), run(ps2::clut_index(first), RUN.into())));
        Spans::joined(runs.collect())
    }

    /// Colour table of image `index`, with the name of its texture; `None` without colours.
    pub fn table(
        self,
        image: &Image,
        (source, index): (&Source, usize),
        name: &str,
        texture: TextureId,
    ) -> Option<ColourTable> {
        let path = self.path(image, index)?;
        let entries = self.entries(source, &path);
        let (size, start) = (self.coding.size() as u64, self.chunk.start);
        let count = self.colours.len() as u64;
        // An alpha that is displayed differently is not editable, as the displayed value would be stored.
        let shown = self.coding.has_alpha() && self.alpha == Alpha::AsStored;
        (count > 0).then(|| ColourTable {
            name: name.to_owned(),
            origin: Origin::new(Span::new(source.id(), start, size * count), path),
            colours: self.colours.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect(),
            alphas: self.colours.iter().map(|[.., a]| *a).filter(|_| shown).collect(),
            textures: Some(vec![texture]),
            entries,
        })
    }
}
