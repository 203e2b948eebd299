//! Colours the query: filters in colour, a mistake underlined.

use std::ops::Range;

use egui::Stroke;
use egui::text::{LayoutJob, TextFormat};

use crate::app::ui::{Theme, theme};
use crate::index::Key as Filter;

/// Lays out the query with its filters in colour and a mistake underlined.
pub fn coloured(text: &str, mistake: Option<Range<usize>>, theme: &Theme) -> LayoutJob {
    let mut job = LayoutJob { break_on_newline: false, ..LayoutJob::default() };
    job.wrap.max_width = f32::INFINITY;
    let mistake = mistake.filter(|at| text.get(at.clone()).is_some_and(|part| !part.is_empty()));
    let mut cuts = vec![0, text.len()];
    let filters = filters(text);
    cuts.extend(filters.iter().chain(&mistake).flat_map(|at| [at.start, at.end]));
    cuts.sort_unstable();
    cuts.dedup();
    for pair in cuts.windows(2) {
        let [start, end] = pair else { continue };
        let is_in = |at: &Range<usize>| at.start <= *start && *end <= at.end;
        let is_wrong = mistake.as_ref().is_some_and(is_in);
        let colour = match is_wrong {
            true => theme.error,
            false if filters.iter().any(is_in) => theme.accent,
            false => theme.text,
        };
        let underline = if is_wrong { Stroke::new(1.0, theme.error) } else { Stroke::NONE };
        let format = TextFormat { underline, ..TextFormat::simple(theme::body(), colour) };
        job.append(text.get(*start..*end).unwrap_or_default(), 0.0, format);
    }
    job
}

/// Ranges of the filter names, including their colons.
fn filters(text: &str) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    let (mut quoted, mut start) = (false, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '-' if at == start => start = at + 1,
            ':' => {
                let name = text.get(start..at).unwrap_or_default();
                all.extend(Filter::named(name).map(|_| start..at + 1));
            }
            _ if letter.is_whitespace() || letter == '|' => start = at + letter.len_utf8(),
            _ => {}
        }
    }
    all
}
