//! Checks the records of a directory.

use std::collections::{HashMap, HashSet};

use super::records::{
    BUMP_BITS, Entry, IMAGE_TYPES, List, MAX_COLOURS, OCCLUSIONS, Pid, TRANSPARENCIES, image_type,
    mip_key, mip_sizes, palette_hash, palette_tag,
};
use crate::bytes::{Symbol, Value};
use crate::formats::Report;

/// Checks a directory in a file of `len` bytes.
pub(super) fn check(pid: &Pid, len: u64, report: &mut Report<'_>) {
    let header = &pid.header;
    for (list, there) in [(List::Palettes, pid.palettes.len()), (List::Entries, pid.entries.len())]
    {
        let ([name, offset, count], (start, declared, _)) = (list.names(), header.list(list));
        if declared > 0 && !header.has_room(list, len) {
            report.error(offset, format!("{name} cannot begin at {start:#x}"));
        } else if declared > there {
            report.error(count, format!("expected {declared} {name}, found {there}"));
        }
    }
    if header.bump_bits != BUMP_BITS {
        let message = format!("expected bump maps of 16 bits, found {}", header.bump_bits);
        report.note("header.bump_bits", message);
    }
    if header.resident_bytes > header.pageable_offset {
        let message = format!(
            "{:#x} bytes are loaded with the level, but only {:#x} are reserved",
            header.resident_bytes, header.pageable_offset
        );
        report.warning("header.resident_bytes", message);
    }
    for (index, palette) in pid.palettes.iter().enumerate() {
        let count = palette.colours.len();
        if count == 0 || count > MAX_COLOURS as usize {
            let message = format!("expected 1 to {MAX_COLOURS} colours, found {count}");
            report.error(format!("palettes[{index}].colour_count"), message);
        }
    }
    for (index, entry) in pid.entries.iter().enumerate() {
        shape(report, pid, index, entry);
        symbols(report, index, entry);
    }
    keys(report, pid);
    chains(report, pid);
    residents(report, pid);
}

fn shape(report: &mut Report<'_>, pid: &Pid, index: usize, entry: &Entry) {
    if !matches!(entry.bits, 8 | 16) {
        let message = format!("expected pixels of 8 or 16 bits, found {}", entry.bits);
        report.error(format!("entries[{index}].bits"), message);
    }
    if entry.width == 0 || entry.height == 0 {
        let message = format!("an image of {} × {} pixels is empty", entry.width, entry.height);
        report.error(format!("entries[{index}].width"), message);
    }
    if u64::from(entry.stride) < entry.row_bytes() && entry.height > 1 {
        let message =
            format!("rows of {} bytes overlap: the stride is {}", entry.row_bytes(), entry.stride);
        report.error(format!("entries[{index}].stride"), message);
    }
    match entry.palette() {
        Some(palette) if palette >= pid.palettes.len() => {
            let message = format!("no palette {palette}, only {}", pid.palettes.len());
            report.error(format!("entries[{index}].palette"), message);
        }
        None if entry.bits == 8 || entry.is_bump() => {
            let message = "palette indices without a palette are shown in grey".to_owned();
            report.warning(format!("entries[{index}].palette"), message);
        }
        _ => {}
    }
}

fn symbols(report: &mut Report<'_>, index: usize, entry: &Entry) {
    for (value, symbols, field) in [
        (entry.transparency, TRANSPARENCIES, "transparency"),
        (entry.image_type, IMAGE_TYPES, "image_type"),
        (entry.occlusion, OCCLUSIONS, "occlusion"),
    ] {
        let known = |symbols: &[Symbol]| symbols.iter().any(|symbol| symbol.value == value);
        if !known(symbols) {
            let message = format!("unknown value {value:#x}; any value but 0 counts as true");
            report.note(format!("entries[{index}].{field}"), message);
        }
    }
}

/// Checks that full-size images have unique identifiers, and smaller versions a full-size image.
fn keys(report: &mut Report<'_>, pid: &Pid) {
    let mut known = HashSet::new();
    let full: HashSet<u32> =
        pid.entries.iter().filter(|entry| !entry.is_mip()).map(|entry| entry.id).collect();
    for (index, entry) in pid.entries.iter().enumerate() {
        if !known.insert((entry.id, entry.mip_key)) {
            let message = format!("duplicate id {:08X}; the first one is used", entry.id);
            report.warning(format!("entries[{index}].id"), message);
        } else if entry.is_mip() && !full.contains(&entry.id) {
            let message = format!("{:08X} has no full-size image", entry.id);
            report.warning(format!("entries[{index}].id"), message);
        }
    }
}

/// Checks that textures have all smaller versions or none, as skies do.
fn chains(report: &mut Report<'_>, pid: &Pid) {
    let mut own: HashMap<u32, HashSet<(u32, u32)>> = HashMap::new();
    for entry in pid.entries.iter().filter(|entry| entry.is_mip()) {
        own.entry(entry.id).or_default().insert((entry.width, entry.height));
    }
    for (index, entry) in pid.entries.iter().enumerate().filter(|(_, entry)| !entry.is_mip()) {
        // The first entry with an identifier owns the smaller versions.
        let Some(own) = own.remove(&entry.id) else { continue };
        let mut sizes = mip_sizes(entry.width, entry.height);
        if let Some((width, height)) = sizes.find(|size| !own.contains(size)) {
            let message = format!(
                "expected smaller versions until a side has fewer than 16 pixels, found none of \
                 {width} × {height}"
            );
            report.warning(format!("entries[{index}].id"), message);
        }
    }
}

/// Checks that the smallest version of every texture is loaded with the level; otherwise the game stops.
fn residents(report: &mut Report<'_>, pid: &Pid) {
    let mut smallest: HashMap<u32, (usize, &Entry)> = HashMap::new();
    let drawn = |entry: &&Entry| entry.image_type != image_type::CURVED;
    for (index, entry) in pid.entries.iter().enumerate().filter(|(_, entry)| drawn(entry)) {
        let found = smallest.entry(entry.id).or_insert((index, entry));
        if entry.width < found.1.width {
            *found = (index, entry);
        }
    }
    let resident = u64::from(pid.header.resident_bytes);
    let mut late: Vec<_> = smallest.values().filter(|(_, e)| e.end() > resident).collect();
    late.sort_by_key(|(index, _)| *index);
    for (index, _) in late {
        let message = format!(
            "the smallest version of a texture must be within the {resident:#x} bytes that are \
             loaded with the level"
        );
        report.warning(format!("entries[{index}].offset"), message);
    }
}

/// Reports stored hashes that do not match the colours.
pub(super) fn audit(pid: &Pid, report: &mut Report<'_>) {
    for (index, palette) in pid.palettes.iter().enumerate() {
        let hash = palette_hash(&palette.colours);
        if hash != palette.hash {
            let message = format!("expected the hash {hash:08X} for these colours");
            let path = format!("palettes[{index}].hash");
            report.compute(path.as_str(), Value::Uint(hash.into()));
            report.note(path, message);
        }
    }
    for (index, entry) in pid.entries.iter().enumerate().filter(|(_, entry)| entry.is_mip()) {
        let palette = entry.palette().and_then(|palette| pid.palettes.get(palette));
        let tag = palette.map_or(0, |palette| palette_tag(palette.hash));
        let key = mip_key(entry.width, entry.height, tag);
        if key != entry.mip_key {
            let message = format!("expected the key {key:08X} for this size and palette");
            let path = format!("entries[{index}].mip_key");
            report.compute(path.as_str(), Value::Uint(key.into()));
            report.note(path, message);
        }
    }
}
