//! The layout of the house, held by reading the source: which room may use which, what stays out
//! of the rooms that read files, and what may be in the lock file only once.

mod circles;
mod code;
mod halls;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use code::Code;

/// One room: what it may use of ours, and what it never touches.
struct Room {
    name: &'static str,
    may_use: &'static [May],
    never: &'static [&'static str],
}

/// A room that may be used: all of it, or only these names.
enum May {
    All(&'static str),
    Only(&'static str, &'static [&'static str]),
}
use May::{All, Only};

/// The types that say where something is stored.
const PLACES: &[&str] = &["Span", "SourceId"];
const EGUI: &[&str] = &["egui", "eframe"];
const DRAWING: &[&str] = &["egui", "eframe", "wgpu", "naga", "winit"];

/// THE table. A room may use exactly what is in its row, and itself.
#[rustfmt::skip]
const ROOMS: &[Room] = &[
    Room { name: "bytes",     never: DRAWING, may_use: &[] },
    Room { name: "codec",     never: DRAWING, may_use: &[All("bytes")] },
    Room { name: "scene",     never: DRAWING, may_use: &[Only("bytes", &["Span", "SourceId", "Source"])] },
    Room { name: "container", never: DRAWING, may_use: &[All("bytes")] },
    Room { name: "formats",   never: DRAWING, may_use: &[All("bytes"), All("codec"), All("scene"), All("container")] },
    Room { name: "library",   never: DRAWING, may_use: &[All("bytes"), All("codec"), All("container"), All("formats"), All("scene")] },
    Room { name: "plausibility", never: DRAWING, may_use: &[All("formats"), All("scene")] },
    Room { name: "render",    never: EGUI,    may_use: &[All("scene"), Only("bytes", PLACES)] },
    Room { name: "audio",     never: EGUI,    may_use: &[All("scene")] },
    Room { name: "export",    never: DRAWING, may_use: &[All("scene"), All("bytes"), Only("codec", &["palette"]), Only("container", &["free_number", "safe_name"])] },
    Room { name: "edit",      never: DRAWING, may_use: &[All("bytes"), All("codec"), All("container"), All("formats"), All("scene"), All("library"), Only("export", &["texture_picture", "texture_picture_in", "Edited"])] },
    Room { name: "index",     never: DRAWING, may_use: &[All("bytes"), All("container"), All("scene"), All("library"), Only("export", &["texture_picture"])] },
    Room { name: "app",       never: &[],     may_use: &[All("bytes"), All("codec"), All("scene"), All("container"), All("formats"), All("library"), All("render"), All("audio"), All("export"), All("index"), All("edit"), All("plausibility")] },
    Room { name: "cli",       never: EGUI,    may_use: &[All("bytes"), All("codec"), All("scene"), All("container"), All("formats"), All("library"), All("render"), All("audio"), All("export"), All("index"), All("edit"), All("plausibility")] },
];

/// Format families that other families may use.
const SHARED_FAMILIES: &[&str] = &["ps1", "ea", "ms", "sega"];

/// Macros stand at the crate's root, wherever they are declared.
const MACROS: &[(&str, &str)] = &[("record", "bytes")];

/// The one file that may say `unsafe`.
const MEMORY_MAP: &str = "src/library/map.rs";

/// Rooms that read what they cannot trust.
const READING_ROOMS: &[&str] = &["bytes", "codec", "container", "formats"];
const PANICS: &[&str] = &[
    ".unwrap()",
    ".unwrap_err()",
    ".expect(",
    ".expect_err(",
    "panic!",
    "todo!",
    "unimplemented!",
    "unreachable!",
];

/// Two copies of these compile, and then refuse each other's types or devices.
const ONLY_ONCE: &[&str] = &["egui", "wgpu", "glam", "winit", "windows"];

#[test]
fn a_room_uses_only_the_rooms_in_its_row() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        let Some(room) = file.room() else { continue };
        let Some(row) = ROOMS.iter().find(|row| row.name == room) else {
            broken.add(&file, 1, format_args!("the room {room} is not in the table"));
            continue;
        };
        for used in file.code.paths(&file.module) {
            if let Err(rule) = row.allows(&used.path) {
                broken.add(&file, used.line, format_args!("{rule}: {}", used.path.join("::")));
            }
        }
    }
    broken.assert_none();
}

#[test]
fn a_format_family_uses_only_itself_and_the_shared_families() {
    let files = source_files("src/formats");
    let mut families: Vec<&str> = files.iter().filter_map(SourceFile::family).collect();
    families.sort();
    families.dedup();
    let mut broken = Broken::default();
    for file in &files {
        // The list of all formats stands above the families.
        let Some(own) = file.family() else { continue };
        for used in file.code.paths(&file.module) {
            let [room, family, ..] = used.path.as_slice() else { continue };
            let foreign = families.contains(&family.as_str()) && family != own;
            if room == "formats" && foreign && !SHARED_FAMILIES.contains(&family.as_str()) {
                let rule = format_args!("the family {own} may not use the family {family}");
                broken.add(file, used.line, rule);
            }
        }
    }
    broken.assert_none();
}

#[test]
fn only_the_rooms_that_draw_know_the_window_and_the_graphics_library() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        let never = ROOMS.iter().find(|row| Some(row.name) == file.room());
        for banned in never.map_or(&[][..], |row| row.never) {
            // `egui` stands for its companions (`egui_extras`) as well.
            for (line, word) in file.code.words() {
                if word == *banned || word.starts_with(&format!("{banned}_")) {
                    let room = file.room().unwrap_or_default();
                    broken.add(&file, line, format_args!("{room} never uses {word}"));
                }
            }
        }
    }
    broken.assert_none();
}

