//! `find`: searches the index by words and filters.

use std::io::{self, Write};
use std::time::Instant;

use serde::Serialize;

use super::index_cache::{self, Cache};
use super::out::{Clean, grouped};
use super::session::{Session, Status};
use crate::index::{Hit, Index, KEYS, Kind, Mistake, Query, Root, SearchError};
use crate::scene::Element;

#[derive(clap::Args, Debug)]
#[command(after_help = filters())]
pub struct Args {
    /// Words, all of which must occur, and filters KEY:VALUE; - in front of a term negates it, | between
    /// two terms means or, quotes keep spaces
    #[arg(value_name = "QUERY", required = true)]
    query: Vec<String>,
    /// Print one JSON object per hit, then one with the totals
    #[arg(long)]
    json: bool,
    /// Maximum number of hits to print
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    #[command(flatten)]
    cache: Cache,
}

/// Help text of the filters, one per line.
fn filters() -> String {
    let lines = KEYS
        .iter()
        .map(|key| format!("  {:<12}{}: {}\n", format!("{}:", key.name), key.meaning, key.takes));
    format!("Filters:\n{}", lines.collect::<String>())
}

/// A hit, with the keys that docs/cli.md documents.
#[derive(Serialize)]
struct Row<'a> {
    path: &'a str,
    kind: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    /// Index in its scene's list of this kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    offset: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// CRC-32 as eight hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    crc: Option<String>,
    /// Minimum and maximum of X, Y and Z.
    #[serde(rename = "box", skip_serializing_if = "Option::is_none")]
    bounds: Option<[[f32; 3]; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    codec: Option<&'a str>,
}

#[derive(Serialize)]
struct Totals {
    total: u64,
    shown: usize,
    ms: f64,
    assets: u64,
}

/// Result of a search.
struct Answer {
    hits: Vec<Hit>,
    totals: Totals,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let text = typed(&args.query);
    let query = match Query::parse(&text) {
        Ok(query) => query,
        Err(mistake) => return misuse(session, &text, &mistake),
    };
    let paths = session.roots.clone();
    let roots = index_cache::roots(session, &paths);
    if roots.len() < paths.len() {
        return Ok(());
    }
    let answer = match answer(args, session, &query, &roots) {
        Ok(answer) => answer,
        Err(SearchError::Mistake(mistake)) => return misuse(session, &text, &mistake),
        Err(SearchError::Index(error)) => {
            session.fail(format_args!("the index cannot be searched: {error}"));
            return Ok(());
        }
    };
    if answer.totals.total == 0 {
        session.raise(Status::Failed);
    }
    if answer.totals.assets == 0 && roots.is_empty() {
        session.notify("nothing is indexed yet; run `gouraud index PATH`, or use --root PATH");
    }
    answer.hits.iter().try_for_each(|hit| print_hit(args, session, hit))?;
    let Totals { total, shown, ms, assets } = &answer.totals;
    if args.json {
        return session.out.json(&answer.totals);
    }
    let (total, shown, assets) = (grouped(*total), grouped(*shown as u64), grouped(*assets));
    writeln!(session.out, "{shown} of {total} hits among {assets} entries, in {ms} ms")
}

/// Joins the words of the command line to one query. Bytes whose quotes were removed by the shell are
/// quoted again.
fn typed(words: &[String]) -> String {
    let each = words.iter().map(|word| {
        let word = word.trim_start();
        let bytes = word.trim_start_matches('-').strip_prefix("bytes:");
        let is_pair =
            |pair: &str| pair.len() == 2 && pair.bytes().all(|byte| byte.is_ascii_hexdigit());
        let is_hex = |bytes: &str| bytes.split(' ').all(is_pair);
        match bytes.filter(|bytes| is_hex(bytes)) {
            Some(_) => word.replace(' ', ""),
            None => word.to_owned(),
        }
    });
    each.collect::<Vec<_>>().join(" ")
}

fn misuse(session: &mut Session, text: &str, mistake: &Mistake) -> io::Result<()> {
    session.misuse_at(text, mistake.at.clone(), mistake);
    Ok(())
}

