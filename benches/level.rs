//! A level of 3 000 instances and 1 500 textures, or that of a file: time until its first picture, until
//! all textures are loaded, the cost of a frame while it is turned, of explaining a pixel, and of a step of
//! the replay. `cargo bench --bench level`, `cargo bench --bench level -- FILE`

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use gouraud::library::Library;
use gouraud::render::{
    AdapterChoice, BUDGET, Camera, DrawOrder, DrawSequence, Effects, Gpu, Overdraw, Overlay,
    PixelIndex, RenderOptions, SceneBuffers, Shot, Viewport, Visibility, drawn_points,
};
use gouraud::scene::{Scene, Style};
use gouraud_testing::island;

const PLAN: island::Plan =
    island::Plan { instances: 3000, meshes: 300, textures: 1500, side: 128, quads: 10 };

/// Same as in the window.
const AHEAD: Duration = Duration::from_millis(100);
const SIZE: (u32, u32) = (1280, 720);
const FRAMES: usize = 30;

/// Number of explained pixels.
const PIXELS: u32 = 400;

/// Number of replayed steps.
const STEPS: usize = 60;

fn main() {
    // Cargo adds `--bench`.
    let file = std::env::args().skip(1).find(|argument| !argument.starts_with("--"));
    let scene = file.map_or_else(|| Arc::new(island::scene(PLAN)), |file| scene_of(&file));
    let stored: usize = scene.meshes.iter().map(|mesh| mesh.faces.len()).sum();
    println!("{} faces drawn, {stored} stored", scene.drawn_faces());
    let gpu = match Gpu::headless(AdapterChoice::Any) {
        Ok(gpu) => gpu,
        Err(error) => return println!("cannot render: {error}"),
    };
    println!("on {}", gpu.adapter());
    // Pipelines are compiled before the measurement.
    let mut bench = Bench::new(&gpu, scene);
    bench.whole();
    bench.streamed();
    bench.turned(Style::Clean);
    bench.turned(Style::Ps1);
    bench.explained(Style::Clean);
    bench.explained(Style::Ps1);
    bench.stepped(DrawOrder::Depth);
    bench.stepped(DrawOrder::OrderingTable);
}

fn scene_of(file: &str) -> Arc<Scene> {
    let library = Library::new();
    let opened = library.open(file, None).expect("the file can be opened");
    opened.scene(&library).expect("the file has a scene")
}

struct Bench<'a> {
    gpu: &'a Gpu,
    scene: Arc<Scene>,
    view: Viewport,
    overlay: Overlay,
    camera: Camera,
}

impl<'a> Bench<'a> {
    fn new(gpu: &'a Gpu, scene: Arc<Scene>) -> Self {
        let aspect = SIZE.0 as f32 / SIZE.1 as f32;
        let start = Instant::now();
        let outline = Camera::default().outline(&drawn_points(&scene, &Visibility::default()));
        print_time("outline of the scene (in the opening job)", start);
        let (start, mut camera) = (Instant::now(), Camera::default());
        camera.fill(&outline, aspect);
        print_time("camera framing it (in the window)", start);
        let overlay = Overlay::new(&scene);
        let view = Viewport::new(gpu, SIZE.0, SIZE.1);
        let mut bench = Self { gpu, scene, view, overlay, camera };
        let buffers = SceneBuffers::new(gpu, Arc::new(Scene::default()));
        bench.frame(&buffers, Effects::CLEAN);
        bench.wait();
        bench
    }

    fn frame(&mut self, buffers: &SceneBuffers, effects: Effects) {
        let options = RenderOptions::new(effects);
        self.view.render(self.gpu, &Shot::new(buffers, &self.camera, &options).with(&self.overlay));
    }

    fn wait(&self) {
        self.gpu.wait().expect("the device draws");
    }

    fn whole(&mut self) {
        let start = Instant::now();
        let buffers = SceneBuffers::new(self.gpu, self.scene.clone());
        print_time("all textures, sequentially", start);
        self.frame(&buffers, Effects::CLEAN);
        self.wait();
        print_time("first picture with all textures", start);
    }

    fn streamed(&mut self) {
        let aspect = SIZE.0 as f32 / SIZE.1 as f32;
        let start = Instant::now();
        let mut buffers = SceneBuffers::streamed(self.gpu, self.scene.clone(), AHEAD, BUDGET);
        print_time("scene uploaded, textures pending", start);
        self.frame(&buffers, Effects::CLEAN);
        self.wait();
        print_time("first picture", start);
        let (mut frames, mut longest) = (0, Duration::ZERO);
        std::thread::scope(|scope| {
            while buffers.is_streaming() {
                if let Some(loader) = buffers.texture_loader().cloned() {
                    // The window runs one job; threads without work end at once.
                    if frames == 0 {
                        scope.spawn(move || loader.run(|| true));
                    }
                }
                let before = Instant::now();
                buffers.stream_textures(self.gpu, &self.camera, aspect);
                longest = longest.max(before.elapsed());
                self.frame(&buffers, Effects::CLEAN);
                self.wait();
                frames += 1;
            }
        });
        print_time("all textures", start);
        println!("  in {frames} frames with at most {longest:.1?} of texture uploads each");
        for note in buffers.notes() {
            println!("  {note}");
        }
    }

