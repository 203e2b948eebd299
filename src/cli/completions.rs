//! `completions`: prints completion scripts for shells.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use super::session::Session;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Shell
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    // Written to memory first, because a closed pipe would cause a panic.
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    session.out.write_all(&script)
}
