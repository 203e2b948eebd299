//! Sizes of the groups of a packed disc, and of the dictionary that its codec needs. The crate `nod` allocates
//! both as they are stored, before it reads any data.

use std::io::{Error, Read, Result};

use liblzma::stream::{Filters, Stream};

/// Compression of the tables and groups of a packed disc.
pub struct Packing<'a> {
    /// 0 none, 2 bzip2, 3 LZMA, 4 LZMA2, 5 Zstandard.
    pub codec: u32,
    /// Properties of LZMA and LZMA2.
    pub properties: &'a [u8],
}

impl Packing<'_> {
    /// Size of the dictionary in bytes; 0 without one.
    pub fn dictionary(&self) -> u64 {
        match (self.codec, self.properties) {
            (3, &[_, a, b, c, d, ..]) => u32::from_le_bytes([a, b, c, d]).into(),
            // Two mantissas for each power of two.
            (4, &[bits, ..]) => (2 | u64::from(bits & 1)) << (bits / 2 + 11).min(40),
            _ => 0,
        }
    }

    /// Unpacks at most `len` bytes of a table. Returns fewer if the table ends earlier.
    fn unpack(&self, packed: &[u8], len: usize) -> Result<Vec<u8>> {
        let mut filters = Filters::new();
        let reader: Box<dyn Read> = match self.codec {
            0 => Box::new(packed),
            2 => Box::new(bzip2::bufread::BzDecoder::new(packed)),
            3 | 4 => {
                match self.codec {
                    3 => filters.lzma1_properties(self.properties)?,
                    _ => filters.lzma2_properties(self.properties)?,
                };
                let stream = Stream::new_raw_decoder(&filters)?;
                Box::new(liblzma::bufread::XzDecoder::new_stream(packed, stream))
            }
            // In one step, since a frame may declare a window much larger than the table.
            5 => return zstd::bulk::decompress(packed, len),
            codec => return Err(Error::other(format!("codec {codec} is not supported"))),
        };
        let mut table = Vec::new();
        reader.take(len as u64).read_to_end(&mut table)?;
        Ok(table)
    }

    /// Unpacks a table of groups with entries of `width` bytes, and returns the largest stored size with the index
    /// of its group.
    ///
    /// # Errors
    /// If the table cannot be unpacked, or with an unknown codec.
    pub fn largest_group(&self, packed: &[u8], count: u32, width: usize) -> Result<(u32, usize)> {
        let table = self.unpack(packed, width.saturating_mul(count as usize))?;
        let size = |entry: &[u8]| match entry {
            // The highest bit marks compressed groups in an RVZ.
            &[_, _, _, _, a, b, c, d, ..] => u32::from_be_bytes([a, b, c, d]) & 0x7FFF_FFFF,
            _ => 0,
        };
        let sizes =
            table.chunks_exact(width).enumerate().map(|(index, entry)| (size(entry), index));
        Ok(sizes.max().unwrap_or_default())
    }
}
