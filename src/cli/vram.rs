//! `vram`: shows the video memory of a PlayStation with the textures and palettes of a file.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::args::Reading;
use super::out::{Clean, grouped};
use super::output::{is_input, write_file};
use super::session::Session;
use crate::bytes::{Source, SourceId};
use crate::export::video_memory_png;
use crate::library::Opened;
use crate::scene::{
    Element, MEMORY_HEIGHT, MEMORY_WIDTH, MemoryBlock, MemoryUsers, Positions, Scene, Unplaced,
    VideoMemory, name_of,
};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// File or member with textures for the PlayStation, or a folder with one such file
    #[arg(value_name = "PATH", value_parser = crate::cli::args::path())]
    path: String,
    /// Output PNG; replaced if it exists, but never the input
    #[arg(short, long = "output", value_name = "FILE.png")]
    output: Option<PathBuf>,
    /// Print the rectangles as a JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let has_memory = |session: &Session, opened: &Opened| {
        opened.scene(&session.library).is_some_and(|scene| VideoMemory::of(&scene).is_some())
    };
    let found = session.only(&args.path, args.reading.format(), "uploaded", has_memory);
    let Some((path, opened)) = found else { return Ok(()) };
    let scene = opened.scene(&session.library);
    let memory = scene.as_ref().and_then(|scene| Some((scene, VideoMemory::of(scene)?)));
    let Some((scene, memory)) = memory else {
        session.fail(format_args!("{path}: no PlayStation texture or palette"));
        return Ok(());
    };
    if let Some(output) = &args.output {
        if is_input(&session.library, &opened.stored, output) {
            let output = output.display();
            session.fail(format_args!("{output} is the input; choose another output"));
            return Ok(());
        }
        if let Err(reason) = save(&memory, output) {
            session.fail(reason);
        }
    }
    let listing = Listing {
        scene,
        memory: &memory,
        users: MemoryUsers::of(scene),
        own: opened.document.source.id(),
    };
    if args.json {
        let report = listing.report(session, &path);
        session.out.json(&report)?;
    } else if args.output.is_none() {
        listing.print(session)?;
    }
    session.report_errors(&path, &opened.problems(&session.library));
    session.out.flush()
}

fn save(memory: &VideoMemory, output: &Path) -> Result<(), String> {
    let shown = output.display();
    let png = video_memory_png(memory)?;
    write_file(output, &png, true).map(drop).map_err(|error| format!("{shown}: {error}"))
}

/// The memory of a scene with its users.
struct Listing<'a> {
    scene: &'a Scene,
    memory: &'a VideoMemory,
    users: MemoryUsers,
    /// The file itself.
    own: SourceId,
}

#[derive(Serialize)]
struct Report<'a> {
    path: &'a str,
    positions: &'static str,
    width: u32,
    height: u32,
    used: u32,
    free: u32,
    rectangles: Vec<Rectangle>,
    unplaced: Vec<UnplacedRow<'a>>,
}

#[derive(Serialize)]
struct Rectangle {
    kind: &'static str,
    path: String,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    name: String,
    x: u32,
    y: u32,
    width: u32,
    height: u32,
    bits: u32,
    packed: bool,
    pages: Vec<u32>,
    overlaps: Vec<usize>,
    faces: u64,
    models: Vec<ModelRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    textures: Option<Vec<String>>,
}

#[derive(Serialize)]
struct ModelRow {
    path: String,
    name: String,
    faces: usize,
}

#[derive(Serialize)]
struct UnplacedRow<'a> {
    path: String,
    name: String,
    reason: &'a str,
}

impl Listing<'_> {
    fn report<'a>(&'a self, session: &Session, path: &'a str) -> Report<'a> {
        let memory = self.memory;
        Report {
            path,
            positions: memory.positions.id(),
            width: MEMORY_WIDTH,
            height: MEMORY_HEIGHT,
            used: MEMORY_WIDTH * MEMORY_HEIGHT - memory.free,
            free: memory.free,
            rectangles: memory.blocks.iter().map(|block| self.rectangle(session, block)).collect(),
            unplaced: memory.unplaced.iter().map(|one| self.unplaced(one)).collect(),
        }
    }

    fn path_of(&self, element: Element) -> String {
        self.scene.origin(element).map_or_else(String::new, |origin| origin.path)
    }

    fn rectangle(&self, session: &Session, block: &MemoryBlock) -> Rectangle {
        let element = block.element;
        let origin = self.scene.origin(element).unwrap_or_default();
        let is_other = origin.span.source != self.own;
        let other = is_other.then(|| session.library.source(origin.span.source)).flatten();
        let textures = self.users.textures(element).iter();
        let textures = textures.map(|texture| self.path_of(Element::Texture(*texture)));
        let models = self.users.models(element).iter().map(|user| ModelRow {
            path: self.path_of(Element::Mesh(user.mesh)),
            name: name_of(self.scene, Element::Mesh(user.mesh)),
            faces: user.faces.len(),
        });
        Rectangle {
            kind: element.kind(),
            offset: origin.span.start,
            path: origin.path,
            source: other.as_ref().map(Source::name).map(str::to_owned),
            name: name_of(self.scene, element),
            x: block.x,
            y: block.y,
            width: block.width,
            height: block.height,
            bits: block.bits,
            packed: block.is_packed,
            pages: block.pages(),
            overlaps: block.overlaps.clone(),
            faces: self.users.faces(element),
            models: models.collect(),
            textures: block.is_palette().then(|| textures.collect()),
        }
    }

    fn unplaced<'a>(&self, one: &'a Unplaced) -> UnplacedRow<'a> {
        let name = name_of(self.scene, one.element);
        UnplacedRow { path: self.path_of(one.element), name, reason: &one.reason }
    }

    fn print(&self, session: &mut Session) -> io::Result<()> {
        let (memory, out) = (self.memory, &mut session.out);
        let free = grouped(memory.free.into());
        writeln!(out, "{}, {free} words free", memory.positions.in_words())?;
        for block in &memory.blocks {
            let &MemoryBlock { element, x, y, width, height, bits, is_packed, .. } = block;
            let faces = grouped(self.users.faces(element));
            let (path, name) = (self.path_of(element), name_of(self.scene, element));
            write!(out, "{x:>4},{y:<3} {width:>4}×{height:<3} {bits:>2} bit {faces:>6} faces  ")?;
            write!(out, "{} {}", Clean(&path), Clean(&name))?;
            if is_packed && memory.positions == Positions::Mixed {
                write!(out, ", packed")?;
            }
            match block.overlaps.len() {
                0 => writeln!(out)?,
                count => writeln!(out, ", overlaps {count}")?,
            }
        }
        for one in &memory.unplaced {
            let row = self.unplaced(one);
            writeln!(out, "not placed: {} {}: {}", row.path, Clean(&row.name), row.reason)?;
        }
        Ok(())
    }
}
