//! Reads terrains, and names their bits.

use std::sync::Arc;

use super::records::{Layout, PARAMETERS_BIT, Parameters, TREE_BIT, TREE_WORD, VERSION, Wtd};
use super::terrain::Terrain;
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{
    BitCoding, BitReader, Cursor, Element, Endian, Hint, Record, Recorder, Result, Severity, Shape,
    Shaped, TreeRecorder, stale_count,
};
use crate::codec::zerotree::{self, Flaw, Rule, Zerotree};

/// Reads a terrain.
pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Terrain> {
    let version = cur.word_bits("version", 0, 16, BitCoding::Plain)?;
    if version != VERSION {
        let message = format_args!("unknown version {version}, expected {VERSION}");
        return Err(cur.fail_at((0, 4), "version", message));
    }
    let node_count = cur.word_bits("node_count", 16, 32, BitCoding::Plain)?;
    let vertex_count = cur.word_bits("vertex_count", 48, 32, BitCoding::Plain)?;
    let root = cur.word_bits("root_coefficient", 80, 32, BitCoding::Signed)?;
    let parameters = cur.group("parameters", "Parameters", parameters)?;
    let size = check(cur, &parameters)?;
    let mut bits = BitReader::new(cur.slice(0, cur.source_len()));
    bits.seek(TREE_BIT);
    let (tree, flaws) = Zerotree::read(&mut bits, size);
    let end = bits.position();
    let node_count = (u64::from(node_count) != tree.node_count()).then_some(node_count);
    let mut layout = Layout { node_count, ..Layout::default() };
    let is_whole = report(cur, &flaws);
    if flaws.iter().all(|flaw| !flaw.rule.stops()) {
        let rest = (end.next_multiple_of(32) - end) as u32;
        layout.last_bits = bits.read(rest).unwrap_or(0);
        if layout.last_bits != 0 {
            let message = format_args!("the bits after the tree are not 0");
            cur.problem(Severity::Note, (end / 32 * 4, 4), "squares", message);
        }
    }
    let words = end.div_ceil(32) * 4;
    name_tree(cur, &tree, words);
    layout.missing = u8::try_from(words.saturating_sub(cur.source_len())).unwrap_or(0);
    if layout.missing > 0 {
        let message =
            format_args!("the last word is {} bytes short; they are read as 0", layout.missing);
        cur.problem(Severity::Error, (words - 4, 4), "squares", message);
    }
    cur.seek(words.min(cur.source_len()))?;
    // The rest may belong to an incomplete tree: it stays unread.
    if is_whole {
        Reading { cur }.leftover("the tree", &mut layout.tail)?;
    }
    let mut terrain = Terrain::new(Wtd { parameters, root: root as i32, tree, layout });
    let vertex_count = stale_count(vertex_count, terrain.heights().len());
    Arc::make_mut(&mut terrain.wtd).layout.vertex_count = vertex_count;
    Ok(terrain)
}

/// A memory image: its bytes are stored one by one in the stream, so that numbers are little-endian
/// whereas all others are big-endian.
fn parameters<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Parameters> {
    let mut image = Vec::with_capacity(Parameters::SIZE);
    for (index, field) in (0u64..).zip(Parameters::LAYOUT.fields) {
        let coding = match field.shape {
            Shape::Scalar(repr) => BitCoding::Bytes(repr),
            _ => BitCoding::Plain,
        };
        let stored = cur.word_bits(field.name, PARAMETERS_BIT + 32 * index, 32, coding)?;
        if let Hint::Unit(unit) = field.hint {
            cur.explain(|| unit.to_owned());
        }
        image.extend(stored.to_be_bytes());
    }
    Ok(Parameters::take(&mut image.as_slice(), Endian::Little).unwrap_or_default())
}

/// Checks that the parameters can be used, and returns the size.
fn check<R: Recorder>(cur: &Cursor<'_, R>, parameters: &Parameters) -> Result<u32> {
    let at = |field: usize| (PARAMETERS_BIT + 32 * field as u64) / 32 * 4;
    let Parameters { size_x, size_y, .. } = *parameters;
    let size = u32::try_from(size_x).unwrap_or(0);
    if size_x != size_y || !size.is_power_of_two() || !(2..=zerotree::LARGEST).contains(&size) {
        let message = format_args!(
            "expected a square of 2 to 32768 steps, a power of two, found {size_x} × {size_y}"
        );
        return Err(cur.fail_at((at(2), 8), "parameters.size_x", message));
    }
    let scales = [
        (parameters.world_x_scale, 8, "parameters.world_x_scale"),
        (parameters.world_y_scale, 10, "parameters.world_y_scale"),
        (parameters.coefficient_to_z, 17, "parameters.coefficient_to_z"),
    ];
    for (scale, field, name) in scales {
        if !scale.is_finite() || scale == 0.0 {
            let message = format_args!("invalid scale {scale}");
            return Err(cur.fail_at((at(field), 8), name, message));
        }
    }
    let offsets = [
        (parameters.world_x_offset, 9, "parameters.world_x_offset"),
        (parameters.world_y_offset, 11, "parameters.world_y_offset"),
    ];
    for (offset, field, name) in offsets {
        if !offset.is_finite() {
            let message = format_args!("invalid offset {offset}");
            return Err(cur.fail_at((at(field), 8), name, message));
        }
    }
    Ok(size)
}

