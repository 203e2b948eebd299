//! `names`: writes, merges and compares lists of names for hashes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Subcommand;

use super::out::Clean;
use super::output::write_file;
use super::session::{Session, Status};
use crate::library::names::lists::{NameEntry, NameList};
use crate::library::{BUILT_IN, timestamp};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand, Debug)]
enum Action {
    /// Write the names that these files and the lists of --names resolve
    Export {
        /// Files, members, or folders (every file of a known format below them)
        #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
        paths: Vec<String>,
        /// Author of the names
        #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
        who: String,
        /// Confidence in the names, in one word, such as certain, likely or guess
        #[arg(long, value_name = "WORD", default_value = "", hide_default_value = true)]
        sure: String,
        #[command(flatten)]
        target: OutputArgs,
    },
    /// Merge lists of names; for a name that occurs twice, the line of the first list is kept
    Merge {
        /// Lists of names
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
        #[command(flatten)]
        target: OutputArgs,
    },
    /// Compare two lists of names
    Compare {
        /// First list of names
        a: PathBuf,
        /// Second list of names
        b: PathBuf,
    },
}

#[derive(clap::Args, Debug)]
struct OutputArgs {
    /// Output file; by default, standard output
    #[arg(short, long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    match &args.action {
        Action::Export { paths, who, sure, target } => {
            for path in paths {
                session.each(path, None, |session, _, opened| {
                    // Building the scene reads the companions, which may contain names.
                    let _ = opened.is_named_elsewhere().then(|| opened.scene(&session.library));
                    Ok(())
                })?;
            }
            let pack = known(session, who, sure);
            deliver(session, target, &pack)
        }
        Action::Merge { files, target } => {
            let mut all = NameList::default();
            for file in files {
                if let Some(pack) = read(session, file) {
                    all.merge(&pack);
                }
            }
            for conflict in all.conflicts() {
                let names: Vec<&str> =
                    conflict.names.iter().map(|entry| entry.name.as_str()).collect();
                session.notify(format_args!(
                    "{:#010x} has several names: {}",
                    conflict.hash,
                    names.join(", ")
                ));
            }
            deliver(session, target, &all)
        }
        Action::Compare { a, b } => compare(session, a, b),
    }
}

/// All known names except the built-in ones.
fn known(session: &Session, who: &str, sure: &str) -> NameList {
    let names = session.library.names.all();
    let found = names.into_iter().filter(|(.., from)| !BUILT_IN.contains(&from.as_str()));
    let mut given: BTreeMap<(u32, String), NameEntry> = BTreeMap::new();
    // Names from a list keep their author.
    for entry in session.packs.iter().flat_map(|pack| &pack.names) {
        given.entry((entry.hash, entry.name.clone())).or_insert_with(|| entry.clone());
    }
    let when: String = timestamp::now().chars().take_while(|c| *c != 'T').collect();
    let entry = |(hash, name, from): (u32, String, String)| match given.get(&(hash, name.clone())) {
        Some(entry) if !entry.who.is_empty() => entry.clone(),
        _ => NameEntry {
            hash,
            name,
            who: who.to_owned(),
            when: when.clone(),
            sure: sure.to_owned(),
            from,
        },
    };
    NameList { names: found.map(entry).collect(), words: 0 }
}

fn deliver(session: &mut Session, target: &OutputArgs, pack: &NameList) -> io::Result<()> {
    let text = pack.write();
    let Some(path) = &target.output else { return session.out.write_all(text.as_bytes()) };
    match write_file(path, text.as_bytes(), target.force) {
        Ok(true) => writeln!(session.out, "{}", Clean(&path.display().to_string())),
        Ok(false) => {
            session.fail(format_args!("{} exists; skipped", path.display()));
            Ok(())
        }
        Err(error) => {
            session.fail(format_args!("{}: {error}", path.display()));
            Ok(())
        }
    }
}

fn read(session: &mut Session, file: &PathBuf) -> Option<NameList> {
    match fs::read(file) {
        Ok(bytes) => Some(NameList::read(&String::from_utf8_lossy(&bytes))),
        Err(error) => {
            session.fail(format_args!("{}: {error}", file.display()));
            None
        }
    }
}

/// Prints `-` for names in the first list only, `+` for names in the second list only, `!` for hashes
/// with different names.
fn compare(session: &mut Session, a: &PathBuf, b: &PathBuf) -> io::Result<()> {
    let (Some(a), Some(b)) = (read(session, a), read(session, b)) else { return Ok(()) };
    let (a, b) = (by_hash(&a), by_hash(&b));
    let mut hashes: Vec<u32> = a.keys().chain(b.keys()).copied().collect();
    hashes.sort_unstable();
    hashes.dedup();
    let mut differ = false;
    for hash in hashes {
        let names = |all: &BTreeMap<u32, Vec<String>>| all.get(&hash).map(|names| names.join(", "));
        let (mark, names) = match (names(&a), names(&b)) {
            (Some(a), Some(b)) if a == b => continue,
            (Some(a), Some(b)) => ('!', format!("{a} / {b}")),
            (Some(a), None) => ('-', a),
            (None, b) => ('+', b.unwrap_or_default()),
        };
        differ = true;
        writeln!(session.out, "{mark} {hash:#010x} {}", Clean(&names))?;
    }
    if differ {
        session.raise(Status::Problems);
    }
    Ok(())
}

/// Names by hash, in order.
fn by_hash(pack: &NameList) -> BTreeMap<u32, Vec<String>> {
    let mut all: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for entry in &pack.names {
        all.entry(entry.hash).or_default().push(entry.name.clone());
    }
    for names in all.values_mut() {
        names.sort();
        names.dedup();
    }
    all
}
