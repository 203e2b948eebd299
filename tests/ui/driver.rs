//! Drives a complete window without a screen, frame by frame, like a user with pointer and keys:
//! `let mut app = open("demo//plaza.psx"); app.click("Wireframe"); app.press(Key::Escape);`

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use egui::{Key, Modifiers, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use egui_kittest::wgpu::{create_render_state, default_wgpu_setup};
use egui_wgpu::wgpu::Backends;
use egui_wgpu::{RenderState, RendererOptions, WgpuSetup, WgpuSetupExisting};
use gouraud::app::model::{Command, PanelId, SelectionTarget, Settings, State, log};
use gouraud::app::{Options, Window};
use gouraud::render::{DeviceFaults, Gpu};
use gouraud::scene::Element;

pub type Bench = Harness<'static, Window>;

/// Frames after an input: enough for a dialog to open and to be laid out.
const FRAMES: usize = 4;

/// Pixels per point for tests of what is in a window. The adapter draws in software, so that a quarter of the pixels
/// takes much less time.
const COARSE: f32 = 0.5;
/// Pixels per point for tests of pixels and of positions.
const SHARP: f32 = 1.0;

/// Content of a harness: the window, or a single panel.
pub trait Driven {
    fn model(&self) -> &State;
    fn model_mut(&mut self) -> &mut State;
    fn command(&mut self, command: Command);
    fn is_idle(&self) -> bool;
}

impl Driven for Window {
    fn model(&self) -> &State {
        &self.state
    }
    fn model_mut(&mut self) -> &mut State {
        &mut self.state
    }
    fn command(&mut self, command: Command) {
        self.push(command);
    }
    fn is_idle(&self) -> bool {
        Window::is_idle(self)
    }
}

/// Inputs, each followed by a few frames, and conditions to wait for.
pub trait Driver {
    type Content;

    fn model(&self) -> &State;
    fn model_mut(&mut self) -> &mut State;

    fn send(&mut self, command: Command);
    fn press(&mut self, key: Key);
    fn chord(&mut self, modifiers: Modifiers, key: Key);
    fn click(&mut self, label: &str);
    /// Clicks the only control whose label contains `part`.
    fn click_part(&mut self, part: &str);
    fn type_into(&mut self, label: &str, text: &str);

    /// Runs frames until `done`, while threads finish their work.
    fn until(&mut self, what: &str, done: impl Fn(&Self::Content) -> bool);
    /// Runs frames until a label contains `part`, while threads finish their work.
    fn wait_for(&mut self, part: &str);
    /// Runs frames until all background work is done.
    fn settle(&mut self);
    /// Runs frames until all background work is done and the file has a scene.
    fn settle_scene(&mut self);

    /// Sends a command that changes the file, and waits for the changed scene.
    #[track_caller]
    fn change(&mut self, command: Command) {
        self.send(command);
        self.settle_scene();
    }

    fn select(&mut self, element: Element) {
        self.send(Command::Select(SelectionTarget::Element(element)));
    }

    fn show(&mut self, panel: PanelId) {
        self.send(Command::ShowPanel(panel));
    }

    fn set(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.model().settings.clone();
        change(&mut settings);
        self.send(Command::SetSettings(Box::new(settings)));
    }
}

impl<S: Driven> Driver for Harness<'static, S> {
    type Content = S;

    fn model(&self) -> &State {
        self.state().model()
    }

    fn model_mut(&mut self) -> &mut State {
        self.state_mut().model_mut()
    }

    fn send(&mut self, command: Command) {
        self.state_mut().command(command);
        self.run_steps(FRAMES);
    }

    fn press(&mut self, key: Key) {
        self.chord(Modifiers::NONE, key);
    }

    fn chord(&mut self, modifiers: Modifiers, key: Key) {
        self.key_press_modifiers(modifiers, key);
        self.run_steps(FRAMES);
    }

    #[track_caller]
    fn click(&mut self, label: &str) {
        self.get_by_label(label).click();
        self.run_steps(FRAMES);
    }

    #[track_caller]
    fn click_part(&mut self, part: &str) {
        self.get_by_label_contains(part).click();
        self.run_steps(FRAMES);
    }

    #[track_caller]
    fn type_into(&mut self, label: &str, text: &str) {
        self.get_by_label(label).type_text(text);
        self.run_steps(FRAMES);
    }

    #[track_caller]
    fn until(&mut self, what: &str, done: impl Fn(&S) -> bool) {
        let mut waiting = Waiting::default();
        while !done(self.state()) {
            assert!(!waiting.is_too_long(), "waited too long until {what}; {}", last_messages());
            waiting.next(self);
        }
        self.run_steps(2);
    }

    #[track_caller]
    fn wait_for(&mut self, part: &str) {
        let mut waiting = Waiting::default();
        while self.query_all_by_label_contains(part).next().is_none() {
            assert!(!waiting.is_too_long(), "waited too long for {part}; {}", last_messages());
            waiting.next(self);
        }
        self.run_steps(2);
    }

    #[track_caller]
    fn settle(&mut self) {
        self.run_steps(2);
        self.until("all work is done", Driven::is_idle);
        self.run_steps(2);
    }

    #[track_caller]
    fn settle_scene(&mut self) {
        let is_there = |content: &S| content.is_idle() && content.model().scene().is_some();
        self.run_steps(2);
        self.until("the scene is there", is_there);
        // A result may start further work.
        self.run_steps(2);
        self.until("the scene is shown", is_there);
    }
}

