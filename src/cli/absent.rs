//! Placeholder for a subcommand that this program was built without.

use std::io;

use super::session::Session;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Any arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _words: Vec<String>,
}

/// Reports that the subcommand is missing.
pub fn run(_: &Args, session: &mut Session) -> io::Result<()> {
    let name = module_path!().rsplit("::").next().unwrap_or_default();
    session.misuse(format_args!("this program was built without `{name}`"));
    Ok(())
}
