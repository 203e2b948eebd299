//! Usage errors, help, the registry, and properties of every subcommand.

use std::process::{Command, Stdio};

use clap::{CommandFactory, Parser};
use gouraud::cli::{self, Cli, Status};

use crate::support::{Run, Sandbox};

#[test]
fn argument_definitions_are_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn treats_arguments_without_a_sub_command_as_paths() {
    let parse = |args: &[&str]| Cli::try_parse_from(args).unwrap();
    assert!(parse(&["gouraud"]).paths.is_empty());
    let window = parse(&["gouraud", "a.psx", "./info"]);
    assert!(window.command.is_none());
    assert_eq!(window.paths, ["a.psx", "./info"]);
    let window = parse(&["gouraud", "--cache", "some/where", "a.psx"]);
    assert_eq!(window.cache.as_deref(), Some(std::path::Path::new("some/where")));
    assert_eq!(window.paths, ["a.psx"]);
    let info = parse(&["gouraud", "info", "a.psx"]).command;
    assert!(matches!(info, Some(cli::Command::Info(_))));
}

#[test]
fn exits_with_the_worst_status_in_the_order_2_1_3_0() {
    use Status::{Done, Failed, Misused, Problems};
    let worst = |all: &[Status]| all.iter().copied().max().map(Status::code);
    assert_eq!(worst(&[Done, Problems]), Some(3));
    assert_eq!(worst(&[Failed, Problems, Done]), Some(1));
    assert_eq!(worst(&[Misused, Failed]), Some(2));
}

#[test]
fn usage_errors_exit_with_2_and_a_reason() {
    let sandbox = Sandbox::new();
    for arguments in [
        "info",
        "info level.psx --as no.such.format",
        "tree",
        "bytes level.psx",
        "bytes level.psx --offset ten",
        "bytes level.psx --offset 12h",
        "bytes level.psx --offset=-1",
        "bytes level.psx --offset 0x",
        "bytes level.psx --at header --offset 4",
        "export level.psx",
        "export level.psx -o out --to fbx",
        "render level.psx",
        "render level.psx -o x.png --size big",
        "render level.psx -o x.png --size 64",
        "render level.psx -o x.png --size 0x9",
        "render level.psx -o x.png --size=-1x9",
        "render level.psx -o x.png --view 1,2,0",
        "render level.psx -o x.png --view 1,2,nan",
        "render level.psx -o x.png --view 1,2",
        "render level.psx -o x.png --view 1,2,3 --state {}",
        "render level.psx -o x.png --state moon",
        "render level.psx -o x.png --overlay flags:32",
        "render level.psx -o x.png --style gouache",
        "render level.psx -o x.png --time 1",
        "diff level.psx",
        "rewrite level.psx",
        "check",
    ] {
        let run = sandbox.run(arguments).ends_with(2);
        assert!(run.out.is_empty() && !run.err.is_empty(), "{arguments}: {run:?}");
    }
}

#[test]
fn unknown_word_is_a_mistyped_sub_command() {
    let sandbox = Sandbox::new();
    for (word, advice) in [
        ("inof", "did you mean `gouraud info`?"),
        ("Extract", "did you mean `gouraud extract`?"),
        ("rendr", "did you mean `gouraud render`?"),
        ("exp", "did you mean `gouraud export`?"),
        ("exprot", "did you mean `gouraud export`?"),
        ("foo", "`gouraud --help` lists the subcommands"),
        ("moonlight", "`gouraud --help` lists the subcommands"),
        ("x", "`gouraud --help` lists the subcommands"),
        ("inof level.psx", "did you mean `gouraud info`?"),
    ] {
        sandbox.run(word).ends_with(2).quiet_and(advice);
    }
}

#[test]
fn missing_paths_open_no_window() {
    let sandbox = Sandbox::new();
    for paths in ["nothing.psx", "./foo", "no/where.psx nothing.lzs"] {
        sandbox.run(paths).ends_with(1).quiet_and("no such file or folder");
    }
}

#[test]
fn missing_display_is_reported_and_exits_with_1() {
    let sandbox = Sandbox::new();
    let open = |display: Option<&str>| {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gouraud"));
        command.current_dir(sandbox.path("")).arg("demo//plaza.psx");
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
            command.env_remove(name);
        }
        if let Some(display) = display {
            command.env("DISPLAY", display);
        }
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    if cfg!(target_os = "linux") {
        for (display, why) in
            [(None, "there is no display"), (Some(":4711"), "cannot connect to a display")]
        {
            let (status, err) = open(display);
            assert_eq!(status, Some(1));
            assert_eq!(err.lines().count(), 1, "{err}");
            assert!(err.contains(why) && !err.contains(".rs"), "{err}");
        }
    }
}

