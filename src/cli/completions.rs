//! `completions`: what a shell needs to complete sub-commands and options.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;

use super::Cli;
use super::session::Session;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The shell to print them for
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    // Made in memory: a reader that has seen enough is no reason to panic.
    let mut script = Vec::new();
    let mut command = Cli::command();
    let name = command.get_name().to_owned();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    session.out.write_all(&script)
}
