//! Videos, encoded by the program FFmpeg, which gets the pixels of each frame.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::time::Duration;

use tempfile::NamedTempFile;

use super::exporter::NotWritten;
use super::sequences::{Moving, Picture};
use crate::container::{io_message, temporary_file};

const PROGRAM: &str = "ffmpeg";
/// Longest message of FFmpeg that is read, in bytes.
const MAX_MESSAGE: u64 = 1 << 16;
/// Time between two checks of a running FFmpeg.
const POLL: Duration = Duration::from_millis(20);
/// Players expect half as many colours as brightnesses, and thus even sides.
const EVEN: &str = "pad=ceil(iw/2)*2:ceil(ih/2)*2";

/// `true` if FFmpeg is in a folder of the system's search path.
pub fn is_installed() -> bool {
    let name = format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX);
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders).any(|folder| folder.join(&name).is_file())
}

/// Writes a video in the format of the extension of `output` to a temporary file in the same folder.
pub(super) fn encode(moving: &Moving<'_>, output: &Path) -> Result<NamedTempFile, NotWritten> {
    // FFmpeg takes `-` at the start of a relative path for an option, and a colon for the end of a protocol.
    let output = std::path::absolute(output)?;
    let file = temporary_file(output.parent().unwrap_or(&output))?;
    // Locks of Windows prevent other processes from writing.
    #[cfg(windows)]
    let _ = file.as_file().unlock();
    let (first, _) = moving.picture(0)?;
    let format = format(&output);
    let mut encoder = Encoder(start(first.size(), moving.seconds, format, file.path())?);
    let (pixels, messages) = (encoder.0.stdin.take(), encoder.0.stderr.take());
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = messages.map(|from| from.take(MAX_MESSAGE).read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    });
    let fed = pixels.map_or(Ok(()), |pixels| feed(moving, first, pixels));
    if let Err(Unfinished::Frame(why)) = fed {
        return Err(why);
    }
    let status = encoder.wait(moving)?;
    let text = reader.join().unwrap_or_default();
    if !status.success() {
        let why = text.lines().map(str::trim).rfind(|line| !line.is_empty());
        let why = why.map_or_else(|| status.to_string(), str::to_owned);
        return Err(format!("FFmpeg failed: {why}").into());
    }
    Ok(file)
}

/// A running FFmpeg, which is stopped when it is dropped.
struct Encoder(Child);

impl Encoder {
    /// Waits until the video is complete.
    fn wait(&mut self, moving: &Moving<'_>) -> Result<ExitStatus, NotWritten> {
        loop {
            if let Some(status) = self.0.try_wait()? {
                return Ok(status);
            }
            if moving.is_cancelled() {
                return Err("cancelled".to_owned().into());
            }
            std::thread::sleep(POLL);
        }
    }
}

impl Drop for Encoder {
    fn drop(&mut self) {
        // FFmpeg may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Name of the container format with the extension of a file.
fn format(output: &Path) -> String {
    let extension = output.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match &*extension {
        "mkv" => "matroska".to_owned(),
        _ => extension,
    }
}

fn start(
    (width, height): (u32, u32),
    seconds: f64,
    format: String,
    file: &Path,
) -> Result<Child, NotWritten> {
    let mut command = Command::new(PROGRAM);
    command.args(["-hide_banner", "-loglevel", "error", "-nostats", "-y"]);
    command.args(["-f", "rawvideo", "-pixel_format", "rgb24"]);
    command.args(["-video_size", &format!("{width}x{height}")]);
    command.args(["-framerate", &format!("{:.6}", seconds.recip()), "-i", "pipe:0"]);
    command.args(["-vf", EVEN, "-pix_fmt", "yuv420p", "-f", &format]).arg(file);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let started = command.spawn();
    started.map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            "FFmpeg is not installed; install it, or choose GIF, APNG or PNG".to_owned().into()
        }
        _ => format!("FFmpeg cannot be started: {}", io_message(&error)).into(),
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
