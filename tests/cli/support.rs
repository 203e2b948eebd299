//! Runs the command in a folder with known files.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use gouraud::bytes::Source;
use gouraud::formats::neversoft::psx;
use serde_json::Value;

/// The complete minimal level of the format document (neversoft-psx.md 24.1): one object, one
/// model with one textured triangle, `RGBs`, one 16-colour texture.
pub const LEVEL: &str = "
    04 00 02 00 90 00 00 00 01 00 00 00 00 00 00 00 00 00 01 00 00 e0 ff ff 00 30 00 00 00 00 00 04
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00 38 00 00 00 08 00 03 00 01 00 01 00
    00 80 00 00 08 00 f8 ff 00 00 fc ff 06 00 00 00 ff 7f ff ff f8 ff 00 00 00 00 00 00 08 00 00 00
    00 00 00 00 00 00 fc ff 06 00 00 00 00 00 50 0d e0 08 00 00 13 10 1c 00 00 01 02 00 80 40 20 24
    00 00 10 00 00 00 00 00 00 00 03 00 01 01 00 00 52 47 42 73 08 00 00 00 01 02 03 00 80 80 80 00
    ff ff ff ff 44 33 22 11 01 00 00 00 dd cc bb aa 01 00 00 00 dd cc bb aa 1f 7c 1f 00 e0 03 00 7c
    ff 7f 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 00 00 00
    e4 00 00 00 00 00 00 00 10 00 00 00 dd cc bb aa 00 00 00 00 04 00 04 00 10 32 43 01 00 44 21 10";

/// Offset of the face's flags in [`LEVEL`].
pub const FLAGS: usize = 0x74;

pub fn level() -> Vec<u8> {
    LEVEL.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

/// [`LEVEL`] with changed records and recomputed offsets.
pub fn level_with(change: impl FnOnce(&mut psx::File)) -> Vec<u8> {
    let source = Source::from_bytes("level.psx", level());
    let mut file: psx::File = gouraud_testing::records::of(&source).unwrap();
    change(&mut file);
    file.write().unwrap()
}

/// A folder that is removed after the test.
pub struct Sandbox(tempfile::TempDir);

impl Sandbox {
    /// A folder with [`LEVEL`] as `level.psx`, a note that no format claims, and a truncated level.
    pub fn new() -> Self {
        let sandbox = Self(tempfile::tempdir().unwrap());
        sandbox.put("level.psx", &level());
        sandbox.put("note.txt", b"Nothing any format would claim.");
        sandbox.put("cut.psx", &level()[..0xF8]);
        sandbox
    }

    /// An empty folder.
    pub fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Runs `gouraud` here with arguments separated by spaces.
    pub fn run(&self, arguments: &str) -> Run {
        self.run_with(&arguments.split_whitespace().collect::<Vec<_>>())
    }

    pub fn run_with(&self, arguments: &[&str]) -> Run {
        run_in(self.0.path(), arguments)
    }

    /// Runs the program with this folder for its cache.
    pub fn run_with_cache(&self, folder: &str, arguments: &str) -> Run {
        let mut command = Command::cargo_bin("gouraud").unwrap();
        command.current_dir(self.0.path()).args(arguments.split_whitespace());
        finish(command.env_remove("RUST_LOG").env("GOURAUD_CACHE", self.path(folder)))
    }

    /// Runs the program with this folder, to which `cat` is added, as its search path.
    #[cfg(unix)]
    pub fn run_with_path(&self, arguments: &str, folder: &str) -> Run {
        let path = self.path(folder);
        let cat = path.join("cat");
        if !cat.exists() {
            std::os::unix::fs::symlink("/bin/cat", cat).unwrap();
        }
        let mut command = Command::cargo_bin("gouraud").unwrap();
        command.current_dir(self.0.path()).args(arguments.split_whitespace());
        finish(command.env_remove("RUST_LOG").env("PATH", path))
    }

    /// Runs the program without a desktop's run-time folder.
    pub fn run_without_desktop(&self, arguments: &str) -> Run {
        let mut command = Command::cargo_bin("gouraud").unwrap();
        command.current_dir(self.0.path()).args(arguments.split_whitespace());
        finish(command.env_remove("RUST_LOG").env_remove("XDG_RUNTIME_DIR"))
    }
}

fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    let mut command = Command::cargo_bin("gouraud").unwrap();
    command.current_dir(folder).env_remove("RUST_LOG").args(arguments);
    finish(&mut command)
}

fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    Run {
        status: output.status.code().unwrap(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Output and exit status of a run.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The output as JSON Lines.
    #[track_caller]
    pub fn json(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(parse).collect()
    }

    /// The only JSON object of the output.
    #[track_caller]
    pub fn object(&self) -> Value {
        let mut all = self.json();
        assert_eq!(all.len(), 1, "{self:?}");
        all.remove(0)
    }

    #[track_caller]
    pub fn ends_with(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{self:#?}");
        self
    }

    /// Asserts that standard output is empty and that standard error contains `text`.
    #[track_caller]
    pub fn quiet_and(self, text: &str) -> Self {
        assert!(self.out.is_empty(), "{self:#?}");
        self.reports(text)
    }

    /// Asserts that standard error contains `text`.
    #[track_caller]
    pub fn reports(self, text: &str) -> Self {
        assert!(self.err.contains(text), "standard error should contain {text:?}: {self:#?}");
        self
    }

    /// Asserts that standard error has no message of the program; a driver may print some.
    #[track_caller]
    pub fn says_nothing_itself(self) -> Self {
        assert!(!self.err.lines().any(|line| line.starts_with("gouraud: ")), "{self:#?}");
        self
    }

    /// Asserts that standard error is empty.
    #[track_caller]
    pub fn quietly(self) -> Self {
        assert_eq!(self.err, "", "{self:#?}");
        self
    }
}
