//! `select`: prints the faces or other records for which a query holds.

use std::io::{self, Write};
use std::sync::Arc;

use serde::Serialize;

use super::args::Reading;
use super::out::Clean;
use super::session::{Session, Status};
use crate::bytes::{FieldId, Span, flaw_of_path};
use crate::ksy::{Condition, Examination, Mistake, TreeObjects};
use crate::library::{FaceQuery, Opened, PROPERTIES};
use crate::scene::Origin;

#[derive(clap::Args, Debug)]
#[command(after_help = properties())]
pub struct Args {
    /// File or member
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    path: String,
    /// Condition such as 'flags.semi_transparent and texture.width > 64'
    #[arg(value_name = "QUERY")]
    query: String,
    /// Test these records instead of the faces, such as 'objects[*]'
    #[arg(long, value_name = "PATTERN")]
    at: Option<String>,
    /// Print one JSON object per record, then one with the totals
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

fn properties() -> String {
    let lines = PROPERTIES.iter().map(|known| format!("  {:<17}{}\n", known.path, known.meaning));
    format!(
        "Names are fields of the record, or of the records that contain it. Faces also have:\n{}",
        lines.collect::<String>()
    )
}

#[derive(Serialize)]
struct Row {
    path: String,
    offset: u64,
    length: u64,
    /// The name of the source, if it is not the file itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
}

#[derive(Serialize)]
struct Totals {
    /// Number of selected records.
    total: usize,
    /// Number of records that were tested.
    of: usize,
}

/// Selected records with the number of tested ones, or the reason why there are none.
enum Outcome {
    Found(Vec<Row>, usize),
    Mistake(Mistake),
    Failed(String),
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let outcome = match &args.at {
        Some(pattern) => records(&opened, &args.query, pattern),
        None => faces(session, &opened, &args.query),
    };
    match outcome {
        Outcome::Found(rows, of) => {
            if rows.is_empty() {
                session.raise(Status::Failed);
            }
            print(args, session, &rows, of)?;
            session.report_errors(&args.path, &opened.problems(&session.library));
        }
        Outcome::Mistake(mistake) => {
            session.misuse_at(&args.query, mistake.range_in(&args.query), &mistake.message);
        }
        Outcome::Failed(why) => session.fail(format_args!("{}: {why}", args.path)),
    }
    session.out.flush()
}

fn print(args: &Args, session: &mut Session, rows: &[Row], of: usize) -> io::Result<()> {
    if args.json {
        rows.iter().try_for_each(|row| session.out.json(row))?;
        return session.out.json(&Totals { total: rows.len(), of });
    }
    for row in rows {
        match &row.source {
            Some(source) => writeln!(session.out, "{}//{}", Clean(source), Clean(&row.path))?,
            None => writeln!(session.out, "{}", Clean(&row.path))?,
        }
    }
    Ok(())
}

/// The faces for which a query holds. Faces that several objects show are listed once.
fn faces(session: &Session, opened: &Arc<Opened>, query: &str) -> Outcome {
    let query = match FaceQuery::parse(query) {
        Ok(query) => query,
        Err(mistake) => return Outcome::Mistake(mistake),
    };
    let scene = opened.scene(&session.library).filter(|scene| scene.drawn_faces() > 0);
    let Some(scene) = scene else {
        return Outcome::Failed("no faces; name other records with --at".to_owned());
    };
    let found = match query.faces(&session.library, opened, &scene) {
        Ok(found) => found,
        Err(mistake) => return Outcome::Mistake(mistake),
    };
    let mut known = std::collections::HashSet::new();
    let own = opened.document.source.id();
    let rows = found.iter().filter_map(|at| {
        let node = scene.nodes.get(at.node)?;
        let face = scene.mesh_of(node)?.faces.get(at.face as usize)?;
        if !known.insert((node.mesh, face.index)) {
            return None;
        }
        let Origin { span, path } = scene.mesh_of(node)?.face_spans.origin(face.index as usize);
        let other = (span.source != own).then(|| session.library.source(span.source)).flatten();
        let source = other.map(|source| source.name().to_owned());
        Some(Row { path, offset: span.start, length: span.len, source })
    });
    let rows = rows.collect();
    let shown: std::collections::HashSet<_> =
        scene.nodes.iter().filter_map(|node| node.mesh).collect();
    let stored = shown.into_iter().filter_map(|mesh| scene.meshes.get(mesh));
    Outcome::Found(rows, stored.map(|mesh| mesh.faces.len()).sum())
}

/// The records that a pattern names for which a query holds.
fn records(opened: &Opened, query: &str, pattern: &str) -> Outcome {
    if let Some(flaw) = flaw_of_path(pattern) {
        return Outcome::Failed(format!("{pattern}: {flaw}"));
    }
    let condition = match Condition::parse(query) {
        Ok(condition) => condition,
        Err(mistake) => return Outcome::Mistake(mistake),
    };
    let tree = &opened.document.tree;
    let (mut rows, mut of, mut examination) = (Vec::new(), 0, Examination::default());
    let test = &mut |id: FieldId| -> Result<(), std::convert::Infallible> {
        of += 1;
        if !examination.is_clean() {
            examination.examine(&condition, &TreeObjects::new(tree, id.clone()), &[]);
        }
        if condition.holds(tree, &id)
            && let Some(content) = tree.content(&id)
        {
            let Span { start, len, .. } = content.span;
            rows.push(Row { path: tree.path(&id), offset: start, length: len, source: None });
        }
        Ok(())
    };
    let Ok(()) = tree.each_matching(pattern, test);
    if of == 0 {
        return Outcome::Failed(format!("no field matches {pattern}"));
    }
    examination.mistake().map_or(Outcome::Found(rows, of), Outcome::Mistake)
}
