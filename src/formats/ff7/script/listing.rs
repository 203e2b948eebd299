//! Action scripts as annotated text.

use super::{Ending, Script, SimulatedRun, Step, action_name, opcodes};
use crate::scene::{AnnotatedLine, AnnotatedText, Origin, Word, WordKind};

/// A script with its actions and its simulated run.
pub(in crate::formats::ff7) struct ListedScript<'a> {
    pub script: &'a Script,
    /// Field path of the script.
    pub path: String,
    /// Actions that run the script.
    pub actions: Vec<usize>,
    pub played: SimulatedRun,
}

/// Lists every used script, step by step; `actions` is the number of actions in the table.
pub(in crate::formats::ff7) fn listing(
    name: &str,
    actions: usize,
    scripts: &[ListedScript<'_>],
    origin: impl Fn(&str) -> Origin,
) -> AnnotatedText {
    let mut lines = Vec::new();
    for listed in scripts.iter().filter(|listed| !listed.script.is_unused()) {
        lines.push(AnnotatedLine {
            depth: 0,
            words: title(listed, actions),
            origin: origin(&listed.path),
        });
        let mut depth = 1;
        for (index, step) in listed.script.steps.iter().enumerate() {
            // Only some units run the steps between a jump and its label, so they are indented.
            if matches!(step.code, opcodes::ENEMY_LABEL | opcodes::SMALL_LABEL) {
                depth = 1;
            }
            let path = format!("{}.steps[{index}]", listed.path);
            let words = words(step, listed.played.missing.iter().any(|(at, _)| *at == index));
            lines.push(AnnotatedLine { depth, words, origin: origin(&path) });
            if matches!(step.code, opcodes::IF_ENEMY | opcodes::IF_SMALL) {
                depth = 2;
            }
        }
    }
    AnnotatedText { name: name.to_owned(), lines }
}

fn title(listed: &ListedScript<'_>, actions: usize) -> Vec<Word> {
    let names = listed.actions.iter().map(|slot| {
        let name = action_name(*slot, actions);
        if name.is_empty() { format!("{slot}") } else { format!("{slot} {name}") }
    });
    let names = names.collect::<Vec<_>>().join(", ");
    let title = match listed.actions.len() {
        0 => "script without an action".to_owned(),
        1 => format!("action {names}"),
        _ => format!("actions {names}"),
    };
    let frames = listed.played.shots.len();
    let end = match listed.played.ending {
        Ending::Idle => "then idles",
        Ending::Loop => "loops",
        Ending::Stands => "then stays",
        Ending::NewModel => "then continues with another model",
        Ending::None => "no end",
        Ending::TooLong => "and more",
    };
    vec![Word::new(WordKind::Title, title), plain(format!("{frames} frames, {end}"))]
}

fn words(step: &Step, is_missing: bool) -> Vec<Word> {
    let Some(op) = step.opcode() else {
        return match step.code {
            ..opcodes::FIRST if !is_missing => {
                vec![Word::new(WordKind::Command, "play"), plain(step.code.to_string())]
            }
            ..opcodes::FIRST => {
                let text = format!("play {}", step.code);
                vec![Word::new(WordKind::Unknown, text), plain("missing animation")]
            }
            code => vec![Word::new(WordKind::Unknown, format!("{code:02x}")), plain("unknown")],
        };
    };
    let mut words = vec![Word::new(WordKind::Command, op.name)];
    let operands = step.operand_text();
    words.extend(Some(operands).filter(|text| !text.is_empty()).map(plain));
    if !op.meaning.is_empty() {
        words.push(plain(format!("({})", op.meaning)));
    }
    if is_missing {
        words.push(Word::new(WordKind::Unknown, "missing animation"));
    }
    words
}

fn plain(text: impl Into<String>) -> Word {
    Word::new(WordKind::Plain, text)
}
