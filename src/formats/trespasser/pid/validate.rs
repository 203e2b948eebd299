//! What is odd about a directory that can be read.

use std::collections::{HashMap, HashSet};

use super::Places;
use super::records::{
    BUMP_BITS, Entry, IMAGE_TYPES, MOST_COLOURS, OCCLUSIONS, Pid, TRANSPARENCIES, image_type,
    mip_key, palette_hash, palette_tag,
};
use crate::bytes::{Problem, Problems, Severity, SourceId, Span, Symbol};
use Severity::{Error, Note, Warning};

/// Collects what is said about one record after the other.
struct Checks<'a> {
    problems: Problems,
    source: SourceId,
    places: &'a Places,
}

impl Checks<'_> {
    fn say(&mut self, severity: Severity, at: u64, field: String, message: String) {
        let span = Span::new(self.source, at, 4);
        self.problems.push(Problem { severity, span, available: None, field, message });
    }

    /// About the field at `offset` of entry `index`.
    fn entry(&mut self, severity: Severity, index: usize, field: (u64, &str), message: String) {
        let at = self.places.entries.get(index).start + field.0;
        self.say(severity, at, format!("entries[{index}].{}", field.1), message);
    }
}

pub(super) fn validate(pid: &Pid, places: &Places, source: SourceId) -> Problems {
    let mut checks = Checks { problems: Problems::default(), source, places };
    let header = &pid.header;
    if header.bump_bits != BUMP_BITS {
        let message = format!("bump maps have 16 bits, not {}", header.bump_bits);
        checks.say(Note, 4, "header.bump_bits".to_owned(), message);
    }
    if header.resident_bytes > header.pageable_offset {
        let message = format!(
            "{:#x} bytes are loaded with the level, {:#x} have room",
            header.resident_bytes, header.pageable_offset
        );
        checks.say(Warning, 0x1C, "header.resident_bytes".to_owned(), message);
    }
    for (index, palette) in pid.palettes.iter().enumerate() {
        let count = palette.colours.len();
        if count == 0 || count > MOST_COLOURS as usize {
            let at = places.palettes.get(index).start + 4;
            let message = format!("a palette has 1 to {MOST_COLOURS} colours, not {count}");
            checks.say(Error, at, format!("palettes[{index}].colour_count"), message);
        }
    }
    for (index, entry) in pid.entries.iter().enumerate() {
        shape(&mut checks, pid, index, entry);
        symbols(&mut checks, index, entry);
    }
    keys(&mut checks, pid);
    residents(&mut checks, pid);
    checks.problems
}

fn shape(checks: &mut Checks<'_>, pid: &Pid, index: usize, entry: &Entry) {
    if !matches!(entry.bits, 8 | 16) {
        let message = format!("a pixel has 8 or 16 bits, not {}", entry.bits);
        checks.entry(Error, index, (0x14, "bits"), message);
    }
    if entry.width == 0 || entry.height == 0 {
        let message = format!("{} × {} pixels are no image", entry.width, entry.height);
        checks.entry(Error, index, (0x08, "width"), message);
    }
    if u64::from(entry.stride) < entry.row_bytes() && entry.height > 1 {
        let message =
            format!("rows of {} bytes are {} bytes apart", entry.row_bytes(), entry.stride);
        checks.entry(Error, index, (0x10, "stride"), message);
    }
    match entry.palette() {
        Some(palette) if palette >= pid.palettes.len() => {
            let message = format!("there is no palette {palette}, only {}", pid.palettes.len());
            checks.entry(Error, index, (0x28, "palette"), message);
        }
        None if entry.bits == 8 || entry.is_bump() => {
            let message = "palette indices without a palette are shown in grey".to_owned();
            checks.entry(Warning, index, (0x28, "palette"), message);
        }
        _ => {}
    }
}

fn symbols(checks: &mut Checks<'_>, index: usize, entry: &Entry) {
    for (value, symbols, field) in [
        (entry.transparency, TRANSPARENCIES, (0x1C, "transparency")),
        (entry.image_type, IMAGE_TYPES, (0x20, "image_type")),
        (entry.occlusion, OCCLUSIONS, (0x24, "occlusion")),
    ] {
        let known = |symbols: &[Symbol]| symbols.iter().any(|symbol| symbol.value == value);
        if !known(symbols) {
            let message = format!("the value {value:#x} is not known; any but 0 counts as true");
            checks.entry(Note, index, field, message);
        }
    }
}

/// Every image once, and no smaller version without its large one.
fn keys(checks: &mut Checks<'_>, pid: &Pid) {
    let mut known = HashSet::new();
    let full: HashSet<u32> =
        pid.entries.iter().filter(|entry| !entry.is_mip()).map(|entry| entry.id).collect();
    for (index, entry) in pid.entries.iter().enumerate() {
        if !known.insert((entry.id, entry.mip_key)) {
            let message = format!("{:08X} is there already; the first one is used", entry.id);
            checks.entry(Warning, index, (0x30, "id"), message);
        } else if entry.is_mip() && !full.contains(&entry.id) {
            let message = format!("{:08X} has no full-size image", entry.id);
            checks.entry(Warning, index, (0x30, "id"), message);
        }
    }
}

/// The smallest version of every texture must be among what is loaded with the level, or the game
/// stops.
fn residents(checks: &mut Checks<'_>, pid: &Pid) {
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
            "the smallest version of a texture must end within the {resident:#x} bytes that are \
             loaded with the level"
        );
        checks.entry(Warning, *index, (0x04, "offset"), message);
    }
}

/// Stored hashes that differ from what the colours give.
pub(super) fn audit(pid: &Pid, places: &Places, source: SourceId) -> Problems {
    let mut checks = Checks { problems: Problems::default(), source, places };
    for (index, palette) in pid.palettes.iter().enumerate() {
        let hash = palette_hash(&palette.colours);
        if hash != palette.hash {
            let at = places.palettes.get(index).start + 8;
            let message = format!("the hash of these colours is {hash:08X}");
            checks.say(Note, at, format!("palettes[{index}].hash"), message);
        }
    }
    for (index, entry) in pid.entries.iter().enumerate().filter(|(_, entry)| entry.is_mip()) {
        let palette = entry.palette().and_then(|palette| pid.palettes.get(palette));
        let tag = palette.map_or(0, |palette| palette_tag(palette.hash));
        let key = mip_key(entry.width, entry.height, tag);
        if key != entry.mip_key {
            let message = format!("the key of this size and palette is {key:08X}");
            checks.entry(Note, index, (0x34, "mip_key"), message);
        }
    }
    checks.problems
}