/// Reports flaws of the tree; returns `true` if it can be written back.
fn report<R: Recorder>(cur: &mut Cursor<'_, R>, flaws: &[Flaw]) -> bool {
    let mut lost = None;
    for flaw in flaws {
        let bit = TREE_BIT + flaw.bit;
        let (severity, message) = match flaw.rule {
            Rule::Ends => (Severity::Error, format!("the tree is incomplete at bit {bit}")),
            Rule::TooSmall => (
                Severity::Error,
                format!("at bit {bit} a square of one step has coefficients; expected none"),
            ),
            Rule::Branch { declared, used } => (
                Severity::Warning,
                format!("the square at bit {bit} states {declared} bits but has {used}"),
            ),
            Rule::AboveMax => (
                Severity::Warning,
                format!("at bit {bit} a coefficient exceeds the stated maximum"),
            ),
        };
        lost = match flaw.rule {
            Rule::Ends | Rule::TooSmall => Some("its tree is incomplete or corrupt"),
            Rule::Branch { .. } => lost.or(Some("the bit lengths of its squares are wrong")),
            Rule::AboveMax => lost,
        };
        let field = flaw.square.map_or("squares".to_owned(), |square| format!("squares[{square}]"));
        cur.problem(severity, (bit / 32 * 4, 4), &field, format_args!("{message}"));
    }
    if let Some(why) = lost {
        cur.lose_because(format_args!("the terrain cannot be written: {why}"));
    }
    lost.is_none()
}

/// Creates the fields of the tree: a list of the squares that have coefficients, each with the empty
/// squares that follow it.
fn name_tree<R: Recorder>(cur: &mut Cursor<'_, R>, tree: &Zerotree, end: u64) {
    if !R::ON {
        return;
    }
    if tree.squares.is_empty() {
        // A flat terrain consists of one bit. If the file ends before the bit, that was reported
        // already.
        if cur.word_bits("root_is_significant", TREE_BIT, 1, BitCoding::Plain).is_ok() {
            cur.explain(|| "a plain".to_owned());
        }
        return;
    }
    let first = TREE_WORD * 8;
    let start = |start: u64| u32::try_from(TREE_BIT + start - first).unwrap_or(u32::MAX);
    let starts: Vec<u32> = tree.squares.iter().map(|square| start(square.start)).collect();
    let element = Arc::new(SquareNames { tree: tree.clone(), end: end * 8 });
    cur.bit_run("squares", (TREE_WORD, end), starts.into_iter(), element);
}

/// Names the bits of a square.
struct SquareNames {
    tree: Zerotree,
    /// End of the last word.
    end: u64,
}

impl Element for SquareNames {
    fn type_name(&self) -> &'static str {
        "Square"
    }

    fn element(&self, cur: &mut Cursor<'_, TreeRecorder>, index: usize) -> Result<()> {
        let Some(square) = self.tree.squares.get(index) else { return Ok(()) };
        let next = self.tree.squares.get(index + 1);
        cur.element(index, "Square", |cur| {
            cur.describe(|| format!("{} steps at {}, {}", square.size, square.x, square.y));
            let mut at = TREE_BIT + square.start;
            let [branch, max] = square.widths.map(u32::from);
            let wide = square.max.checked_ilog2().unwrap_or(0) + 2;
            let mut bits = |name, width, coding| {
                let read = cur.word_bits(name, at, width, coding).map(drop);
                at += u64::from(width);
                read
            };
            bits("is_significant", 1, BitCoding::Plain)?;
            bits("branch_bits", branch, BitCoding::Plain)?;
            bits("largest", max, BitCoding::Plain)?;
            bits("lower_edge", wide, BitCoding::SignLast)?;
            bits("centre", wide, BitCoding::SignLast)?;
            bits("left_edge", wide, BitCoding::SignLast)?;
            // Empty squares of this one and its ancestors, and finally the padding of the last word.
            let end = next.map_or(self.end, |next| TREE_BIT + next.start);
            while at < end {
                let width = u32::try_from(end - at).unwrap_or(32).min(32);
                cur.word_bits("empty", at, width, BitCoding::Plain)?;
                cur.explain(|| format!("{width} bits of empty squares"));
                at += u64::from(width);
            }
            Ok(())
        })
    }
}
