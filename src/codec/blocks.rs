//! Textures in compressed blocks of 4 × 4 texels: DXT1, DXT3 and DXT5 (BC1 to BC3), BC4, BC5 and BC7, as
//! defined by Microsoft's documentation of DirectDraw surfaces.

use texpresso::{Algorithm, COLOUR_WEIGHTS_UNIFORM, Format, Params};

/// Block format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockCode {
    /// 8 bytes: two colours and 2 bits per texel; one value may be a hole.
    Dxt1,
    /// 16 bytes: 4 bits of alpha per texel, then colours.
    Dxt3,
    /// 16 bytes: two alphas and 3 bits per texel, then colours.
    Dxt5,
    /// 8 bytes: two luminances and 3 bits per texel.
    Bc4,
    /// 16 bytes: red and green, each like the luminance of [`BlockCode::Bc4`].
    Bc5,
    /// 16 bytes in one of eight modes. Decoded only.
    Bc7,
}

/// Width and height of a block in texels.
const SIDE: u32 = 4;
/// Maximum size of a block in bytes.
const MAX_BLOCK: usize = 16;

impl BlockCode {
    /// Size of a block in bytes.
    pub fn block(self) -> usize {
        match self {
            BlockCode::Dxt1 | BlockCode::Bc4 => 8,
            _ => MAX_BLOCK,
        }
    }

    /// Codec of a block; `None` for [`BlockCode::Bc7`].
    fn coder(self) -> Option<Format> {
        Some(match self {
            BlockCode::Dxt1 => Format::Bc1,
            BlockCode::Dxt3 => Format::Bc2,
            BlockCode::Dxt5 => Format::Bc3,
            BlockCode::Bc4 => Format::Bc4,
            BlockCode::Bc5 => Format::Bc5,
            BlockCode::Bc7 => return None,
        })
    }

    /// Decodes a whole block.
    fn unpack(self, block: &[u8]) -> [[u8; 4]; 16] {
        if let Some(coder) = self.coder() {
            return coder.decompress_block(block);
        }
        let mut bytes = [0; 64];
        bcdec_rs::bc7(block, &mut bytes, 16);
        let (texels, _) = bytes.as_chunks::<4>();
        std::array::from_fn(|texel| texels.get(texel).copied().unwrap_or_default())
    }

    /// Size of a picture in bytes; blocks at its right and lower edges are whole.
    pub fn bytes(self, width: u32, height: u32) -> u64 {
        let across = u64::from(width.div_ceil(SIDE));
        across * u64::from(height.div_ceil(SIDE)) * self.block() as u64
    }

    /// Number of rows that lie completely within `len` bytes.
    pub fn rows_in(self, width: u32, len: u64) -> u32 {
        let row = self.bytes(width, SIDE).max(1);
        u32::try_from(len / row).unwrap_or(u32::MAX).saturating_mul(SIDE)
    }

    /// Offset of the block with texel (x, y).
    pub fn offset(self, width: u32, x: u32, y: u32) -> u64 {
        let across = u64::from(width.div_ceil(SIDE));
        (u64::from(y / SIDE) * across + u64::from(x / SIDE)) * self.block() as u64
    }

    /// Decodes to RGBA in row order; `None` if `data` has too few blocks.
    pub fn decode(self, (width, height): (u32, u32), data: &[u8]) -> Option<Vec<[u8; 4]>> {
        let bytes = usize::try_from(self.bytes(width, height)).ok()?;
        let blocks = data.get(..bytes)?.chunks_exact(self.block());
        let mut texels = vec![[0; 4]; (width as usize).checked_mul(height as usize)?];
        for (index, block) in blocks.enumerate() {
            let decoded = self.unpack(block);
            for (place, texel) in places(index, width, height).into_iter().zip(decoded) {
                if let Some(to) = place.and_then(|place| texels.get_mut(place)) {
                    *to = texel;
                }
            }
        }
        Some(texels)
    }

    /// Encodes a picture. Blocks in `was` that already match their texels are preserved. `None` if there
    /// are too few texels, or the format is decoded only.
    pub fn encode(
        self,
        (width, height): (u32, u32),
        texels: &[[u8; 4]],
        was: &[u8],
    ) -> Option<Vec<u8>> {
        let count = (width as usize).checked_mul(height as usize)?;
        let texels = texels.get(..count)?;
        let size = self.block();
        let mut out = vec![0; usize::try_from(self.bytes(width, height)).ok()?];
        for (index, block) in out.chunks_exact_mut(size).enumerate() {
            let at = places(index, width, height);
            let wanted = at.map(|place| place.and_then(|place| texels.get(place)).copied());
            let old = was.chunks_exact(size).nth(index);
            match old.filter(|old| self.shows(old, &wanted)) {
                Some(old) => block.copy_from_slice(old),
                None => block.copy_from_slice(self.pack(&wanted)?.get(..size)?),
            }
        }
        Some(out)
    }

    /// `true` if a block decodes to these texels; those outside the picture are ignored.
    fn shows(self, block: &[u8], wanted: &[Option<[u8; 4]>; 16]) -> bool {
        let shown = self.unpack(block);
        let is_clear = |texel: &[u8; 4]| texel.ends_with(&[0]);
        shown.iter().zip(wanted).all(|(shown, wanted)| {
            wanted.is_none_or(|wanted| wanted == *shown || is_clear(&wanted) && is_clear(shown))
        })
    }

    fn pack(self, wanted: &[Option<[u8; 4]>; 16]) -> Option<[u8; MAX_BLOCK]> {
        let mask = wanted
            .iter()
            .enumerate()
            .fold(0, |mask, (bit, texel)| mask | u32::from(texel.is_some()) << bit);
        let texels = wanted.map(Option::unwrap_or_default);
        let params = Params {
            algorithm: Algorithm::ClusterFit,
            weights: COLOUR_WEIGHTS_UNIFORM,
            weigh_colour_by_alpha: false,
        };
        let mut packed = [0; MAX_BLOCK];
        self.coder()?.compress_block_masked(texels, mask, params, &mut packed);
        Some(packed)
    }
}

/// Indices of a block's texels in the picture; `None` for those outside it.
fn places(block: usize, width: u32, height: u32) -> [Option<usize>; 16] {
    let across = width.div_ceil(SIDE).max(1) as usize;
    let (left, top) = (block % across * 4, block / across * 4);
    let (width, height) = (width as usize, height as usize);
    std::array::from_fn(|texel| {
        let (x, y) = (left + texel % 4, top + texel / 4);
        (x < width && y < height).then(|| y * width + x)
    })
}
