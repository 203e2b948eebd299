//! Finding a graphics device, and the messages when there is none.

use gouraud::render::{
    AdapterChoice, Effects, Gpu, PictureRenderer, RenderError, SceneBuffers, Shot,
};

use crate::common::{gpu, options};
use crate::scene_builder::{SceneBuilder, canvas_camera, plain, rect};

#[test]
fn reports_that_the_adapter_is_software() {
    assert!(gpu().is_software());
    assert!(!gpu().adapter().is_empty());
}

#[test]
fn finds_a_graphics_card_or_reports_that_there_is_none() {
    match Gpu::headless(AdapterChoice::Gpu) {
        Ok(card) => assert!(!card.is_software()),
        Err(problem) => assert_eq!(
            problem.to_string(),
            "no graphics adapter found with hardware acceleration: try the software adapter"
        ),
    }
}

#[test]
fn rejects_pictures_of_impossible_size() {
    for (width, height) in [(0, 10), (10, 0), (1 << 20, 10)] {
        let refused = PictureRenderer::new(gpu(), width, height);
        assert!(matches!(refused, Err(RenderError::Size { .. })), "{width}x{height}");
    }
}

#[test]
fn a_lost_device_gives_an_error_and_the_next_one_works() {
    let mut builder = SceneBuilder::new();
    builder.rectangle(plain(), rect(0, 0, 20, 20), 0.0, [255; 3]);
    let (scene, camera) = (builder.build(), canvas_camera(32, 32));
    let options = options(Effects::CLEAN);
    let gpu = Gpu::headless(AdapterChoice::Cpu).unwrap();
    let buffers = SceneBuffers::new(&gpu, scene.clone());
    let mut renderer = PictureRenderer::new(&gpu, 32, 32).unwrap();
    renderer.render(&gpu, &Shot::new(&buffers, &camera, &options)).unwrap();
    let aside = gpu.aside().unwrap();

    gpu.device.destroy();
    aside.device.destroy();
    let lost = renderer.render(&gpu, &Shot::new(&buffers, &camera, &options));
    assert!(lost.is_err(), "nothing is drawn, and nothing panics");
    SceneBuffers::new(&gpu, scene.clone());
    assert!(matches!(gpu.wait(), Err(RenderError::Lost(_))));
    assert_eq!(gpu.faults().lost(), Some("the device was removed"));
}

#[test]
fn a_separate_device_is_kept_for_the_next_use_until_nobody_uses_it_for_a_while() {
    let gpu = Gpu::headless(AdapterChoice::Cpu).unwrap();
    let first = gpu.aside().unwrap();
    let device = first.device.clone();
    assert_eq!(gpu.aside().unwrap().device, device);
    for _ in 0..3 {
        gpu.release_unused_aside();
    }
    assert_eq!(gpu.aside().unwrap().device, device, "a copy is in use");
    drop(first);
    gpu.release_unused_aside();
    assert_eq!(gpu.aside().unwrap().device, device, "it was used since the last call");
    gpu.release_unused_aside();
    gpu.release_unused_aside();
    assert_ne!(gpu.aside().unwrap().device, device);
}

#[test]
fn a_failed_command_is_an_error_of_the_picture() {
    let gpu = Gpu::headless(AdapterChoice::Cpu).unwrap();
    let size = gpu.device.limits().max_buffer_size + 4;
    let _ = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size,
        usage: wgpu::BufferUsages::STORAGE,
        mapped_at_creation: false,
    });
    assert!(gpu.faults().take_error().is_some_and(|why| !why.contains('\n')));
    assert_eq!(gpu.faults().take_error(), None, "an error is reported once");
    assert_eq!(gpu.faults().lost(), None);
}
