//! `man`: writes manual pages.

use std::io;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::Man;

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

/// Writes `gouraud.1` and a page for each subcommand, such as `gouraud-info.1` and `gouraud-patch-apply.1`.
pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let mut commands = vec![&program];
    let mut at = 0;
    while let Some(command) = commands.get(at) {
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        let shown = shown.filter(|command| command.get_name() != "help");
        commands.extend(shown.collect::<Vec<_>>());
        at += 1;
    }
    let pages: Vec<Man> = commands.into_iter().cloned().map(Man::new).collect();
    if let Err(error) = std::fs::create_dir_all(&args.folder) {
        session.fail(format_args!("{}: {error}", args.folder.display()));
        return Ok(());
    }
    for page in pages {
        let mut text = Vec::new();
        page.render(&mut text)?;
        let path = args.folder.join(page.get_filename());
        match write_file(&path, &text, args.force) {
            Ok(true) => {}
            Ok(false) => {
                session.fail(format_args!("{} exists; use --force to replace it", path.display()));
            }
            Err(error) => session.fail(format_args!("{}: {error}", path.display())),
        }
    }
    Ok(())
}
