//! Section 1: sizes, heights, attachment points, cameras, and the action scripts.

use std::collections::BTreeMap;

use crate::bytes::layout::element_span;
use crate::bytes::{
    Bit, Cursor, Endian, Hint, Recorder, Result, Severity, Shaped, Writer, count32,
};

/// Entries of the script table.
pub const ENEMY_SCRIPTS: usize = 32;
pub const PLAYER_SCRIPTS: usize = 74;
/// A byte of a script below this plays the animation with that number; the others are opcodes.
const FIRST_OPCODE: u8 = 0x8E;
/// The weapon bit of [`Head::flags`].
pub const HAS_WEAPON: u8 = 0x80;

const FLAGS: &[Bit] = &[
    Bit::single(0x3F, "death style", "how it leaves the battle"),
    Bit::single(0x80, "weapon", "has a weapon with animations of its own"),
];

crate::record! {
    /// What precedes the script table.
    pub struct Head {
        /// Not 0: sets a bit of the death style.
        pub death: u16,
        pub flags: u8 => Hint::Flags(FLAGS),
        pub unknown_03: u8 => Hint::Hex,
        pub collision_radius: u16 => Hint::Unit("units"),
        pub shadow_x: u16 => Hint::Fixed(12),
        pub shadow_z: u16 => Hint::Fixed(12),
        /// -1 for no shadow.
        pub shadow_shift: i16,
        /// Used by the camera and the cursor.
        pub heights: [i16; 3],
        /// Bones of 16 named points; the first is the cursor's.
        pub attachments: [u8; 16] => Hint::Index("sections[0].bones"),
        pub unknown_22: u16 => Hint::Hex,
        /// Offsets from the start of this section.
        pub offsets: [u32; 8] => Hint::Hex,
        pub camera_44: [u16; 4],
        pub camera_4c: [i16; 6],
        pub camera_58: [i16; 6],
        pub camera_64: u16,
        pub unknown_66: u16 => Hint::Hex,
    }
}

/// Where an offset of this section leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// Index in [`Settings::pieces`].
    Piece(usize),
    /// No piece starts there.
    Stale(u32),
}

/// The settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Its offsets are ignored when writing: [`Settings::offsets`] counts.
    pub head: Head,
    pub offsets: [Target; 8],
    /// One an action; the first is idling.
    pub scripts: Vec<Target>,
    /// Bytes between the table and the first piece.
    pub gap: Vec<u8>,
    /// Scripts, and what the other offsets lead to, each up to the next one, in file order.
    pub pieces: Vec<Vec<u8>>,
}

impl Settings {
    /// Writes it where `out` is.
    pub fn write(&self, out: &mut Writer) {
        let table_end = Head::SIZE + u32::SIZE * self.scripts.len();
        let mut offsets = Vec::with_capacity(self.pieces.len());
        let mut at = table_end + self.gap.len();
        for piece in &self.pieces {
            offsets.push(count32(at));
            at += piece.len();
        }
        let offset = |target: &Target| match target {
            Target::Piece(index) => offsets.get(*index).copied().unwrap_or(0),
            Target::Stale(offset) => *offset,
        };
        let mut head = self.head;
        head.offsets = [0, 1, 2, 3, 4, 5, 6, 7].map(|i: usize| offset(&self.offsets[i]));
        out.shaped(&head);
        for script in &self.scripts {
            out.put(offset(script));
        }
        out.bytes(&self.gap);
        for piece in &self.pieces {
            out.bytes(piece);
        }
    }
}

/// Entries of the script table of a section that starts with `bytes`: the first script follows it.
pub fn script_count(bytes: &[u8]) -> Option<usize> {
    let first = u32::take(&mut bytes.get(Head::SIZE..)?, Endian::Little)? as usize;
    let table = first.checked_sub(Head::SIZE).filter(|table| *table > 0 && table % 4 == 0)?;
    Some(table / 4)
}

