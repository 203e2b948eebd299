//! `palettes`: compares the palettes that a texture can be displayed with, and applies one.

use std::collections::HashSet;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;
use serde::Serialize;

use super::args::Reading;
use super::file_change::{Changing, Recording};
use super::out::Clean;
use super::output::write_file;
use super::session::Session;
use super::set::report_companions;
use crate::bytes::SourceId;
use crate::container::safe_name;
use crate::edit::{EditError, carry_out, palette_edits};
use crate::export::texture_png;
use crate::library::{OpenError, Opened};
use crate::scene::{
    Element, PaletteCandidate, PaletteChange, PaletteUses, Scene, TexelCounts, Texture, TextureId,
    most_colours, name_of, own_candidates,
};

/// Maximum number of palettes.
const MAX_PALETTES: usize = 10_000;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member of a container
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    path: String,
    /// Texture with palette indices: its field path, its name, or its number, such as 'texture 3'
    #[arg(value_name = "TEXTURE")]
    texture: String,
    /// File or folder with more palettes, including those in discs and archives; may be repeated
    #[arg(long, value_name = "FILE|DIR")]
    from: Vec<String>,
    /// Order of the palettes: as stored, or by the distance of their picture from the present one
    #[arg(long, value_name = "ORDER", value_enum, default_value_t = Order::Stored)]
    sort: Order,
    /// Folder for a PNG of the texture under each palette; created if missing
    #[arg(long, value_name = "DIR")]
    export: Option<PathBuf>,
    /// Give the texture the palette with this number
    #[arg(long, value_name = "N")]
    apply: Option<usize>,
    /// Output file for --apply
    #[arg(short, long = "output", value_name = "OUT", requires = "apply")]
    output: Option<PathBuf>,
    /// Replace existing pictures and recipes; never the input
    #[arg(long)]
    force: bool,
    /// Print the changes of --apply without writing
    #[arg(long, requires = "apply")]
    dry_run: bool,
    /// Print a JSON object; with --apply, one per difference and one with totals
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    recording: Recording,
    #[command(flatten)]
    reading: Reading,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Order {
    Stored,
    Distance,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    if args.apply.is_some() && args.output.is_none() && !args.dry_run {
        session.misuse("--apply requires --output or --dry-run");
        return Ok(());
    }
    let Some(opened) = session.open(&args.path, args.reading.format()) else { return Ok(()) };
    let scene = opened.scene(&session.library);
    let found = scene.ok_or_else(|| "the file has no textures".to_owned()).and_then(|scene| {
        let own = opened.document.source.id();
        let texture = texture_called(&scene, own, args.texture.trim())?;
        Comparison::new(scene, texture, own)
    });
    let mut comparison = match found {
        Ok(comparison) => comparison,
        Err(why) => {
            session.fail(format_args!("{}: {}: {why}", args.path, args.texture));
            return Ok(());
        }
    };
    args.from.iter().for_each(|from| comparison.read(session, from));
    if let Some(number) = args.apply {
        return comparison.apply(args, session, number);
    }
    let mut rows = comparison.rows(session);
    if args.sort == Order::Distance {
        rows.sort_by(|one, other| {
            (one.short, one.distance)
                .partial_cmp(&(other.short, other.distance))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
    }
    if let Some(folder) = &args.export {
        comparison.export(session, folder, args.force);
    }
    if args.json {
        session.out.json(&comparison.report(&args.path, rows))?;
    } else {
        comparison.print(session, &rows)?;
    }
    session.out.flush()
}

/// The texture with this field path, name or number. Paths of the file itself have priority over those of
/// companions.
fn texture_called(scene: &Scene, own: SourceId, name: &str) -> Result<TextureId, String> {
    let has_path = |texture: &Texture| texture.origin.path == name;
    let is_own = |texture: &Texture| has_path(texture) && texture.origin.span.source == own;
    let by_path = scene.textures.find(is_own).or_else(|| scene.textures.find(has_path));
    let is_called = |id: &TextureId| {
        let mut names = scene.names_of(Element::Texture(*id));
        names.push(format!("texture {id}"));
        names.iter().any(|own| own.eq_ignore_ascii_case(name))
    };
    let mut by_name = scene.textures.ids().filter(is_called);
    match (by_path, by_name.next(), by_name.next()) {
        (Some(id), ..) | (None, Some(id), None) => Ok(id),
        (None, Some(one), Some(other)) => {
            Err(format!("texture {one} and texture {other} have this name; use the number"))
        }
        (None, None, _) => Err("the file has no texture of this name".to_owned()),
    }
}

/// A texture and the palettes that it is compared with.
struct Comparison {
    scene: Arc<Scene>,
    /// The file itself.
    own: SourceId,
    id: TextureId,
    counts: TexelCounts,
    uses: PaletteUses,
    candidates: Vec<PaletteCandidate>,
}

#[derive(Serialize)]
struct Report<'a> {
    path: &'a str,
    texture: &'a str,
    name: &'a str,
    width: u32,
    height: u32,
    bits: u32,
    colours_needed: usize,
    palette: Option<&'a str>,
    candidates: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    number: usize,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    name: String,
    colours: usize,
    /// The palette has no colour for some texels.
    short: bool,
    current: bool,
    distance: f32,
    entries: usize,
    faces: usize,
}

impl Comparison {
    fn new(scene: Arc<Scene>, id: TextureId, own: SourceId) -> Result<Self, String> {
        let texture = scene.textures.get(id).ok_or("the texture does not exist")?;
        let why_not = || match texture.pixels.colour_index(0, 0) {
            Some(_) => {
                "its palette has 24-bit colours; only palettes of 15-bit colours can be compared"
            }
            None => "its texels are not palette indices",
        };
        let counts = TexelCounts::of(texture).ok_or_else(why_not)?;
        let candidates = own_candidates(&scene, texture);
        let uses = PaletteUses::of(&scene, id);
        if candidates.is_empty() {
            return Err("the file has no palettes of 15-bit colours for this texture".to_owned());
        }
        Ok(Self { counts, uses, candidates, scene, own, id })
    }

    fn texture(&self) -> Option<&Texture> {
        self.scene.textures.get(self.id)
    }

    /// Adds the palettes of a file or folder; each combination of colours once.
    fn read(&mut self, session: &mut Session, from: &str) {
        let most = self.texture().map_or(0, most_colours);
        let mut known: HashSet<Arc<[u16]>> =
            self.candidates.iter().map(|candidate| candidate.loaded.clone()).collect();
        let library = std::mem::take(&mut session.library);
        let flow = library.each_palette(from, &mut |_, palettes| {
            let palettes = match palettes {
                Ok(palettes) => palettes,
                Err(error @ OpenError::NotEntered { .. }) => {
                    session.notify(error);
                    return ControlFlow::Continue(());
                }
                Err(error) => {
                    session.fail_open(&error);
                    return ControlFlow::Continue(());
                }
            };
            let fits = |candidate: &PaletteCandidate| (1..=most).contains(&candidate.loaded.len());
            let new = palettes.into_iter().filter(fits);
            self.candidates.extend(new.filter(|new| known.insert(new.loaded.clone())));
            if self.candidates.len() < MAX_PALETTES {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        session.library = library;
        if flow.is_break() {
            self.candidates.truncate(MAX_PALETTES);
            session.notify(format_args!("{from}: stopped after {MAX_PALETTES} palettes"));
        }
    }

    /// Words of the palette that the texture is drawn with.
    fn drawn(&self) -> Vec<u16> {
        let drawn = self.uses.drawn.and_then(|drawn| self.scene.palettes.get(drawn));
        drawn.map(|palette| palette.loaded()).unwrap_or_default()
    }

    fn rows(&self, session: &Session) -> Vec<Row> {
        let drawn = self.drawn();
        let row = |(number, candidate): (usize, &PaletteCandidate)| {
            let source = candidate.origin.span.source;
            let companion = (source != self.own).then(|| session.library.source(source)).flatten();
            let file = match candidate.file.is_empty() {
                true => companion.map(|source| source.name().to_owned()),
                false => Some(candidate.file.clone()),
            };
            Row {
                number,
                path: candidate.origin.path.clone(),
                file,
                name: candidate.name.clone(),
                colours: candidate.loaded.len(),
                short: candidate.loaded.len() < self.counts.needed(),
                current: self.uses.drawn.is_some() && candidate.own() == self.uses.drawn,
                distance: self.counts.distance(&drawn, &candidate.loaded),
                entries: self.counts.differences(&drawn, &candidate.loaded).len(),
                faces: self.uses.changed_faces(&self.scene, candidate).len(),
            }
        };
        self.candidates.iter().enumerate().map(row).collect()
    }

    fn report<'a>(&'a self, path: &'a str, candidates: Vec<Row>) -> Report<'a> {
        let texture = self.texture();
        let drawn = self.uses.drawn.and_then(|drawn| self.scene.palettes.get(drawn));
        Report {
            path,
            texture: texture.map_or("", |texture| &texture.origin.path),
            name: texture.map_or("", |texture| &texture.name),
            width: texture.map_or(0, |texture| texture.width),
            height: texture.map_or(0, |texture| texture.height),
            bits: texture.map_or(0, |texture| texture.format.bits()),
            colours_needed: self.counts.needed(),
            palette: drawn.map(|palette| palette.origin.path.as_str()),
            candidates,
        }
    }

    fn print(&self, session: &mut Session, rows: &[Row]) -> io::Result<()> {
        let out = &mut session.out;
        for row in rows {
            let &Row { number, colours, distance, faces, .. } = row;
            write!(out, "{number:>5} {distance:>6.1} {colours:>4} colours {faces:>5} faces  ")?;
            if let Some(file) = &row.file {
                write!(out, "{} ", Clean(file))?;
            }
            write!(out, "{} {}", Clean(&row.path), Clean(&row.name))?;
            if row.current {
                write!(out, ", current")?;
            }
            if row.short {
                write!(out, ", {} needed", self.counts.needed())?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Writes a picture for each palette: its number and name.
    fn export(&self, session: &mut Session, folder: &Path, force: bool) {
        let Some(texture) = self.texture() else { return };
        if let Err(error) = std::fs::create_dir_all(folder) {
            return session.fail(format_args!("{}: {error}", folder.display()));
        }
        for (number, candidate) in self.candidates.iter().enumerate() {
            let name = safe_name(&format!("{} {number:04} {}.png", texture.name, candidate.name));
            let path = folder.join(name);
            let shown = path.display();
            let written = texture_png(texture, &candidate.loaded)
                .and_then(|png| write_file(&path, &png, force).map_err(|error| error.to_string()));
            match written {
                Ok(true) => {}
                Ok(false) => {
                    session.fail(format_args!("{shown} exists; use --force to replace it"));
                }
                Err(why) => session.fail(format_args!("{shown}: {why}")),
            }
        }
    }

    fn apply(&self, args: &Args, session: &mut Session, number: usize) -> io::Result<()> {
        let Some(candidate) = self.candidates.get(number) else {
            let count = self.candidates.len();
            session.misuse(format_args!("--apply {number}: expected a number below {count}"));
            return Ok(());
        };
        let change = self.uses.change(&self.scene, self.id, candidate);
        let done = change.map_err(|why| (args.path.clone(), why)).and_then(|change| {
            let source = change.source();
            let file = session.library.source(source).map(|source| source.name().to_owned());
            let file = file.unwrap_or_else(|| args.path.clone());
            let done = changed(session, &file, &change);
            done.map_err(|error| (file, error))
        });
        match done {
            Ok((opened, orders, all)) => {
                self.report_sharers(session, candidate);
                if args.recording.record(session, &opened, &orders) {
                    report_companions(session, &all);
                    let output = args.output.clone();
                    let changing = Changing::new(output, (args.force, args.dry_run, args.json));
                    changing.deliver(session, &all, &orders)?;
                }
            }
            Err((file, why)) => session.fail(format_args!("{file}: {why}")),
        }
        Ok(())
    }

    /// Reports other textures that change because they share the palette.
    fn report_sharers(&self, session: &Session, candidate: &PaletteCandidate) {
        if candidate.own().is_some() {
            return;
        }
        for sharer in &self.uses.sharers {
            let name = name_of(&self.scene, Element::Texture(*sharer));
            session.notify(format_args!(
                "texture {sharer} {name} shares the palette, and changes too"
            ));
        }
    }
}

/// A changed file, the operations that change it, and the companions that change with it.
type ChangedFile = (Arc<Opened>, Vec<crate::edit::EditOp>, Vec<crate::edit::ChangedDocument>);

fn changed(session: &Session, file: &str, change: &PaletteChange) -> Result<ChangedFile, String> {
    let library = &session.library;
    let opened = library.open(file, None).map_err(|error| error.to_string())?;
    let orders = opened.beside(library, |context| palette_edits(&opened.document, context, change));
    let orders = orders.map_err(|refused| EditError::Refused(refused).to_string())?;
    if orders.is_empty() {
        return Err("the texture already uses this palette".to_owned());
    }
    let all = carry_out(library, &opened, &orders).map_err(|error| error.to_string())?;
    Ok((opened, orders, all))
}
