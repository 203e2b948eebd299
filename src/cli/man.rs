//! `man`: writes manual pages.

use std::io;
use std::path::PathBuf;

use clap::CommandFactory;

use super::Cli;
use super::output::write_file;
use super::session::Session;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folder for the pages; created if missing
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Replace existing pages
    #[arg(long)]
    force: bool,
}

/// Writes `gouraud.1` and a page for each subcommand, such as `gouraud-info.1`.
pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let mut pages = vec![(program.get_name().to_owned(), program.clone())];
    pages.extend(program.get_subcommands().filter(|command| !command.is_hide_set()).map(
        |command| {
            let name = format!("gouraud-{}", command.get_name());
            (name.clone(), command.clone().name(name))
        },
    ));
    if let Err(error) = std::fs::create_dir_all(&args.folder) {
        session.fail(format_args!("{}: {error}", args.folder.display()));
        return Ok(());
    }
    for (name, command) in pages {
        let mut text = Vec::new();
        clap_mangen::Man::new(command).render(&mut text)?;
        let path = args.folder.join(format!("{name}.1"));
        match write_file(&path, &text, args.force) {
            Ok(true) => {}
            Ok(false) => {
                session.fail(format_args!("{} exists; use --force to replace it", path.display()))
            }
            Err(error) => session.fail(format_args!("{}: {error}", path.display())),
        }
    }
    Ok(())
}
