//! Annotated text of a trigger file: nodes with their links, commands and scripts.

use super::Trg;
use super::command::{Command, Operand};
use super::node::Node;
use super::script::{OperandValue, Script, ScriptItem};
use super::tables::{named_models, named_operands, node_name};
use crate::container::Names;
use crate::formats::Loaded;
use crate::scene::{AnnotatedLine, AnnotatedText, Word, WordKind};

/// Maximum number of bytes of an unknown command in the text.
const SHOWN_BYTES: usize = 24;

/// Text of all stored nodes.
pub(super) fn listing(file: &Loaded<Trg>, names: &dyn Names) -> AnnotatedText {
    let name = file.source.file_name().to_owned();
    let mut writer = Writer { file, names, lines: Vec::new() };
    for (index, node) in file.records.nodes.iter().enumerate() {
        if node.is_stored() {
            writer.node(index, node);
        }
    }
    AnnotatedText { name, lines: writer.lines }
}

struct Writer<'a> {
    file: &'a Loaded<Trg>,
    names: &'a dyn Names,
    lines: Vec<AnnotatedLine>,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, words: Vec<Word>, path: &str) {
        let depth = u8::try_from(depth).unwrap_or(u8::MAX);
        self.lines.push(AnnotatedLine { depth, words, origin: self.file.origin(path) });
    }

    fn node(&mut self, index: usize, node: &Node) {
        let path = format!("nodes[{index}]");
        let mut words = vec![Word::new(WordKind::Title, node_name(index, node))];
        let models = named_models(node, self.names);
        if !models.is_empty() {
            words.push(plain(format!("of model {models}")));
        }
        words.extend(node.position().map(|position| plain(format!("at {position}"))));
        self.line(0, words, &path);
        if !node.links().is_empty() {
            let links = node.links().iter().map(|link| self.link(*link));
            let words = std::iter::once(plain("→")).chain(links).collect();
            self.line(1, words, &format!("{path}.links"));
        }
        self.commands(node.commands(), &path);
        self.script(node.script(), &path);
    }

    /// Link to a node.
    fn link(&self, link: u16) -> Word {
        let index = usize::from(link);
        let Some(node) = self.file.records.nodes.get(index) else {
            return Word::new(WordKind::Unknown, format!("{link} (missing)"));
        };
        let leads_to = Some(self.file.origin(format!("nodes[{index}]")));
        Word { leads_to, ..plain(node_name(index, node)) }
    }

    fn model(&self, hash: u32) -> String {
        self.names.name(hash).unwrap_or_else(|| format!("{hash:08x}"))
    }

    /// Commands; conditional ones are indented.
    fn commands(&mut self, commands: &[Command], path: &str) {
        let mut depth = 1usize;
        for (at, command) in commands.iter().enumerate() {
            let path = format!("{path}.commands[{at}]");
            let name = command.name();
            if name == "Endif" {
                depth = depth.saturating_sub(1).max(1);
            }
            let words = self.command(command, &path);
            self.line(depth, words, &path);
            self.boxes(command, depth + 1, &path);
            if name.starts_with("If") {
                depth += 1;
            }
        }
    }

    fn command(&self, command: &Command, path: &str) -> Vec<Word> {
        let name = command.name();
        if let Some(Operand::Unknown(bytes)) = command.operands.first() {
            let start = self.file.span(path).start;
            let hex: Vec<_> = bytes.iter().take(SHOWN_BYTES).map(|b| format!("{b:02x}")).collect();
            let more = if bytes.len() > SHOWN_BYTES { " …" } else { "" };
            let code = format!("{:#x} {name}", command.opcode);
            let bytes = format!("at {start:#x}: {}{more}", hex.join(" "));
            return vec![Word::new(WordKind::Unknown, code.trim_end()), plain(bytes)];
        }
        let mut words = vec![Word::new(WordKind::Command, name)];
        let has_boxes = command.operands.iter().any(|o| matches!(o, Operand::Boxes(_)));
        let operands = named_operands(command, self.names);
        let operands = match operands.split_once("boxes ") {
            Some((before, _)) if has_boxes => before.trim_end_matches(", ").to_owned(),
            _ => operands,
        };
        words.extend(Some(operands).filter(|text| !text.is_empty()).map(plain));
        words
    }

    fn boxes(&mut self, command: &Command, depth: usize, path: &str) {
        for operand in &command.operands {
            let Operand::Boxes(boxes) = operand else { continue };
            for (at, region) in boxes.iter().enumerate() {
                let words = vec![plain(format!("box from {} to {}", region.min, region.max))];
                self.line(depth, words, &format!("{path}.boxes[{at}]"));
            }
        }
    }

    /// Script; numbers follow the word that takes them.
    fn script(&mut self, script: &[ScriptItem], path: &str) {
        let mut depth = 1usize;
        for (at, item) in script.iter().enumerate() {
            let path = format!("{path}.script[{at}]");
            let path = path.as_str();
            if item.is_literal()
                && at > 0
                && let Some(line) = self.lines.last_mut()
            {
                line.words.push(plain(item.word.to_string()));
                let end = self.file.span(path).end();
                line.origin.span.len = end.saturating_sub(line.origin.span.start);
                continue;
            }
            if item.word == Script::END_IF {
                depth = depth.saturating_sub(1).max(1);
            }
            let words = self.item(item);
            self.line(depth, words, path);
            if item.is_condition() {
                depth += 1;
            }
        }
    }

    fn item(&self, item: &ScriptItem) -> Vec<Word> {
        let name = item.name();
        let kind = if name.is_empty() { WordKind::Unknown } else { WordKind::Command };
        let mut words = match name {
            "" => vec![Word::new(kind, format!("{:#06x}", item.word))],
            name => vec![Word::new(kind, name)],
        };
        words.extend(match &item.operand {
            OperandValue::Nothing => None,
            OperandValue::Model { hash, .. } => Some(plain(self.model(*hash))),
            OperandValue::Angles(a) => Some(plain(format!("{} {} {}", a.x, a.y, a.z))),
            OperandValue::Text(text) => Some(plain(format!("{:?}", text.as_str()))),
            OperandValue::Place { at, .. } => Some(plain(at.to_string())),
        });
        words
    }
}

fn plain(text: impl Into<String>) -> Word {
    Word::new(WordKind::Plain, text)
}