/// The last messages of all windows of the process, for failed tests.
fn last_messages() -> String {
    let count = log::len();
    let lines = log::slice(count.saturating_sub(20)..count);
    let lines: Vec<String> = lines.into_iter().map(|line| line.text).collect();
    format!("the last messages are {lines:#?}")
}

/// A wait for threads, which need the processor more than frames do.
struct Waiting {
    since: Instant,
    /// Pauses since the last frame.
    pauses: u32,
}

impl Default for Waiting {
    fn default() -> Self {
        Self { since: Instant::now(), pauses: 0 }
    }
}

impl Waiting {
    fn is_too_long(&self) -> bool {
        self.since.elapsed() > Duration::from_secs(120)
    }

    /// Runs a frame if the window requested one, or after some pauses without a request.
    fn next<S>(&mut self, window: &mut Harness<'static, S>) {
        if window.ctx.has_requested_repaint() || self.pauses == 10 {
            window.step();
            self.pauses = 0;
        }
        std::thread::sleep(Duration::from_millis(5));
        self.pauses += 1;
    }
}

/// A window with a file open and its scene built.
#[track_caller]
pub fn open(path: impl AsRef<Path>) -> Bench {
    let mut window = window(vec![path.as_ref().to_string_lossy().into_owned()]);
    window.until("it is open", |w| w.state.scene().is_some() && w.is_idle());
    window
}

pub fn window(paths: Vec<String>) -> Bench {
    window_with(paths, Options { remember: false, ..Options::default() })
}

/// A window that indexes nothing for Find.
pub fn window_with(paths: Vec<String>, options: Options) -> Bench {
    build(paths, options, None, false, COARSE)
}

/// Like `window`, drawn with all pixels of a screen.
pub fn sharp(paths: Vec<String>) -> Bench {
    build(paths, Options { remember: false, ..Options::default() }, None, false, SHARP)
}

/// A window that indexes the open files for Find, into `cache` or in memory.
pub fn indexing(paths: Vec<String>, cache: Option<&Path>) -> Bench {
    let cache = cache.map(Path::to_path_buf);
    build(paths, Options { remember: false, cache, ..Options::default() }, None, true, SHARP)
}

/// A window of a later session that stores its data in `folder` and starts with the stored settings.
pub fn again(folder: &Path, kept: Box<dyn eframe::Storage>) -> Bench {
    let options = Options { config: Some(folder.join("app.ron")), ..Options::default() };
    build(Vec::new(), options, Some(Box::leak(kept)), false, COARSE)
}

/// Storage in memory that replaces the settings file.
#[derive(Default)]
pub struct Kept(HashMap<String, String>);

