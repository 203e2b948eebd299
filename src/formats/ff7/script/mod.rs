//! Action scripts: the animations and commands of a unit's actions.
//!
//! A byte below 0x8E starts the body's animation with that number; every other byte is an opcode with
//! operands ([`opcodes`]). A script runs until a step ends a tick; [`play`] simulates its animations.
//!
//! Source: format document `ff7-action-scripts.md`.

mod clip;
mod listing;
pub mod opcodes;
mod play;
mod slots;
mod texture;

pub(super) use clip::Sequence;
pub(super) use listing::{ListedScript, listing};
pub use play::{Ending, Shot, SimulatedRun, play};
pub use slots::{ENEMY_SCRIPTS, PLAYER_SCRIPTS, action_name, in_words};
pub use texture::{TextureScript, TextureStep};

use crate::bytes::layout::{Context, Layout, Named, Pass};
use crate::bytes::{Hint, Result, Severity};
use opcodes::{
    AGAIN, AGAIN_MARK, END, ENEMY_LABEL, FINISH, FINISH_AFTER_EFFECTS, IF_ENEMY, IF_SMALL, LOOP,
    MARK, NEW_MODEL, Opcode, OperandSpec, PLAY_FROM_IDLE, PLAY_OFFSET, PLAY_SMOOTHLY, SMALL_LABEL,
    Shape, TO_IDLE,
};

/// The interpreter's position in a script is a `u8`, so bytes from here on are never reached.
const REACH: usize = 256;
/// Alignment of scripts.
pub const ALIGN: u64 = 4;

/// One step of a script: an animation, or an opcode with its operands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Step {
    pub code: u8,
    pub operands: Vec<Operand>,
}

/// An operand of an opcode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Operand {
    Byte(u8),
    Word(u16),
    Signed(i16),
}

/// A script up to its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    pub steps: Vec<Step>,
    /// Bytes up to the next script, with any value; for an unused action, all its bytes.
    pub fill: Vec<u8>,
}

impl Operand {
    fn new(shape: Shape) -> Self {
        match shape {
            Shape::Byte => Self::Byte(0),
            Shape::Word => Self::Word(0),
            Shape::Signed => Self::Signed(0),
        }
    }

    /// The value.
    pub fn number(self) -> i32 {
        match self {
            Self::Byte(number) => number.into(),
            Self::Word(number) => number.into(),
            Self::Signed(number) => number.into(),
        }
    }

    fn size(self) -> usize {
        match self {
            Self::Byte(_) => 1,
            Self::Word(_) | Self::Signed(_) => 2,
        }
    }
}

impl<C: Context> Layout<C> for Operand {
    const TYPE: &'static str = "Operand";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        self.field("value".into(), pass, context)
    }

    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, _: C) -> Result<()> {
        match self {
            Self::Byte(number) => pass.value(named, number),
            Self::Word(number) => pass.value(named, number),
            Self::Signed(number) => pass.value(named, number),
        }
    }
}

impl Default for Operand {
    fn default() -> Self {
        Self::Byte(0)
    }
}

/// Operands of `code` when the byte `next` follows it.
fn operands(code: u8, next: Option<u8>) -> &'static [OperandSpec] {
    match code {
        AGAIN if next == Some(AGAIN_MARK) => MARK,
        _ => opcodes::find(code).map_or(&[], |op| op.operands),
    }
}

impl Step {
    /// The animation that the step starts; several opcodes start one.
    pub fn animation(&self) -> Option<u8> {
        let operand = |at: usize| match self.operands.get(at) {
            Some(Operand::Byte(number)) => Some(*number),
            _ => None,
        };
        match self.code {
            ..opcodes::FIRST => Some(self.code),
            PLAY_FROM_IDLE | PLAY_SMOOTHLY => operand(0),
            PLAY_OFFSET => operand(1),
            _ => None,
        }
    }

    /// The opcode, if it is known.
    pub fn opcode(&self) -> Option<&'static Opcode> {
        opcodes::find(self.code)
    }

    /// `true` for a byte without a handler: it would start an animation that no model has.
    pub fn is_unknown(&self) -> bool {
        self.code >= opcodes::FIRST && self.opcode().is_none()
    }

    /// `true` if a script that is read linearly ends with this step.
    pub fn is_end(&self) -> bool {
        match self.code {
            AGAIN => !self.operands.is_empty(),
            TO_IDLE | END | LOOP | FINISH_AFTER_EFFECTS | FINISH | NEW_MODEL => true,
            _ => false,
        }
    }

    /// Size in bytes.
    pub fn size(&self) -> usize {
        1 + self.operands.iter().map(|operand| operand.size()).sum::<usize>()
    }

    /// The operands as text: `after 3, sound 12`.
    pub fn operand_text(&self) -> String {
        let next = self.operands.first().map(|operand| operand.number() as u8);
        let names = operands(self.code, next).iter();
        let parts = names.zip(&self.operands);
        let parts = parts.map(|(spec, operand)| {
            let name = spec.name.replace('_', " ");
            match spec.hint {
                Hint::Hex | Hint::Colour(_) => format!("{name} {:#x}", operand.number()),
                Hint::ANGLE => {
                    format!("{name} {:.0}°", f64::from(operand.number()) * 360.0 / 4096.0)
                }
                _ => format!("{name} {}", operand.number()),
            }
        });
        parts.collect::<Vec<_>>().join(", ")
    }
}

