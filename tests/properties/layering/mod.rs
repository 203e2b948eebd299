//! Checks of the source code's structure: which module may use which, what modules that read files must
//! not contain, and which crates may be in the lock file only once.

mod code;
mod cycles;
mod layers;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use code::Code;

/// Rule for a module of `src/`: the modules that it may use, and the words that it must not contain.
struct ModuleRule {
    name: &'static str,
    may_use: &'static [Allowed],
    never: &'static [&'static str],
}

/// A module that may be used: all of it, or only these names.
enum Allowed {
    All(&'static str),
    Only(&'static str, &'static [&'static str]),
}
use Allowed::{All, Only};

const EGUI: &[&str] = &["egui", "eframe"];
const DRAWING: &[&str] = &["egui", "eframe", "wgpu", "naga", "winit"];

/// The rules. A module may use exactly the modules in its row, and itself.
#[rustfmt::skip]
const MODULES: &[ModuleRule] = &[
    ModuleRule { name: "bytes",     never: DRAWING, may_use: &[] },
    ModuleRule { name: "codec",     never: DRAWING, may_use: &[All("bytes")] },
    ModuleRule { name: "scene",     never: DRAWING, may_use: &[Only("bytes", &["Span", "SourceId", "Source"])] },
    ModuleRule { name: "ksy",       never: DRAWING, may_use: &[All("bytes"), All("codec"), All("scene")] },
    ModuleRule { name: "container", never: DRAWING, may_use: &[All("bytes")] },
    ModuleRule { name: "formats",   never: DRAWING, may_use: &[All("bytes"), All("codec"), All("scene"), All("container"), All("ksy")] },
    ModuleRule { name: "library",   never: DRAWING, may_use: &[All("bytes"), All("codec"), All("container"), All("formats"), All("ksy"), All("scene")] },
    ModuleRule { name: "plausibility", never: DRAWING, may_use: &[All("formats"), All("scene")] },
    ModuleRule { name: "render",    never: EGUI,    may_use: &[All("scene"), Only("bytes", &["Span", "SourceId", "Colour15"])] },
    ModuleRule { name: "audio",     never: EGUI,    may_use: &[All("scene")] },
    ModuleRule { name: "export",    never: DRAWING, may_use: &[All("scene"), All("bytes"), Only("codec", &["palette"]), Only("container", &["free_number", "safe_name", "io_message", "remove_abandoned", "temporary_file"])] },
    ModuleRule { name: "edit",      never: DRAWING, may_use: &[All("bytes"), All("codec"), All("container"), All("formats"), All("ksy"), All("scene"), All("library"), Only("export", &["texture_picture", "texture_picture_in", "Edited"])] },
    ModuleRule { name: "index",     never: DRAWING, may_use: &[All("bytes"), All("container"), Only("formats", &["Capability"]), All("ksy"), All("scene"), All("library"), Only("export", &["texture_picture"])] },
    ModuleRule { name: "app",       never: &[],     may_use: &[All("bytes"), All("codec"), All("scene"), All("container"), All("formats"), All("ksy"), All("library"), All("render"), All("audio"), All("export"), All("index"), All("edit"), All("plausibility")] },
    ModuleRule { name: "cli",       never: EGUI,    may_use: &[All("bytes"), All("codec"), All("scene"), All("container"), All("formats"), All("ksy"), All("library"), All("render"), All("audio"), All("export"), All("index"), All("edit"), All("plausibility")] },
];

/// Format families that other families may use.
const SHARED_FAMILIES: &[&str] = &["ps1", "ea", "ms", "sega", "truevision"];

/// Macros, which are at the crate's root, and the modules that declare them.
const MACROS: &[(&str, &str)] = &[("record", "bytes")];

/// Modules that read untrusted data.
const READING_MODULES: &[&str] = &["bytes", "codec", "container", "formats", "ksy"];
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

/// Crates whose types or devices are incompatible between versions.
const ONLY_ONCE: &[&str] = &["egui", "wgpu", "glam", "winit", "windows"];

#[test]
fn modules_use_only_allowed_modules() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        let Some(module) = file.top_module() else { continue };
        let Some(row) = MODULES.iter().find(|row| row.name == module) else {
            broken.add(&file, 1, format_args!("module {module} is not in the table"));
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
fn format_families_use_only_shared_families() {
    let files = source_files("src/formats");
    let mut families: Vec<&str> = files.iter().filter_map(SourceFile::family).collect();
    families.sort();
    families.dedup();
    let mut broken = Broken::default();
    for file in &files {
        // Files above the families, like the list of all formats, are exempt.
        let Some(own) = file.family() else { continue };
        for used in file.code.paths(&file.module) {
            let [module, family, ..] = used.path.as_slice() else { continue };
            let foreign = families.contains(&family.as_str()) && family != own;
            if module == "formats" && foreign && !SHARED_FAMILIES.contains(&family.as_str()) {
                let rule = format_args!("the family {own} may not use the family {family}");
                broken.add(file, used.line, rule);
            }
        }
    }
    broken.assert_none();
}

#[test]
fn only_drawing_modules_use_window_and_graphics_crates() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        let never = MODULES.iter().find(|row| Some(row.name) == file.top_module());
        for banned in never.map_or(&[][..], |row| row.never) {
            // `egui` includes its companion crates (`egui_extras`).
            for (line, word) in file.code.words() {
                if word == *banned || word.starts_with(&format!("{banned}_")) {
                    let module = file.top_module().unwrap_or_default();
                    broken.add(&file, line, format_args!("{module} must not use {word}"));
                }
            }
        }
    }
    broken.assert_none();
}

#[test]
fn all_code_is_safe() {
    for name in ["src/lib.rs", "src/main.rs"] {
        let text = std::fs::read_to_string(root().join(name)).unwrap();
        assert!(text.contains("#![forbid(unsafe_code)]"), "{name} must forbid unsafe code");
    }
}

#[test]
fn file_readers_contain_no_panics() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        if !file.top_module().is_some_and(|module| READING_MODULES.contains(&module)) {
            continue;
        }
        for (line, text) in file.code.lines() {
            for panic in PANICS.iter().filter(|panic| text.contains(**panic)) {
                broken.add(&file, line, format_args!("file data must not cause a panic: {panic}"));
            }
        }
    }
    broken.assert_none();
}

