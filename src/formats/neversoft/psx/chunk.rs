//! Tagged chunks (section 10): `u32 type, u32 length, payload`. Every known payload is read into
//! records; what a payload holds beyond them is kept as `rest`.

use super::animation::{self, Animations, Coding};
use crate::bytes::{Cursor, Hint, RecordReader, Recorder, Result, Symbol, Writer};
use crate::scene;

/// Chunk types.
pub mod tag {
    pub const WIBBLE: u32 = 0x06;
    pub const PULSE: u32 = 0x07;
    pub const BLOCK_MAP: u32 = 0x0A;
    pub const ANIMATION: u32 = 0x2A;
    pub const PACKED_ANIMATION: u32 = 0x2C;
    pub const SPRITES: u32 = 0x45;
    pub const HIER: u32 = 0x5245_4948;
    pub const RGBS: u32 = 0x7342_4752;
    pub const CHNK: u32 = 0x6B6E_6843;
    pub const QUAD: u32 = 0x4441_5551;
    /// Ends the list; has no length.
    pub const END: u32 = 0xFFFF_FFFF;
}

/// Names of the chunk types.
pub static TAGS: &[Symbol] = &[
    Symbol { value: tag::WIBBLE, name: "texture wibble" },
    Symbol { value: tag::PULSE, name: "colour pulse" },
    Symbol { value: tag::BLOCK_MAP, name: "block map" },
    Symbol { value: tag::ANIMATION, name: "animation" },
    Symbol { value: tag::PACKED_ANIMATION, name: "packed animation" },
    Symbol { value: tag::SPRITES, name: "named sprites" },
    Symbol { value: tag::HIER, name: "HIER, parents" },
    Symbol { value: tag::RGBS, name: "RGBs, colour table" },
    Symbol { value: tag::CHNK, name: "Chnk, unknown data (Spider-Man PC)" },
    Symbol { value: tag::QUAD, name: "QUAD, unknown data" },
    Symbol { value: tag::END, name: "end of the list" },
];

/// Most chunks that are walked: more is a loop or noise.
pub const MOST_CHUNKS: usize = 256;

#[derive(Clone, Debug, PartialEq)]
pub struct Chunk {
    pub tag: u32,
    pub body: Body,
    /// Payload bytes behind what `body` explains.
    pub rest: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq)]
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
    /// Nothing but `rest`.
    Unknown,
}

/// Which objects touch which cell of a grid over X and Z (section 10.1).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockMap {
    /// xmin, zmin, xmax, zmax in 20.12.
    pub bounds: [i32; 4],
    pub nx: u16,
    pub nz: u16,
    /// Z outermost; as many as were read.
    pub cells: Vec<Cell>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Two words the loader skips; 0.
    pub skipped: [u32; 2],
    pub objects: Vec<u32>,
    /// 0.
    pub end: u32,
}

/// Animated texture coordinates (section 10.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wibbles {
    pub records: Vec<Wibble>,
    /// The list ends with a zero word.
    pub ended: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wibble {
    pub object: ObjectPointer,
    pub u_speed: i16,
    pub v_speed: i16,
    pub frequency: i32,
    /// Run-time: all U / all V amplitudes are zero.
    pub idle: [u8; 2],
    pub faces: Vec<[WibbleCorner; 4]>,
}

/// The stored number is the file offset of an object's record.
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
    /// First object's offset and the size of an object.
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
    /// In 60 Hz ticks; a real starting phase.
    pub elapsed: u8,
    pub keys: Vec<PulseKey>,
}

crate::record! {
    pub struct PulseKey {
        pub r: u8 => Hint::Channel,
        pub g: u8 => Hint::Channel,
        pub b: u8 => Hint::Channel,
        /// Ticks to the next key.
        pub interval: u8 => Hint::Unit("ticks of 1/60 s"),
    }
}

/// A named animated sprite (section 10.5).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sprite {
    pub name: [u8; 8],
    pub frames: Vec<SpriteFrame>,
}

crate::record! {
    pub struct SpriteFrame {
        /// Written by the engine.
        pub runtime: u32 => Hint::Hex,
        pub texture: u32 => Hint::Index("texture_names"),
    }
}

