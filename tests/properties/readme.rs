//! Documents describe existing formats, commands and modules, and their links work.

use std::path::{Path, PathBuf};

use clap::CommandFactory;
use gouraud::export::Kind;
use gouraud::formats::{self, Capability};

#[test]
fn format_table_matches_the_registry() {
    let document = include_str!("../../docs/formats/README.md");
    let is_row = |line: &&str| line.starts_with("| `");
    let rows: Vec<&str> = document.lines().filter(is_row).collect();
    let expected: Vec<String> = formats::all()
        .iter()
        .map(|format| {
            let info = format.info();
            let can = |ability| if info.can.contains(&ability) { "yes" } else { "–" };
            let extensions: Vec<String> =
                info.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
            format!(
                "| `{}` | {} | {} | {} | {} | {} | {} |",
                info.id,
                info.name,
                extensions.join(" "),
                can(Capability::View),
                can(Capability::Sound),
                can(Capability::Export),
                can(Capability::Write)
            )
        })
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn readme_commands_exist() {
    let words: Vec<&str> = include_str!("../../README.md").split_whitespace().collect();
    let shown = words.windows(2).filter(|pair| pair[0] == "gouraud").map(|pair| pair[1]);
    let cli = gouraud::cli::Cli::command();
    let unknown: Vec<&str> = shown.filter(|name| cli.find_subcommand(name).is_none()).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn cli_document_has_every_command() {
    let document = include_str!("../../docs/cli.md");
    let cli = gouraud::cli::Cli::command();
    for command in cli.get_subcommands() {
        let row = format!("\n| `gouraud {} ", command.get_name());
        assert!(document.contains(&row), "{row}");
    }
}

#[test]
fn documents_list_every_export_format() {
    let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.name()).collect();
    let listed = names.join(", ").to_uppercase();
    let architecture = include_str!("../../docs/ARCHITECTURE.md");
    assert!(
        architecture.contains(&format!("| `export` | {listed}")),
        "docs/ARCHITECTURE.md: {listed}"
    );
    let commands = include_str!("../../docs/cli.md");
    assert!(commands.contains(&format!("`{}`", names.join(" "))), "docs/cli.md");
}

#[test]
fn architecture_explains_every_module() {
    let explained = include_str!("../../docs/ARCHITECTURE.md");
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src")).unwrap() {
        let entry = entry.unwrap();
        if entry.path().is_dir() {
            let module = entry.file_name().into_string().unwrap();
            let row = format!("\n| `{module}` | ");
            assert!(explained.contains(&row), "docs/ARCHITECTURE.md: no row for {module}");
        }
    }
}

/// Comments refer to a format's document by its file name.
#[test]
fn documents_named_in_code_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let there: Vec<String> = documents(root).iter().map(|path| file_name(path)).collect();
    let is_code = |path: &PathBuf| is(path, "rs") || is(path, "wgsl");
    let mut missing = Vec::new();
    for path in
        ["src", "shaders"].iter().flat_map(|module| files(&root.join(module))).filter(is_code)
    {
        let text = std::fs::read_to_string(&path).unwrap();
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c));
        let named = words.filter(|word| word.ends_with(".md"));
        let lost = named.filter(|word| !there.iter().any(|name| name == word));
        missing.extend(lost.map(|word| format!("{}: {word}", path.display())));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn links_between_documents_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut lost = Vec::new();
    for path in documents(root) {
        let text = std::fs::read_to_string(&path).unwrap();
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
        for target in targets.filter(|target| !target.is_empty() && !target.contains("://")) {
            if !path.with_file_name(target).exists() {
                lost.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

/// The documents at the root and under `docs`.
fn documents(root: &Path) -> Vec<PathBuf> {
    let top = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let all = top.filter(|path| path.is_file()).chain(files(&root.join("docs")));
    all.filter(|path| is(path, "md")).collect()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.extend(folders.iter().flat_map(|folder| self::files(folder)));
    files
}

fn is(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|end| end == extension)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
