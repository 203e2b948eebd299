//! `*.prk`: a park from the editor of Tony Hawk's Pro Skater 2. Not related to the `.pkr` archive.
//!
//! | part | field |
//! |---|---|
//! | 12 bytes | a number, the size, the theme |
//! | 8 bytes per cell | piece numbers, flags, an index |
//! | 10 × 36 bytes | gaps: 8 unknown bytes, 3 info bytes, name |
//! | 8 × 8 bytes | high scores |
//! | rest | 76 bytes of 0x33 |
//!
//! Parks of later games have another format. The meaning of cells is known from one source only, so they
//! are listed in tables and not drawn.
//!
//! Source: format document `neversoft-psx.md`, section 20.6.

mod tables;

use crate::bytes::layout::{self, Layout, Pass, Text};
use crate::bytes::{Cursor, Endian, Hint, Problems, Recorder, Result, Source, Symbol};
use crate::container::Context;
use crate::formats::{
    Capability, Counts, Displayed, EditResult, FormatInfo, Head, Loaded, Operations, Probe,
    Records, Report, Score,
};
use crate::scene::Scene;
use crate::{layout, record};

record! {
    /// Contents of a cell.
    pub struct Cell {
        /// 0xFF for no piece.
        pub pieces: [u8; 3] => Hint::Hex,
        pub unknown_03: [u8; 2] => Hint::Hex,
        /// Always 0x33.
        pub fill: u8 => Hint::Hex,
        pub flags: u8 => Hint::Hex,
        pub index: u8,
    }
}

layout! {
    /// A named gap that scores.
    pub struct Gap {
        pub unknown_00: [u8; 8] => Hint::Hex,
        pub info: [u8; 3] => Hint::Hex,
        pub name: Text<25>,
    } => |gap: &Gap| gap.name.lossy()
}

const SIZES: &[Symbol] = &[
    Symbol { value: 0, name: "16 × 16" },
    Symbol { value: 1, name: "24 × 24" },
    Symbol { value: 2, name: "30 × 30" },
    Symbol { value: 3, name: "30 × 18" },
    Symbol { value: 4, name: "60 × 6" },
];

const THEMES: &[Symbol] = &[
    Symbol { value: 0, name: "power plant" },
    Symbol { value: 1, name: "industrial" },
    Symbol { value: 2, name: "outdoor" },
    Symbol { value: 3, name: "school" },
];

/// Number of cells for each park size.
const CELLS: [usize; 5] = [16 * 16, 24 * 24, 30 * 30, 30 * 18, 60 * 6];
const GAPS: usize = 10;
const SCORES: usize = 8;
/// Bytes before the cells, and total bytes of all other parts.
const HEAD: u64 = 12;
const OTHERS: u64 = HEAD + GAPS as u64 * 36 + SCORES as u64 * 8 + 76;

/// Records of a park.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Park {
    pub unknown_00: u32,
    pub size: u32,
    pub theme: u32,
    pub cells: Vec<Cell>,
    pub gaps: Vec<Gap>,
    pub scores: Vec<[u8; 8]>,
    /// Fill bytes; everything that follows if the size is unknown.
    pub rest: Vec<u8>,
}

/// Number of cells in a park of this size.
fn cells(size: u32) -> Option<usize> {
    CELLS.get(usize::try_from(size).ok()?).copied()
}

impl Layout for Park {
    const TYPE: &'static str = "Park";
    const MIN_SIZE: u64 = HEAD;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Result<()> {
        pass.value(("unknown_00", Hint::Hex), &mut self.unknown_00)?;
        pass.value(("size", Hint::Enum(SIZES)), &mut self.size)?;
        pass.value(("theme", Hint::Enum(THEMES)), &mut self.theme)?;
        if let Some(cells) = cells(self.size) {
            pass.counted_list("cells", "cells", &mut self.cells, cells, ())?;
            pass.counted_list("gaps", "gaps", &mut self.gaps, GAPS, ())?;
            pass.counted_list("scores", ("scores", Hint::Hex), &mut self.scores, SCORES, ())?;
        }
        pass.rest("rest", &mut self.rest)
    }
}

impl Records for Park {
    const INFO: FormatInfo = FormatInfo {
        id: "neversoft.park",
        name: "Tony Hawk's Pro Skater 2 park",
        extensions: &["prk"],
        versions: &[],
        can: &[Capability::Export, Capability::Write],
    };
    const ROOT: &'static str = "Park";
    const OPERATIONS: Operations<Self> = Operations::NONE.displayed();

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let (size, theme) = (head.u32(4)?, head.u32(8)?);
        let cells = cells(size).filter(|_| theme < THEMES.len() as u32)? as u64;
        let named = head.has_extension(Self::INFO.extensions);
        let mut score = Score::new(20, format!("park of {cells} cells"));
        let fills = (0..4u64).all(|cell| head.at(HEAD + cell * 8 + 5, 1).first() == Some(&0x33));
        score.rule(fills, 20, "cells are filled with 0x33");
        score.rule(HEAD + cells * 8 + OTHERS - HEAD == head.len, 30, "matching file size");
        score.rule(named, 20, "matching extension");
        score.at_least(60)
    }

    fn is_marked(_: &Head<'_>) -> bool {
        false
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, _: &Source) -> Result<Self> {
        let mut park = Self::default();
        layout::read(cur, &mut park, (), HEAD)?;
        Ok(park)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("values", self.cells.len());
        counts.set("texts", self.gaps.iter().filter(|gap| !gap.name.bytes().is_empty()).count());
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        if cells(file.records.size).is_none() {
            report.error("size", format!("unknown size {}", file.records.size));
        }
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        Ok(layout::write(self, Endian::Little, ())?)
    }
}

impl Displayed for Loaded<Park> {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        Some((tables::scene(self), Problems::default()))
    }
}
