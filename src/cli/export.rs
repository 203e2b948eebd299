//! `export`: writes assets as standard files.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::args::{AddedModels, OutputArgs, Reading, colour};
use super::out::Clean;
use super::session::Session;
use crate::container::{parent, safe_below};
use crate::export::{
    Choice, GlbAnimations, Job, Kind, Options, Palettes, Report, TakenNames, TimeRange, UsedNames,
};
use crate::library::{Library, Opened};
use crate::scene::{PictureSettings, Scene};

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Files, members of containers, or folders (every file of a known format below them)
    #[arg(value_name = "PATH", required = true, value_parser = crate::cli::args::path())]
    paths: Vec<String>,
    #[command(flatten)]
    writing: OutputArgs,
    /// Also export from discs and archives at any depth
    #[arg(short, long, conflicts_with = "format")]
    recursive: bool,
    /// Write each file's assets to a folder named after it
    #[arg(long)]
    folders: bool,
    #[arg(long, value_name = "KINDS", value_delimiter = ',', help = kinds())]
    to: Vec<Kind>,
    /// Only assets with matching names, where * is any text and ? any character; also `object 3` and
    /// `model 7`; may be repeated
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Palettes with which textures are written: those that faces use (`used`), or all that fit
    /// (`all`)
    #[arg(long, value_name = "used|all", default_value = "used", hide_default_value = true)]
    palettes: Palettes,
    /// Omit animations from GLBs
    #[arg(long)]
    no_animations: bool,
    /// Only animations with matching names in GLBs, where * is any text and ? any character; may be
    /// repeated
    #[arg(long = "animation", value_name = "GLOB", conflicts_with = "no_animations")]
    animations: Vec<String>,
    /// Only these seconds of sounds and captions, such as 0.5..1.25, ..2 or 3..
    #[arg(long, value_name = "FROM..TO")]
    part: Option<TimeRange>,
    #[command(flatten)]
    pictures: Pictures,
    #[command(flatten)]
    beside: AddedModels,
    #[command(flatten)]
    reading: Reading,
}

/// Settings of GIF and APNG files.
#[derive(clap::Args, Debug)]
struct Pictures {
    /// Width and height of GIF and APNG files in pixels [default: 480]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(32..=2048))]
    size: Option<u32>,
    /// Pictures of a turntable [default: 48]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=720))]
    frames: Option<u32>,
    /// Duration of a turntable in seconds [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = milliseconds)]
    seconds: Option<u32>,
    /// Colour behind GIF and APNG files [default: 4a4a4a]
    #[arg(long, value_name = "RRGGBB", value_parser = colour)]
    background: Option<[u8; 3]>,
}

impl Pictures {
    fn settings(&self) -> PictureSettings {
        let usual = PictureSettings::default();
        PictureSettings {
            side: self.size.unwrap_or(usual.side),
            background: self.background.unwrap_or(usual.background),
            pictures: self.frames.unwrap_or(usual.pictures),
            milliseconds: self.seconds.unwrap_or(usual.milliseconds),
        }
    }
}

/// Reads seconds, from 0.2 to 60, as milliseconds.
fn milliseconds(text: &str) -> Result<u32, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.2..=60.0).contains(seconds));
    let seconds = seconds.ok_or("expected seconds from 0.2 to 60")?;
    Ok((seconds * 1e3).round() as u32)
}

fn kinds() -> String {
    format!("Kinds of files, from {}; by default the usual kind of each asset", Kind::names())
}

