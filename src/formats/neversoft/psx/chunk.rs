//! Tagged chunks (section 10): `u32 type, u32 length, payload`. Every known payload is read into records;
//! further payload bytes are stored as `rest`.

use super::animation::{Animations, Coding};
use crate::bytes::layout::{Layout, Named, Pass};
use crate::bytes::{Hint, Result, Severity, count32};
use crate::{layout, scene, symbols};

symbols! {
    /// Chunk types.
    pub mod tag: u32, pub TAGS {
        WIBBLE = 0x06 "texture wibble",
        PULSE = 0x07 "colour pulse",
        BLOCK_MAP = 0x0A "block map",
        ANIMATION = 0x2A "animation",
        PACKED_ANIMATION = 0x2C "packed animation",
        SPRITES = 0x45 "named sprites",
        HIER = 0x5245_4948 "HIER, parents",
        RGBS = 0x7342_4752 "RGBs, colour table",
        CHNK = 0x6B6E_6843 "Chnk, unknown data (Spider-Man PC)",
        QUAD = 0x4441_5551 "QUAD, unknown data",
        /// Ends the list; has no length.
        END = 0xFFFF_FFFF "end of the list",
    }
}

/// Maximum number of chunks: a longer list is a loop or noise.
pub const MAX_CHUNKS: usize = 256;

/// A tagged chunk.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk {
    pub tag: u32,
    pub body: Body,
    /// Payload bytes after `body`.
    pub rest: Vec<u8>,
}

/// The payload of a chunk.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Body {
    /// R, G, B, 0.
    Rgbs(Vec<[u8; 4]>),
    BlockMap(BlockMap),
    /// Parent of each object; its own index for a root.
    Hier(Vec<u16>),
    Wibble(Wibbles),
    Pulse(Vec<Pulse>),
    Animation(Animations),
    Sprites(Vec<Sprite>),
    /// Unknown payload, stored in `rest`.
    #[default]
    Unknown,
}

/// Objects that touch each cell of a grid over X and Z (section 10.1).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockMap {
    /// xmin, zmin, xmax, zmax in 20.12.
    pub bounds: [i32; 4],
    pub nx: u16,
    pub nz: u16,
    /// Cells in row order with Z as the outer index; only as many as were read.
    pub cells: Vec<Cell>,
}

impl BlockMap {
    /// `true` if every cell of the grid is stored.
    pub fn is_complete(&self) -> bool {
        self.cells.len() == usize::from(self.nx) * usize::from(self.nz)
    }
}

layout! {
    /// Objects that touch a cell.
    pub struct Cell {
        /// Two words that the loader skips; 0.
        pub skipped: [u32; 2],
        pub objects: Vec<u32> [u32 "count"] => Hint::Index("objects"),
        /// 0.
        pub end: u32,
    }
}

/// Animated texture coordinates (section 10.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wibbles {
    pub records: Vec<Wibble>,
    /// The list ends with a zero word.
    pub ended: bool,
}

/// Movement of the texture coordinates of an object's faces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wibble {
    pub object: ObjectPointer,
    pub u_speed: i16,
    pub v_speed: i16,
    pub frequency: i32,
    /// Set at run time: all U / all V amplitudes are zero.
    pub idle: [u8; 2],
    pub faces: Vec<[WibbleCorner; 4]>,
}

/// Reference to an object, stored as the file offset of its record.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObjectPointer {
    Object(u32),
    Stale(u32),
}

impl Default for ObjectPointer {
    fn default() -> Self {
        Self::Object(0)
    }
}

impl ObjectPointer {
    /// Offset of the first object and size of an object.
    const BASE: u32 = 12;
    const SIZE: u32 = 36;

    fn from_offset(offset: u32) -> Self {
        match offset.checked_sub(Self::BASE) {
            Some(at) if at % Self::SIZE == 0 => Self::Object(at / Self::SIZE),
            _ => Self::Stale(offset),
        }
    }

    fn offset(self) -> u32 {
        match self {
            Self::Object(index) => index.saturating_mul(Self::SIZE).saturating_add(Self::BASE),
            Self::Stale(offset) => offset,
        }
    }
}

crate::record! {
    /// Base coordinate, and amplitude (high nibble) and phase (low) of both axes.
    pub struct WibbleCorner {
        pub u: u8,
        pub v: u8,
        pub u_wave: u8 => Hint::Hex,
        pub v_wave: u8 => Hint::Hex,
    }
}

/// An animated `RGBs` entry (section 10.4).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pulse {
    pub entry: u8,
    pub current: u8,
    /// In 60 Hz ticks; used as the starting phase.
    pub elapsed: u8,
    pub keys: Vec<PulseKey>,
}

