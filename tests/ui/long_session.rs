//! One window opens, plays, edits, exports, reloads and closes many files. Its memory and open files stay the same.
//!
//! Another window shows, plays, edits and compares ten open documents.
//!
//! The short forms run with the other tests. The long forms, of which `docs/reliability.md` has the results, are
//! `GOURAUD_ASSETS=10000 cargo test --release --test ui -- --ignored --nocapture one_session`, and the same with
//! `ten_documents`.

use std::process::Command as Process;

use gouraud::app::model::Command;
use gouraud::app::model::command::ExportRequest;
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::edits::Edit;
use gouraud::edit::EditOp;
use gouraud::export::{Choice, Options};
use gouraud_testing::kind;

use crate::driver::{Bench, Driver, window};

const FILES: [&str; 8] = [
    "plaza_2.psx",
    "skater.psx",
    "items.psx",
    "creature.lzs",
    "prop.DGC",
    "plaza_l.psx",
    "plaza.vab",
    "island.smk",
];

/// Memory in kB and number of open files of this process.
fn usage() -> (u64, usize) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let memory = memory.trim().trim_end_matches(" kB").parse().unwrap();
    (memory, std::fs::read_dir("/proc/self/fd").unwrap().count())
}

/// Prints memory, open files and pictures of panels.
fn report(window: &Bench, count: usize) {
    let (memory, files) = usage();
    let pictures = window.ctx.tex_manager().read().num_allocated();
    println!("\nafter {count} files: {memory} kB, {files} open, {pictures} pictures");
}

/// Uses one file as a user does, and closes it.
fn use_file(window: &mut Bench, path: &str, output: &std::path::Path) {
    window.state_mut().push(Command::Open(path.to_owned()));
    window.settle();
    window.send(Command::PlayAnimation);
    window.send(Command::NextSound);
    window.run_steps(5);
    window.send(Command::StopSound);
    if path.ends_with("items.psx") {
        let orders = vec![EditOp::set("models[0].faces[0].flags", "0")];
        let edit =
            Edit { path: path.to_owned(), name: "set flags".to_owned(), orders, ..Edit::default() };
        window.change(Command::Edit(Box::new(edit)));
        window.change(Command::Undo);
    }
    let kinds = vec![kind("glb"), kind("wav")];
    let options = Options { kinds, choice: Choice::Everything, force: true, ..Options::default() };
    let request = ExportRequest { options, folder: output.to_owned() };
    window.state_mut().push(Command::RunExport(Box::new(request)));
    window.settle();
    window.state_mut().push(Command::Reload);
    window.settle();
    window.send(Command::CloseFile);
    window.settle();
}

/// Prints memory, open files and pictures of panels after each round of all files.
#[test]
#[ignore = "runs in a separate process, or manually for hours"]
fn one_session() {
    let count: usize = std::env::var("GOURAUD_ASSETS").unwrap().parse().unwrap();
    let (folder, output) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let demo = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    for file in FILES {
        std::fs::copy(demo.join(file), folder.path().join(file)).unwrap();
    }
    let mut window = window(Vec::new());
    window.settle();
    for number in 0..count {
        let path = folder.path().join(FILES[number % FILES.len()]);
        use_file(&mut window, &path.to_string_lossy(), output.path());
        if (number + 1).is_multiple_of(FILES.len()) {
            report(&window, number + 1);
        }
    }
}

/// Shows the next of ten open documents, and uses it.
fn use_document(window: &mut Bench) {
    window.send(Command::NextDocument);
    window.settle();
    window.send(Command::PlayAnimation);
    window.send(Command::NextSound);
    window.run_steps(5);
    window.send(Command::StopSound);
    let path = window.model().document_path().unwrap_or_default().to_owned();
    if path.ends_with("items.psx") {
        let orders = vec![EditOp::parse("models[0].faces[0].flags^=0x80", None).unwrap()];
        let edit = Edit { path, name: "set flags".to_owned(), orders, ..Edit::default() };
        window.change(Command::Edit(Box::new(edit)));
        window.change(Command::Undo);
    }
    window.state_mut().push(Command::CompareWith(Some(ComparedFile::Saved)));
    window.settle();
    window.state_mut().push(Command::CompareWith(None));
    window.settle();
}

/// Prints memory, open files and pictures of panels after all ten documents were used.
#[test]
#[ignore = "runs in a separate process, or manually for hours"]
fn ten_documents() {
    let count: usize = std::env::var("GOURAUD_ASSETS").unwrap().parse().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let demo = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo");
    let files: Vec<&str> = FILES.into_iter().chain(["rider.big", "arena.lzs"]).collect();
    let mut window = window(Vec::new());
    window.settle();
    // The demo, which opens at the first start.
    window.send(Command::CloseFile);
    for file in &files {
        std::fs::copy(demo.join(file), folder.path().join(file)).unwrap();
        window.send(Command::NewTab);
        let path = folder.path().join(file).to_string_lossy().into_owned();
        window.state_mut().push(Command::Open(path));
        window.settle();
    }
    assert_eq!(window.model().all_tabs().count(), 10);
    for number in 0..count {
        use_document(&mut window);
        if (number + 1).is_multiple_of(files.len()) {
            report(&window, number + 1);
        }
    }
}

/// Memory, open files and pictures after each round of a session in a process of its own.
fn rounds(session: &str, count: usize) -> Vec<(f64, f64, f64)> {
    let session = Process::new(std::env::current_exe().unwrap())
        .args([&format!("long_session::{session}"), "--exact", "--ignored", "--nocapture"])
        .env("GOURAUD_ASSETS", count.to_string())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&session.stdout);
    assert!(session.status.success(), "{out}");
    out.lines()
        .filter_map(|line| {
            let numbers = line.strip_prefix("after ")?.split([' ', ',']);
            let numbers: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
            let [_, memory, files, pictures] = numbers[..] else { panic!("{line}") };
            Some((memory, files, pictures))
        })
        .collect()
}

/// Checks that the last round uses no more than the second.
fn check(rounds: &[(f64, f64, f64)]) {
    let [_, early, .., late] = rounds[..] else { panic!("{rounds:?}") };
    assert!(late.0 < early.0 * 1.1, "{rounds:?}");
    assert!(late.1 <= early.1 && late.2 <= early.2, "{rounds:?}");
}

#[test]
fn memory_and_open_files_stay_the_same() {
    check(&rounds("one_session", 5 * FILES.len()));
}

#[test]
fn memory_of_ten_open_documents_stays_the_same() {
    check(&rounds("ten_documents", 30));
}
