//! Section 1: sizes, heights, attachment points, cameras, and the action scripts.
//!
//! Source: format document `ff7-action-scripts.md`, section 1.

use std::collections::BTreeMap;

use crate::bytes::layout::{self, Layout, Writing, element_span};
use crate::bytes::{
    Bit, Cursor, Endian, Hint, Recorder, Result, Severity, Shaped, Writer, count32,
};
use crate::formats::ff7::script::{Script, TextureScript, in_words};

/// The weapon bit of [`Head::flags`].
pub const HAS_WEAPON: u8 = 0x80;
/// Maximum offset of a script that is decoded; the scripts of a unit take less than a sixteenth of this.
const MAX_SCRIPTS: u64 = 1 << 16;

const FLAGS: &[Bit] = &[
    Bit::single(
        0x3F,
        "death effect",
        "0: red fade, 1 and 10: breaks into polygons, 2: flattens, 3: twists, 7: turns like a \
         sheet and fades, 8: flies up, 17 and 18: slow, with flashes",
    ),
    Bit::single(0x80, "weapon", "has a weapon with its own animations"),
];

crate::record! {
    /// Bones of the attachment points, by slot; 255 for none. Opcodes and cameras name slots.
    pub struct Attachments {
        /// For the cursor, target point and numbers.
        pub target: u8 => BONE,
        pub point_1: u8 => BONE,
        pub point_2: u8 => BONE,
        pub point_3: u8 => BONE,
        pub point_4: u8 => BONE,
        pub point_5: u8 => BONE,
        /// Probably a hand or a muzzle.
        pub hand_6: u8 => BONE,
        pub hand_7: u8 => BONE,
        pub point_8: u8 => BONE,
        pub point_9: u8 => BONE,
        pub point_a: u8 => BONE,
        /// Source of dust.
        pub foot_b: u8 => BONE,
        pub foot_c: u8 => BONE,
        pub point_d: u8 => BONE,
        pub point_e: u8 => BONE,
        pub point_f: u8 => BONE,
    }
}

const BONE: Hint = Hint::Index("sections[0].bones");

impl Attachments {
    /// The slots with their names.
    pub fn slots(&self) -> [(&'static str, u8); 16] {
        [
            ("target", self.target),
            ("point_1", self.point_1),
            ("point_2", self.point_2),
            ("point_3", self.point_3),
            ("point_4", self.point_4),
            ("point_5", self.point_5),
            ("hand_6", self.hand_6),
            ("hand_7", self.hand_7),
            ("point_8", self.point_8),
            ("point_9", self.point_9),
            ("point_a", self.point_a),
            ("foot_b", self.foot_b),
            ("foot_c", self.foot_c),
            ("point_d", self.point_d),
            ("point_e", self.point_e),
            ("point_f", self.point_f),
        ]
    }
}

crate::record! {
    /// A camera position, relative to the unit's.
    pub struct CameraPlace {
        pub eye: [i16; 3] => Hint::Unit("units"),
        pub look_at: [i16; 3] => Hint::Unit("units"),
    }
}

crate::record! {
    /// The header before the script table.
    pub struct Head {
        /// If not 0, sets a bit of an enemy's death effect.
        pub death: u16,
        pub flags: u8 => Hint::Flags(FLAGS),
        pub unknown_03: u8 => Hint::Hex,
        /// Distance at which attackers stop, multiplied by the unit's scale.
        pub collision_radius: u16 => Hint::Unit("units"),
        pub shadow_x: u16 => Hint::Fixed(12),
        pub shadow_z: u16 => Hint::Fixed(12),
        /// Offset of the shadow along z.
        pub shadow_offset: i16 => Hint::Unit("units"),
        /// Height of the name and cursor; the status icon of an enemy is 900 higher.
        pub cursor_height: i16 => Hint::Unit("units"),
        /// Height of the jump of opcode E9.
        pub jump_height: i16 => Hint::Unit("units"),
        /// Height of the status icons and numbers of a player.
        pub status_height: i16 => Hint::Unit("units"),
        pub attachments: Attachments,
        /// Padding.
        pub filler_22: u16 => Hint::Hex,
        /// Offsets of texture animations from the start of this section, for opcode F8.
        pub texture_animations: [u32; 8] => Hint::Hex,
        /// Halved, but at least 256, for a unit with a scale below 1.
        pub camera_distances: [u16; 4] => Hint::Unit("units"),
        /// Camera whose heights are absolute.
        pub camera_0: CameraPlace,
        pub camera_1: CameraPlace,
        /// Added to the height of the camera's target.
        pub look_at_height: i16 => Hint::Unit("units"),
        /// Padding.
        pub filler_66: u16 => Hint::Hex,
    }
}

/// Target of an offset in this section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OffsetTarget {
    /// Index in [`Settings::pieces`].
    Block(usize),
    /// An offset at which no block starts.
    Stale(u32),
}