#[test]
fn help_and_version_exit_with_0() {
    let sandbox = Sandbox::empty();
    for name in ["formats", "info", "tree", "bytes", "list", "extract", "export", "render"] {
        assert!(sandbox.run("--help").ends_with(0).out.contains(name), "{name}");
        sandbox.run(&format!("{name} --help")).ends_with(0).quietly();
    }
    let version = sandbox.run("--version").ends_with(0).out;
    assert_eq!(version.trim(), format!("gouraud {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completes_every_sub_command() {
    let sandbox = Sandbox::empty();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = sandbox.run(&format!("completions {shell}")).ends_with(0).quietly().out;
        for name in ["formats", "render", "play", "rewrite"] {
            assert!(script.contains(name), "{shell} knows {name}");
        }
    }
    sandbox.run("completions tcsh").ends_with(2).reports("tcsh");
}

#[test]
fn man_writes_a_page_for_every_subcommand() {
    let sandbox = Sandbox::empty();
    sandbox.run("man pages").ends_with(0).quietly();
    let page = |name: &str| String::from_utf8(sandbox.read(&format!("pages/{name}.1"))).unwrap();
    assert!(page("gouraud").contains("gouraud\\-info"));
    assert!(page("gouraud-render").contains("\\-\\-size"));
    assert!(page("gouraud-patch").contains("gouraud\\-patch\\-create"));
    assert!(page("gouraud-patch-create").contains("BPS"));
    sandbox.run("man pages").ends_with(1).reports("exists; use --force");
    sandbox.run("man pages --force").ends_with(0).quietly();
}

#[test]
fn doctor_reports_every_part_and_folders_that_cannot_be_written() {
    let sandbox = Sandbox::empty();
    let rows = sandbox.run("doctor --json").json();
    let parts: Vec<&str> = rows.iter().map(|row| row["part"].as_str().unwrap()).collect();
    let expected = ["program", "graphics", "sound", "window", "fonts", "file dialogs"];
    assert!(expected.iter().all(|part| parts.contains(part)), "{parts:?}");
    let cache = rows.iter().find(|row| row["part"] == "cache").unwrap();
    assert_eq!(cache["state"], "works");

    sandbox.put("file", b"not a folder");
    let run = sandbox.run_with_cache("file", "doctor").ends_with(3);
    let line = run.out.lines().find(|line| line.contains("cache")).unwrap();
    assert!(line.starts_with("fails") && line.ends_with("is not a folder"), "{line}");
}

#[test]
fn formats_lists_the_registry() {
    let sandbox = Sandbox::empty();
    let rows = sandbox.run("formats --json").ends_with(0).quietly().json();
    let compiled = gouraud::formats::all().len();
    let is_described = |row: &serde_json::Value| row["family"] == "user";
    assert!(!rows[..compiled].iter().any(is_described));
    // Descriptions of the program, and those of this computer's user.
    let names = rows[compiled..].iter().map(|row| row["id"].as_str().unwrap());
    assert!(names.clone().all(|id| id.starts_with("user.")));
    assert!(names.clone().any(|id| id == "user.quake_mdl"));
    let psx = rows.iter().find(|row| row["id"] == "neversoft.psx").unwrap();
    assert_eq!(psx["family"], "neversoft");
    assert_eq!(psx["extensions"], serde_json::json!(["psx"]));
    assert_eq!(psx["versions"], serde_json::json!(["3", "4", "6"]));
    assert_eq!(psx["can"], serde_json::json!(["view", "export", "write"]));
    let keys: Vec<&String> = psx.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), 6, "{keys:?}");

    let text = sandbox.run("formats").ends_with(0).out;
    let row = text.lines().find(|line| line.starts_with("neversoft.psx ")).unwrap();
    for part in [".psx", "3 4 6", "view export write"] {
        assert!(row.contains(part), "{row}");
    }
}

#[test]
fn pipes_get_no_colours() {
    let sandbox = Sandbox::new();
    for arguments in ["formats", "info level.psx", "tree level.psx", "check ."] {
        assert!(!sandbox.run(arguments).out.contains('\u{1b}'), "{arguments}");
    }
}

#[test]
fn closed_pipe_is_no_error() {
    let sandbox = Sandbox::new();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("gouraud"))
        .current_dir(sandbox.path(""))
        .args(["tree", "--json", "--at", "", "level.psx"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(err, "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn processes_paths_in_order_and_exits_with_the_worst_status() {
    let sandbox = Sandbox::new();
    let paths = |run: &Run| -> Vec<String> {
        run.json().iter().map(|row| row["path"].as_str().unwrap().to_owned()).collect()
    };
    let run = sandbox.run("info --json cut.psx level.psx").ends_with(3);
    assert_eq!(paths(&run), ["cut.psx", "level.psx"]);
    let run = sandbox.run("info --json cut.psx nowhere.psx level.psx").ends_with(1);
    assert_eq!(paths(&run), ["cut.psx", "level.psx"]);
    run.reports("nowhere.psx: no such file or folder");
}
