//! `extract`: the files inside a container, or what a wrapper hides, as raw files.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::Reading;
use super::out::Clean;
use super::output::write_source;
use super::session::{Files, Session};
use crate::bytes::Source;
use crate::container::{Members, join, safe_name};
use crate::formats::Decoded;
use crate::library::{OpenError, Opened, Place};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Containers, wrapped files, or folders
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<String>,
    /// Where to write; made when it is not there
    #[arg(short, long = "output", value_name = "DIR")]
    output: PathBuf,
    /// Replace files that are there already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    // Files of one run do not get into each other's way, whatever they come from.
    let mut target = Target { args, taken: HashSet::new() };
    args.paths.iter().try_for_each(|path| from_path(args, session, &mut target, path))
}

fn from_path(
    args: &Args,
    session: &mut Session,
    target: &mut Target<'_>,
    path: &str,
) -> io::Result<()> {
    match session.files(path) {
        Files::Folder(files) => {
            let root = match session.library.place(path) {
                // Found without case, perhaps: the members have it as it is.
                Ok(Place::Inside(container, folder)) => join(container.name(), &folder),
                _ => path.to_owned(),
            };
            for file in files {
                let inner = file.strip_prefix(root.as_str()).unwrap_or(&file);
                match session.library.place(&file) {
                    Ok(Place::File(source)) => {
                        target.write(session, inner, &source)?;
                        session.library.close_source(&source);
                    }
                    Ok(_) => {}
                    Err(error) => session.fail_open(&error),
                }
            }
        }
        Files::One(file) => {
            if let Some(opened) = session.open(&file, args.reading.format()) {
                from_file(session, target, &file, &opened)?;
                let problems = opened.problems_of_members(&session.library);
                session.judge(&file, &problems);
            }
        }
    }
    Ok(())
}

fn from_file(
    session: &mut Session,
    target: &mut Target<'_>,
    path: &str,
    opened: &Opened,
) -> io::Result<()> {
    let members = opened.members(&session.library);
    // Of a packed disc its files are wanted: what it unpacks to is as large as the disc.
    let is_whole = |inside: &&Decoded| inside.source.in_memory().is_some() || members.is_none();
    if let Some(inside) = opened.unwrapped().filter(is_whole) {
        return target.write(session, &inside.name, &inside.source);
    }
    match members {
        Some(members) => every_member(session, target, members),
        None => {
            let format = opened.document.format.name;
            session.fail(format_args!("{path} ({format}) is neither a container nor a wrapper"));
            Ok(())
        }
    }
}

fn every_member(
    session: &mut Session,
    target: &mut Target<'_>,
    members: &dyn Members,
) -> io::Result<()> {
    for (index, member) in members.list().iter().enumerate() {
        if let Some(lack) = members.lacks(index) {
            session.say(format_args!("{} is left out: {lack}", member.path));
            continue;
        }
        match members.open(index) {
            Ok(source) => target.write(session, &member.path, &source)?,
            Err(error) => session.fail(OpenError::NotFound(format!("{}: {error}", member.path))),
        }
    }
    Ok(())
}

/// The folder that is written to, and the names already given out in this run.
struct Target<'a> {
    args: &'a Args,
    taken: HashSet<PathBuf>,
}

impl Target<'_> {
    fn write(&mut self, session: &mut Session, member: &str, source: &Source) -> io::Result<()> {
        let path = self.path_of(member);
        let shown = path.display().to_string();
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| write_source(&path, source, self.args.force));
        match written {
            Ok(true) => writeln!(session.out, "{}", Clean(&shown)),
            Ok(false) => {
                session.say(format_args!("{shown} is there already and was left alone"));
                Ok(())
            }
            Err(error) => {
                session.fail(format_args!("{shown}: {error}"));
                Ok(())
            }
        }
    }

    /// A path below the folder that no other member of this run has.
    fn path_of(&mut self, member: &str) -> PathBuf {
        let inner = inside(member);
        let mut path = self.args.output.join(&inner);
        let mut copy = 2;
        while !self.taken.insert(path.clone()) {
            path = self.args.output.join(numbered(&inner, copy));
            copy += 1;
        }
        path
    }
}

/// A relative path from a member's name, each part made harmless.
fn inside(member: &str) -> PathBuf {
    let parts = member.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".");
    let path: PathBuf = parts.map(safe_name).collect();
    if path.as_os_str().is_empty() { PathBuf::from("_") } else { path }
}

/// `a/b.bin` as `a/b~2.bin`.
fn numbered(path: &Path, copy: u32) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(extension) => format!("{stem}~{copy}.{}", extension.to_string_lossy()),
        None => format!("{stem}~{copy}"),
    };
    path.with_file_name(name)
}