impl eframe::Storage for Kept {
    fn get_string(&self, key: &str) -> Option<String> {
        self.0.get(key).cloned()
    }
    fn set_string(&mut self, key: &str, value: String) {
        self.0.insert(key.to_owned(), value);
    }
    fn remove_string(&mut self, key: &str) {
        self.0.remove(key);
    }
    fn flush(&mut self) {}
}

/// A device with its pipelines: compiling these takes longer than most tests, so that later tests use it again.
type Device = Arc<(WgpuSetup, Gpu)>;

/// The devices that no test uses.
static IDLE: Mutex<Vec<Device>> = Mutex::new(Vec::new());

/// The device of a test, which is idle again after the thread of the test has ended.
struct Lease(Device);

impl Drop for Lease {
    fn drop(&mut self) {
        IDLE.lock().unwrap().push(self.0.clone());
    }
}

/// The device of all windows of this thread. Tests that run at the same time have different ones: Mesa's software
/// driver may crash if several windows draw on one.
fn device() -> Device {
    thread_local! {
        static LEASE: Lease = {
            let mut idle = IDLE.lock().unwrap();
            // Created while the list is locked, since adapters cannot be listed on several threads.
            Lease(idle.pop().unwrap_or_else(new_device))
        };
    }
    LEASE.with(|lease| lease.0.clone())
}

fn new_device() -> Device {
    let mut setup = default_wgpu_setup();
    if let WgpuSetup::CreateNew(new) = &mut setup {
        // Every window lists all adapters; OpenGL's cannot be listed and dropped on several threads.
        new.instance_descriptor.backends &= Backends::PRIMARY;
    }
    let state = create_render_state(setup, RendererOptions::PREDICTABLE);
    let RenderState { instance, adapter, device, queue, .. } = state;
    let gpu = {
        let (device, queue) = (device.clone(), queue.clone());
        Gpu::from_device(&adapter, device, queue, DeviceFaults::default()).unwrap()
    };
    Arc::new((WgpuSetupExisting { instance, adapter, device, queue }.into(), gpu))
}

/// Setup of a harness that draws with the device of this thread.
pub fn wgpu_setup() -> WgpuSetup {
    device().0.clone()
}

fn build(
    paths: Vec<String>,
    options: Options,
    storage: Option<&'static dyn eframe::Storage>,
    index: bool,
    pixels_per_point: f32,
) -> Bench {
    let device = device();
    let (setup, gpu) = &*device;
    let options = Options { gpu: Some(gpu.clone()), ..options };
    Harness::builder()
        .with_size(vec2(1440.0, 900.0))
        .with_pixels_per_point(pixels_per_point)
        // Short steps, so that timed messages are still visible after a test has waited for threads.
        .with_step_dt(1.0 / 60.0)
        .with_max_steps(8)
        .wgpu_setup(setup.clone())
        .build_eframe(move |cc| {
            cc.storage = storage.or(cc.storage);
            cc.egui_ctx.options_mut(|options| options.warn_on_id_clash = true);
            let mut window = Window::new(cc, paths, options);
            window.state.settings.index = index;
            window
        })
}

/// Writes a file below `folder`, and returns its path.
pub fn put(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, bytes).unwrap();
    path.to_string_lossy().into_owned()
}

/// Displayed value of a field of the open file.
#[track_caller]
pub fn shown(window: &Bench, path: &str) -> String {
    let document = &window.model().doc.as_ref().unwrap().opened.document;
    let id = document.tree.find(path).unwrap();
    gouraud::bytes::display_value(&document.tree.field(&id).unwrap(), &document.source)
}

/// Painted texts with their rectangles.
pub fn painted(window: &Bench) -> Vec<(String, egui::Rect)> {
    fn collect(shape: &egui::Shape, found: &mut Vec<(String, egui::Rect)>) {
        match shape {
            egui::Shape::Vec(all) => all.iter().for_each(|shape| collect(shape, found)),
            egui::Shape::Text(text) => {
                found.push((text.galley.text().to_owned(), text.visual_bounding_rect()));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    window.output().shapes.iter().for_each(|shape| collect(&shape.shape, &mut found));
    found
}
