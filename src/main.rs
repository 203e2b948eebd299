//! The `gouraud` command: opens a window, or runs a subcommand.
#![forbid(unsafe_code)]

use std::process::ExitCode;

use gouraud::cli::Cli;
#[cfg(feature = "window")]
use gouraud::cli::ContextArgs;

/// The allocator of the program, which returns freed memory to the system within seconds; that of the C library keeps
/// most of it.
#[cfg(all(feature = "window", target_os = "linux", target_env = "gnu", target_arch = "x86_64"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Exit code of usage errors.
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
        None => match open_window(cli) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("gouraud: {error}");
                ExitCode::FAILURE
            }
        },
    }
}

/// Opens the window and returns when it is closed.
#[cfg(feature = "window")]
fn open_window(cli: Cli) -> anyhow::Result<()> {
    let ContextArgs { roots, names, formats, .. } = cli.around;
    let cache = cli.cache.or_else(gouraud::index::default_folder);
    let registries = gouraud::library::Registries::of_this_computer();
    let options =
        gouraud::app::Options { roots, registries, names, formats, cache, ..Default::default() };
    gouraud::app::run(cli.paths, options)
}

#[cfg(not(feature = "window"))]
fn open_window(_: Cli) -> Result<(), &'static str> {
    Err("this build has no window; `gouraud --help` lists the subcommands")
}