// --- reading ---------------------------------------------------------------------------------

/// Reads one chunk's payload, which is what is left of the cursor's limit, of a file with so many
/// objects. `lost` gets what the body does not hold of it.
pub fn read_body<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    tag: u32,
    objects: usize,
    lost: &mut Vec<String>,
) -> Result<Body> {
    let mut note_short = |read: usize, stored: u32| {
        if count(read) < stored {
            lost.push(format!("only {read} of {stored} elements of chunk {tag:#x} can be read"));
        }
    };
    Ok(match tag {
        tag::RGBS => {
            let count = (cur.remaining() / 4) as usize;
            Body::Rgbs(cur.records_as("colours", count, Hint::Channel)?)
        }
        tag::BLOCK_MAP => Body::BlockMap(read_block_map(cur)?),
        tag::HIER => {
            let count = (cur.remaining() / 2) as usize;
            Body::Hier(cur.records_as("parents", count, Hint::Index("objects"))?)
        }
        tag::WIBBLE => Body::Wibble(read_wibbles(cur)?),
        tag::PULSE => {
            let count = (cur.remaining() / 4) as usize;
            Body::Pulse(cur.run("pulses", count, PulseReader).items)
        }
        tag::ANIMATION => {
            Body::Animation(animation::read(cur, Coding::Matrices, objects, note_short)?)
        }
        tag::PACKED_ANIMATION => {
            Body::Animation(animation::read(cur, Coding::Streams, objects, note_short)?)
        }
        tag::SPRITES => {
            let stored: u32 = cur.get("count")?;
            let most = cur.bounded("count", stored.into(), 12);
            let sprites = cur.run("sprites", most, SpriteReader).items;
            note_short(sprites.len(), stored);
            Body::Sprites(sprites)
        }
        _ => Body::Unknown,
    })
}

fn read_block_map<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<BlockMap> {
    let bounds = [
        cur.get_as("xmin", Hint::Fixed(12))?,
        cur.get_as("zmin", Hint::Fixed(12))?,
        cur.get_as("xmax", Hint::Fixed(12))?,
        cur.get_as("zmax", Hint::Fixed(12))?,
    ];
    let nx: u16 = cur.get("cells_x")?;
    let nz: u16 = cur.get("cells_z")?;
    let count = cur.bounded("cells_x", u64::from(nx) * u64::from(nz), 16);
    let cells = cur.run("cells", count, CellReader).items;
    Ok(BlockMap { bounds, nx, nz, cells })
}

struct CellReader;

impl RecordReader for CellReader {
    type Out = Cell;
    const TYPE: &'static str = "Cell";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Cell> {
        let skipped = cur.shaped("skipped", Hint::Dec)?;
        let stored: u32 = cur.get("count")?;
        let objects = cur.records_as("objects", stored as usize, Hint::Index("objects"))?;
        let end = cur.get("end")?;
        Ok(Cell { skipped, objects, end })
    }
}

fn read_wibbles<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Wibbles> {
    // The end is a record whose first word is 0; a record takes at least 16 bytes.
    let most = (cur.remaining() / 16) as usize;
    let records = cur.run("records", most, WibbleReader).items;
    let ended = cur.remaining() >= 4 && cur.peek_at::<u32>(0) == Some(0);
    if ended {
        cur.get::<u32>("end")?;
    }
    Ok(Wibbles { records, ended })
}

struct WibbleReader;

impl RecordReader for WibbleReader {
    type Out = Wibble;
    const TYPE: &'static str = "Wibble";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Wibble> {
        if cur.peek_at::<u32>(0) == Some(0) {
            // Not an element: the run ends where nothing is consumed.
            return Ok(Wibble::default());
        }
        let object = ObjectPointer::from_offset(cur.get_as("object", Hint::Pointer)?);
        cur.explain(|| match object {
            ObjectPointer::Object(index) => format!("objects[{index}]"),
            ObjectPointer::Stale(_) => "points at no object".to_owned(),
        });
        let u_speed = cur.get("u_speed")?;
        let v_speed = cur.get("v_speed")?;
        let frequency = cur.get("frequency")?;
        let count: u16 = cur.get("face_count")?;
        let idle = cur.shaped("idle", Hint::Dec)?;
        let faces = cur.records("faces", usize::from(count))?;
        Ok(Wibble { object, u_speed, v_speed, frequency, idle, faces })
    }
}

