//! Results of plausibility rules, as rows of `check`.

use std::io::{self, Write};

use serde::Serialize;

use super::out::{Clean, Out, grouped};
use crate::library::{Library, Opened};
use crate::plausibility::{Outcome, RuleSum, Subject, Sums};

/// Result of a rule for a file.
#[derive(Serialize)]
pub struct OutcomeRow {
    rule: &'static str,
    checked: u64,
    broken: u64,
    plausible: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<WorstRow>,
    #[serde(skip)]
    pub outcome: Outcome,
}

#[derive(Serialize)]
struct WorstRow {
    /// `None` if the value is not a number.
    value: Option<f64>,
    unit: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    name: String,
    offset: u64,
    /// Source that offset and field refer to, if it is not the file itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    field: String,
}

/// Totals of a rule over all files.
#[derive(Serialize)]
pub struct SumRow {
    rule: &'static str,
    files: u64,
    broken_files: u64,
    checked: u64,
    broken: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<f64>,
    unit: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
}

/// Checks a file. Sources are resolved to names while the file is open.
pub fn outcomes(library: &Library, opened: &Opened) -> Vec<OutcomeRow> {
    let scene = opened.scene(library);
    let own = opened.document.source.id();
    let all = Subject::new(Some(&opened.document), scene.as_deref()).outcomes();
    let row = |outcome: Outcome| {
        let worst = outcome.worst.as_ref().map(|worst| {
            let span = worst.origin.span;
            let source = library.source(span.source).filter(|_| span.source != own);
            WorstRow {
                value: worst.value.is_finite().then_some(rounded(worst.value)),
                unit: outcome.rule.unit.key(),
                name: worst.name.clone(),
                offset: span.start,
                source: source.map(|source| source.name().to_owned()),
                field: worst.origin.path.clone(),
            }
        });
        OutcomeRow {
            rule: outcome.rule.key,
            checked: outcome.checked,
            broken: outcome.broken,
            plausible: !outcome.is_broken(),
            worst,
            outcome,
        }
    };
    all.into_iter().map(row).collect()
}

/// Writes a line for each rule that a file breaks.
pub fn text(out: &mut Out, rows: &[OutcomeRow]) -> io::Result<()> {
    for row in rows.iter().filter(|row| !row.plausible) {
        let paint = out.paint;
        let outcome = row.outcome.to_string();
        write!(out, "         {}", paint.yellow(Clean(&outcome)))?;
        if let Some(WorstRow { offset, source, field, .. }) = &row.worst {
            write!(out, ", {} at {offset:#x}", Clean(field))?;
            if let Some(source) = source {
                write!(out, " of {}", Clean(source))?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Rows with totals for the last line of `--jsonl`.
pub fn sum_rows(sums: &Sums) -> Vec<SumRow> {
    let row = |sum: &RuleSum| SumRow {
        rule: sum.rule.key,
        files: sum.files,
        broken_files: sum.broken_files,
        checked: sum.checked,
        broken: sum.broken,
        worst: sum.worst.as_ref().map(|(value, _)| rounded(*value)),
        unit: sum.rule.unit.key(),
        path: sum.worst.as_ref().map(|(_, path)| path.clone()),
    };
    sums.iter().map(row).collect()
}

/// Writes a line for each rule: `bone lengths: 12 of 224 files, worst 3.1× in skater.psx`.
pub fn sum_text(out: &mut Out, sums: &Sums) -> io::Result<()> {
    for sum in sums.iter() {
        let (broken, files) = (grouped(sum.broken_files), grouped(sum.files));
        let noun = if sum.files == 1 { "file" } else { "files" };
        write!(out, "{}: {broken} of {files} {noun}", sum.rule.title)?;
        if let Some((value, path)) = &sum.worst {
            write!(out, ", worst {} in {}", sum.rule.unit.text(*value), Clean(path))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