impl<C: Context> Layout<C> for Step {
    const TYPE: &'static str = "Step";
    const MIN_SIZE: u64 = 1;

    fn pass<P: Pass>(&mut self, pass: &mut P, context: C) -> Result<()> {
        let start = pass.pos();
        pass.value(("code", Hint::Hex), &mut self.code)?;
        if !pass.is_reading() {
            let mut all = self.operands.iter_mut();
            return all.try_for_each(|one| one.field("".into(), pass, context));
        }
        for spec in operands(self.code, pass.peek()) {
            let mut operand = Operand::new(spec.shape);
            operand.field((spec.name, spec.hint).into(), pass, context)?;
            self.operands.push(operand);
        }
        if self.is_unknown() {
            let code = self.code;
            let message = format_args!(
                "unknown opcode {code:#x}; the game plays animation {code}, which no model has"
            );
            pass.report(Severity::Note, (start, 1), "code", message);
        }
        Ok(())
    }

    fn type_ahead<P: Pass>(pass: &P) -> &'static str {
        match pass.peek::<u8>() {
            Some(..opcodes::FIRST) => "Animation",
            code => code.and_then(opcodes::find).map_or("Unknown", |op| op.name),
        }
    }

    fn summary(&self) -> String {
        let operands = self.operand_text();
        match (self.code, self.opcode()) {
            (..opcodes::FIRST, _) => format!("plays animation {}", self.code),
            (_, Some(op)) => {
                let parts = [op.name, &operands, op.meaning];
                parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
            }
            _ => "unknown opcode".to_owned(),
        }
    }
}

/// `true` if a complete step comes next.
fn fits(ahead: &[u8]) -> bool {
    let Some((code, behind)) = ahead.split_first() else { return false };
    let taken = operands(*code, behind.first().copied()).iter();
    taken.map(|spec| spec.shape.size()).sum::<usize>() <= behind.len()
}

/// `true` if the steps that were read are followed by more of the same script (section 2.2). After an end
/// only the target of a preceding jump continues it.
fn goes_on(read: &[Step], ahead: &[u8]) -> bool {
    let reached: usize = read.iter().map(Step::size).sum();
    if !fits(ahead) || reached >= REACH {
        return false;
    }
    if !read.last().is_some_and(Step::is_end) {
        return true;
    }
    let waits_for = |jump: u8, label: u8| {
        let from = read.iter().position(|step| step.code == jump);
        let behind = from.and_then(|from| read.get(from..)).unwrap_or(&[]);
        let near = ahead.get(..REACH - reached).unwrap_or(ahead);
        !behind.is_empty() && !behind.iter().any(|step| step.code == label) && near.contains(&label)
    };
    waits_for(IF_ENEMY, ENEMY_LABEL) || waits_for(IF_SMALL, SMALL_LABEL)
}

/// The context is the offset of the section, from which scripts are aligned to 4 bytes.
impl Layout<u64> for Script {
    const TYPE: &'static str = "Script";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, start: u64) -> Result<()> {
        if !pass.is_reading() {
            pass.items_while("steps", &mut self.steps, goes_on, ())?;
            let len = self.fill.len();
            return pass.filler(&mut self.fill, len);
        }
        let is_zero = |pass: &P| pass.ahead().iter().all(|byte| *byte == 0);
        let from = pass.pos();
        if !is_zero(pass) {
            pass.items_while("steps", &mut self.steps, goes_on, ())?;
            if !self.steps.iter().any(Step::is_end) {
                let message = format_args!("the script has no end");
                pass.report(Severity::Warning, (from, pass.pos() - from), "", message);
            }
        }
        // More bytes than the padding belong to another script.
        let at = pass.pos().saturating_sub(start);
        let fill = match is_zero(pass) || !fits(pass.ahead()) {
            true => pass.remaining(),
            false => (at.next_multiple_of(ALIGN) - at).min(pass.remaining()),
        };
        pass.filler(&mut self.fill, usize::try_from(fill).unwrap_or(usize::MAX))
    }

    fn summary(&self) -> String {
        in_words(self)
    }
}

impl Script {
    /// `true` if all bytes are 0: an action that the unit does not have.
    pub fn is_unused(&self) -> bool {
        self.steps.is_empty()
    }

    /// Restores the padding to a multiple of 4 after steps were changed.
    pub fn refill(&mut self) {
        let size: usize = self.steps.iter().map(Step::size).sum();
        let fill = size.next_multiple_of(ALIGN as usize) - size;
        self.fill.resize(fill, 0);
    }
}