/// Searches the index; if it cannot be used and there are roots, an index in memory.
fn answer(
    args: &Args,
    session: &mut Session,
    query: &Query,
    roots: &[Root],
) -> Result<Answer, SearchError> {
    let index = match roots {
        [] => args.cache.open_to_ask(session)?,
        _ => args.cache.open(session)?,
    };
    match run_query(args, session, &index, query, roots) {
        Err(SearchError::Index(why)) if why.is_damaged() => {
            // The index was rebuilt.
            session.notify(format_args!("the index cannot be used: {why}"));
            run_query(args, session, &index, query, roots)
        }
        Err(SearchError::Index(why)) if !roots.is_empty() && index.is_kept() => {
            session.notify(format_args!("the index cannot be used: {why}"));
            run_query(args, session, &Index::in_memory()?, query, roots)
        }
        answer => answer,
    }
}

fn run_query(
    args: &Args,
    session: &mut Session,
    index: &Index,
    query: &Query,
    roots: &[Root],
) -> Result<Answer, SearchError> {
    index_cache::update(session, index, roots)?;
    let search = index.search(roots.to_vec())?;
    let start = Instant::now();
    let query = search.prepare(query, &session.library)?;
    let hits = search.page(&query, args.limit)?;
    let ms = (start.elapsed().as_secs_f64() * 1e6).round() / 1e3;
    let shown = hits.len();
    // A page that is not full contains all hits.
    let total = match args.limit {
        Some(limit) if shown >= limit => search.count(&query)?,
        _ => shown as u64,
    };
    let totals = Totals { total, shown, ms, assets: search.assets()? };
    Ok(Answer { hits, totals })
}

fn print_hit(args: &Args, session: &mut Session, hit: &Hit) -> io::Result<()> {
    if args.json {
        return session.out.json(&Row {
            path: &hit.path,
            kind: hit.kind.name(),
            name: &hit.name,
            format: hit.format.as_deref(),
            field: hit.field.as_deref(),
            number: hit.element.and_then(number),
            offset: hit.offset,
            count: hit.count,
            crc: hit.crc.map(|crc| format!("{crc:08x}")),
            bounds: hit.bounds,
            codec: hit.codec.as_deref(),
        });
    }
    let paint = session.out.paint;
    let at = hit.field.as_ref().map_or(String::new(), |field| format!("//{field}"));
    let what = match hit.kind {
        Kind::File => hit.format.clone().unwrap_or_else(|| "-".to_owned()),
        _ => hit.name.clone(),
    };
    let mut facts: Vec<String> = Vec::new();
    facts.extend(hit.size.map(|[width, height]| format!("{width}x{height}")));
    facts.extend(
        hit.faces
            .map(|faces| format!("{} face{}", grouped(faces), if faces == 1 { "" } else { "s" })),
    );
    facts.extend(hit.bounds.map(sides));
    facts.extend(hit.seconds.map(|seconds| format!("{seconds:.2} s")));
    facts.extend(hit.codec.clone());
    facts.extend(hit.count.map(|count| format!("{} times", grouped(count))));
    facts.extend(hit.line.as_ref().map(|line| format!("{:?}", cut(line))));
    write!(session.out, "{:<9}  ", paint.cyan(hit.kind.name()))?;
    write!(session.out, "{}{}  ", Clean(&hit.path), Clean(&at))?;
    write!(session.out, "{}", paint.bold(Clean(&what)))?;
    if !facts.is_empty() {
        write!(session.out, "  {}", paint.dim(facts.join(", ")))?;
    }
    writeln!(session.out)
}

/// Formats the lengths of a box.
fn sides([least, greatest]: [[f32; 3]; 2]) -> String {
    let sides = least.iter().zip(&greatest).map(|(from, to)| format!("{:.1}", to - from));
    sides.collect::<Vec<_>>().join(" × ")
}

/// Index of an element in its list.
fn number(element: Element) -> Option<u32> {
    Some(match element {
        Element::Mesh(id) => id.number(),
        Element::Texture(id) => id.number(),
        Element::Palette(id) => id.number(),
        Element::ColourTable(id) => id.number(),
        Element::Sound(id) => id.number(),
        Element::Animation(id) => id.number(),
        Element::Node(id) => id.number(),
        Element::Row { row, .. } => row,
        _ => return None,
    })
}

/// Truncates a long line.
fn cut(line: &str) -> String {
    const MAX: usize = 60;
    match line.char_indices().nth(MAX) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}
