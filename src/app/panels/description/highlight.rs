//! Colours of the text of a description, with underlined mistakes.

use std::ops::Range;

use egui::text::{LayoutJob, TextFormat};
use egui::{Color32, Stroke};

use crate::app::ui::{Theme, theme};

/// Kind of a piece of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    Comment,
    Key,
    Text,
    Number,
    Other,
}

impl Token {
    fn colour(self, theme: &Theme) -> Color32 {
        match self {
            Token::Comment => theme.weak,
            Token::Key => theme.accent,
            Token::Text => theme.success,
            Token::Number => theme.warning,
            Token::Other => theme.text,
        }
    }
}

/// The laid-out text, in which these byte ranges are underlined; they are sorted.
pub fn coloured(text: &str, mistakes: &[(Range<usize>, Color32)], theme: &Theme) -> LayoutJob {
    let mut job = LayoutJob::default();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let first = mistakes.partition_point(|(mistake, _)| mistake.end <= at);
        let end = mistakes.partition_point(|(mistake, _)| mistake.start < at + line.len());
        let mistakes = mistakes.get(first..end).unwrap_or_default();
        for (token, range) in tokens(line) {
            let range = at + range.start..at + range.end;
            append(&mut job, text, range, token.colour(theme), mistakes);
        }
        at += line.len();
    }
    job
}

/// Appends a token, split at the ends of mistakes.
fn append(
    job: &mut LayoutJob,
    text: &str,
    range: Range<usize>,
    colour: Color32,
    mistakes: &[(Range<usize>, Color32)],
) {
    let mut cuts: Vec<usize> = mistakes
        .iter()
        .flat_map(|(mistake, _)| [mistake.start, mistake.end])
        .filter(|cut| range.start < *cut && *cut < range.end && text.is_char_boundary(*cut))
        .collect();
    cuts.extend([range.start, range.end]);
    cuts.sort_unstable();
    for (start, end) in cuts.iter().zip(cuts.iter().skip(1)) {
        let mistake = mistakes.iter().find(|(mistake, _)| mistake.contains(start));
        let underline = mistake.map_or(Stroke::NONE, |(_, colour)| Stroke::new(1.5, *colour));
        let format =
            TextFormat { font_id: theme::mono(), color: colour, underline, ..Default::default() };
        job.append(text.get(*start..*end).unwrap_or_default(), 0.0, format);
    }
}

/// Tokens of a line; together they are the whole line.
pub fn tokens(line: &str) -> Vec<(Token, Range<usize>)> {
    let mut tokens = Vec::new();
    let mut at = 0;
    // Dashes of list items come before a key.
    let is_lead = |c: char| c == ' ' || c == '-';
    let lead = line.find(|c| !is_lead(c)).unwrap_or(line.len());
    if lead > 0 {
        tokens.push((Token::Other, 0..lead));
        at = lead;
    }
    if let Some(end) = key_end(line.get(lead..).unwrap_or_default()) {
        tokens.push((Token::Key, lead..lead + end));
        at = lead + end;
    }
    while at < line.len() {
        let (token, len) = token(line, at);
        tokens.push((token, at..at + len.max(1)));
        at += len.max(1);
    }
    tokens
}

/// End of the key at the start of `text`, without the colon.
fn key_end(text: &str) -> Option<usize> {
    let is_of_key = |c: char| c.is_ascii_alphanumeric() || "_-/:".contains(c);
    let mut ends = text.match_indices(':').map(|(at, _)| at);
    let end = ends.find(|at| {
        text.get(at + 1..).is_none_or(|rest| rest.is_empty() || rest.starts_with([' ', '\n', '\r']))
    })?;
    let key = text.get(..end)?;
    (!key.is_empty() && key.chars().all(is_of_key)).then_some(end)
}

/// The token at `at`, and its length.
fn token(line: &str, at: usize) -> (Token, usize) {
    let rest = line.get(at..).unwrap_or_default();
    let before = line.get(..at).unwrap_or_default();
    let run = |fits: fn(char) -> bool| rest.find(|c| !fits(c)).unwrap_or(rest.len());
    let first = rest.chars().next().unwrap_or_default();
    match first {
        '#' if before.is_empty() || before.ends_with([' ', '\t']) => (Token::Comment, rest.len()),
        '\'' | '"' => {
            let inner = rest.get(1..).unwrap_or_default();
            (Token::Text, inner.find(first).map_or(rest.len(), |end| end + 2))
        }
        '0'..='9' => (Token::Number, run(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_')),
        _ if first.is_alphanumeric() || first == '_' => {
            (Token::Other, run(|c| c.is_alphanumeric() || c == '_'))
        }
        _ => (Token::Other, first.len_utf8()),
    }
}
