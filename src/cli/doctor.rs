//! `doctor`: reports which parts of the program work on this computer.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::out::Clean;
use super::session::{Session, Status};
use crate::library::default_formats_folder;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// Print one JSON object per part
    #[arg(long)]
    json: bool,
}

/// State of a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Works,
    /// Works with a restriction, or is not needed for most jobs.
    Limited,
    Fails,
}

/// A part of the program or of the computer.
#[derive(Debug, Serialize)]
struct Part {
    part: &'static str,
    state: State,
    text: String,
}

impl Part {
    fn works(part: &'static str, text: impl Into<String>) -> Self {
        Self { part, state: State::Works, text: text.into() }
    }

    fn limited(part: &'static str, text: impl Into<String>) -> Self {
        Self { part, state: State::Limited, text: text.into() }
    }

    fn fails(part: &'static str, text: impl Into<String>) -> Self {
        Self { part, state: State::Fails, text: text.into() }
    }
}

pub fn run(args: &Args, session: &mut Session) -> io::Result<()> {
    let mut all = vec![program(), graphics(), sound(), display(), fonts(), file_dialogs()];
    all.extend(folders());
    for part in &all {
        if part.state == State::Fails {
            session.raise(Status::Problems);
        }
        if args.json {
            session.out.json(part)?;
            continue;
        }
        let word = match part.state {
            State::Works => "works  ",
            State::Limited => "limited",
            State::Fails => "fails  ",
        };
        let word = session.out.paint.bold(word);
        writeln!(session.out, "{word}  {:<12}  {}", part.part, Clean(&part.text))?;
    }
    Ok(())
}

fn program() -> Part {
    let (version, os, arch) =
        (env!("CARGO_PKG_VERSION"), std::env::consts::OS, std::env::consts::ARCH);
    Part::works("program", format!("Gouraud {version}, {os} {arch}"))
}

#[cfg(feature = "picture")]
fn graphics() -> Part {
    use crate::render::{AdapterChoice, Gpu};
    match Gpu::headless(AdapterChoice::Any) {
        Ok(gpu) if gpu.is_software() => {
            let text = format!("{}: draws on the processor, which is slow", gpu.adapter());
            Part::limited("graphics", text)
        }
        Ok(gpu) => Part::works("graphics", gpu.adapter()),
        Err(error) => Part::fails("graphics", error.to_string()),
    }
}

#[cfg(not(feature = "picture"))]
fn graphics() -> Part {
    Part::limited("graphics", "this program was built without pictures")
}

#[cfg(feature = "sound")]
fn sound() -> Part {
    let names: Vec<String> =
        crate::audio::Device::all().into_iter().map(|device| device.name).collect();
    match names.first() {
        Some(first) if names.len() == 1 => Part::works("sound", first.clone()),
        Some(first) => Part::works("sound", format!("{} devices: {first}, …", names.len())),
        None => Part::limited("sound", "no audio device; sounds are silent"),
    }
}

#[cfg(not(feature = "sound"))]
fn sound() -> Part {
    Part::limited("sound", "this program was built without sound")
}

/// Screen for the window.
fn display() -> Part {
    if cfg!(not(feature = "window")) {
        return Part::limited("window", "this program was built without a window");
    }
    if cfg!(any(windows, target_os = "macos")) {
        return Part::works("window", "uses the system's window manager");
    }
    let value = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match (value("WAYLAND_DISPLAY"), value("DISPLAY")) {
        (Some(name), _) => Part::works("window", format!("Wayland display {name}")),
        (None, Some(name)) => Part::works("window", format!("X11 display {name}")),
        (None, None) => {
            let text = "neither WAYLAND_DISPLAY nor DISPLAY is set; the subcommands work without";
            Part::limited("window", text)
        }
    }
}

