//! The palette of an image.

use super::alpha::Alpha;
use super::coding::{Colours, Console, Holds};
use super::records::{Chunk, Image};
use crate::bytes::{Source, Span};
use crate::codec::ps2;
use crate::scene::{ColourTable, Origin, Spans, TextureId};

/// The most colours that indices can name.
const MOST: usize = 256;
/// Colours that stand side by side in a palette in the console's order.
const RUN: u8 = 8;

pub(super) struct Palette {
    chunk: Chunk,
    coding: Colours,
    /// In the order of the indices, with alpha as others have it.
    pub colours: Vec<[u8; 4]>,
    alpha: Alpha,
    /// Bits 3 and 4 of an index are exchanged to find its colour.
    swizzled: bool,
}

impl Palette {
    /// `None` without a palette.
    pub fn of(image: &Image, source: &Source) -> Option<Self> {
        let chunk = *image.palette()?;
        let Holds::Colours(coding) = chunk.holds else { return None };
        let data = chunk.stored(source);
        let most = MOST.saturating_mul(coding.size());
        let stored = coding.decode(data.get(..most).unwrap_or(data));
        let alpha = Alpha::of(image, stored.iter().map(|[.., alpha]| *alpha));
        // Sixteen colours stay in order whatever the flag says.
        let swizzled =
            image.console == Console::Ps2 && chunk.header.is_swizzled() && stored.len() == MOST;
        let colour = |index: u8| {
            let at = if swizzled { ps2::clut_index(index) } else { index };
            let [r, g, b, a] = *stored.get(usize::from(at))?;
            Some([r, g, b, alpha.apply(a)])
        };
        let colours = (0..=u8::MAX).take(stored.len()).filter_map(colour).collect();
        Some(Self { chunk, coding, colours, alpha, swizzled })
    }

    /// The table of image `index`, called like its texture; `None` without colours.
    pub fn table(
        self,
        image: &Image,
        (source, index): (&Source, usize),
        name: &str,
        texture: TextureId,
    ) -> Option<ColourTable> {
        let chunk = image.chunks.iter().position(|chunk| *chunk == self.chunk)?;
        let path = format!("images[{index}].chunks[{chunk}].colours");
        let (size, start) = (self.coding.size() as u64, self.chunk.start);
        let count = self.colours.len() as u64;
        let run = |at: u8, count: u64| {
            let start = start.saturating_add(size * u64::from(at));
            Spans::even(source.id(), start, size, count, path.clone()).counted_from(at.into())
        };
        let entries = if self.swizzled {
            let first = (0..=u8::MAX).step_by(RUN.into());
            let runs = first.map(|first| (RUN.into(), run(ps2::clut_index(first), RUN.into())));
            Spans::joined(runs.collect())
        } else {
            run(0, count)
        };
        // An alpha that is not shown as it is stored is not edited: it would be stored as shown.
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