/// The settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The header. On writing, its offsets are ignored and those of [`Settings::textures`] are used.
    pub head: Head,
    /// Texture animations by number.
    pub textures: [OffsetTarget; 8],
    /// One script per action; the first is idling.
    pub scripts: Vec<OffsetTarget>,
    /// Bytes between the table and the first piece.
    pub gap: Vec<u8>,
    /// Scripts and texture animations in file order, each up to the next one.
    pub pieces: Vec<SectionBlock>,
}

/// Content that offsets of this section point to.
#[derive(Clone, Debug, PartialEq)]
pub enum SectionBlock {
    Script(Script),
    Texture(TextureScript),
    /// Bytes of a script that starts after the maximum offset.
    Raw(Vec<u8>),
}

impl SectionBlock {
    /// The script, if it is one.
    pub fn script(&self) -> Option<&Script> {
        match self {
            SectionBlock::Script(script) => Some(script),
            SectionBlock::Texture(_) | SectionBlock::Raw(_) => None,
        }
    }

    fn write(&self, out: &mut Writer) -> Result<()> {
        match self.clone() {
            SectionBlock::Script(mut script) => script.pass(&mut Writing::new(out), 0),
            SectionBlock::Texture(mut texture) => texture.pass(&mut Writing::new(out), ()),
            SectionBlock::Raw(bytes) => {
                out.bytes(&bytes);
                Ok(())
            }
        }
    }
}

impl Settings {
    /// Writes the settings at the end of `out`.
    ///
    /// # Errors
    /// See [`Layout::pass`].
    pub fn write(&self, out: &mut Writer) -> Result<()> {
        let start = out.pos();
        out.shaped(&self.head);
        let slots: Vec<_> = self.scripts.iter().map(|_| out.slot()).collect();
        out.bytes(&self.gap);
        let mut offsets = Vec::with_capacity(self.pieces.len());
        for piece in &self.pieces {
            offsets.push(count32(out.pos() - start));
            piece.write(out)?;
        }
        let offset = |target: &OffsetTarget| match target {
            OffsetTarget::Block(index) => offsets.get(*index).copied().unwrap_or(0),
            OffsetTarget::Stale(offset) => *offset,
        };
        let texture_animations = self.textures.each_ref().map(offset);
        out.overwrite(start, &Head { texture_animations, ..self.head });
        for (slot, script) in slots.into_iter().zip(&self.scripts) {
            out.patch(slot, offset(script));
        }
        Ok(())
    }

    /// The scripts with their piece indices.
    pub fn scripts(&self) -> impl Iterator<Item = (usize, &Script)> {
        let scripts = self.pieces.iter().map(SectionBlock::script).enumerate();
        scripts.filter_map(|(index, script)| Some((index, script?)))
    }

    /// The actions that run each piece.
    pub fn actions(&self) -> Vec<Vec<usize>> {
        let mut actions = vec![Vec::new(); self.pieces.len()];
        for (action, target) in self.scripts.iter().enumerate() {
            if let OffsetTarget::Block(piece) = target
                && let Some(own) = actions.get_mut(*piece)
            {
                own.push(action);
            }
        }
        actions
    }
}

