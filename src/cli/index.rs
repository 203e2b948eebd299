//! `index`: updates the index for some roots.

use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;

use super::index_cache::{self, Cache};
use super::out::grouped;
use super::session::Session;
use crate::index::Index;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folders, discs and archives
    #[arg(value_name = "PATH", required_unless_present = "clear")]
    paths: Vec<String>,
    /// Clear the index first
    #[arg(long)]
    clear: bool,
    /// Print one JSON object per path
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    cache: Cache,
}

#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    /// Number of files on disk.
    files: usize,
    unchanged: usize,
    /// Number of files that were read, including members.
    read: usize,
    gone: usize,
    /// Number of indexed assets of the path.
    assets: u64,
    seconds: f64,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let index = match args.cache.open(session) {
        Ok(index) => index,
        Err(error) => {
            session.fail(error);
            return Ok(());
        }
    };
    if !index.is_kept() {
        session.fail("the index is only in memory and would be lost");
        return Ok(());
    }
    if args.clear
        && let Err(error) = index.clear()
    {
        session.fail(format_args!("the index cannot be cleared: {error}"));
        return Ok(());
    }
    args.paths.iter().try_for_each(|path| one(args, session, &index, path))
}

fn one(args: &Args, session: &mut Session, index: &Index, path: &str) -> io::Result<()> {
    let start = Instant::now();
    let roots = index_cache::roots(session, &[path.to_owned()]);
    if roots.is_empty() {
        return Ok(());
    }
    let done = index_cache::update(session, index, &roots)
        .and_then(|updated| Ok((updated, index.search(roots)?.assets()?)));
    let (updated, assets) = match done {
        Ok(done) => done,
        Err(error) => {
            session.fail(format_args!("{path} cannot be indexed: {error}"));
            return Ok(());
        }
    };
    for updated in updated {
        let seconds = (start.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        let (files, unchanged) = (updated.files, updated.unchanged);
        let row =
            Row { path, files, unchanged, read: updated.read, gone: updated.gone, assets, seconds };
        if args.json {
            session.out.json(&row)?;
        } else {
            let [files, unchanged, read, gone] =
                [row.files, row.unchanged, row.read, row.gone].map(|count| grouped(count as u64));
            writeln!(
                session.out,
                "{path}: {files} files, {unchanged} unchanged, {gone} removed; {read} files and \
                 members read; {} entries, in {seconds} s",
                grouped(assets)
            )?;
        }
    }
    Ok(())
}