/// Names of files and captions may be in any writing system; the built-in fonts cover Latin, Greek and
/// Cyrillic.
#[cfg(feature = "window")]
fn fonts() -> Part {
    use fontique::{
        Collection, CollectionOptions, FallbackKey, GenericFamily, QueryFamily, QueryStatus,
        Script, SourceCache, SourceCacheOptions,
    };
    let system_fonts = CollectionOptions { shared: false, system_fonts: true };
    let mut collection = Collection::new(system_fonts);
    let mut sources = SourceCache::new(SourceCacheOptions::default());
    let scripts =
        [("Chinese", *b"Hani", '中'), ("Japanese", *b"Hira", 'あ'), ("Korean", *b"Hang", '한')];
    let mut missing = Vec::new();
    for (name, script, letter) in scripts {
        let mut query = collection.query(&mut sources);
        query.set_families([QueryFamily::Generic(GenericFamily::SansSerif)]);
        query.set_fallbacks(FallbackKey::new(Script::from_bytes(script), None));
        let mut is_covered = false;
        query.matches_with(|font| {
            let glyph = font.charmap().and_then(|map| map.map(letter));
            is_covered = glyph.is_some_and(|glyph| glyph != 0);
            if is_covered { QueryStatus::Stop } else { QueryStatus::Continue }
        });
        if !is_covered {
            missing.push(name);
        }
    }
    match missing.as_slice() {
        [] => Part::works("fonts", "for Chinese, Japanese and Korean names, too"),
        missing => Part::limited("fonts", format!("no font for {}", missing.join(", "))),
    }
}

#[cfg(not(feature = "window"))]
fn fonts() -> Part {
    Part::limited("fonts", "this program was built without a window")
}

/// Dialogs that choose files: on Linux, those of the desktop portal or of Zenity.
fn file_dialogs() -> Part {
    const NAME: &str = "file dialogs";
    if cfg!(not(feature = "window")) {
        return Part::limited(NAME, "this program was built without a window");
    }
    if cfg!(not(target_os = "linux")) {
        return Part::works(NAME, "of the system");
    }
    let bus = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
        || std::env::var_os("XDG_RUNTIME_DIR")
            .is_some_and(|dir| Path::new(&dir).join("bus").exists());
    let shared = std::env::var_os("XDG_DATA_DIRS").filter(|dirs| !dirs.is_empty());
    let shared = shared.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    let service = "dbus-1/services/org.freedesktop.portal.Desktop.service";
    let portal = bus && std::env::split_paths(&shared).any(|dir| dir.join(service).is_file());
    match (portal, program_on_path("zenity")) {
        (true, _) => Part::works(NAME, "those of the desktop portal"),
        (false, Some(path)) => Part::works(NAME, format!("those of {}", path.display())),
        (false, None) => {
            let text = "neither a desktop portal nor Zenity was found; type paths instead (Ctrl+L)";
            Part::limited(NAME, text)
        }
    }
}

fn program_on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let file = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    std::env::split_paths(&path).map(|dir| dir.join(&file)).find(|path| path.is_file())
}

/// Folder of the settings, below the user's folder for program data; the same as in eframe.
#[cfg(feature = "index")]
const SETTINGS: &str = if cfg!(windows) { "gouraud\\data" } else { "gouraud" };

/// Folders that the program writes to.
fn folders() -> Vec<Part> {
    vec![
        #[cfg(feature = "index")]
        folder("settings", dirs::data_dir().map(|dir| dir.join(SETTINGS)), true),
        #[cfg(feature = "index")]
        folder("cache", crate::index::default_folder(), true),
        // Only read.
        folder("descriptions", default_formats_folder(), false),
        folder("temporary", Some(std::env::temp_dir()), true),
    ]
}

fn folder(part: &'static str, path: Option<PathBuf>, written: bool) -> Part {
    let Some(path) = path else {
        return Part::fails(part, "the user's home folder is unknown");
    };
    let shown = path.display();
    // The nearest folder that exists shows whether a missing one can be created.
    let existing = path.ancestors().find(|dir| dir.exists());
    match existing {
        Some(dir) if !dir.is_dir() => {
            Part::fails(part, format!("{} is not a folder", dir.display()))
        }
        Some(dir) if written => match tempfile::tempfile_in(dir) {
            Ok(_) => Part::works(part, shown.to_string()),
            Err(error) => Part::fails(part, format!("{shown} cannot be written: {}", error.kind())),
        },
        Some(dir) if dir == path => Part::works(part, shown.to_string()),
        _ => Part::works(part, format!("{shown} (does not exist yet)")),
    }
}