impl Args {
    fn options(&self, taken: &TakenNames) -> Options {
        let choice = match self.only.as_slice() {
            [] => Choice::Everything,
            patterns => Choice::Matching(patterns.to_vec()),
        };
        Options {
            kinds: self.to.clone(),
            choice,
            palettes: self.palettes,
            animations: match (self.no_animations, self.animations.as_slice()) {
                (true, _) => GlbAnimations::None,
                (false, []) => GlbAnimations::All,
                (false, patterns) => GlbAnimations::Matching(patterns.to_vec()),
            },
            part: self.part,
            pictures: self.pictures.settings(),
            force: self.writing.force,
            taken: taken.clone(),
            ..Options::default()
        }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    session.library.consult(&args.paths);
    // Names are unique across all inputs of a run.
    let mut taken = UsedNames::new(args.writing.output.clone(), args.writing.rename);
    for path in &args.paths {
        let above = parent(path).unwrap_or_default();
        let mut run = Run { args, above, taken: &mut taken, planned: 0, holds_files: false };
        let mut opened_any = false;
        if args.recursive {
            session.each_below(path, |session, library, file, opened| {
                opened_any = true;
                run.export(library, session, file, opened)
            })?;
        } else {
            session.each(path, args.reading.format(), |session, file, opened| {
                opened_any = true;
                // Taken out of the session, which reports messages while the library is in use.
                let library = std::mem::take(&mut session.library);
                let exported = run.export(&library, session, file, opened);
                session.library = library;
                exported
            })?;
        }
        if opened_any && run.planned == 0 {
            let hint = if run.holds_files && !args.recursive {
                "; use -r to export its members"
            } else {
                ""
            };
            session.fail(format_args!("{path}: no matching assets to export{hint}"));
        }
    }
    Ok(())
}

/// State of exporting one path.
struct Run<'a> {
    args: &'a Args,
    /// Container of the path.
    above: String,
    taken: &'a mut UsedNames,
    /// Number of planned files.
    planned: usize,
    /// One of the files is a container.
    holds_files: bool,
}

impl Run<'_> {
    fn export(
        &mut self,
        library: &Library,
        session: &mut Session,
        path: &str,
        opened: &Opened,
    ) -> io::Result<()> {
        self.holds_files |= opened.members(library).is_some();
        if let Some(scene) = opened.scene(library) {
            let scene = match self.args.beside.around(library, scene) {
                Ok(scene) => scene,
                Err(why) => {
                    self.planned += 1;
                    session.fail(why);
                    return Ok(());
                }
            };
            let folder = match self.args.folders {
                true => safe_below(path, &self.above),
                false => PathBuf::new(),
            };
            let taken = self.taken.in_folder(&folder);
            let (options, source_name) = (self.args.options(taken), opened.stored.file_name());
            let (source, crc32) = (opened.document.source.id(), opened.stored.crc32());
            let job = Job { scene: &scene, source_name, source, crc32, options };
            let plan = job.plan();
            taken.extend(plan.iter().map(|asset| asset.file.clone()));
            self.planned += plan.len();
            let into = self.args.writing.output.join(folder);
            let report = match job.needs_painter() {
                true => run_drawn(&job, &scene, &into),
                false => job.run(&into, &mut |_| ControlFlow::Continue(())),
            };
            print_report(session, path, &report)?;
        }
        session.report_errors(path, &opened.problems(library));
        session.out.flush()
    }
}

/// Runs jobs that render. Without a graphics adapter these jobs fail, and everything else is written.
#[cfg(feature = "picture")]
fn run_drawn(job: &Job<'_>, scene: &Arc<Scene>, into: &Path) -> Report {
    use crate::export::Progress;
    use crate::render::{AdapterChoice, Gpu, GpuFrameRenderer};
    let side = job.options.pictures.side;
    let renderer = Gpu::headless(AdapterChoice::Any)
        .and_then(|gpu| GpuFrameRenderer::of(gpu, scene.clone(), (side, side)))
        .map_err(|error| error.to_string());
    let mut on_progress = |_: Progress<'_>| ControlFlow::Continue(());
    match renderer {
        Ok(renderer) => {
            job.run_drawn(&renderer.on(job.options.pictures.background), into, &mut on_progress)
        }
        Err(why) => {
            let mut report = job.run(into, &mut on_progress);
            report.notes.push(why);
            report
        }
    }
}

#[cfg(not(feature = "picture"))]
fn run_drawn(job: &Job<'_>, _: &Arc<Scene>, into: &Path) -> Report {
    job.run(into, &mut |_| ControlFlow::Continue(()))
}

fn print_report(session: &mut Session, path: &str, report: &Report) -> io::Result<()> {
    let shown = |path: &Path| path.display().to_string();
    for file in &report.written {
        writeln!(session.out, "{}", Clean(&shown(file)))?;
    }
    for file in &report.skipped {
        session.notify(format_args!("{} exists; skipped", shown(file)));
    }
    for note in &report.notes {
        session.notify(format_args!("{path}: {note}"));
    }
    for failure in &report.failed {
        session.fail(format_args!("{}: {}", shown(&failure.path), failure.message));
    }
    Ok(())
}
