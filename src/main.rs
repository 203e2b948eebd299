//! The `gouraud` command: a window on files, or one of the sub-commands.

use std::process::ExitCode;

use clap::Parser;
use gouraud::cli::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
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
