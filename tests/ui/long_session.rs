//! One window opens, plays, edits, exports, reloads and closes many files. Its memory and open files stay the same.
//!
//! The short form runs with the other tests. The long form, of which `docs/reliability.md` has the results, is
//! `GOURAUD_ASSETS=10000 cargo test --release --test ui -- --ignored --nocapture one_session`.

use std::process::Command as Process;

use gouraud::app::model::Command;
use gouraud::app::model::command::ExportRequest;
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
            let (memory, files) = usage();
            let pictures = window.ctx.tex_manager().read().num_allocated();
            println!(
                "\nafter {} files: {memory} kB, {files} open, {pictures} pictures",
                number + 1
            );
        }
    }
}

#[test]
fn memory_and_open_files_stay_the_same() {
    let session = Process::new(std::env::current_exe().unwrap())
        .args(["long_session::one_session", "--exact", "--ignored", "--nocapture"])
        .env("GOURAUD_ASSETS", (5 * FILES.len()).to_string())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&session.stdout);
    assert!(session.status.success(), "{out}");
    let rounds: Vec<(f64, f64, f64)> = out
        .lines()
        .filter_map(|line| {
            let numbers = line.strip_prefix("after ")?.split([' ', ',']);
            let numbers: Vec<f64> = numbers.filter_map(|word| word.parse().ok()).collect();
            let [_, memory, files, pictures] = numbers[..] else { panic!("{line}") };
            Some((memory, files, pictures))
        })
        .collect();
    assert_eq!(rounds.len(), 5, "{out}");
    let [_, early, .., late] = rounds[..] else { panic!("{out}") };
    assert!(late.0 < early.0 * 1.1, "{out}");
    assert!(late.1 <= early.1 && late.2 <= early.2, "{out}");
}
