//! Reports inconsistent values of a bank.

use super::body::Body;
use super::rates::rates;
use super::records::{MAX_PROGRAMS, SIZES, TONES, VERSIONS, Vab};
use crate::formats::Report;

pub(super) fn check(vab: &Vab, report: &mut Report<'_>) {
    header(vab, report);
    programs(vab, report);
    if !vab.is_head() && !report.is_cut() {
        vags(vab, &Body::of(vab, vab.body.clone()), report);
    }
}

fn header(vab: &Vab, report: &mut Report<'_>) {
    let header = &vab.header;
    if !VERSIONS.contains(&header.version.to_string().as_str()) {
        report.note("header.version", format!("unknown version {}", header.version));
    }
    if usize::from(header.program_count) > MAX_PROGRAMS {
        let message = format!("{} programs exceed the maximum of 128", header.program_count);
        report.error("header.program_count", message);
    }
    if usize::from(header.vag_count) >= SIZES {
        let message = format!("{} VAGs exceed the maximum of 255", header.vag_count);
        report.error("header.vag_count", message);
    }
    let vags: u64 = vab.before_vags() + vab.vag_sizes().sum::<u64>();
    let total = vab.front_len() + vags;
    if total != u64::from(header.size) && !report.is_cut() {
        let message =
            format!("expected the size of the parts, {total} bytes, found {}", header.size);
        report.warning("header.size", message);
    }
}

fn programs(vab: &Vab, report: &mut Report<'_>) {
    let used: Vec<usize> =
        vab.slots.iter().map(|slot| usize::from(slot.tones)).filter(|tones| *tones > 0).collect();
    // Slots beyond the tables are leftovers in many original banks: their tones are not counted.
    let with_tables: usize = used.iter().take(vab.tables.len()).sum();
    if used.len() > vab.tables.len() && with_tables != usize::from(vab.header.tone_count) {
        let message =
            format!("{} programs with tones, but {} tables", used.len(), vab.tables.len());
        report.note("header.program_count", message);
    }
    for program in vab.programs() {
        let claimed = usize::from(program.slot.tones);
        if claimed > TONES {
            let path = format!("slots[{}].tones", program.number);
            report.warning(path, format!("expected at most 16 tones in a table, found {claimed}"));
        }
        for (index, tone) in program.tones.iter().enumerate() {
            let at = |field| format!("tables[{}].tones[{index}].{field}", program.table);
            if i32::from(tone.vag) > i32::from(vab.header.vag_count) {
                let message = format!("unknown VAG {}", tone.vag);
                report.warning(at("vag"), message);
            }
            if tone.lowest > tone.highest {
                report.note(at("lowest"), "empty key range: never played");
            }
        }
    }
}

/// Reports inconsistent sounds, whose sizes are in the bank.
pub(super) fn vags(vab: &Vab, body: &Body, report: &mut Report<'_>) {
    for (index, place) in body.places.iter().enumerate().filter(|(_, place)| place.len > 0) {
        body.extent(*place).check(&format!("vags[{index}]"), report);
        if !place.start.is_multiple_of(16) {
            let message =
                "starts within a block: the sound processor reads from the previous block boundary";
            report.note(format!("vags[{index}]"), message);
        }
    }
    if let Some(size) = vab.sizes.first().filter(|size| **size > 0) {
        report.note("sizes[0]", format!("expected 0 in the unused first size, found {size}"));
    }
    let rates = rates(vab);
    let unknown = |index: &usize| rates.get(*index).is_none_or(Option::is_none);
    let with_bytes = body.places.iter().enumerate().filter(|(_, place)| place.len > 0);
    let paths = with_bytes.map(|(index, _)| index).filter(unknown).map(|i| format!("vags[{i}]"));
    let what = "not used by any tone: unknown rate, played at 44100 Hz";
    report.first(crate::bytes::Severity::Note, paths, what);
}
