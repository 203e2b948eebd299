//! Threads that decode textures.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use gouraud::render::TextureLoader;
use gouraud::scene::{Id, Origin, Scene, TexelFormat, Texels, Texture, TextureData};

const SIDE: u32 = 16;
/// Bytes of one decoded texture.
const ONE: usize = (SIDE * SIDE * 4) as usize;
const TEXTURES: u32 = 24;

struct Grey;

impl TextureData for Grey {
    fn decode(&self) -> Texels {
        Texels::Rgba(vec![[128; 4]; (SIDE * SIDE) as usize])
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }
}

struct Broken;

impl TextureData for Broken {
    fn decode(&self) -> Texels {
        panic!("this texture cannot be decoded");
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }
}

fn loader() -> Arc<TextureLoader> {
    loader_of(Arc::new(Grey))
}

fn loader_of(pixels: Arc<dyn TextureData>) -> Arc<TextureLoader> {
    let texture = Texture {
        name: "grey".to_owned(),
        id: 0,
        width: SIDE,
        height: SIDE,
        format: TexelFormat::Rgba8,
        palette: None,
        pixels,
        origin: Origin::default(),
    };
    let textures = vec![texture; TEXTURES as usize];
    let loader =
        TextureLoader::new(Arc::new(Scene { textures: textures.into(), ..Scene::default() }));
    loader.request((0..TEXTURES).map(Id::new), TEXTURES as usize);
    Arc::new(loader)
}

/// Runs a closure on a thread and fails if it takes a minute, which only happens in a deadlock.
fn within_a_minute<R: Send + 'static>(what: impl FnOnce() -> R + Send + 'static) -> R {
    let (over, heard) = channel();
    std::thread::spawn(move || over.send(what()));
    heard.recv_timeout(Duration::from_secs(60)).expect("no thread is deadlocked")
}

/// Decodes with room for two textures, and queries the progress continuously like the window's job.
fn work(loader: &TextureLoader) {
    loader.work(2 * ONE, &|| {
        let (done, total) = loader.progress();
        done <= total
    });
}

/// Waits until the queue is full and waiting threads have checked more than once.
fn wait_until_full(loader: &TextureLoader) {
    while loader.ready_bytes() < 2 * ONE {
        std::thread::sleep(Duration::from_millis(1));
    }
    std::thread::sleep(3 * TextureLoader::LOOK);
}

#[test]
fn reports_progress_while_the_queue_is_full() {
    let loader = loader();
    let decoding = loader.clone();
    let window = loader.clone();
    let taken = within_a_minute(move || {
        let worker = std::thread::spawn(move || work(&decoding));
        wait_until_full(&window);
        let (done, total) = window.progress();
        assert!(done < total && total == TEXTURES as usize, "{done} of {total}");
        let mut taken = Vec::new();
        while taken.len() < TEXTURES as usize {
            taken.extend(window.take());
        }
        worker.join().expect("decoding ends");
        taken
    });
    let different: HashSet<_> = taken.iter().map(|(texture, _)| *texture).collect();
    assert_eq!(different.len(), TEXTURES as usize, "a texture was decoded twice");
    // It includes the mipmaps.
    assert!(taken.iter().all(|(_, words)| words.len() * 4 > ONE));
    assert!(loader.is_idle());
}

#[test]
fn stops_while_the_queue_is_full() {
    let loader = loader();
    within_a_minute(move || {
        let decoding = loader.clone();
        let worker = std::thread::spawn(move || work(&decoding));
        wait_until_full(&loader);
        loader.stop();
        while loader.take().is_some() {}
        worker.join().expect("decoding ends");
    });
}

#[test]
fn does_not_wait_for_a_texture_whose_decoder_panicked() {
    let loader = loader_of(Arc::new(Broken));
    while loader.is_wanted() {
        let decoding = loader.clone();
        let worker = std::thread::spawn(move || work(&decoding));
        worker.join().expect_err("the panic is passed on");
    }
    assert!(loader.is_idle());
    loader.request((0..TEXTURES).map(Id::new), TEXTURES as usize);
    assert!(loader.is_idle(), "it is tried again");
}
