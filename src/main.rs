//! The `gouraud` command: a window on files, or one of the sub-commands.

use std::process::ExitCode;

use gouraud::cli::{Around, Cli};

/// Exit code of wrong usage.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::of(std::env::args_os());
    if let Some(mistake) = cli.mistake() {
        eprintln!("gouraud: {mistake}");
        return ExitCode::from(USAGE);
    }
    if let Some(nothing) = cli.nothing_there() {
        eprintln!("gouraud: {nothing}");
        return ExitCode::FAILURE;
    }
    match cli.command {
        Some(command) => command.run(&cli.around),
        None => match open_window(cli.paths, &cli.around) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("gouraud: {error}");
                ExitCode::FAILURE
            }
        },
    }
}

/// Opens the window and returns when it is closed, or says why there is none.
#[cfg(feature = "window")]
fn open_window(paths: Vec<String>, around: &Around) -> anyhow::Result<()> {
    let (roots, names) = (around.roots.clone(), around.names.clone());
    let cache = gouraud::index::default_folder();
    gouraud::app::run(paths, gouraud::app::Options { roots, names, cache, ..Default::default() })
}

#[cfg(not(feature = "window"))]
fn open_window(_: Vec<String>, _: &Around) -> Result<(), &'static str> {
    Err("this program was built without a window; `gouraud --help` lists the sub-commands")
}
