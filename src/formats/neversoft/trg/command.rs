//! Commands: opcodes with operands, up to 0xFFFF.

use glam::Vec3;

use super::opcodes::{self, Minor, OperandSpec, Shape, word};
use super::pieces::{Position, Text};
use crate::bytes::layout::{Layout, Named, Pass};
use crate::bytes::{Hint, Result, Severity};
use crate::layout;

/// One command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Command {
    pub opcode: u16,
    pub operands: Vec<Operand>,
}

/// Operand of a command.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Word(u16),
    Text(Text),
    /// Texts, the last of which is empty.
    Texts(Vec<Text>),
    Name {
        /// Padding to a multiple of 4.
        pad: Vec<u8>,
        hash: u32,
    },
    Boxes(Vec<Region>),
    /// Bytes after an unknown opcode, up to the end of the node.
    Unknown(Vec<u8>),
}

layout! {
    /// A box, in the file's axes.
    pub struct Region {
        pub pad: Vec<u8> [align 4],
        pub min: Position,
        pub max: Position,
    }
}

impl Region {
    /// `true` if a scene position is inside or on the surface.
    pub(super) fn holds(&self, at: Vec3) -> bool {
        let (a, b) = (self.min.to_scene(), self.max.to_scene());
        at.cmpge(a.min(b)).all() && at.cmple(a.max(b)).all()
    }
}

/// List of commands with its end marker.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Commands(pub Vec<Command>);

impl Command {
    /// Name of the command; empty if it is unknown.
    pub fn name(&self) -> &'static str {
        opcodes::find(self.opcode).map_or("", |op| op.name)
    }

    /// First text among the operands.
    pub fn first_text(&self) -> Option<&Text> {
        self.operands.iter().find_map(|operand| match operand {
            Operand::Text(text) => Some(text),
            _ => None,
        })
    }

    /// First model name hash among the operands.
    pub fn first_name(&self) -> Option<u32> {
        self.operands.iter().find_map(|operand| match operand {
            Operand::Name { hash, .. } => Some(*hash),
            _ => None,
        })
    }

    /// Red, green and blue of a command that sets a colour. The fade colour is passed to the graphics
    /// chip unchanged, with red in the low byte; the sky colour has blue in the low byte.
    pub fn colour(&self) -> Option<[u8; 3]> {
        let [Operand::Word(high), Operand::Word(low)] = self.operands.as_slice() else {
            return None;
        };
        let ([_, first], [second, third]) = (high.to_be_bytes(), low.to_be_bytes());
        match self.opcode {
            opcodes::SET_FADE_COLOUR => Some([third, second, first]),
            opcodes::SET_SKY_COLOUR => Some([first, second, third]),
            _ => None,
        }
    }

    /// `true` if the operands are unknown, so that decoding ends.
    fn is_unknown(&self) -> bool {
        self.operands.iter().any(|operand| matches!(operand, Operand::Unknown(_)))
    }

    /// Operands as text: `near 10, start 5500, range 1024`.
    pub fn operand_text(&self) -> String {
        if let Some([r, g, b]) = self.colour() {
            return format!("red {r}, green {g}, blue {b}");
        }
        let specs = opcodes::named(self.opcode, self.operands.len());
        let names = specs.iter().map(|spec| spec.name).chain(std::iter::repeat("undecoded"));
        let parts = names.zip(&self.operands).map(|(name, operand)| format!("{name} {operand}"));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// Short text; strings are quoted.
impl std::fmt::Display for Operand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Operand::Word(word) => write!(f, "{word}"),
            Operand::Text(text) => write!(f, "{:?}", text.as_str()),
            Operand::Texts(texts) => {
                let shown = texts.iter().filter(|text| !text.bytes.is_empty());
                let parts: Vec<_> = shown.map(|text| format!("{:?}", text.as_str())).collect();
                f.write_str(&parts.join(" "))
            }
            Operand::Name { hash, .. } => write!(f, "{hash:08x}"),
            Operand::Boxes(boxes) => {
                let parts: Vec<_> = boxes.iter().map(|b| format!("{}–{}", b.min, b.max)).collect();
                f.write_str(&parts.join(" "))
            }
            Operand::Unknown(bytes) => write!(f, "{} bytes", bytes.len()),
        }
    }
}

impl Layout<Minor> for Command {
    const TYPE: &'static str = "Command";
    const MIN_SIZE: u64 = 2;

