//! Videos, encoded by the program FFmpeg, which gets the pixels of each frame.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};

use super::exporter::NotWritten;
use super::sequences::{Moving, Picture};

const PROGRAM: &str = "ffmpeg";
/// Longest message of FFmpeg that is read, in bytes.
const MAX_MESSAGE: u64 = 1 << 16;
/// Players expect half as many colours as brightnesses, and thus even sides.
const EVEN: &str = "pad=ceil(iw/2)*2:ceil(ih/2)*2";

/// `true` if FFmpeg is in a folder of the system's search path.
pub fn is_installed() -> bool {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(&name).is_file())
}

/// Writes a video in the format of the extension. An existing file is replaced when the video is complete.
pub(super) fn encode(moving: &Moving<'_>, output: &Path) -> Result<(), NotWritten> {
    let folder = output.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let staging = tempfile::Builder::new().prefix(".gouraud-new-").tempdir_in(folder)?;
    let extension = output.extension().unwrap_or_default();
    let file = staging.path().join("video").with_extension(extension);
    let (first, _) = moving.picture(0)?;
    let mut child = start(first.size(), moving.seconds, &file)?;
    let (pixels, messages) = (child.stdin.take(), child.stderr.take());
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        let _ = messages.map(|from| from.take(MAX_MESSAGE).read_to_string(&mut text));
        text
    });
    let fed = pixels.map_or(Ok(()), |pixels| feed(moving, first, pixels));
    if let Err(Unfinished::Frame(why)) = fed {
        stop(&mut child);
        return Err(why);
    }
    let status = child.wait()?;
    let text = reader.join().unwrap_or_default();
    if !status.success() {
        let why = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        let why = why.map_or_else(|| status.to_string(), str::to_owned);
        return Err(format!("FFmpeg failed: {why}").into());
    }
    Ok(std::fs::rename(&file, output)?)
}

fn start((width, height): (u32, u32), seconds: f64, file: &Path) -> Result<Child, NotWritten> {
    let mut command = Command::new(PROGRAM);
    command.args(["-hide_banner", "-loglevel", "error", "-nostats", "-y"]);
    command.args(["-f", "rawvideo", "-pixel_format", "rgb24"]);
    command.args(["-video_size", &format!("{width}x{height}")]);
    command.args(["-framerate", &format!("{:.6}", seconds.recip()), "-i", "pipe:0"]);
    command.args(["-vf", EVEN, "-pix_fmt", "yuv420p"]).arg(file);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let started = command.spawn();
    started.map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            "FFmpeg is not installed; install it, or choose GIF, APNG or PNG".to_owned().into()
        }
        _ => format!("FFmpeg cannot be started: {error}").into(),
    })
}

/// Reason why not all frames were passed on.
enum Unfinished {
    /// A frame could not be drawn.
    Frame(NotWritten),
    /// FFmpeg ended early.
    Pipe,
}

impl From<io::Error> for Unfinished {
    fn from(_: io::Error) -> Self {
        Self::Pipe
    }
}

fn feed(moving: &Moving<'_>, first: Picture, mut pixels: ChildStdin) -> Result<(), Unfinished> {
    pixels.write_all(&first.rgb())?;
    for at in 1..moving.count {
        let (picture, _) = moving.picture(at).map_err(Unfinished::Frame)?;
        pixels.write_all(&picture.rgb())?;
    }
    Ok(())
}

fn stop(child: &mut Child) {
    // It may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}
