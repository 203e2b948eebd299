//! The command line: one file per sub-command, all over the same
//! [`Library`](crate::library::Library) as the window.
//!
//! Results go to standard output, diagnostics to standard error, and the process ends with the
//! worst [`Status`] met. Nothing here needs a display or asks a question.

#[cfg(feature = "picture")]
mod album;
mod apply;
mod args;
mod bytes;
#[cfg_attr(not(feature = "index"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod catalogue;
mod changing;
mod check;
mod completions;
mod diff;
mod export;
mod extract;
#[cfg_attr(not(feature = "index"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod find;
mod finding;
mod formats;
#[cfg_attr(not(feature = "index"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod index;
mod info;
mod list;
mod lists;
mod merge;
mod mistake;
mod names;
mod out;
mod output;
mod patch;
mod plausibility;
#[cfg_attr(not(feature = "sound"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod play;
#[cfg(all(feature = "index", feature = "picture"))]
mod portrait;
mod progress;
mod recompute;
#[cfg_attr(not(feature = "picture"), path = "absent.rs", allow(clippy::duplicate_mod))]
mod render;
mod replace;
mod rewrite;
mod session;
mod set;
#[cfg(feature = "index")]
mod shelf;
mod tree;

use std::ffi::OsString;
use std::io;
#[cfg(feature = "window")]
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use args::Around;
use session::Session;
pub use session::Status;

/// Views the asset files of old 3D games: geometry, named fields and bytes, linked every way.
#[derive(Parser, Debug)]
#[command(name = "gouraud", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "A PATH names a file, a folder, or a member inside a container, written \
                        CONTAINER//inner/path.\nExit status: 0 done, 1 failed, 2 wrong usage, \
                        3 done but the data has errors.")]
pub struct Cli {
    /// What to do; without it the window opens.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// What to open in the window; without any, the last session. Write ./info for a file that is
    /// called like a sub-command
    #[arg(value_name = "PATH")]
    pub paths: Vec<String>,
    /// What lies around the files that are read
    #[command(flatten)]
    pub around: Around,
    /// Folder of the window's index and small pictures; otherwise what the environment's
    /// GOURAUD_CACHE says, or the user's cache
    #[cfg(feature = "window")]
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
}

impl Cli {
    /// What the words of a command line ask for; ends the program where they make no sense.
    pub fn of(words: impl Iterator<Item = OsString>) -> Self {
        Self::parse_from(terms(words.collect()))
    }
}

/// The words of a command line, in which a term of `find` that begins with one hyphen is no option:
/// it gets a blank in front, which means nothing in a query.
fn terms(mut words: Vec<OsString>) -> Vec<OsString> {
    let is_plain = |word: &OsString| !word.to_string_lossy().starts_with('-');
    let command = words.iter().skip(1).position(is_plain).and_then(|at| words.get(at + 1));
    if command.is_some_and(|command| command == "find") {
        for word in words.iter_mut().skip(2) {
            let text = word.to_string_lossy();
            if text.starts_with('-') && !text.starts_with("--") {
                *word = format!(" {text}").into();
            }
        }
    }
    words
}

/// The sub-commands, as in the contract (`docs/cli.md`).
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List the file formats that are known, and what can be done with each
    Formats(formats::Args),
    /// Say what a file is, what is in it and what is wrong with it
    Info(info::Args),
    /// Show the fields of a file: name, type, offset, length, value, meaning
    Tree(tree::Args),
    /// Dump bytes, each row with the innermost field it belongs to
    Bytes(bytes::Args),
    /// List the members of a container or folder
    List(list::Args),
    /// Write members, or what a wrapped file hides, as raw files
    Extract(extract::Args),
    /// Write assets as standard files
    Export(export::Args),
    /// Draw the scene into a PNG
    Render(Box<render::Args>),
    /// Play sounds, with their captions in time
    Play(play::Args),
    /// Read everything below these paths and say how it went, one line per file
    Check(check::Args),
    /// Write what differs between two files as a patch, or apply one
    Patch(patch::Args),
    /// Compare two files field by field
    Diff(diff::Args),
    /// Read a file and write it again from its records
    Rewrite(rewrite::Args),
    /// Give fields of a file other values, and write it anew
    Set(set::Args),
    /// Put pictures and recordings in the place of textures and sounds, and write the file anew
    Replace(replace::Args),
    /// Take back what was edited in a GLB that `export` made, and write the file anew
    Merge(merge::Args),
    /// Add a texture, a sound or a caption to a list, and write the file anew
    Add(lists::AddArgs),
    /// Put elements of lists (objects, nodes, sounds) there once more, and write the file anew
    Copy(lists::ElementArgs),
    /// Take elements out of lists, and write the file anew
    Remove(lists::ElementArgs),
    /// Carry a recipe of changes out on a file, and write it anew
    Apply(apply::Args),
    /// Compute what follows from the rest of a file anew, and write it
    Recompute(recompute::Args),
    /// Find files, models, textures, sounds and texts by words and filters
    Find(find::Args),
    /// Read everything below these paths into the index that `find` searches
    Index(index::Args),
    /// Write a site of plain files about everything below these paths, for a browser
    Catalogue(catalogue::Args),
    /// Write, put together and compare lists of names behind hashes
    Names(names::Args),
    /// Print a script with which a shell completes sub-commands and options
    Completions(completions::Args),
}

impl Command {
    /// Does the work and says how it went.
    pub fn run(&self, around: &Around) -> ExitCode {
        log_to_stderr();
        let mut session = Session::new(out::Out::stdout());
        match self {
            Command::Find(_) => session.look_in(around),
            _ => session.look_around(around),
        }
        let done = self.dispatch(&mut session);
        match done.and_then(|()| io::Write::flush(&mut session.out)) {
            Ok(()) => {}
            // Whoever read the output has seen enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => session.fail(format_args!("cannot write the output: {error}")),
        }
        ExitCode::from(session.status().code())
    }

    /// Fails only when the output cannot be written; everything else becomes the status.
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
            Command::Play(args) => play::run(args, session),
            Command::Check(args) => check::run(args, session),
            Command::Patch(args) => patch::run(args, session),
            Command::Diff(args) => diff::run(args, session),
            Command::Rewrite(args) => rewrite::run(args, session),
            Command::Set(args) => set::run(args, session),
            Command::Replace(args) => replace::run(args, session),
            Command::Merge(args) => merge::run(args, session),
            Command::Add(args) => lists::add(args, session),
            Command::Copy(args) => lists::copy(args, session),
            Command::Remove(args) => lists::remove(args, session),
            Command::Apply(args) => apply::run(args, session),
            Command::Recompute(args) => recompute::run(args, session),
            Command::Find(args) => find::run(args, session),
            Command::Index(args) => index::run(args, session),
            Command::Catalogue(args) => catalogue::run(args, session),
            Command::Names(args) => names::run(args, session),
            Command::Completions(args) => completions::run(args, session),
        }
    }
}

/// Warnings of ours; from the graphics libraries errors only, and none from OpenGL, which complains
/// on every machine without a screen before Vulkan is asked. `RUST_LOG` overrides it.
fn log_to_stderr() {
    let quiet = "warn,wgpu=error,wgpu_core=error,wgpu_hal=error,wgpu_hal::gles=off,naga=error";
    let env = env_logger::Env::default().default_filter_or(quiet);
    // Only a second logger could make it fail, and then there is one.
    let _ = env_logger::Builder::from_env(env).try_init();
}
