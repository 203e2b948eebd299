//! Records of a texture file.

use std::sync::Arc;

use crate::bytes::layout::{Layout, Pass};
use crate::bytes::{Hint, Result, Symbol, count32};

/// Magic of a texture.
pub const MAGIC: [u8; 4] = *b"PVRT";
/// Magic of the optional global index before it.
pub const INDEX_MAGIC: [u8; 4] = *b"GBIX";

/// Size of the fields that the length counts before the texels.
const FIELDS: usize = 8;

/// Texel formats: the use of the 16 bits.
const TEXELS: &[Symbol] = &[
    Symbol { value: 0, name: "ARGB1555" },
    Symbol { value: 1, name: "RGB565" },
    Symbol { value: 2, name: "ARGB4444" },
];

/// Storage orders of texels (section 12.3).
const STORAGES: &[Symbol] = &[
    Symbol { value: 0x01, name: "twiddled" },
    Symbol { value: 0x02, name: "twiddled, mipmaps" },
    Symbol { value: 0x03, name: "vector-quantised" },
    Symbol { value: 0x04, name: "vector-quantised, mipmaps" },
    Symbol { value: 0x05, name: "4-bit indices" },
    Symbol { value: 0x06, name: "4-bit indices, mipmaps" },
    Symbol { value: 0x07, name: "8-bit indices" },
    Symbol { value: 0x08, name: "8-bit indices, mipmaps" },
    Symbol { value: 0x09, name: "rows" },
    Symbol { value: 0x0D, name: "twiddled rectangle" },
    Symbol { value: 0x10, name: "vector-quantised, small codebook" },
    Symbol { value: 0x11, name: "vector-quantised, small codebook, mipmaps" },
];

/// Global index by which the games' library finds a texture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Index {
    pub magic: [u8; 4],
    /// Stored length, if it differs from that of the payload.
    pub length: Option<u32>,
    pub payload: Payload,
}

/// Index and padding.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Payload {
    pub index: Option<u32>,
    pub fill: Vec<u8>,
}

/// Number of bytes between a stored length, which is at the start of `behind`, and the texture: the stored
/// length if a texture follows there, otherwise the usual 8 or 4.
pub(super) fn payload_len(behind: &[u8]) -> Option<usize> {
    let (stored, payload) = behind.split_first_chunk()?;
    let stored = usize::try_from(u32::from_le_bytes(*stored)).ok()?;
    let is_end = |len: &usize| payload.get(*len..).is_some_and(|rest| rest.starts_with(&MAGIC));
    Some([stored, 8, 4].into_iter().find(is_end).unwrap_or(stored))
}

impl Layout for Index {
    const TYPE: &'static str = "Index";
    const MIN_SIZE: u64 = 8;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.chars("magic", &mut self.magic)?;
        let Payload { index, fill } = &mut self.payload;
        let mut len = fill.len() + if index.is_some() { 4 } else { 0 };
        if pass.is_reading() {
            len = payload_len(pass.ahead()).unwrap_or(0);
        }
        let mut stored = self.length.unwrap_or(count32(len));
        pass.value(("length", Hint::Unit("bytes")), &mut stored)?;
        self.length = (stored != count32(len)).then_some(stored);
        pass.optional("index", len >= 4, index, ())?;
        pass.filler(fill, if len >= 4 { len - 4 } else { len })
    }
}

/// Records of a texture file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pvr {
    pub index: Option<Index>,
    pub magic: [u8; 4],
    /// The stored length is 0, and all following bytes are texels.
    pub is_open: bool,
    /// Low byte of the format word: texel format.
    pub texel: u8,
    /// Second byte of the format word: storage order.
    pub storage: u8,
    pub unused: u16,
    pub width: u16,
    pub height: u16,
    pub texels: Arc<[u8]>,
    /// Bytes after the stored length.
    pub rest: Vec<u8>,
}

impl Pvr {
    /// Format word, as used for textures in other files.
    pub fn format(&self) -> u32 {
        u32::from(self.storage) << 8 | u32::from(self.texel)
    }

    /// Width and height.
    pub fn size(&self) -> (u32, u32) {
        (self.width.into(), self.height.into())
    }
}

impl Layout for Pvr {
    const TYPE: &'static str = "Texture";
    const MIN_SIZE: u64 = 16;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        let has_index = pass.ahead().starts_with(&INDEX_MAGIC);
        pass.optional("global_index", has_index, &mut self.index, ())?;
        pass.chars("magic", &mut self.magic)?;
        if pass.is_reading() {
            self.is_open = pass.peek::<u32>() == Some(0);
        }
        let length = if self.is_open {
            pass.value(("length", Hint::Unit("bytes")), &mut 0u32)?;
            usize::try_from(pass.remaining()).unwrap_or(usize::MAX)
        } else {
            pass.count::<u32>("length", self.texels.len().saturating_add(FIELDS))?
        };
        if pass.is_reading() && length < FIELDS {
            let message =
                format_args!("length {length} is less than the {FIELDS} bytes of the fields");
            pass.lose(pass.fail_at((pass.pos() - 4, 4), "length", message))?;
        }
        pass.value(("texel", Hint::Enum(TEXELS)), &mut self.texel)?;
        pass.value(("storage", Hint::Enum(STORAGES)), &mut self.storage)?;
        pass.value(("unused", Hint::Hex), &mut self.unused)?;
        pass.value("width", &mut self.width)?;
        pass.value("height", &mut self.height)?;
        let texels =
            if pass.is_reading() { length.saturating_sub(FIELDS) } else { self.texels.len() };
        pass.bytes("texels", &mut self.texels, texels)?;
        pass.rest("rest", &mut self.rest)
    }
}
