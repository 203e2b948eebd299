//! Full disks, paths of unusual length and encoding, and missing folders of the user.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use crate::support::{Run, Sandbox, level};

/// Name with a byte that is not UTF-8, and the text that the program prints for it.
const NAME: &[u8] = b"caf\xE9.psx";
const SHOWN: &str = "caf%E9.psx";

fn gouraud() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("gouraud"))
}

fn run(command: &mut Command) -> Run {
    let output = command.env_remove("RUST_LOG").output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Runs `gouraud` in this folder, where no file may become larger than `blocks` of 512 bytes. As on a full disk, writing
/// more is an error.
fn with_file_limit(folder: &Path, blocks: u32, arguments: &str) -> Run {
    let program = assert_cmd::cargo::cargo_bin("gouraud");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" {arguments}");
    run(Command::new("sh").arg("-c").arg(script).arg(program).current_dir(folder))
}

/// Names of everything in a folder and below, in order.
fn names_below(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        names.push(entry.file_name().to_string_lossy().into_owned());
        if entry.path().is_dir() {
            names.extend(names_below(&entry.path()));
        }
    }
    names.sort();
    names
}

#[test]
fn files_whose_names_are_not_utf_8_are_listed_read_and_changed() {
    let sandbox = Sandbox::empty();
    let file = sandbox.path("").join(OsStr::from_bytes(NAME));
    std::fs::write(&file, level()).unwrap();
    let listed = sandbox.run("list --json .").ends_with(0).object();
    assert_eq!(listed["path"], format!("./{SHOWN}"));
    assert_eq!(listed["format"], "neversoft.psx");
    // The text in the list is a path for all commands, and so is the name itself.
    sandbox.run(&format!("info {SHOWN}")).ends_with(0);
    sandbox.run("check .").ends_with(0);
    run(gouraud().arg("info").arg(&file)).ends_with(0);
    sandbox.run(&format!("set {SHOWN} models[0].faces[0].flags=1 --in-place")).ends_with(0);
    assert_ne!(std::fs::read(&file).unwrap(), level());
    let mut kept = NAME.to_vec();
    kept.extend(b".orig");
    assert_eq!(std::fs::read(sandbox.path("").join(OsStr::from_bytes(&kept))).unwrap(), level());
}

#[test]
fn a_file_whose_name_has_the_same_text_takes_precedence() {
    let sandbox = Sandbox::empty();
    std::fs::write(sandbox.path("").join(OsStr::from_bytes(NAME)), level()).unwrap();
    sandbox.put(SHOWN, &level()[..0xF8]);
    sandbox.run(&format!("info {SHOWN}")).ends_with(3);
}

#[test]
fn paths_of_3_800_characters_are_read_and_longer_ones_are_an_error() {
    let sandbox = Sandbox::empty();
    let part = "d".repeat(200);
    let deep: Vec<&str> = std::iter::repeat_n(part.as_str(), 18).collect();
    let deep = deep.join("/");
    sandbox.put(&format!("{deep}/level.psx"), &level());
    sandbox.run(&format!("info {deep}/level.psx")).ends_with(0);
    let checked = sandbox.run("check --jsonl .").ends_with(0);
    assert_eq!(checked.out.matches("level.psx").count(), 1, "{checked:?}");
    let longer = format!("{deep}/{deep}/level.psx");
    sandbox.run(&format!("info {longer}")).ends_with(1).quiet_and("no such file or folder");
}

#[test]
fn a_full_disk_is_reported_in_one_sentence_and_leaves_no_partial_file() {
    let sandbox = Sandbox::empty();
    let commands = [
        "set demo//plaza.psx models[0].faces[0].flags=1 -o out.psx",
        "rewrite demo//plaza.psx -o out.psx",
        "extract demo//rider.big -o out",
        "export demo//plaza_l.psx -o out",
        "patch create demo//plaza.psx demo//plaza_l.psx -o out.bps",
    ];
    for command in commands {
        let mut blocks = 0;
        let complete = loop {
            let run = with_file_limit(&sandbox.path(""), blocks, command);
            if run.status == 0 {
                break names_below(&sandbox.path(""));
            }
            assert_eq!(run.status, 1, "{command} with {blocks} blocks: {run:?}");
            assert!(run.err.contains("larger than the system permits"), "{command}: {run:?}");
            assert!(!run.err.contains("os error") && !run.err.contains(".gouraud"), "{run:?}");
            let files = names_below(&sandbox.path(""));
            assert!(
                files.iter().all(|name| !name.starts_with('.') && name != "out.psx"),
                "{files:?}"
            );
            blocks += 200;
            assert!(blocks < 3000, "{command}: {run:?}");
        };
        assert!(blocks > 0 && !complete.is_empty(), "{command}: {complete:?}");
        for entry in std::fs::read_dir(sandbox.path("")).unwrap().flatten() {
            match entry.path().is_dir() {
                true => std::fs::remove_dir_all(entry.path()).unwrap(),
                false => std::fs::remove_file(entry.path()).unwrap(),
            }
        }
    }
}

#[test]
fn a_change_in_place_on_a_full_disk_keeps_the_file() {
    let sandbox = Sandbox::empty();
    let large =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/demo/plaza.psx")).unwrap();
    sandbox.put("plaza.psx", &large);
    let change = "set plaza.psx models[0].faces[0].flags=1 --in-place";
    with_file_limit(&sandbox.path(""), 100, change).ends_with(1);
    assert_eq!(sandbox.read("plaza.psx"), large);
    assert_eq!(names_below(&sandbox.path("")), ["plaza.psx"]);
}

#[test]
fn files_are_read_without_a_home_folder() {
    let sandbox = Sandbox::new();
    for home in [None, Some("/nonexistent"), Some("/dev/null")] {
        let mut command = gouraud();
        command.env_clear().current_dir(sandbox.path("")).args(["info", "level.psx"]);
        if let Some(home) = home {
            command.env("HOME", home);
        }
        run(&mut command).ends_with(0);
    }
    // The index is only in memory then.
    let mut command = gouraud();
    command.env_clear().env("HOME", "/dev/null").current_dir(sandbox.path(""));
    let found = run(command.args(["find", "--root", ".", "level"]));
    assert!(found.out.contains("level.psx"), "{found:?}");
}