/// Number of entries in the script table of a section that starts with `bytes`; the first script follows
/// the table.
pub fn script_count(bytes: &[u8]) -> Option<usize> {
    let first = u32::take(&mut bytes.get(Head::SIZE..)?, Endian::Little)? as usize;
    let table = first.checked_sub(Head::SIZE).filter(|table| *table > 0 && table % 4 == 0)?;
    Some(table / 4)
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
            let message =
                format_args!("invalid script table: expected the first script directly after it");
            cur.problem(Severity::Error, at, "script_offsets", message);
            0
        }
    };
    let table: Vec<u32> = cur.records_as("script_offsets", count, Hint::Hex)?;
    let first = cur.pos() - start;
    // A block starts at the target of every offset.
    let inside = |offset: u32| (first..size).contains(&offset.into()).then_some(u64::from(offset));
    let mut starts: BTreeMap<u64, BlockUsers> = BTreeMap::new();
    for (action, offset) in table.iter().enumerate() {
        if let Some(at) = inside(*offset) {
            starts.entry(at).or_default().actions.push(action);
        }
    }
    for (number, offset) in head.texture_animations.iter().enumerate() {
        if let Some(at) = inside(*offset) {
            starts.entry(at).or_default().textures.push(number);
        }
    }
    let gap_end = start + starts.keys().next().copied().unwrap_or(size);
    let gap = cur.bytes_if_any("gap", gap_end)?.to_vec();
    let (pieces, starts) = pieces(cur, start, size, starts)?;
    let target = |offset: u32| match starts.binary_search(&offset.into()) {
        Ok(index) => OffsetTarget::Block(index),
        Err(_) => OffsetTarget::Stale(offset),
    };
    for (index, offset) in table.iter().enumerate() {
        if target(*offset) == OffsetTarget::Stale(*offset) {
            let message = format_args!("no script at {offset:#x}");
            let field = format!("script_offsets[{index}]");
            cur.problem(Severity::Warning, element_span::<u32>(at.0, index, ""), &field, message);
        }
    }
    let textures = head.texture_animations.map(target);
    let scripts = table.iter().map(|offset| target(*offset)).collect();
    Ok(Settings { head, textures, scripts, gap, pieces })
}

/// Actions and texture animations that refer to a piece.
#[derive(Default)]
struct BlockUsers {
    actions: Vec<usize>,
    textures: Vec<usize>,
}

impl BlockUsers {
    fn words(&self) -> String {
        let list =
            |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        match (self.actions.len(), self.textures.is_empty()) {
            (0, true) => "no action".to_owned(),
            (0, false) => format!("texture animation {}", list(&self.textures)),
            (1..=4, _) => format!("action {}", list(&self.actions)),
            (many, _) => format!("{many} actions"),
        }
    }

    fn is_texture(&self) -> bool {
        self.actions.is_empty() && !self.textures.is_empty()
    }
}

/// Reads everything after the table: the targets of offsets, and scripts after the end of others, which
/// no action runs. Returns the pieces and their offsets.
fn pieces<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    section: u64,
    size: u64,
    mut starts: BTreeMap<u64, BlockUsers>,
) -> Result<(Vec<SectionBlock>, Vec<u64>)> {
    let mut pieces = Vec::with_capacity(starts.len());
    cur.array("scripts", |cur| {
        let mut next = starts.keys().next().copied();
        while let Some(at) = next {
            let end = starts.range(at + 1..).next().map_or(size, |(end, _)| *end);
            let who = starts.get(&at);
            let is_texture = who.is_some_and(BlockUsers::is_texture);
            let type_name = if is_texture { "TextureAnimation" } else { "Script" };
            let (piece, reached) = cur.within(section + at, section + end, |cur| {
                cur.element(pieces.len(), type_name, |cur| {
                    let who = || who.map_or_else(String::new, BlockUsers::words);
                    let piece = if at > MAX_SCRIPTS {
                        let span = (cur.pos(), cur.remaining());
                        let message = format_args!("script starts past 64 KiB: not decoded");
                        cur.problem(Severity::Note, span, "bytes", message);
                        cur.describe(who);
                        SectionBlock::Raw(cur.bytes_if_any("bytes", cur.limit())?.to_vec())
                    } else if is_texture {
                        let mut texture = TextureScript::default();
                        layout::read(cur, &mut texture, (), 0)?;
                        cur.describe(who);
                        SectionBlock::Texture(texture)
                    } else {
                        let mut script = Script::default();
                        layout::read(cur, &mut script, section, 0)?;
                        cur.describe(|| format!("{}: {}", who(), in_words(&script)));
                        SectionBlock::Script(script)
                    };
                    Ok((piece, cur.pos()))
                })
            })?;
            pieces.push(piece);
            let reached = reached.saturating_sub(section);
            if reached > at && reached < end {
                starts.entry(reached).or_default();
            }
            next = starts.range(at + 1..).next().map(|(next, _)| *next);
        }
        cur.seek(section + size)
    })?;
    Ok((pieces, starts.into_keys().collect()))
}
