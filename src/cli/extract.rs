//! `extract`: the files inside a container, or what a wrapper hides, as raw files.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::Reading;
use super::out::Clean;
use super::output::write_file;
use super::session::{Files, Session};
use crate::container::{Members, safe_name};
use crate::library::{OpenError, Opened, Place};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// A container, a wrapped file, or a folder
    #[arg(value_name = "PATH")]
    path: String,
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
    let mut target = Target { args, taken: HashSet::new() };
    match session.files(&args.path) {
        Files::Folder(files) => {
            for file in files {
                let inner = file.strip_prefix(args.path.as_str()).unwrap_or(&file);
                match session.library.place(&file) {
                    Ok(Place::File(source)) => {
                        target.write(session, inner, source.bytes())?;
                        session.library.close_source(&source);
                    }
                    Ok(Place::Folder(_)) => {}
                    Err(error) => session.fail_open(&error),
                }
            }
        }
        Files::One(file) => {
            if let Some(opened) = session.open(&file, args.reading.format()) {
                from_file(session, &mut target, &file, &opened)?;
                session.judge(&file, &opened.document.problems);
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
    if let Some(inside) = opened.unwrapped() {
        return target.write(session, &inside.name, inside.source.bytes());
    }
    match opened.document.content.members() {
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
        match members.open(index) {
            Ok(source) => target.write(session, &member.path, source.bytes())?,
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
    fn write(&mut self, session: &mut Session, member: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.place(member);
        let shown = path.display().to_string();
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| write_file(&path, bytes, self.args.force));
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

    /// A place below the folder that no other member of this run has.
    fn place(&mut self, member: &str) -> PathBuf {
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

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Args, Target, every_member, inside, numbered};
    use crate::bytes::{ReadError, Source};
    use crate::cli::out::Out;
    use crate::cli::session::{Session, Status};
    use crate::container::{Member, Members};

    struct Archive(Vec<Member>);

    impl Archive {
        fn of(paths: &[&str]) -> Self {
            let member = |path: &&str| Member { path: (*path).to_owned(), size: 1, span: None };
            Self(paths.iter().map(member).collect())
        }
    }

    impl Members for Archive {
        fn list(&self) -> &[Member] {
            &self.0
        }
        fn open(&self, index: usize) -> Result<Source, ReadError> {
            Ok(Source::from_bytes(self.0[index].path.clone(), vec![b'0' + index as u8]))
        }
    }

    #[test]
    fn members_land_below_the_folder_whatever_they_are_called() {
        let outside = tempfile::tempdir().unwrap();
        let output = outside.path().join("out");
        let path = String::new();
        let args = Args { path, output: output.clone(), force: false, reading: Default::default() };
        let mut session = Session::new(Out::sink());
        let mut target = Target { args: &args, taken: Default::default() };
        let archive = Archive::of(&["DATA/A.BIN", "../../evil", "/DATA/A.BIN", "B"]);
        every_member(&mut session, &mut target, &archive).unwrap();
        assert_eq!(session.status(), Status::Done);
        let read = |name: &str| std::fs::read(output.join(name)).unwrap();
        assert_eq!(read("DATA/A.BIN"), b"0");
        assert_eq!(read("_/_/evil"), b"1");
        assert_eq!(read("DATA/A~2.BIN"), b"2", "the second of a name gets a number");
        assert_eq!(read("B"), b"3");
        assert_eq!(std::fs::read_dir(outside.path()).unwrap().count(), 1);
    }

    #[test]
    fn no_member_name_leads_out_of_the_folder() {
        for name in ["../../etc/passwd", "/etc/passwd", "C:\\x", "a/../../b", "..\\b", "", "//"] {
            let path = inside(name);
            let normal = |c| matches!(c, std::path::Component::Normal(_));
            assert!(!path.as_os_str().is_empty() && path.components().all(normal), "{name}");
        }
        assert_eq!(inside("DATA/A.BIN"), PathBuf::from("DATA/A.BIN"));
    }

    #[test]
    fn members_of_the_same_name_are_numbered() {
        assert_eq!(numbered(Path::new("a/b.bin"), 2), PathBuf::from("a/b~2.bin"));
        assert_eq!(numbered(Path::new("b"), 3), PathBuf::from("b~3"));
    }
}
