//! The `gouraud` command: a window on files, or one of the sub-commands.

use std::process::ExitCode;

use clap::Parser;
use gouraud::cli::Cli;

fn main() -> ExitCode {
    let cli = Cli::parse();
    match cli.command {
        Some(command) => command.run(),
        None => {
            eprintln!("gouraud: the window is not there yet; `gouraud --help` lists what is");
            ExitCode::FAILURE
        }
    }
}