crate::record! {
    /// Key of a pulse: a colour and the time to the next key.
    pub struct PulseKey {
        pub r: u8 => Hint::Channel,
        pub g: u8 => Hint::Channel,
        pub b: u8 => Hint::Channel,
        /// Ticks to the next key.
        pub interval: u8 => Hint::Unit("ticks of 1/60 s"),
    }
}

layout! {
    /// A named animated sprite (section 10.5).
    pub struct Sprite {
        /// Stored with the bytes after the NUL, which need not be zero.
        pub name: [u8; 8] [text],
        pub frames: Vec<SpriteFrame> [u32 "frame_count"],
    }
}

impl Sprite {
    /// Name without its NUL.
    pub fn name(&self) -> String {
        let end = self.name.iter().position(|byte| *byte == 0).unwrap_or(self.name.len());
        String::from_utf8_lossy(self.name.get(..end).unwrap_or(&[])).into_owned()
    }
}

crate::record! {
    /// Frame of an animated sprite.
    pub struct SpriteFrame {
        /// Written by the engine.
        pub runtime: u32 => Hint::Hex,
        pub texture: u32 => Hint::Index("texture_names"),
    }
}

/// The context is the number of objects of the file. Payload bytes after the body are the `rest`.
impl Layout<usize> for Chunk {
    const TYPE: &'static str = "Chunk";
    const MIN_SIZE: u64 = 8;

    fn pass<P: Pass>(&mut self, pass: &mut P, objects: usize) -> Result<()> {
        pass.value(("type", Hint::Enum(TAGS)), &mut self.tag)?;
        if pass.is_reading() {
            self.body = Body::of(self.tag, objects);
        }
        pass.sized("length", |pass| {
            if let Err(error) = self.body.pass(pass) {
                pass.lose(error)?;
                // Of a damaged sprite list the complete sprites are retained; other damaged payloads
                // become unknown.
                if !matches!(self.body, Body::Sprites(_)) {
                    self.body = Body::Unknown;
                }
            }
            let (tag, left) = (self.tag, pass.remaining());
            let rest = (pass.pos(), left);
            let most = usize::try_from(left).unwrap_or(usize::MAX);
            let is_filler = pass.ahead().iter().take(most).all(|byte| *byte == 0);
            if left > 0 && matches!(self.body, Body::Unknown) {
                let message = format_args!("unknown payload of chunk type {tag:#010x}");
                pass.report(Severity::Note, rest, "", message);
            } else if left > 0 && !is_filler {
                let message = format_args!("{left} unexplained bytes after the chunk's content");
                pass.report(Severity::Note, rest, "rest", message);
            }
            pass.rest("rest", &mut self.rest)
        })
    }
}

impl Body {
    /// Empty body for a chunk of this type, to be read into.
    fn of(tag: u32, objects: usize) -> Self {
        match tag {
            tag::RGBS => Body::Rgbs(Vec::new()),
            tag::BLOCK_MAP => Body::BlockMap(BlockMap::default()),
            tag::HIER => Body::Hier(Vec::new()),
            tag::WIBBLE => Body::Wibble(Wibbles::default()),
            tag::PULSE => Body::Pulse(Vec::new()),
            tag::ANIMATION => Body::Animation(Animations::new(Coding::Matrices, objects)),
            tag::PACKED_ANIMATION => Body::Animation(Animations::new(Coding::Streams, objects)),
            tag::SPRITES => Body::Sprites(Vec::new()),
            _ => Body::Unknown,
        }
    }

    fn pass<P: Pass>(&mut self, pass: &mut P) -> Result<()> {
        match self {
            Body::Rgbs(colours) => pass.run_to_end(("colours", Hint::Channel), colours),
            Body::BlockMap(map) => map.pass(pass, ()),
            Body::Hier(parents) => pass.run_to_end(("parents", Hint::Index("objects")), parents),
            Body::Wibble(wibbles) => wibbles.pass(pass, ()),
            Body::Pulse(pulses) => pass.items_up_to("pulses", pulses, most::<Pulse, _>(pass), ()),
            Body::Animation(animations) => animations.pass(pass, ()),
            Body::Sprites(sprites) => pass.counted::<u32, _>("count", "sprites", sprites).map(drop),
            Body::Unknown => Ok(()),
        }
    }
}

/// Maximum number of elements that fit into the remaining bytes.
fn most<T: Layout, P: Pass>(pass: &P) -> usize {
    usize::try_from(pass.remaining() / T::MIN_SIZE).unwrap_or(usize::MAX)
}