    fn pass<P: Pass>(&mut self, pass: &mut P, minor: Minor) -> Result<()> {
        let start = pass.pos();
        pass.value(("opcode", Hint::Enum(&opcodes::NAMES)), &mut self.opcode)?;
        if !pass.is_reading() {
            // Names are needed for reading only.
            return self.operands.iter_mut().try_for_each(|o| o.field("".into(), pass, minor));
        }
        match opcodes::operands(self.opcode, pass.ahead(), minor) {
            Some(specs) => self.read_operands(specs, pass, minor)?,
            None => {
                let mut bytes = Vec::new();
                pass.rest("undecoded", &mut bytes)?;
                self.operands.push(Operand::Unknown(bytes));
            }
        }
        if let Some(remark) = self.remark() {
            let span = (start, pass.pos().saturating_sub(start));
            pass.report(Severity::Note, span, "", format_args!("{remark}"));
        }
        Ok(())
    }

    fn type_ahead<P: Pass>(pass: &P) -> &'static str {
        pass.peek().and_then(opcodes::find).map_or("Command", |op| op.name)
    }

    fn summary(&self) -> String {
        self.operand_text()
    }
}

impl Command {
    /// Reads operands; those before an error are retained.
    fn read_operands<P: Pass>(
        &mut self,
        specs: &[OperandSpec],
        pass: &mut P,
        minor: Minor,
    ) -> Result<()> {
        for spec in specs {
            let mut operand = match spec.shape {
                Shape::Word => Operand::Word(0),
                Shape::Text => Operand::Text(Text::default()),
                Shape::Texts => Operand::Texts(Vec::new()),
                Shape::Name => Operand::Name { pad: Vec::new(), hash: 0 },
                Shape::Boxes => Operand::Boxes(Vec::new()),
            };
            let read = operand.field((spec.name, spec.hint).into(), pass, minor);
            if read.is_ok() || !matches!(operand, Operand::Word(_)) {
                self.operands.push(operand);
            }
            read?;
        }
        Ok(())
    }

    /// Note about the unknown or uncertain part of a command.
    fn remark(&self) -> Option<String> {
        let code = self.opcode;
        if self.is_unknown() {
            let why = "so the rest of the node is not decoded";
            let name = self.name();
            let what = if name.is_empty() { "is unknown" } else { "has unknown operands" };
            return Some(format!("command {code:#x} {name} {what}, {why}").replace("  ", " "));
        }
        if opcodes::is_supposed(code) {
            return Some(format!(
                "the operands of command {code:#x} are known from one source only"
            ));
        }
        let disputed = matches!(code, opcodes::PLAY_SOUND | opcodes::STOP_SOUND);
        disputed.then(|| {
            let read = if self.operands.is_empty() { "without" } else { "with" };
            format!("sources disagree on whether command {code:#x} has an operand; read {read} one")
        })
    }
}

impl Operand {
    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, minor: Minor) -> Result<()> {
        match self {
            Operand::Word(word) => pass.value(named, word),
            Operand::Text(text) => text.field(named, pass, minor),
            Operand::Texts(texts) => pass.items_while(
                named.name,
                texts,
                |read, _| read.last().is_none_or(|text| !text.bytes.is_empty()),
                minor,
            ),
            Operand::Name { pad, hash } => {
                pass.align(4, pad)?;
                pass.value(named, hash)
            }
            Operand::Boxes(boxes) => {
                let more = |_: &[Region], ahead: &[u8]| {
                    word(ahead, 0).is_some_and(|word| word != opcodes::BOXES_END)
                };
                pass.items_while(named.name, boxes, more, minor)?;
                pass.value(("boxes_end", Hint::Hex), &mut { opcodes::BOXES_END })
            }
            Operand::Unknown(bytes) => pass.rest("undecoded", bytes),
        }
    }
}

impl Layout<Minor> for Commands {
    const TYPE: &'static str = "Commands";
    const MIN_SIZE: u64 = 0;

    fn pass<P: Pass>(&mut self, pass: &mut P, minor: Minor) -> Result<()> {
        self.field("commands".into(), pass, minor)
    }

    /// Processes the list, and its end unless an unknown command consumed it.
    fn field<P: Pass>(&mut self, named: Named, pass: &mut P, minor: Minor) -> Result<()> {
        let more = |read: &[Command], ahead: &[u8]| {
            let goes_on = !read.last().is_some_and(Command::is_unknown);
            goes_on && word(ahead, 0).is_some_and(|word| word != opcodes::END)
        };
        pass.items_while(named.name, &mut self.0, more, minor)?;
        if self.0.last().is_some_and(Command::is_unknown) {
            return Ok(());
        }
        pass.value(("end", Hint::Hex), &mut { opcodes::END })
    }
}

impl From<Vec<Command>> for Commands {
    fn from(list: Vec<Command>) -> Self {
        Self(list)
    }
}