struct PulseReader;

impl RecordReader for PulseReader {
    type Out = Pulse;
    const TYPE: &'static str = "Pulse";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Pulse> {
        if cur.remaining() < 4 {
            return Ok(Pulse::default());
        }
        let entry = cur.get("entry")?;
        let count: u8 = cur.get("key_count")?;
        let current = cur.get("current")?;
        let elapsed = cur.get("elapsed")?;
        let keys = cur.records("keys", usize::from(count))?;
        Ok(Pulse { entry, current, elapsed, keys })
    }
}

struct SpriteReader;

impl RecordReader for SpriteReader {
    type Out = Sprite;
    const TYPE: &'static str = "Sprite";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Sprite> {
        let mut name = [0; 8];
        // The bytes behind the NUL are kept too: nothing says that they are zero.
        name.copy_from_slice(cur.peek(8).get(..8).unwrap_or(&[0; 8]));
        cur.text("name", 8)?;
        let count: u32 = cur.get("frame_count")?;
        let frames = cur.records("frames", count as usize)?;
        Ok(Sprite { name, frames })
    }
}

// --- writing ---------------------------------------------------------------------------------

impl Chunk {
    /// A chunk without anything unexplained.
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

    pub fn write(&self, out: &mut Writer) {
        out.put(self.tag);
        let length = out.slot();
        let start = out.pos();
        self.body.write(out);
        out.bytes(&self.rest);
        out.patch(length, count(out.pos() - start));
    }
}

impl Body {
    fn write(&self, out: &mut Writer) {
        match self {
            Body::Rgbs(colours) => out.all(colours),
            Body::BlockMap(map) => map.write(out),
            Body::Hier(parents) => out.all(parents),
            Body::Wibble(wibbles) => wibbles.write(out),
            Body::Pulse(pulses) => pulses.iter().for_each(|pulse| pulse.write(out)),
            Body::Animation(animations) => animations.write(out),
            Body::Sprites(sprites) => {
                out.put(count(sprites.len()));
                for sprite in sprites {
                    out.bytes(&sprite.name);
                    out.put(count(sprite.frames.len()));
                    out.all(&sprite.frames);
                }
            }
            Body::Unknown => {}
        }
    }
}

impl BlockMap {
    fn write(&self, out: &mut Writer) {
        out.all(&self.bounds);
        out.put(self.nx);
        out.put(self.nz);
        for cell in &self.cells {
            out.shaped(&cell.skipped);
            out.put(count(cell.objects.len()));
            out.all(&cell.objects);
            out.put(cell.end);
        }
    }
}

impl Wibbles {
    fn write(&self, out: &mut Writer) {
        for record in &self.records {
            out.put(record.object.offset());
            out.put(record.u_speed);
            out.put(record.v_speed);
            out.put(record.frequency);
            out.put(u16::try_from(record.faces.len()).unwrap_or(u16::MAX));
            out.shaped(&record.idle);
            out.all(&record.faces);
        }
        if self.ended {
            out.put(0u32);
        }
    }
}

impl Pulse {
    fn write(&self, out: &mut Writer) {
        out.put(self.entry);
        out.put(u8::try_from(self.keys.len()).unwrap_or(u8::MAX));
        out.put(self.current);
        out.put(self.elapsed);
        out.all(&self.keys);
    }

    /// The colour at the start.
    pub fn colour(&self) -> Option<[u8; 3]> {
        self.moving().colour(0)
    }

    /// What it does to its entry, of whichever table.
    pub fn moving(&self) -> scene::Pulse {
        let key =
            |key: &PulseKey| scene::PulseKey { colour: [key.r, key.g, key.b], ticks: key.interval };
        scene::Pulse {
            entry: self.entry,
            keys: self.keys.iter().map(key).collect(),
            current: self.current,
            elapsed: self.elapsed,
            ..scene::Pulse::default()
        }
    }
}

/// Counts are `u32` on disc.
pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