impl Layout for BlockMap {
    const TYPE: &'static str = "BlockMap";
    const MIN_SIZE: u64 = 20;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        for (name, bound) in ["xmin", "zmin", "xmax", "zmax"].into_iter().zip(&mut self.bounds) {
            pass.value((name, Hint::Fixed(12)), bound)?;
        }
        pass.value("cells_x", &mut self.nx)?;
        pass.value("cells_z", &mut self.nz)?;
        let count = usize::from(self.nx) * usize::from(self.nz);
        let most = pass.bounded("cells_x", count, <Cell as Layout>::MIN_SIZE);
        pass.items_up_to("cells", &mut self.cells, most, ())
    }
}

impl Layout for Wibbles {
    const TYPE: &'static str = "Wibbles";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.items_up_to("records", &mut self.records, most::<Wibble, _>(pass), ())?;
        if pass.is_reading() {
            self.ended = pass.peek::<u32>() == Some(0);
        }
        if self.ended {
            pass.value("end", &mut 0u32)?;
        }
        Ok(())
    }
}

impl Layout for Wibble {
    const TYPE: &'static str = "Wibble";
    const MIN_SIZE: u64 = 16;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        if pass.is_reading() && pass.peek::<u32>() == Some(0) {
            // End of the list, which is not an element.
            return Ok(());
        }
        self.object.field("object".into(), pass, ())?;
        pass.value("u_speed", &mut self.u_speed)?;
        pass.value("v_speed", &mut self.v_speed)?;
        pass.value("frequency", &mut self.frequency)?;
        let count = pass.count::<u16>("face_count", self.faces.len())?;
        pass.value("idle", &mut self.idle)?;
        pass.run("faces", &mut self.faces, count)
    }
}

impl Layout for ObjectPointer {
    const TYPE: &'static str = "u32";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        self.field("object".into(), pass, ())
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, (): ()) -> Result<()> {
        let mut offset = self.offset();
        pass.value((named.name, Hint::Pointer), &mut offset)?;
        *self = Self::from_offset(offset);
        let object = *self;
        pass.explain(|| match object {
            ObjectPointer::Object(index) => format!("objects[{index}]"),
            ObjectPointer::Stale(_) => "does not point to an object".to_owned(),
        });
        Ok(())
    }
}

impl Layout for Pulse {
    const TYPE: &'static str = "Pulse";
    const MIN_SIZE: u64 = 4;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        if pass.is_reading() && pass.remaining() < 4 {
            // Too few bytes for another element.
            return Ok(());
        }
        pass.value("entry", &mut self.entry)?;
        let count = pass.count::<u8>("key_count", self.keys.len())?;
        pass.value("current", &mut self.current)?;
        pass.value("elapsed", &mut self.elapsed)?;
        pass.run("keys", &mut self.keys, count)
    }
}

impl Chunk {
    /// Creates a chunk without unexplained bytes.
    pub fn new(tag: u32, body: Body) -> Self {
        Self { tag, body, rest: Vec::new() }
    }

    pub fn rgbs(&self) -> Option<&[[u8; 4]]> {
        match &self.body {
            Body::Rgbs(colours) => Some(colours),
            _ => None,
        }
    }

    pub fn block_map(&self) -> Option<&BlockMap> {
        match &self.body {
            Body::BlockMap(map) => Some(map),
            _ => None,
        }
    }

    pub fn animations(&self) -> Option<&Animations> {
        match &self.body {
            Body::Animation(animations) => Some(animations),
            _ => None,
        }
    }
}

impl Pulse {
    /// Colour of the first key.
    pub fn colour(&self) -> Option<[u8; 3]> {
        self.moving().colour(0)
    }

    /// Converts the pulse to a palette animation; the colour table is chosen by the caller.
    pub fn moving(&self) -> scene::PaletteAnimation {
        let key = |key: &PulseKey| scene::PaletteKey {
            colour: [key.r, key.g, key.b],
            ticks: key.interval,
        };
        scene::PaletteAnimation {
            entry: self.entry,
            keys: self.keys.iter().map(key).collect(),
            current: self.current,
            elapsed: self.elapsed,
            ..scene::PaletteAnimation::default()
        }
    }
}

/// Offsets of the payloads of the chunks starting at `start`.
pub fn payloads(bytes: &[u8], start: usize) -> Vec<u32> {
    let word = |at: usize| bytes.get(at..)?.first_chunk().map(|word| u32::from_le_bytes(*word));
    let mut payloads = Vec::new();
    let mut at = start;
    while let Some(length) = word(at.saturating_add(4)).filter(|_| payloads.len() < MAX_CHUNKS) {
        at = at.saturating_add(8);
        payloads.push(count32(at));
        at = at.saturating_add(length as usize);
    }
    payloads
}