    /// Measures the processor time for a frame: the computation of this thread without waiting.
    fn turned(&mut self, style: Style) {
        let effects = Effects::of_window(style);
        let buffers = SceneBuffers::new(self.gpu, self.scene.clone());
        let mut times = Vec::new();
        for _ in 0..FRAMES {
            self.camera.orbit(3.0, 0.0);
            let start = busy();
            self.frame(&buffers, effects);
            times.push(busy().saturating_sub(start));
            self.wait();
        }
        times.sort_unstable();
        let at = |index: usize| times.get(index).copied().unwrap_or_default();
        println!("a frame, {style:?}: median {:.1?}, most {:.1?}", at(FRAMES / 2), at(FRAMES - 1));
    }

    /// Measures the processor time for explaining a pixel, from the whole level and from the middle of it.
    fn explained(&mut self, style: Style) {
        let options = RenderOptions::new(Effects::of_window(style));
        let buffers = SceneBuffers::new(self.gpu, self.scene.clone());
        let near = Camera { distance: self.camera.distance * 0.02, pitch: 4.0, ..self.camera };
        for (view, camera) in [("whole level", self.camera), ("inside", near)] {
            let shot = Shot::new(&buffers, &camera, &options);
            let start = busy();
            let mut index = PixelIndex::new(&shot, SIZE);
            let first = busy().saturating_sub(start);
            let (mut times, mut layers) = (Vec::new(), 0);
            for number in 0..PIXELS {
                let pixel = (number * 7919 % SIZE.0, number * 104_729 % SIZE.1);
                let start = busy();
                let explained = index.explain(&shot, pixel);
                times.push(busy().saturating_sub(start));
                layers += explained.map_or(0, |explained| explained.layers.len());
            }
            times.sort_unstable();
            let at = |index: usize| times.get(index).copied().unwrap_or_default();
            let (median, most) = (at(times.len() / 2), at(times.len() - 1));
            let each = layers as f32 / PIXELS as f32;
            println!("explaining, {style:?}, {view}: faces collected in {first:.1?}");
            println!("  a pixel: median {median:.2?}, most {most:.2?}, {each:.1} faces each");
        }
    }
}

impl Bench<'_> {
    /// Measures the processor time of steps of the replay in the middle of the drawing order: the frame, and
    /// the overdraw, which the window counts on a worker.
    fn stepped(&mut self, order: DrawOrder) {
        let effects = Effects { order, ..Effects::of_window(Style::Ps1) };
        let buffers = SceneBuffers::new(self.gpu, self.scene.clone());
        let options = RenderOptions::new(effects);
        let camera = self.camera;
        let start = Instant::now();
        let shot = Shot::new(&buffers, &camera, &options);
        let sequence = DrawSequence::new(&shot.posed(), SIZE);
        println!(
            "replay, {order:?}: {} steps sorted in {:.1?}",
            sequence.steps.len(),
            start.elapsed()
        );
        let middle = sequence.steps.len() / 2;
        let mut overdraw = Overdraw::new(&shot.posed(), SIZE);
        overdraw.seek(&shot.posed(), &sequence, middle);
        let (mut frames, mut counts) = (Vec::new(), Vec::new());
        for step in sequence.steps.iter().skip(middle).take(STEPS) {
            let first_faces = Some(step.count);
            let options = RenderOptions { first_faces, ..options };
            let start = busy();
            let shot = Shot::new(&buffers, &camera, &options).with(&self.overlay);
            self.view.render(self.gpu, &shot);
            frames.push(busy().saturating_sub(start));
            self.wait();
            let start = busy();
            overdraw.seek(&shot.posed(), &sequence, middle + counts.len() + 1);
            counts.push(busy().saturating_sub(start));
        }
        for (what, mut times) in [("frame", frames), ("overdraw", counts)] {
            // The first frame sorts the faces.
            let first = times.first().copied().unwrap_or_default();
            times.sort_unstable();
            let at = |index: usize| times.get(index).copied().unwrap_or_default();
            println!(
                "  {what} of a step: median {:.2?}, most {:.2?}, the first {first:.2?}",
                at(times.len() / 2),
                at(times.len().saturating_sub(2))
            );
        }
    }
}

/// Processor time of this thread; elapsed time if that is not available.
fn busy() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = START.get_or_init(Instant::now);
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn print_time(what: &str, start: Instant) {
    println!("{:9.1} ms  {what}", start.elapsed().as_secs_f64() * 1000.0);
}