/// With tests in it, the library would be compiled twice.
#[test]
fn the_library_contains_no_tests() {
    let mut broken = Broken::default();
    for file in source_files("src") {
        for (line, _) in file.code.lines().filter(|(_, text)| text.contains("cfg(test)")) {
            broken.add(&file, line, format_args!("tests belong into `tests`"));
        }
    }
    broken.assert_none();
}

#[test]
fn shared_crates_are_locked_once() {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    for name in ONLY_ONCE {
        let count = lock.matches(&format!("name = \"{name}\"\n")).count();
        assert_eq!(count, 1, "Cargo.lock holds {name} {count} times");
    }
}

impl ModuleRule {
    /// Returns the violated rule as an error; `path` starts at the crate's root.
    fn allows(&self, path: &[String]) -> Result<(), String> {
        let Some(first) = path.first() else { return Ok(()) };
        let by_macro = MACROS.iter().find(|(name, _)| name == first).map(|(_, module)| *module);
        let used = by_macro.unwrap_or(first);
        if used == self.name || !MODULES.iter().any(|rule| rule.name == used) {
            return Ok(());
        }
        let item = path.get(1).map_or("", String::as_str);
        match self.may_use.iter().find(|may| may.module() == used) {
            None => Err(format!("{} may not use {used}", self.name)),
            Some(Only(_, items)) if !items.contains(&item) => {
                Err(format!("{} may use only {} of {used}", self.name, items.join(", ")))
            }
            Some(_) => Ok(()),
        }
    }
}

impl Allowed {
    fn module(&self) -> &'static str {
        match self {
            All(module) | Only(module, _) => module,
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

    /// The module of `src/` that contains the file; `None` for `main.rs` and `lib.rs`.
    fn top_module(&self) -> Option<&str> {
        self.module.first().map(String::as_str)
    }

    /// The folder below `src/formats`; `None` for files that are directly in `src/formats`.
    fn family(&self) -> Option<&str> {
        let mut parts = self.name.strip_prefix("src/formats/")?.split('/');
        let folder = parts.next()?;
        parts.next().map(|_| folder)
    }
}

/// Every `.rs` file below `folder`, sorted by name; empty when the folder is missing.
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

/// Collects all violations, so that one run shows them together.
#[derive(Default)]
struct Broken(String);

impl Broken {
    fn add(&mut self, file: &SourceFile, line: usize, rule: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{}:{line}: {rule}", file.name).unwrap();
    }

    fn assert_none(&self) {
        assert!(self.0.is_empty(), "rules of the module structure are violated:\n{}", self.0);
    }
}
