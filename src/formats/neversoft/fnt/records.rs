//! Records of a font.

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{ColourWord, Hint, Result};

/// Number of palette entries.
pub(super) const COLOURS: usize = 16;
/// Texels per word.
const A_WORD: u32 = 4;

crate::record! {
    /// Size and position of a glyph.
    pub struct Glyph {
        /// Words per row, of four texels each.
        pub row_words: u32,
        pub height: u32,
        /// Rows from the top of the glyph down to the baseline.
        pub ascent: i32,
        /// Visible texels per row.
        pub width: u32,
    }
}

impl Glyph {
    /// Bytes per row.
    pub fn row_bytes(&self) -> u64 {
        u64::from(self.row_words) * 2
    }

    /// Stored size of the texels, padded to a multiple of 4.
    pub fn stored_len(&self) -> u64 {
        self.row_bytes().saturating_mul(self.height.into()).saturating_add(3) & !3
    }

    /// `true` if the width ends in the last word of a row.
    pub fn is_tight(&self) -> bool {
        let row = u64::from(self.row_words) * u64::from(A_WORD);
        let width = u64::from(self.width);
        width <= row && row - width < A_WORD.into()
    }
}

/// Records of a font.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fnt {
    pub glyphs: Vec<Glyph>,
    pub palette: Vec<u16>,
    /// Texels of all glyphs, consecutively.
    pub texels: Vec<u8>,
}

impl Layout for Fnt {
    const TYPE: &'static str = "Font";
    const MIN_SIZE: u64 = 4 + 2 * COLOURS as u64;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.counted::<u32, _>("glyph_count", "glyphs", &mut self.glyphs)?;
        let colour = Hint::Colour(ColourWord::Stp15);
        pass.run(("palette", colour), &mut self.palette, COLOURS)?;
        pass.rest("texels", &mut self.texels)
    }
}

impl Fnt {
    /// File offset of each glyph's texels, followed by the end offset of the last glyph.
    pub fn offsets(&self) -> Vec<u64> {
        offsets(&self.glyphs)
    }
}

/// See [`Fnt::offsets`].
pub(super) fn offsets(glyphs: &[Glyph]) -> Vec<u64> {
    let mut at = 0_u64;
    let mut all = vec![at];
    all.extend(glyphs.iter().map(|glyph| {
        at = at.saturating_add(glyph.stored_len());
        at
    }));
    all
}
