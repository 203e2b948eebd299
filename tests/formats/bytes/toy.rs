//! Made-up format that uses each feature once: a header, a table of equal records, a run of elements of
//! varying length with a nested run, a text, padding, a pointer and a second pointer to the same offset.
//!
//! | offset | content |
//! |---|---|
//! | 0x00 | header: magic `TOY1`, u16 point count, u16 strip count, u32 offset of the name, u32 offset of the strips, u32 the same again |
//! | 0x14 | points |
//! | … | name, NUL, padding to 4 |
//! | … | strips: u8 kind, u8 count, count × u16 corners, and for kind 1 one colour |

use gouraud::bytes::{
    Bit, ColourWord, Confidence, Coverage, Cursor, Endian, Hint, Problems, RecordReader, Recorder,
    Result, RunOf, Shaped, Source, Tree, Writer,
};

pub const POINT_FLAGS: &[Bit] = &[
    Bit { mask: 1, name: "hidden", meaning: "not drawn", confidence: Confidence::Sure },
    Bit { mask: 0x30, name: "group", meaning: "which set", confidence: Confidence::Guess },
];

gouraud::record! {
    /// A position.
    pub struct Point {
        pub x: i16 => Hint::Fixed(4),
        pub y: i16,
        pub flags: u8 => Hint::Flags(POINT_FLAGS),
        pub rgb: [u8; 3] => Hint::Channel,
    }
}

gouraud::record! {
    /// A colour in a nested record.
    pub struct Tint {
        pub word: u16 => Hint::Colour(ColourWord::Stp15),
        pub weight: f32,
    }
}

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Strip {
    pub corners: Vec<u16>,
    pub tint: Option<Tint>,
}

#[derive(Clone, Debug, PartialEq, Default)]
pub struct Toy {
    pub points: Vec<Point>,
    pub name: Vec<u8>,
    pub strips: Vec<Strip>,
}

struct StripReader;

impl RecordReader for StripReader {
    type Out = Strip;
    const TYPE: &'static str = "Strip";
    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<Strip> {
        let kind: u8 = cur.get("kind")?;
        if kind > 1 {
            return Err(cur.fail_at(
                (cur.pos() - 1, 1),
                "kind",
                format_args!("kind {kind} is unknown"),
            ));
        }
        let count: u8 = cur.get("count")?;
        let corners = cur.records::<u16>("corners", count.into())?;
        let tint = if kind == 1 { Some(cur.record("tint")?) } else { None };
        cur.describe(|| format!("{} corners", corners.len()));
        Ok(Strip { corners, tint })
    }
}

impl Toy {
    /// Three points, a name, three strips.
    pub fn sample() -> Self {
        let point = |x, y, flags| Point { x, y, flags, rgb: [1, 2, 3] };
        let tint = Tint { word: 0x801F, weight: 0.5 };
        Self {
            points: vec![point(16, -1, 0), point(-24, 300, 0x21), point(0, 0, 0x80)],
            name: b"plaza".to_vec(),
            strips: vec![
                Strip { corners: vec![0, 1, 2], tint: None },
                Strip { corners: vec![], tint: Some(tint) },
                Strip { corners: vec![2, 1], tint: Some(tint) },
            ],
        }
    }

    /// Bytes of the file.
    pub fn write(&self, endian: Endian) -> Vec<u8> {
        let mut out = Writer::new(endian);
        out.bytes(b"TOY1");
        out.put(self.points.len() as u16);
        out.put(self.strips.len() as u16);
        let name = out.slot();
        let strips = [out.slot(), out.slot()];
        out.all(&self.points);
        out.patch(name, out.pos() as u32);
        out.bytes(&self.name);
        out.put(0u8);
        out.align(4);
        for slot in strips {
            out.patch(slot, out.pos() as u32);
        }
        for strip in &self.strips {
            out.put(u8::from(strip.tint.is_some()));
            out.put(strip.corners.len() as u8);
            out.all(&strip.corners);
            if let Some(tint) = &strip.tint {
                out.shaped(tint);
            }
        }
        out.finish()
    }

    /// Reads as much as possible; failures become problems of the cursor.
    pub fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Self {
        let read = Self::try_read(cur);
        cur.or_keep(read).unwrap_or_default()
    }

    fn try_read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Self> {
        let (counts, offsets) = cur.group("header", "Header", |cur| {
            cur.text("magic", 4)?;
            let counts: [u16; 2] = [cur.get("point_count")?, cur.get("strip_count")?];
            let mut offsets = [0u32; 3];
            for (offset, name) in offsets.iter_mut().zip(["name_at", "strips_at", "strips_again"]) {
                *offset = cur.get_as(name, Hint::Pointer)?;
            }
            Ok((counts, offsets))
        })?;
        let [name_at, strips_at, strips_again] = offsets.map(u64::from);
        let point_count = cur.bounded("points", counts[0].into(), Point::SIZE as u64);
        let points = cur.records("points", point_count)?;
        let name = cur.at(name_at, |cur| {
            let name = cur.c_string("name")?.to_vec();
            cur.align(4)?;
            Ok(name)
        });
        let name = cur.or_keep(name).unwrap_or_default();
        let strips: RunOf<Strip> =
            cur.at(strips_at, |cur| Ok(cur.run("strips", counts[1].into(), StripReader)))?;
        if strips_again == strips_at {
            cur.link("strips_again", strips_at);
        }
        Ok(Self { points, name, strips: strips.items })
    }

    pub fn open(bytes: &[u8], endian: Endian) -> Opened {
        let source = Source::from_bytes("toy", bytes.to_vec());
        let (tree, problems, toy) = Tree::record(&source, endian, "Toy", Toy::read);
        Opened { source, tree, problems, toy }
    }
}

pub struct Opened {
    pub source: Source,
    pub tree: Tree,
    pub problems: Problems,
    pub toy: Toy,
}

impl Opened {
    pub fn messages(&self) -> Vec<String> {
        self.problems.iter().map(|problem| problem.to_string()).collect()
    }
}

/// Asserts that `fields + padding + unread` is the size of the source.
pub fn assert_accounted_for(coverage: Coverage, size: u64) {
    assert_eq!(coverage.fields + coverage.padding + coverage.unread, size, "{coverage:?}");
}