#[test]
fn unsafe_code_is_denied_everywhere_but_in_the_memory_map() {
    let mut broken = Broken::default();
    for file in source_files("src").into_iter().chain(source_files("examples")) {
        for (line, word) in file.code.words() {
            if word == "unsafe" && file.name != MEMORY_MAP {
                broken.add(&file, line, format_args!("unsafe belongs in {MEMORY_MAP} alone"));
            }
        }
    }
    broken.assert_none();
    let library = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    assert!(library.contains("#![deny(unsafe_code)]"), "src/lib.rs must deny unsafe code");
}

#[test]
fn what_reads_files_never_panics_on_purpose() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        if file.is_test() || !file.room().is_some_and(|room| READING_ROOMS.contains(&room)) {
            continue;
        }
        for (line, text) in file.code.without_tests().lines() {
            for panic in PANICS.iter().filter(|panic| text.contains(**panic)) {
                broken.add(&file, line, format_args!("file data is never trusted: {panic}"));
            }
        }
    }
    broken.assert_none();
}

#[test]
fn crates_that_must_agree_are_in_the_lock_file_once() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for name in ONLY_ONCE {
        let count = lock.matches(&format!("name = \"{name}\"\n")).count();
        assert_eq!(count, 1, "Cargo.lock holds {name} {count} times");
    }
}

impl Room {
    /// The rule that `path` (from the crate's root) breaks.
    fn allows(&self, path: &[String]) -> Result<(), String> {
        let Some(first) = path.first() else { return Ok(()) };
        let by_macro = MACROS.iter().find(|(name, _)| name == first).map(|(_, room)| *room);
        let used = by_macro.unwrap_or(first);
        if used == self.name || !ROOMS.iter().any(|room| room.name == used) {
            return Ok(());
        }
        let item = path.get(1).map_or("", String::as_str);
        match self.may_use.iter().find(|may| may.room() == used) {
            None => Err(format!("{} may not use {used}", self.name)),
            Some(Only(_, items)) if !items.contains(&item) => {
                Err(format!("{} may use only {} of {used}", self.name, items.join(", ")))
            }
            Some(_) => Ok(()),
        }
    }
}

impl May {
    fn room(&self) -> &'static str {
        match self {
            All(room) | Only(room, _) => room,
        }
    }
}

struct SourceFile {
    /// `src/bytes/mod.rs`
    name: String,
    /// `bytes`, `bytes::cursor`, `formats::ff7::battle` …
    module: Vec<String>,
    code: Code,
}

impl SourceFile {
    fn read(path: &Path) -> Self {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().replace('\\', "/");
        Self::new(name, &std::fs::read_to_string(path).unwrap())
    }

    fn new(name: String, text: &str) -> Self {
        let mut module: Vec<String> =
            name.trim_end_matches(".rs").split('/').skip(1).map(str::to_owned).collect();
        if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            module.pop();
        }
        Self { name, module, code: Code::new(text) }
    }

    /// `main.rs` and `lib.rs` are in none.
    fn room(&self) -> Option<&str> {
        self.module.first().map(String::as_str)
    }

    /// Below `src/formats`: the folder, none for the files that stand beside the families.
    fn family(&self) -> Option<&str> {
        let mut parts = self.name.strip_prefix("src/formats/")?.split('/');
        let folder = parts.next()?;
        parts.next().map(|_| folder)
    }

    fn is_test(&self) -> bool {
        self.module.last().is_some_and(|name| name == "tests" || name.ends_with("_tests"))
    }
}

/// Every `.rs` file below `folder`, in a fixed order; none when the folder is not there.
fn source_files(folder: &str) -> Vec<SourceFile> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(SourceFile::read(&path));
            }
        }
    }
    files.sort_by(|a, b| a.name.cmp(&b.name));
    files
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All broken rules, so that one run shows them together.
#[derive(Default)]
struct Broken(String);

impl Broken {
    fn add(&mut self, file: &SourceFile, line: usize, rule: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{}:{line}: {rule}", file.name).unwrap();
    }

    fn assert_none(&self) {
        assert!(self.0.is_empty(), "the layout of the house is broken:\n{}", self.0);
    }
}
