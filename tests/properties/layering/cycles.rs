//! Checks that files do not use each other in a cycle, so that a file can be read, moved and tested
//! without its users.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::code::Code;
use super::{SourceFile, source_files};

#[test]
fn files_of_a_module_have_no_cycles() {
    let files = source_files("src");
    let mut found = String::new();
    let modules: BTreeSet<&str> = files.iter().filter_map(SourceFile::top_module).collect();
    assert!(modules.contains("formats"), "{modules:?}");
    for module in modules {
        let own: Vec<&SourceFile> =
            files.iter().filter(|file| file.top_module() == Some(module)).collect();
        for cycle in cycles(&uses(&own)) {
            writeln!(found, "{module}: a cycle of {} files:", cycle.len()).unwrap();
            for (file, used) in cycle {
                writeln!(found, "    {file} uses {}", used.join(", ")).unwrap();
            }
        }
    }
    assert!(found.is_empty(), "module cycles:\n{found}");
}

/// The files that each file uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// Files of a cycle, each with the files of the cycle that it uses.
type Cycle = Vec<(String, Vec<String>)>;

/// The uses of each file. Uses of a parent module do not count: a `mod.rs` and its children belong
/// together.
fn uses(files: &[&SourceFile]) -> Uses {
    let modules = Modules::of(files);
    let mut uses = Uses::new();
    for file in files {
        let used = modules.used_by(file).into_iter().filter(|used| !file.module.starts_with(used));
        let names = used.map(|module| modules.0[&module].name.clone()).collect();
        uses.insert(file.name.clone(), names);
    }
    uses
}

/// The files by their module path.
struct Modules<'a>(BTreeMap<Vec<String>, Module<'a>>);

struct Module<'a> {
    name: &'a String,
    code: &'a Code,
    /// Modules that the file declares.
    children: BTreeSet<String>,
    /// Paths of re-exported items, by name.
    re_exports: BTreeMap<String, Vec<String>>,
}

impl<'a> Modules<'a> {
    fn of(files: &[&'a SourceFile]) -> Self {
        let modules = files.iter().map(|file| {
            let code = &file.code;
            let children = code.children();
            let mut re_exports = BTreeMap::new();
            for used in code.re_exports().all_paths(&file.module, &children) {
                re_exports.extend(used.last().cloned().map(|item| (item, used)));
            }
            (file.module.clone(), Module { name: &file.name, code, children, re_exports })
        });
        Self(modules.collect())
    }

    fn used_by(&self, file: &SourceFile) -> BTreeSet<Vec<String>> {
        let module = &self.0[&file.module];
        let mut paths = module.code.all_paths(&file.module, &module.children);
        let re_exported: BTreeSet<&Vec<String>> = module.re_exports.values().collect();
        paths.retain(|path| !re_exported.contains(path));
        paths.iter().filter_map(|path| self.file_of(path)).collect()
    }

    /// The module whose file defines the item at `path`, following re-exports.
    fn file_of(&self, path: &[String]) -> Option<Vec<String>> {
        let len = (1..=path.len()).rev().find(|len| self.0.contains_key(&path[..*len]))?;
        let module = &self.0[&path[..len]];
        match path.get(len).and_then(|item| module.re_exports.get(item)) {
            // Items of other modules are not followed.
            Some(from) if from != path => self.file_of(from),
            _ => Some(path[..len].to_vec()),
        }
    }
}

/// The sets of files that use each other.
fn cycles(uses: &Uses) -> Vec<Cycle> {
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        uses.keys().map(|file| (file, reachable(uses, file))).collect();
    let mut cycles = Vec::new();
    let mut seen = BTreeSet::new();
    for file in uses.keys().filter(|file| reach[file].contains(file)) {
        if seen.contains(file) {
            continue;
        }
        let round: Vec<&String> =
            reach[file].iter().copied().filter(|other| reach[other].contains(file)).collect();
        seen.extend(round.iter().copied());
        let within = |other: &&String| {
            let used = uses[*other].iter().filter(|used| round.contains(used));
            ((*other).clone(), used.cloned().collect())
        };
        cycles.push(round.iter().map(within).collect());
    }
    cycles
}

fn reachable<'a>(uses: &'a Uses, file: &String) -> BTreeSet<&'a String> {
    let mut found = BTreeSet::new();
    let mut waiting: Vec<&String> = uses[file].iter().collect();
    while let Some(next) = waiting.pop() {
        if found.insert(next) {
            waiting.extend(&uses[next]);
        }
    }
    found
}

#[test]
fn finds_cycles_through_re_exports() {
    let file = |name: &str, text: &str| SourceFile::new(name.to_owned(), text);
    let files = [
        file("src/a/mod.rs", "pub mod one;\nmod two;\npub mod deep;\npub use two::Two;"),
        file("src/a/one.rs", "use super::Two;\npub const ONE: u8 = 1;"),
        file("src/a/two.rs", "pub struct Two(deep::low::Low);\nuse crate::a::deep;"),
        file("src/a/deep/mod.rs", "pub mod low;\nfn f() { low::g() }"),
        file("src/a/deep/low.rs", "use super::super::one::ONE;\nuse super::f;"),
    ];
    let all: Vec<&SourceFile> = files.iter().collect();
    let found = cycles(&uses(&all));
    let lines: Vec<String> = found
        .iter()
        .flatten()
        .map(|(file, used)| format!("{file} uses {}", used.join(", ")))
        .collect();
    assert_eq!(
        lines,
        [
            "src/a/deep/low.rs uses src/a/one.rs",
            "src/a/deep/mod.rs uses src/a/deep/low.rs",
            "src/a/one.rs uses src/a/two.rs",
            "src/a/two.rs uses src/a/deep/mod.rs",
        ]
    );
}
