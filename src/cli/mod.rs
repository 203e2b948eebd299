//! Command line: one file per subcommand, all based on the same [`Library`](crate::library::Library) as
//! the window.
//!
//! Results go to standard output, diagnostics to standard error, and the exit status is that of the worst
//! [`Status`]. No subcommand needs a display or prompts.

mod apply;
mod args;
mod bytes;
#[cfg_attr(not(feature = "index"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod catalogue;
mod check;
mod completions;
mod diff;
mod doctor;
mod eval;
#[cfg_attr(not(feature = "picture"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod explain;
mod export;
mod extract;
mod file_change;
#[cfg_attr(not(feature = "index"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod find;
mod findings;
mod formats;
#[cfg_attr(not(feature = "index"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod index;
#[cfg(feature = "index")]
mod index_cache;
mod info;
mod ksy;
mod list;
mod lists;
mod man;
mod merge;
mod move_elements;
mod names;
mod new;
pub mod out;
mod output;
mod packing;
mod palettes;
mod patch;
mod plausibility;
#[cfg_attr(not(feature = "sound"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod play;
#[cfg(all(feature = "index", feature = "picture"))]
mod portrait;
pub mod progress;
mod recompute;
#[cfg_attr(not(feature = "picture"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod render;
mod replace;
mod rewrite;
mod select;
mod session;
mod set;
#[cfg(feature = "picture")]
pub mod texture_sheet;
mod tree;
mod unknown_command;
mod vram;

use std::ffi::OsString;
use std::io;
#[cfg(feature = "window")]
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use args::ContextArgs;
pub use bytes::{ByteRow, byte_rows};
#[cfg(feature = "sound")]
pub use play::{ChosenSound, choose};
#[cfg(feature = "picture")]
pub use render::animation_named;
use session::Session;
pub use session::Status;

use crate::container::io_message;

/// Viewer for the asset files of old 3D games: geometry, named fields and bytes, all linked.
#[derive(Parser, Debug)]
#[command(name = "gouraud", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "A PATH names a file, a folder, or a member inside a container, written \
                        CONTAINER//inner/path.\nExit status: 0 done, 1 failed, 2 wrong usage, \
                        3 done but the data has errors.")]
pub struct Cli {
    /// Subcommand; without one, the window opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Paths to open in the window; without any, the last session. Write ./info for a file that is named
    /// like a subcommand
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    pub paths: Vec<String>,
    /// Folder for the window's index and thumbnails; by default, the environment variable GOURAUD_CACHE,
    /// or the user's cache
    #[cfg(feature = "window")]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Options about companions, names and read options
    #[command(flatten)]
    pub around: ContextArgs,
}

impl Cli {
    /// Parses a command line; exits with a message if it is invalid.
    pub fn of(words: impl Iterator<Item = OsString>) -> Self {
        Self::parse_from(terms(words.collect()))
    }
}

/// Arguments of a command line, in which a term of `find` or an expression of `eval` or `select` that
/// begins with one hyphen is not an option: it gets a leading space, which they ignore.
fn terms(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_plain = |word: &OsString| !word.to_string_lossy().starts_with('-');
    let command = words.iter().skip(1).position(is_plain).and_then(|at| words.get(at + 1));
    let has_terms = |command: &OsString| ["find", "eval", "select"].iter().any(|c| command == c);
    if command.is_some_and(has_terms) {
        for word in words.iter_mut().skip(2) {
            let text = word.to_string_lossy();
            if text.starts_with('-') && !text.starts_with("--") {
                *word = format!(" {text}").into();
            }
        }
    }
    words
}

