//! Phrases that have a plainer word in comments, strings and documents.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Plainer words, each with the phrases that it replaces. Case and punctuation do not matter.
const BANNED: &str = "
reported: is told, are told, was told, be told, been told, told of, told once, told by, tells of
distinguish: told apart, tell apart, tells apart
report, store, refer to: is said, are said, says of, says nothing, speak of, speaks of
release, remove: let go, lets go, is gone, are gone, go away, goes away
is in, is at: stand in, stands in, stands at, stands there, stands where, stands alone
is next to, follows: stand beside, stands beside, stand behind, stands behind, stands before
is missing, has no, is not one: is none, are none, is no number, is no file, lack, lacks, lacking
again: anew
gradually: by and by
expected: promised
available: to be had, at hand
automatically: by itself, by themselves, behind itself
index, layer, project: the shelf, a shelf, this house
duplicates, the same: alike, twin, twins
dependent: entailed
cancelled: broken off
without a result: in vain
in the meantime: meanwhile
named after: folder of its name, folder of that name
per: bits a texel, bits a pixel, texels a side, pixels a side
subcommand: sub command, sub commands
line ending: line ends are, line ends of
message: a sentence if, a sentence about
as close as possible: as near as they, as near as all, as near as everything
close: is to be closed
own: of their own
are supported: supported are
several sources: no one source
missing, not found: leads to no, lead to no
delete it: so to speak, as it were";

/// Each phrase between spaces, with the words that replace it.
static PHRASES: LazyLock<Vec<(String, &str)>> = LazyLock::new(|| {
    let lines = BANNED.lines().filter_map(|line| line.split_once(": "));
    let padded = |phrase: &str| format!(" {phrase} ");
    lines.flat_map(|(better, all)| all.split(", ").map(move |one| (padded(one), better))).collect()
});

/// Plain uses of discouraged phrases.
const PLAIN: &[&str] =
    &["there is none", "there are none", "there is no number", "stand in front of"];

/// First words of a doc comment that does not name what it describes.
const RIDDLES: &[&str] = &["What", "How", "Whether", "Where", "Which", "Whose", "Of"];

/// Folders and documents that are checked.
const ROOTS: &[&str] = &[
    "src",
    "tests",
    "testing/src",
    "examples",
    "benches",
    "shaders",
    "docs",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
];

#[test]
fn uses_plain_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut report, mut files) = (String::new(), 0);
    for name in ROOTS {
        visit(&root.join(name), &mut |path| {
            let name = path.strip_prefix(root).expect("files are below the root").to_string_lossy();
            if name == file!() {
                return;
            }
            files += 1;
            let text = fs::read_to_string(path).expect("sources are UTF-8");
            for (line, problem) in problems(&name, &text) {
                writeln!(report, "{name}:{line}: {problem}").expect("writing to a string succeeds");
            }
        });
    }
    assert!(files > 1000, "only {files} files were found");
    assert!(report.is_empty(), "see docs/GLOSSARY.md:\n{report}");
}

#[test]
fn finds_phrases_and_riddles() {
    let code = "/// Whether it is\n/// told.\nfn f() { g(\"lets  go {twin}\"); }\n";
    let found =
        problems("a.rs", code).into_iter().map(|(line, problem)| format!("{line} {problem}"));
    let expected = [
        "1 begins with \"Whether\": name what it describes",
        "1 \"is told\": reported",
        "3 \"lets go\": release, remove",
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    assert_eq!(problems("a.rs", "// `is_none` if there is none\n"), []);
    assert_eq!(problems("a.md", "```\nanew\n```\nWritten `anew`.\nWritten anew.\n").len(), 1);
}

/// Calls `found` with the path of every source file and document at or below `path`.
fn visit(path: &Path, found: &mut dyn FnMut(&Path)) {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("the folder can be listed");
        let mut paths: Vec<_> =
            entries.map(|entry| entry.expect("it can be read").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| !path.ends_with("fixtures")) {
            visit(path, found);
        }
    } else if path.extension().is_some_and(|end| end == "rs" || end == "wgsl" || end == "md") {
        found(path);
    }
}

/// Line numbers with their problems: in all text of a document; in comments and strings of code.
fn problems(name: &str, text: &str) -> Vec<(usize, String)> {
    let passages = if name.ends_with(".md") { document(text) } else { code(text) };
    let mut problems = Vec::new();
    for passage in passages {
        let mut words = normalised(&passage.text);
        let first = passage.text.split_whitespace().next().unwrap_or_default();
        if passage.is_doc && RIDDLES.contains(&first) {
            problems
                .push((passage.line, format!("begins with \"{first}\": name what it describes")));
        }
        for plain in PLAIN {
            words = words.replace(plain, "");
        }
        for (phrase, better) in PHRASES.iter().filter(|(phrase, _)| words.contains(&**phrase)) {
            problems.push((passage.line, format!("\"{}\": {better}", phrase.trim())));
        }
    }
    problems
}

/// Words in lower case, each between spaces, without quoted code and placeholders.
fn normalised(text: &str) -> String {
    let mut words = String::from(" ");
    let prose = text.split('`').step_by(2).flat_map(|prose| prose.split('{'));
    for prose in prose.map(|prose| prose.rsplit('}').next().unwrap_or_default()) {
        let is_letter = |c: char| c.is_alphanumeric() || c == '\'' || c == '_';
        for word in prose.split(|c| !is_letter(c)).filter(|word| !word.is_empty()) {
            words.push_str(&word.to_lowercase());
            words.push(' ');
        }
    }
    words
}

/// A block of comments, a string, or a line of a document.
struct Passage {
    line: usize,
    text: String,
    is_doc: bool,
}

fn document(text: &str) -> Vec<Passage> {
    let mut is_code = false;
    let mut passages = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        if text.starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            passages.push(Passage { line, text: text.to_owned(), is_doc: false });
        }
    }
    passages
}

fn code(text: &str) -> Vec<Passage> {
    let mut passages: Vec<Passage> = Vec::new();
    let mut continues = false;
    for (line, text) in (1..).zip(text.lines()) {
        if let Some(comment) = text.trim_start().strip_prefix("//") {
            let is_doc = comment.starts_with(['/', '!']);
            let comment = comment.trim_start_matches(['/', '!']);
            match passages.last_mut().filter(|_| continues) {
                Some(block) => block.text.extend([" ", comment]),
                None => passages.push(Passage { line, text: comment.to_owned(), is_doc }),
            }
            continues = true;
            continue;
        }
        continues = false;
        // Every second part of a line is in quotes; an escaped quote only moves a boundary.
        let strings = text.split('"').skip(1).step_by(2).filter(|text| text.contains(' '));
        let trailing = text.rsplit_once(" // ").map(|(_, comment)| comment);
        let own = strings.chain(trailing).map(str::to_owned);
        passages.extend(own.map(|text| Passage { line, text, is_doc: false }));
    }
    passages
}
