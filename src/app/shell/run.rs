//! Starts the window.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::app::Window;
use crate::app::model::{crash_report, log};
use crate::app::shell::options::{APP_ID, Options};
use crate::render::DeviceFaults;

/// A device that stops working earlier after the start is not tried again.
const MIN_RUN: Duration = Duration::from_secs(10);

/// Opens the window on `paths` (files, folders, container members) and returns when it is closed. If the
/// graphics device stops working, the window is opened again with the last session. Fails with an
/// explanation if there is no display or no adapter.
pub fn run(mut paths: Vec<String>, options: Options) -> anyhow::Result<()> {
    if let Some(why) = no_display() {
        anyhow::bail!("{why}");
    }
    log::install();
    if let Some(folder) = options.folder() {
        crash_report::install(crash_report::file_in(&folder));
    }
    loop {
        let started = Instant::now();
        let faults = DeviceFaults::default();
        let given = Options { faults: faults.clone(), ..options.clone() };
        // Some calls of the libraries panic if the device is lost, and then no other window can be opened.
        let ended = catch_unwind(AssertUnwindSafe(|| open(std::mem::take(&mut paths), given)));
        match (faults.lost(), ended) {
            (None, Err(panic)) => resume_unwind(panic),
            (Some(why), Err(_)) => anyhow::bail!("{}", ended_because(why)),
            (Some(why), Ok(_)) if started.elapsed() < MIN_RUN => {
                anyhow::bail!("{}", ended_because(why))
            }
            (Some(_), Ok(_)) if !options.carried.is_empty() => {}
            (_, Ok(result)) => return result,
        }
    }
}

fn ended_because(why: &str) -> String {
    format!(
        "the graphics device stopped working: {why}; the next start restores unsaved edits and descriptions"
    )
}

/// Opens the window once.
fn open(paths: Vec<String>, options: Options) -> anyhow::Result<()> {
    let native = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Gouraud")
            .with_app_id(APP_ID)
            .with_icon(icon())
            // Fits common screens if no window manager maximises the window.
            .with_inner_size([1280.0, 720.0])
            .with_maximized(true)
            .with_drag_and_drop(true),
        wgpu_options: wgpu_options(options.faults.clone()),
        persistence_path: options.config.clone(),
        persist_window: options.remember,
        // For names in writing systems that the built-in fonts do not cover.
        system_font_fallback: true,
        // The picture's colours are exact; noise would change them.
        dithering: false,
        ..eframe::NativeOptions::default()
    };
    eframe::run_native(
        APP_ID,
        native,
        Box::new(move |cc| Ok(Box::new(Window::new(cc, paths, options)))),
    )
    .map_err(|error| anyhow::anyhow!("cannot open the window: {}", explain(&error)))
}

/// Hint for a user who asked for a window on a system without a display.
const WITHOUT: &str = "the subcommands work without one, see `gouraud --help`";

/// Reason why no window can be opened, if it is known in advance.
fn no_display() -> Option<String> {
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let any = ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"].iter().any(is_set);
    let is_asked = cfg!(all(unix, not(target_os = "macos")));
    (is_asked && !any).then(|| format!("there is no display to open a window on; {WITHOUT}"))
}

/// The error message without the location in a library's source code.
fn explain(error: &eframe::Error) -> String {
    match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            let name = |name| Some(format!("{name} is {:?}", std::env::var_os(name)?));
            let names: Vec<String> =
                ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().filter_map(name).collect();
            match names.join(", ") {
                names if names.is_empty() => format!("cannot connect to a display; {WITHOUT}"),
                names => format!("cannot connect to a display ({names}); {WITHOUT}"),
            }
        }
        other => other.to_string(),
    }
}

/// Requests all features and limits of the adapter: with the defaults the GL back-end has no storage
/// buffers.
fn wgpu_options(faults: DeviceFaults) -> egui_wgpu::WgpuConfiguration {
    let mut options = egui_wgpu::WgpuConfiguration::default();
    let handle = options.on_surface_status.clone();
    // The surface of a lost device cannot be configured again.
    options.on_surface_status = Arc::new(move |status| match faults.lost() {
        Some(_) => egui_wgpu::SurfaceErrorAction::SkipFrame,
        None => handle(status),
    });
    if let egui_wgpu::WgpuSetup::CreateNew(setup) = &mut options.wgpu_setup {
        setup.device_descriptor = Arc::new(crate::render::device_descriptor);
    }
    options
}

/// A Gouraud-shaded triangle with red, green and blue corners on a transparent background.
fn icon() -> egui::IconData {
    const SIZE: usize = 64;
    let mut rgba = vec![0; SIZE * SIZE * 4];
    for (at, pixel) in rgba.chunks_exact_mut(4).enumerate() {
        let x = (at % SIZE) as f32 / (SIZE - 1) as f32;
        let y = (at / SIZE) as f32 / (SIZE - 1) as f32;
        // Weights of the corners: top middle, bottom left, bottom right.
        let y = (y - 0.08) / 0.84;
        let (top, right) = (1.0 - y, x - 0.5 + y * 0.5);
        let left = 1.0 - top - right;
        if top >= 0.0 && left >= 0.0 && right >= 0.0 {
            let level = |weight: f32| (255.0 * weight.sqrt()) as u8;
            pixel.copy_from_slice(&[level(top), level(left), level(right), 255]);
        }
    }
    egui::IconData { rgba, width: SIZE as u32, height: SIZE as u32 }
}
