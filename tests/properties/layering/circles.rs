//! No circle of files: a file uses what lies below it, so that it can be read, moved and tested
//! without those that use it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::code::Code;
use super::{SourceFile, source_files};

#[test]
fn files_of_a_room_use_each_other_in_one_direction() {
    let files = source_files("src");
    let mut found = String::new();
    let rooms: BTreeSet<&str> = files.iter().filter_map(SourceFile::room).collect();
    assert!(rooms.contains("formats"), "{rooms:?}");
    for room in rooms {
        let own: Vec<&SourceFile> =
            files.iter().filter(|file| file.room() == Some(room) && !file.is_test()).collect();
        for circle in circles(&uses(&own)) {
            writeln!(found, "{room}: a circle of {} files:", circle.len()).unwrap();
            for (file, used) in circle {
                writeln!(found, "    {file} uses {}", used.join(", ")).unwrap();
            }
        }
    }
    assert!(found.is_empty(), "the layout of the house is broken:\n{found}");
}

/// By file: the files it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

/// The files of a circle, each with those of the circle that it uses.
type Circle = Vec<(String, Vec<String>)>;

/// Which file uses which. What a file uses of the folders it stands in does not count: a `mod.rs`
/// and its children are one thought.
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

/// The files, by the module that each of them is.
struct Modules<'a>(BTreeMap<Vec<String>, Module<'a>>);

struct Module<'a> {
    name: &'a String,
    /// The file without its tests.
    code: Code,
    /// Modules that it declares.
    children: BTreeSet<String>,
    /// What it hands on from elsewhere, by name.
    hands_on: BTreeMap<String, Vec<String>>,
}

impl<'a> Modules<'a> {
    fn of(files: &[&'a SourceFile]) -> Self {
        let modules = files.iter().map(|file| {
            let code = file.code.without_tests();
            let children = code.children();
            let mut hands_on = BTreeMap::new();
            for used in code.re_exports().all_paths(&file.module, &children) {
                hands_on.extend(used.last().cloned().map(|item| (item, used)));
            }
            (file.module.clone(), Module { name: &file.name, code, children, hands_on })
        });
        Self(modules.collect())
    }

    fn used_by(&self, file: &SourceFile) -> BTreeSet<Vec<String>> {
        let module = &self.0[&file.module];
        let mut paths = module.code.all_paths(&file.module, &module.children);
        let handed_on: BTreeSet<&Vec<String>> = module.hands_on.values().collect();
        paths.retain(|path| !handed_on.contains(path));
        paths.iter().filter_map(|path| self.file_of(path)).collect()
    }

    /// The module whose file holds what `path` names: the one it was handed on from.
    fn file_of(&self, path: &[String]) -> Option<Vec<String>> {
        let len = (1..=path.len()).rev().find(|len| self.0.contains_key(&path[..*len]))?;
        let module = &self.0[&path[..len]];
        match path.get(len).and_then(|item| module.hands_on.get(item)) {
            // Outside of the room it is somebody else's.
            Some(from) if from != path => self.file_of(from),
            _ => Some(path[..len].to_vec()),
        }
    }
}

/// The sets of files that use each other.
fn circles(uses: &Uses) -> Vec<Circle> {
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        uses.keys().map(|file| (file, reachable(uses, file))).collect();
    let mut circles = Vec::new();
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
        circles.push(round.iter().map(within).collect());
    }
    circles
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
fn a_circle_is_found_through_what_a_folder_hands_on() {
    let file = |name: &str, text: &str| SourceFile::new(name.to_owned(), text);
    let files = [
        file("src/a/mod.rs", "pub mod one;\nmod two;\npub mod deep;\npub use two::Two;"),
        file("src/a/one.rs", "use super::Two;\npub const ONE: u8 = 1;"),
        file("src/a/two.rs", "pub struct Two(deep::low::Low);\nuse crate::a::deep;"),
        file("src/a/deep/mod.rs", "pub mod low;\nfn f() { low::g() }"),
        file("src/a/deep/low.rs", "use super::super::one::ONE;\nuse super::f;"),
        file("src/a/alone.rs", "#[cfg(test)]\nmod tests { use crate::a::one; }"),
    ];
    let all: Vec<&SourceFile> = files.iter().collect();
    let found = circles(&uses(&all));
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