/// What a script does first, in words.
pub fn summary(script: &[u8]) -> String {
    let plays: Vec<String> =
        script.iter().take_while(|byte| **byte < FIRST_OPCODE).map(u8::to_string).collect();
    let opcode = script.get(plays.len());
    match (plays.is_empty(), opcode) {
        (true, None) => String::new(),
        (true, Some(opcode)) => format!("opcode {opcode:#04x} first"),
        (false, None) => format!("plays {}", plays.join(", ")),
        (false, Some(opcode)) => format!("plays {}, then opcode {opcode:#04x}", plays.join(", ")),
    }
}

/// Reads the settings from the cursor up to its limit, field by field into the open group.
pub fn settings<R: Recorder>(cur: &mut Cursor<'_, R>) -> Result<Settings> {
    let (start, size) = (cur.pos(), cur.remaining());
    let count = script_count(cur.peek(usize::MAX));
    let head: Head = cur.record("settings")?;
    let fits = |count: &usize| Head::SIZE as u64 + (u32::SIZE * count) as u64 <= size;
    let at = (start + Head::SIZE as u64, 4);
    let count = match count.filter(fits) {
        Some(count) => count,
        None => {
            let message = format_args!("the first script does not follow a table");
            cur.problem(Severity::Error, at, "script_offsets", message);
            0
        }
    };
    let table: Vec<u32> = cur.records_as("script_offsets", count, Hint::Hex)?;
    let first = cur.pos() - start;
    // Anything that an offset leads to starts a piece.
    let inside = |offset: u32| (first..size).contains(&offset.into()).then_some(u64::from(offset));
    let all = table.iter().chain(&head.offsets).filter_map(|offset| inside(*offset));
    let mut found: BTreeMap<u64, usize> = all.map(|offset| (offset, 0)).collect();
    found.values_mut().enumerate().for_each(|(index, number)| *number = index);
    let target = |offset: u32| match found.get(&offset.into()) {
        Some(index) => Target::Piece(*index),
        None => Target::Stale(offset),
    };
    for (index, offset) in table.iter().enumerate() {
        if target(*offset) == Target::Stale(*offset) {
            let message = format_args!("{offset:#x} leads to no script");
            let field = format!("script_offsets[{index}]");
            cur.problem(Severity::Warning, element_span::<u32>(at.0, index, ""), &field, message);
        }
    }
    let offsets = head.offsets.map(target);
    let scripts: Vec<Target> = table.iter().map(|offset| target(*offset)).collect();
    let gap_end = start + found.keys().next().copied().unwrap_or(size);
    let gap = cur.bytes_if_any("gap", gap_end)?.to_vec();
    let mut pieces = Vec::with_capacity(found.len());
    let ends: Vec<u64> = found.keys().skip(1).copied().chain([size]).collect();
    cur.array("scripts", |cur| {
        for (index, end) in ends.iter().enumerate().take(found.len()) {
            let piece = cur.element(index, "Script", |cur| {
                let piece = cur.bytes_if_any("bytes", start + end)?;
                cur.describe(|| about(index, piece, &scripts, &offsets));
                Ok(piece.to_vec())
            })?;
            pieces.push(piece);
        }
        Ok(())
    })?;
    Ok(Settings { head, offsets, scripts, gap, pieces })
}

/// What a piece is, by who refers to it.
fn about(index: usize, piece: &[u8], scripts: &[Target], offsets: &[Target; 8]) -> String {
    let own = Target::Piece(index);
    let actions: Vec<String> =
        (0..).zip(scripts).filter(|(_, t)| **t == own).map(numbered).collect();
    if actions.is_empty() {
        let at: Vec<String> =
            (0..).zip(offsets).filter(|(_, t)| **t == own).map(numbered).collect();
        return format!("what offset {} leads to", at.join(", "));
    }
    let many = actions.len();
    let who = match many {
        0..=4 => format!("action {}", actions.join(", ")),
        _ => format!("{many} actions"),
    };
    format!("{who}: {}", summary(piece))
}

fn numbered((index, _): (usize, &Target)) -> String {
    index.to_string()
}