/// The subcommands, as documented in `docs/cli.md`.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the supported file formats and their capabilities
    Formats(formats::Args),
    /// Show format, contents and problems of files
    Info(info::Args),
    /// Show the fields of a file: name, type, offset, length, value, meaning
    Tree(tree::Args),
    /// Show a hex dump with the innermost field of each row
    Bytes(bytes::Args),
    /// List the members of a container or folder
    List(list::Args),
    /// Write members or unpacked files as raw files
    Extract(extract::Args),
    /// Write assets as standard files
    Export(export::Args),
    /// Draw the scene into a picture
    Render(Box<render::Args>),
    /// Explain the colour of a pixel of the picture that `render` draws
    Explain(Box<explain::Args>),
    /// Show the video memory of a PlayStation with the textures and palettes of a file
    Vram(vram::Args),
    /// Compare the palettes that a texture can be displayed with, and apply one
    Palettes(palettes::Args),
    /// Play sounds, with their captions in time
    Play(play::Args),
    /// Read everything below the paths and report the result, one line per file
    Check(check::Args),
    /// Write the differences between two files as a patch, or apply a patch
    Patch(patch::Args),
    /// Compare two files field by field
    Diff(diff::Args),
    /// Evaluate expressions over the fields of a file
    Eval(eval::Args),
    /// Print the faces or other records for which a query holds
    Select(select::Args),
    /// Read a file and write it again from its records
    Rewrite(rewrite::Args),
    /// Make a new scene for a Trespasser level
    New(new::Args),
    /// Set the values of fields and write the result
    Set(set::Args),
    /// Replace textures, sounds and palettes and write the result
    Replace(replace::Args),
    /// Import the edits of a GLB that `export` wrote and write the result
    Merge(merge::Args),
    /// Add a texture, a sound or a caption to a list and write the result
    Add(lists::AddArgs),
    /// Duplicate elements of lists (objects, nodes, sounds) and write the result
    Copy(lists::ElementArgs),
    /// Remove elements of lists and write the result
    Remove(lists::ElementArgs),
    /// Move objects and other elements with a position and write the result
    Move(move_elements::Args),
    /// Apply a recipe of changes to a file and write the result
    Apply(apply::Args),
    /// Recompute fields that depend on others and write the result
    Recompute(recompute::Args),
    /// Search files, models, textures, sounds and texts by words and filters
    Find(find::Args),
    /// Index everything below the paths for `find`
    Index(index::Args),
    /// Write a static web site about everything below the paths
    Catalogue(catalogue::Args),
    /// Write, merge and compare lists of names for hashes
    Names(names::Args),
    /// Check and export descriptions of formats in the language of Kaitai Struct
    Ksy(ksy::Args),
    /// Print a completion script for a shell
    Completions(completions::Args),
    /// Write manual pages
    Man(man::Args),
    /// Report what works on this computer: graphics, sound, dialogs, fonts and folders
    Doctor(doctor::Args),
}

impl Command {
    /// Runs the subcommand and returns the exit code.
    pub fn run(&self, around: &ContextArgs) -> ExitCode {
        log_to_stderr();
        let mut session = Session::new(out::Out::stdout());
        match self {
            Command::Find(_) => session.look_in(around),
            _ => session.read_locations(around),
        }
        let done = self.dispatch(&mut session);
        match done.and_then(|()| io::Write::flush(&mut session.out)) {
            Ok(()) => {}
            // The reader closed the pipe.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => {
                session.fail(format_args!("cannot write the output: {}", io_message(&error)));
            }
        }
        ExitCode::from(session.status().code())
    }

    /// Fails only if the output cannot be written; other errors set the status.
    fn dispatch(&self, session: &mut Session) -> io::Result<()> {
        match self {
            Command::Formats(args) => formats::run(args, session),
            Command::Info(args) => info::run(args, session),
            Command::Tree(args) => tree::run(args, session),
            Command::Bytes(args) => bytes::run(args, session),
            Command::List(args) => list::run(args, session),
            Command::Extract(args) => extract::run(args, session),
            Command::Export(args) => export::run(args, session),
            Command::Render(args) => render::run(args, session),
            Command::Explain(args) => explain::run(args, session),
            Command::Vram(args) => vram::run(args, session),
            Command::Palettes(args) => palettes::run(args, session),
            Command::Play(args) => play::run(args, session),
            Command::Check(args) => check::run(args, session),
            Command::Patch(args) => patch::run(args, session),
            Command::Diff(args) => diff::run(args, session),
            Command::Eval(args) => eval::run(args, session),
            Command::Select(args) => select::run(args, session),
            Command::Rewrite(args) => rewrite::run(args, session),
            Command::New(args) => new::run(args, session),
            Command::Set(args) => set::run(args, session),
            Command::Replace(args) => replace::run(args, session),
            Command::Merge(args) => merge::run(args, session),
            Command::Add(args) => lists::add(args, session),
            Command::Copy(args) => lists::copy(args, session),
            Command::Remove(args) => lists::remove(args, session),
            Command::Move(args) => move_elements::run(args, session),
            Command::Apply(args) => apply::run(args, session),
            Command::Recompute(args) => recompute::run(args, session),
            Command::Find(args) => find::run(args, session),
            Command::Index(args) => index::run(args, session),
            Command::Catalogue(args) => catalogue::run(args, session),
            Command::Names(args) => names::run(args, session),
            Command::Ksy(args) => ksy::run(args, session),
            Command::Completions(args) => completions::run(args, session),
            Command::Man(args) => man::run(args, session),
            Command::Doctor(args) => doctor::run(args, session),
        }
    }
}

/// Logs warnings of this program, and errors of the graphics libraries, but nothing from OpenGL,
/// which logs errors on every machine without a screen before Vulkan is tried. `RUST_LOG` overrides
/// this.
fn log_to_stderr() {
    let quiet = "warn,wgpu=error,wgpu_core=error,wgpu_hal=error,wgpu_hal::gles=off,naga=error";
    let env = env_logger::Env::default().default_filter_or(quiet);
    // Fails only if a logger is already set.
    let _ = env_logger::Builder::from_env(env).try_init();
}
