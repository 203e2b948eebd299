//! The `gouraud` command: a window on files, or one of the sub-commands.

use std::process::ExitCode;

use clap::Parser;
use gouraud::cli::Cli;

/// Of wrong usage.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(mistake) = cli.mistake() {
        eprintln!("gouraud: {mistake}");
        return ExitCode::from(USAGE);
    }
    if let Some(nothing) = cli.nothing_there() {
        eprintln!("gouraud: {nothing}");
        return ExitCode::FAILURE;
    }
    match cli.command {
        Some(command) => command.run(),
        None => match gouraud::app::run(cli.paths, Default::default()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("gouraud: {error}");
                ExitCode::FAILURE
            }
        },
    }
}
